#!/bin/sh
# Good: white space around every answer, and CR LF.
. "$(dirname "$0")/parts/turns.sh"
turn() { printf '  %s \r\n' "$move"; }
turns
