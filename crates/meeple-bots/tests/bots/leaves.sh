#!/bin/sh
# Exits with status 0 without an answer.
exit 0
