#!/bin/sh
# Needs a second to start, then answers every line at once.
sleep 1
while read -r line; do echo 7 2; done
