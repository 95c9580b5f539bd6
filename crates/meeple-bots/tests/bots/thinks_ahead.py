#!/usr/bin/env python3
# Burns its processor all the time, and so does its child. Answers every line.
import subprocess, sys, threading

def think():
    while True:
        pass

subprocess.Popen(["sh", "-c", "while :; do :; done", sys.argv[1]], stdin=subprocess.DEVNULL)
threading.Thread(target=think, daemon=True).start()
for line in sys.stdin:
    sys.stdout.write("7 2\n")  # in one write, however output is buffered
    sys.stdout.flush()
