#!/bin/sh
# Gives up politely, which no bot may.
exit 0
