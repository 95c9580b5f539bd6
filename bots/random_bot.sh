#!/usr/bin/env sh
# Plays any game, on any seat, at random: it knows no rules.
# Try it with `meeple play filler --seats you,json:bots/random_bot.sh`.
#
# The moves stand in the line as "moves":["0,0","0,1","1,0"]. Cut out and split
# at the quotes, that is: nothing, a move, a comma, a move, a comma, a move.

while IFS= read -r line; do
    case $line in *'"type":"turn"'*) ;; *) continue ;; esac
    moves=${line#*'"moves":['}
    moves=${moves%%]*}
    IFS='"'
    set -- $moves
    unset IFS
    count=$(($# / 2))
    # `stop` gives up the rest of a game of Filler: only where there is nothing else.
    case $moves in *',"stop"') count=$((count - 1)) ;; esac
    shift $(($(od -An -N4 -tu4 /dev/urandom) % count * 2 + 1))
    echo "$1"
done
