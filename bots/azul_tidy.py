#!/usr/bin/env python3
"""An Azul bot that avoids the floor and completes lines.

Every legal move comes with its consequences, so the bot contains no rules. Try it with
`meeple play azul --seats you,bots/azul_tidy.py`.
"""
import json
import sys


def tidiness(choice):
    """Rates a move: greater is better, and the first number that differs decides."""
    if choice["kind"] == "wall":  # on the grey wall, a full line's tile chooses its cell
        return (choice["points"],)
    lost = choice["cost"] + choice["marker_cost"]
    return (-lost, -choice["misses"], choice["fits"])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        best = max(message["choices"], key=tidiness)
        print(json.dumps({"move": best["move"]}), flush=True)
