#!/bin/sh
# Reports for ever, and never answers.
exec yes "info thinking"
