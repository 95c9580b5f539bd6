#!/bin/sh
# Answers without the line feed.
. "${0%/*}/parts/asked.sh"
printf '7 2'
while read -r line; do :; done
