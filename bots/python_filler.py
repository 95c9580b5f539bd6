#!/usr/bin/env python3
"""A Filler bot in a page: it lays its piece as near to the enemy as it can.

It speaks both dialects. 01-edu: `Anfield columns rows:`, answer `column row`.
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


def cells(rows, wanted):
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if wanted(mark)]


def placements(board, filled, mine):
    """Every (column, row, covered cells) where exactly one filled cell covers an own one."""
    height, width = len(board), len(board[0])
    for row in range(-max(r for r, _ in filled), height):
        for column in range(-max(c for _, c in filled), width):
            covered = [(row + r, column + c) for r, c in filled]
            if all(0 <= r < height and 0 <= c < width for r, c in covered):
                marks = [board[r][c] for r, c in covered]
                if sum(m in mine for m in marks) == 1 and marks.count(".") == len(marks) - 1:
                    yield column, row, covered


mine = MINE["1"]
while head := sys.stdin.readline():
    if head.startswith("$$$ exec p"):
        mine = MINE[head[10]]
    if not head.startswith(("Anfield", "Plateau")):
        continue
    rows_first = head.startswith("Plateau")
    height = read_height(head, rows_first)
    board = [line.split()[1] for line in read_lines(1 + height)[1:] if line]
    piece = read_lines(read_height(read_lines(1)[0], rows_first))
    enemy = cells(board, lambda mark: mark not in mine + ".") or [(0, 0)]

    def distance(placement):
        return min(abs(r - er) + abs(c - ec) for r, c in placement[2] for er, ec in enemy)

    filled = cells(piece, lambda mark: mark != ".")
    column, row, _ = min(placements(board, filled, mine), key=distance, default=(0, 0, None))
    # One write, then flush: a strict engine reads only once.
    sys.stdout.write(f"{row} {column}\n" if rows_first else f"{column} {row}\n")
    sys.stdout.flush()
