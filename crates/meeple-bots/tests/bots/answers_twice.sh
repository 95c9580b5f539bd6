#!/bin/sh
# Says every answer twice, so that the second is taken for the next one.
. "${0%/*}/parts/turns.sh"
turn() { printf '%s\n%s\n' "$move" "$move"; }
turns
