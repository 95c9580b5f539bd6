#!/usr/bin/env python3
"""Plays the first legal placement in the dialect of 42, from the top, each row from the left; the
whole piece stays on the board.

MODE_O or MODE_X makes it misbehave at its N-th turn: "N:text" says this text instead, "N!sleep"
says nothing for a minute.
"""
import os
import sys
import time


def rows(count, skip=0):
    return [sys.stdin.readline().rstrip("\n")[skip:] for _ in range(count)]


def height_of(line):
    return int(line.split()[1])


def first_placement(board, piece, own):
    height, width = len(piece), len(piece[0])
    cells = [(r, c) for r in range(height) for c in range(width) if piece[r][c] == "*"]
    for y in range(len(board) - height + 1):
        for x in range(len(board[0]) - width + 1):
            covered = [board[y + row][x + column] for row, column in cells]
            if all(mark in (own, ".") for mark in covered) and covered.count(own) == 1:
                return y, x
    return 0, 0


own = "O" if " p1 " in sys.stdin.readline() else "X"
mode = os.environ.get(f"MODE_{own}", "")
for turn in range(1, 1 << 30):
    head = sys.stdin.readline()
    if not head:
        break
    sys.stdin.readline()
    board = rows(height_of(head), skip=4)
    y, x = first_placement(board, rows(height_of(sys.stdin.readline())), own)
    said = f"{y} {x}\n"
    if mode == f"{turn}!sleep":
        time.sleep(60)
    if mode.startswith(f"{turn}:"):
        said = mode.partition(":")[2].replace("\\n", "\n")
    os.write(1, said.encode())  # in one write
