#!/bin/sh
# Valid: an info line and the answer in one write.
. "${0%/*}/parts/turns.sh"
turn() { printf 'info depth 1\n{"move":"%s","value":0.5,"comment":"why not"}\n' "$move"; }
turns
