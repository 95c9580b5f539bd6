#!/bin/sh
# JSON whose move is a number.
. "${0%/*}/parts/asked.sh"
printf '{"move":3}\n'
while read -r line; do :; done
