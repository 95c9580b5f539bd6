#!/bin/sh
# Leaves a child behind that holds the pipes open, and dies.
sh -c 'while :; do sleep 3600; done' "$1" &
exit 4
