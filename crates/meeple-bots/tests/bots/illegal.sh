#!/bin/sh
# A move of this game that the rules forbid.
read -r start
read -r question
case $start in
*'"game":"chomp"'*) echo 200,200 ;;
*'"game":"filler"'*) echo -99,-99 ;;
*'"game":"azul"'*) echo centre blue 1 ;; # nothing lies there yet
*'"game":"grass"'*) echo remove AA ;;    # there is no stone yet
*) echo -99 -99 ;;
esac
while read -r line; do :; done
