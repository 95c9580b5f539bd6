#!/bin/sh
# JSON whose move is no text.
. "$(dirname "$0")/parts/asked.sh"
printf '{"move":3}\n'
while read -r line; do :; done
