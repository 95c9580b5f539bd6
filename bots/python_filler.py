#!/usr/bin/env python3
"""A one-page Filler bot: it places its piece as close to the opponent as possible.

It supports both dialects. 01-edu: `Anfield columns rows:`, answer `column row`.
42: `Plateau rows columns:`, answer `row column`. Try it with
`meeple filler -f map00 -p1 bots/python_filler.py -p2 wall_e`.
"""
import sys

MINE = {"1": "@aOo", "2": "$sXx"}


def read_lines(count):
    return [sys.stdin.readline().rstrip("\r\n") for _ in range(count)]


def read_height(head, rows_first):
    """The rows in a head such as `Anfield 20 15:` or `Plateau 15 20:`."""
    _, first, second = head.strip().rstrip(":").split()
    return int(first if rows_first else second)


def distances(board, mine):
    """How far each cell is from the enemy: a sweep from the top left, one from the bottom right."""
    far = len(board) + len(board[0])
    near = {(r, c): far if mark in mine + "." else 0
            for r, row in enumerate(board) for c, mark in enumerate(row)}
    for step, cells in ((-1, near), (1, reversed(near))):
        for r, c in cells:
            beside = min(near.get((r + step, c), far), near.get((r, c + step), far))
            near[r, c] = min(near[r, c], beside + 1)
    return near


def placements(board, filled, mine):
    """Every (column, row, covered cells) where exactly one filled cell covers an own one."""
    for row in range(-max(r for r, _ in filled), len(board)):
        for column in range(-max(c for _, c in filled), len(board[0])):
            covered = [(row + r, column + c) for r, c in filled]
            if all(0 <= r < len(board) and 0 <= c < len(board[0]) for r, c in covered):
                marks = [board[r][c] for r, c in covered]
                if marks.count(".") == len(marks) - 1 and any(mark in mine for mark in marks):
                    yield column, row, covered


mine = MINE["1"]
while head := sys.stdin.readline():
    if head.startswith("$$$ exec p"):
        mine = MINE[head[10]]
    if not head.startswith(("Anfield", "Plateau")):
        continue
    rows_first = head.startswith("Plateau")
    board = [line.split()[1] for line in read_lines(1 + read_height(head, rows_first))[1:]]
    piece = read_lines(read_height(read_lines(1)[0], rows_first))
    filled = [(r, c) for r, line in enumerate(piece) for c, mark in enumerate(line) if mark != "."]
    near = distances(board, mine)
    best = min(placements(board, filled, mine), key=lambda p: sum(map(near.get, p[2])), default=(0, 0))
    # One write, then flush: a strict engine reads only once.
    sys.stdout.write(f"{best[1]} {best[0]}\n" if rows_first else f"{best[0]} {best[1]}\n")
    sys.stdout.flush()
