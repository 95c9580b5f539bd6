#!/usr/bin/env python3
# Ignores the signal that lets it go on, and the one that hangs up. Answers every line.
import signal, sys

signal.signal(signal.SIGCONT, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
for line in sys.stdin:
    sys.stdout.write("7 2\n")  # in one write, however output is buffered
    sys.stdout.flush()
