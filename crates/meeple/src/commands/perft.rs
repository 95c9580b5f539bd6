//! `meeple perft`: counting sequences of moves.

use super::{print, print_json};
use crate::cli::PerftArgs;
use meeple_terminal::failure::Failure;
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub(super) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let is_depth = |word: &&String| !word.contains('=');
    let [depth] = args.words.iter().filter(is_depth).collect::<Vec<_>>()[..] else {
        return Err(Failure::Usage(
            "give one number of moves, such as: perft chomp width=5 height=4 3".into(),
        ));
    };
    let depth =
        depth.parse().map_err(|_| Failure::Usage(format!("{depth:?} is not a number of moves")))?;
    let options: Vec<&String> = args.words.iter().filter(|word| word.contains('=')).collect();
    let position = args.game.entry().set_up(&options)?.position;
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
