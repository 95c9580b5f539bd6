#!/usr/bin/env sh
# A Chomp bot that mirrors. If the first row and the first column have the same
# length, it bites 1,1, and then keeps these two arms equal:
#
#     P # # #        P # # #   whatever the opponent takes
#     # x x x        #         from one arm, it takes
#     # x x x        #         from the other, until only
#     # x x x        #         the poison is left
#
# Try it with `meeple play chomp width=6 height=6 --seats bots/chomp_mirror.sh,you`.

while IFS= read -r line; do
    case $line in *'"type":"turn"'*) ;; *) continue ;; esac
    # How many squares each row still has, as in "rows":[4,1,1,1].
    rows=$(printf '%s\n' "$line" | sed 's/.*"rows":\[\([0-9,]*\)\].*/\1/')
    IFS=,
    set -- $rows
    unset IFS
    right=$(($1 - 1)) # the arms, without the poison between them
    down=0
    last=$1
    second=${2:-0}
    for row; do
        [ "$row" -gt 0 ] || break
        down=$((down + 1)) last=$row
    done
    down=$((down - 1))
    if [ "$right" -eq 0 ] && [ "$down" -eq 0 ]; then
        echo 0,0 # only the poison is left
    elif [ "$second" -gt 1 ] && [ "$right" -eq "$down" ]; then
        echo 1,1
    elif [ "$second" -le 1 ] && [ "$right" -gt "$down" ]; then
        echo "0,$((down + 1))"
    elif [ "$second" -le 1 ] && [ "$down" -gt "$right" ]; then
        echo "$((right + 1)),0"
    else
        echo "$down,$((last - 1))" # the smallest bite, and wait
    fi
done
