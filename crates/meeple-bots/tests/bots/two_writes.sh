#!/bin/sh
# Valid: every answer in two writes.
. "${0%/*}/parts/turns.sh"
turn() {
    printf '%s' "${move%?}"
    printf '%s\n' "${move#"${move%?}"}"
}
turns
