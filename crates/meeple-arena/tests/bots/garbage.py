#!/usr/bin/env python3
# Bytes that are no text.
import os, sys
os.write(1, b"\xff\xfe\x00\x1b[2J\n")
sys.stdin.buffer.read()
