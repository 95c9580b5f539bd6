#!/bin/sh
# Answers before it is asked, and well from then on: always one answer ahead.
echo 3,4
. "${0%/*}/parts/turns.sh"
turn() { echo "$move"; }
turns
