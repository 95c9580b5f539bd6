#!/usr/bin/env python3
"""Plays the first legal placement, from the top, each row from the left; margins may hang out.

P1_MODE or P2_MODE makes it misbehave at its N-th turn: "N:text" says this text instead ({X} and
{Y} are the placement), "N!exit" ends with status 3, "N!sleep" says nothing for a minute.
"""
import os
import sys
import time


def rows(count, skip=0):
    return [sys.stdin.readline().rstrip("\n")[skip:] for _ in range(count)]


def sizes(line):
    _, width, height = line.rstrip(":\n").split()
    return int(width), int(height)


def is_legal(board, cells, own, x, y):
    covered = []
    for row, column in cells:
        if not (0 <= y + row < len(board) and 0 <= x + column < len(board[0])):
            return False
        covered.append(board[y + row][x + column])
    return all(mark in own + "." for mark in covered) and sum(mark in own for mark in covered) == 1


def first_placement(board, piece, own):
    height, width = len(piece), len(piece[0])
    cells = [(r, c) for r in range(height) for c in range(width) if piece[r][c] != "."]
    for y in range(1 - height, len(board)):
        for x in range(1 - width, len(board[0])):
            if is_legal(board, cells, own, x, y):
                return x, y
    return 0, 0


number = 1 if " p1 " in sys.stdin.readline() else 2
own = ["@a", "$s"][number - 1]
mode = os.environ.get(f"P{number}_MODE", "")
for turn in range(1, 1 << 30):
    head = sys.stdin.readline()
    if not head:
        break
    _, height = sizes(head)
    sys.stdin.readline()
    board = rows(height, skip=4)
    _, height = sizes(sys.stdin.readline())
    x, y = first_placement(board, rows(height), own)
    said = f"{x} {y}\n"
    if mode == f"{turn}!exit":
        sys.exit(3)
    if mode == f"{turn}!sleep":
        time.sleep(60)
    if mode.startswith(f"{turn}:"):
        said = mode.partition(":")[2].replace("\\n", "\n")
        said = said.replace("{X}", str(x)).replace("{Y}", str(y))
    os.write(1, said.encode())  # in one write
