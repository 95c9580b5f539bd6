#!/bin/sh
# Answers before it is asked, then correctly: always one answer ahead.
echo 3,4
. "${0%/*}/parts/turns.sh"
turn() { echo "$move"; }
turns
