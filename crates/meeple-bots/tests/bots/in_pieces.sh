#!/bin/sh
# An answer in two writes; the second follows the next line of input.
. "${0%/*}/parts/asked.sh"
printf 7
read -r line
printf ' 2\n'
while read -r line; do :; done
