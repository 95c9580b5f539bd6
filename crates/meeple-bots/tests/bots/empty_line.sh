#!/bin/sh
# An empty line.
. "${0%/*}/parts/asked.sh"
printf '\n'
while read -r line; do :; done
