//! `meeple perft`: counting sequences of moves.

use super::{print, print_json};
use crate::cli::PerftArgs;
use meeple_core::{Game, options::parse, perft};
use meeple_games::GameTask;
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
    args.game.run(Count { args, depth })
}

struct Count<'a> {
    args: &'a PerftArgs,
    depth: u32,
}

impl GameTask for Count<'_> {
    type Output = Result<(), Failure>;
    fn run<G: Game>(self) -> Self::Output {
        let Count { args, depth } = self;
        let options: G::Options = parse(args.words.iter().filter(|word| word.contains('=')))?;
        let position = G::new(&options)?;
        let mut moves = Vec::new();
        if args.divide && depth > 0 {
            let counts = perft::divide(&position, depth, args.seed);
            moves.extend(counts.into_iter().map(|(mv, count)| (mv.to_string(), count)));
        }
        let count = if moves.is_empty() {
            perft::perft(&position, depth, args.seed)
        } else {
            moves.iter().map(|(_, count)| count).sum()
        };
        if args.json {
            let moves: Map<String, Value> =
                moves.into_iter().map(|(mv, count)| (mv, count.into())).collect();
            let mut answer = json!({"game": G::NAME, "depth": depth, "count": count});
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
}
