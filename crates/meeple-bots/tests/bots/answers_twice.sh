#!/bin/sh
# Writes every answer twice, so that the second counts as the next answer.
. "${0%/*}/parts/turns.sh"
turn() { printf '%s\n%s\n' "$move" "$move"; }
turns
