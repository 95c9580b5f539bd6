#!/usr/bin/env python3
"""Plays random legal moves in any game and any seat. It contains no rules.

Try it with `meeple play azul --seats you,bots/random_bot.py`.
"""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "turn":
        continue
    # `stop` gives up the rest of a game of Filler: only where there is nothing else.
    moves = [move for move in message["moves"] if move != "stop"] or ["stop"]
    print(random.choice(moves), flush=True)
