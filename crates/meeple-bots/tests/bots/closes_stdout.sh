#!/bin/sh
# Nobody will hear it again, and it goes on.
exec > /dev/null
exec sleep 3600
