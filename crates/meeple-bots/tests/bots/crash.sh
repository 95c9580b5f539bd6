#!/bin/sh
# Writes a reason to stderr and exits.
echo "no memory for the board" >&2
exit 3
