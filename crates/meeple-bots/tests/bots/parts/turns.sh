# Calls `turn` for each turn of a game in the Meeple protocol, with a good move
# in $move: the last of the list that is not `stop`. Calls `ended` at its end.
# A dialect of Filler has no such lines, so it hears nothing.
turns() {
    while IFS= read -r line; do
        case $line in
        *'"type":"turn"'*)
            move=${line#*'"moves":["'}
            move=${move%%'"]'*}
            move=${move%'","stop'}
            move=${move##*'","'}
            turn
            ;;
        *'"type":"end"'*) ended ;;
        esac
    done
}
ended() { :; }
