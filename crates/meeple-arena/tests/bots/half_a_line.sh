#!/bin/sh
# Answers without the line feed.
printf '7 2'
while read -r line; do :; done
