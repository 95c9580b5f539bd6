#!/bin/sh
# Answers its first question and exits.
. "${0%/*}/parts/turns.sh"
turn() { echo "$move"; exit; }
turns
