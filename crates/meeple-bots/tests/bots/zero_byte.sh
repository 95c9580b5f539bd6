#!/bin/sh
# A zero byte after a move.
. "${0%/*}/parts/asked.sh"
printf '1,1\0\n'
while read -r line; do :; done
