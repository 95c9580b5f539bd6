#!/bin/sh
# A good move, of another game.
read -r start
read -r question
case $start in
*'"game":"azul"'*) echo lay AA ;;
*) echo 2 blue 3 ;;
esac
while read -r line; do :; done
