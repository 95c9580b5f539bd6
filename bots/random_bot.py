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
    # In Filler, `stop` ends your game: choose it only if it is the only move.
    moves = [move for move in message["moves"] if move != "stop"] or ["stop"]
    print(random.choice(moves), flush=True)
