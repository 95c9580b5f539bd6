#!/bin/sh
# Valid: white space around every answer, and CR LF.
. "${0%/*}/parts/turns.sh"
turn() { printf '  %s \r\n' "$move"; }
turns
