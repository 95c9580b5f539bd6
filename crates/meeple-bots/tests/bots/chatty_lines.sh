#!/bin/sh
# Prints lines for ever, whether asked or not.
exec yes "hello engine"
