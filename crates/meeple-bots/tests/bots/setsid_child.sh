#!/bin/sh
# Its child leaves the process group and loses its parent.
setsid sh -c 'while :; do sleep 3600; done' "$1" < /dev/null > /dev/null 2>&1 &
while read -r line; do :; done
