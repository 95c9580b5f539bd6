#!/bin/sh
# Needs four seconds to start, then answers every line at once.
sleep 4
while read -r line; do echo 7 2; done
