#!/bin/sh
# Plays well, and writes for ever when the game is over.
. "${0%/*}/parts/turns.sh"
turn() { echo "$move"; }
ended() { exec yes "good game"; }
turns
