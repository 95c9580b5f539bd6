#!/bin/sh
# A good answer, in two writes: the second follows when the first was read.
printf 7
read -r line
printf ' 2\n'
while read -r line; do :; done
