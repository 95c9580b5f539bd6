#!/bin/sh
# Would answer, an hour too late.
sleep 3600
echo 0 0
