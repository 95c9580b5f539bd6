#!/bin/sh
# Reads everything, writes nothing.
while read -r line; do :; done
