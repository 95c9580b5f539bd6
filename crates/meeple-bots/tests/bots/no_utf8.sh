#!/bin/sh
# JSON with bytes that are no text.
. "${0%/*}/parts/asked.sh"
printf '{"move":"\377\376"}\n'
while read -r line; do :; done
