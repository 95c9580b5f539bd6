#!/usr/bin/env python3
# Bytes that are no text.
import os, sys
sys.stdin.buffer.readline(), sys.stdin.buffer.readline()  # until it was asked
os.write(1, b"\xff\xfe\x00\x1b[2J\n")
sys.stdin.buffer.read()
