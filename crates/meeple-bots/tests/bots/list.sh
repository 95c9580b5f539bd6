#!/bin/sh
# JSON, but a list.
. "${0%/*}/parts/asked.sh"
printf '["1,1"]\n'
while read -r line; do :; done
