#!/bin/sh
# Ignores the end of its input and every polite signal.
trap '' TERM INT HUP PIPE
while :; do sleep 3600; done
