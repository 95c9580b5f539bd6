//! `meeple perft`: counts the move sequences of a given length.

use super::{print, print_json};
use crate::cli::PerftArgs;
use meeple_terminal::command_error::CommandError;
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub(super) fn run(args: &PerftArgs) -> Result<(), CommandError> {
    let is_depth = |word: &&String| !word.contains('=');
    let [depth] = args.words.iter().filter(is_depth).collect::<Vec<_>>()[..] else {
        return Err(CommandError::Usage(
            "give one number of moves, as in: meeple perft chomp width=5 height=4 3".into(),
        ));
    };
    let depth = depth
        .parse()
        .map_err(|_| CommandError::Usage(format!("{depth:?} is not a number of moves")))?;
    let options: Vec<&String> = args.words.iter().filter(|word| word.contains('=')).collect();
    let position = args.game.entry().starting_position(&options)?.position;
    let mut moves = Vec::new();
    if args.divide && depth > 0 {
        moves = position.divide(depth, args.seed);
    }
    let count = if moves.is_empty() {
        position.perft(depth, args.seed)
    } else {
        moves.iter().map(|(_, count)| count).sum()
    };
    if args.json {
        let moves: Map<String, Value> =
            moves.into_iter().map(|(mv, count)| (mv, count.into())).collect();
        let mut answer = json!({"game": args.game.name(), "depth": depth, "count": count});
        if args.divide {
            answer["moves"] = moves.into();
        }
        return print_json(&answer);
    }
    let mut text = String::new();
    for (mv, count) in &moves {
        let _ = writeln!(text, "{mv}: {count}");
    }
    let _ = writeln!(text, "{count}");
    print(&text)
}
