#!/usr/bin/env python3
# Asks for 512 MiB, then answers.
import sys
hog = bytearray(512 << 20)
print("7 2", flush=True)
sys.stdin.read()
