#!/bin/sh
# Ignores the end of its input and every signal that can be ignored.
trap '' TERM INT HUP PIPE
while :; do sleep 3600; done
