#!/usr/bin/env sh
# Plays random legal moves in any game and any seat. It contains no rules.
# Try it with `meeple play filler --seats you,json:bots/random_bot.sh`.
#
# The line contains the moves as "moves":["0,0","0,1","1,0"]. The list, split at
# its quotes, is: nothing, a move, a comma, a move, a comma, a move.

while IFS= read -r line; do
    case $line in *'"type":"turn"'*) ;; *) continue ;; esac
    moves=${line#*'"moves":['}
    moves=${moves%%]*}
    IFS='"'
    set -- $moves
    unset IFS
    count=$(($# / 2))
    # In Filler, `stop` ends your game: choose it only if it is the only move.
    case $moves in *',"stop"') count=$((count - 1)) ;; esac
    shift $(($(od -An -N4 -tu4 /dev/urandom) % count * 2 + 1))
    echo "$1"
done
