#!/bin/sh
# JSON with bytes that are not UTF-8.
. "${0%/*}/parts/asked.sh"
printf '{"move":"\377\376"}\n'
while read -r line; do :; done
