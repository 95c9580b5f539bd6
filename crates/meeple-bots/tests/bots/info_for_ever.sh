#!/bin/sh
# Writes info lines for ever, and never answers.
exec yes "info thinking"
