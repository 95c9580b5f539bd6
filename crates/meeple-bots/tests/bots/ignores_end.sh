#!/bin/sh
# Plays well, but does not exit when the game is over.
. "${0%/*}/parts/turns.sh"
turn() { echo "$move"; }
ended() { exec sleep 3600; }
turns
