#!/bin/sh
# JSON whose move is no text.
. "${0%/*}/parts/asked.sh"
printf '{"move":3}\n'
while read -r line; do :; done
