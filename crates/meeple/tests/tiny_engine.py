#!/usr/bin/env python3
"""An engine that knows only the protocol, to see that a bot plays under it.

    tiny_engine.py DIALECT COLUMNS ROWS SEED PROGRAM [ARGUMENT ...]

The bot is player 2; player 1 lays nothing. Pieces have any size and any mark,
also such as no real engine deals. Each answer must come as one line and be a
legal placement, or `0 0` where there is none: the game goes on five questions
beyond that. Prints how many pieces were laid.
"""
import random
import subprocess
import sys

dialect, columns, rows, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
edu = dialect == "edu"
chance = random.Random(seed)
enemy, mine, latest, filled = ("@", "$", "s", "O") if edu else ("O", "X", "X", "*")
board = [["."] * columns for _ in range(rows)]
board[0][0], board[-1][-1] = enemy, mine
bot = subprocess.Popen(sys.argv[5:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
bot.stdin.write("$$$ exec p2 : [a bot]\n")


def piece():
    height, width = chance.randint(1, 4), chance.randint(1, 4)
    cells = {(chance.randrange(height), chance.randrange(width)) for _ in range(chance.randint(1, 6))}
    return height, width, cells


def covered(cells, row, column):
    return [(row + r, column + c) for r, c in cells]


def is_legal(cells, row, column):
    places = covered(cells, row, column)
    if not all(0 <= r < rows and 0 <= c < columns for r, c in places):
        return False
    marks = [board[r][c].upper() for r, c in places]
    own = sum(mark in (mine.upper(), latest.upper()) for mark in marks)
    return own == 1 and marks.count(".") == len(marks) - 1


laid = stuck = 0
while stuck < 5:
    height, width, cells = piece()
    text = f"Anfield {columns} {rows}:\n" if edu else f"Plateau {rows} {columns}:\n"
    text += "    " + "".join(str(column % 10) for column in range(columns)) + "\n"
    text += "".join(f"{number:03} {''.join(row)}\n" for number, row in enumerate(board))
    text += f"Piece {width} {height}:\n" if edu else f"Piece {height} {width}:\n"
    for r in range(height):
        text += "".join(filled if (r, c) in cells else "." for c in range(width)) + "\n"
    bot.stdin.write(text)
    bot.stdin.flush()
    answer = bot.stdout.readline()
    first, second = answer.split(" ")
    row, column = (int(second), int(first)) if edu else (int(first), int(second))
    if is_legal(cells, row, column):
        for line in board:
            line[:] = [mine if mark == latest else mark for mark in line]
        for r, c in covered(cells, row, column):
            board[r][c] = latest
        laid += 1
    else:
        places = [(r, c) for r in range(-4, rows) for c in range(-4, columns) if is_legal(cells, r, c)]
        # Robots that stand in for the official ones never answer negative coordinates.
        places = [place for place in places if min(place) >= 0]
        assert answer == "0 0\n" and not places, f"{answer!r}, but {places} were legal"
        stuck += 1
bot.stdin.close()
assert bot.stdout.read() == "" and bot.wait(timeout=60) == 0, "the bot leaves when we do"
print(laid)
