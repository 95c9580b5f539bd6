#!/usr/bin/env python3
# Asks for 512 MiB, then answers.
import sys
hog = bytearray(512 << 20)
sys.stdin.readline(), sys.stdin.readline()  # until it was asked
print("7 2", flush=True)
sys.stdin.read()
