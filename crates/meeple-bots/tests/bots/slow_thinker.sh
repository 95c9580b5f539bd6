#!/bin/sh
# Reads at once, and thinks too long.
read -r line
sleep 3600
