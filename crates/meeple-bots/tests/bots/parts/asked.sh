# Waits until something was asked: every protocol says who we are in its first
# line, and asks from the second on.
read -r line
read -r line
