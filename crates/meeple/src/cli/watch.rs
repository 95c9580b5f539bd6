//! The arguments of `meeple watch`.

use clap::Args;
use std::path::PathBuf;

/// `meeple watch`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ./linux_game_engine -f maps/map00 -p1 ./my_bot -p2 bots/bender 2>&1 | meeple watch -
  ./filler_vm -f maps/map00 -p1 ./my_bot -p2 ./other_bot 2>&1 | meeple watch -
  meeple watch game.txt                          what an engine printed before
  meeple watch game.jsonl                        a record, also while it is written
  meeple watch tournament/                       the games of a match or tournament, live

The output of 01-edu's engine and of 42's filler_vm is understood, and what `meeple filler`
prints. Keys: space pauses, n makes a step, + and - change the pace, o what is laid over the
empty cells, q leaves. With 2>&1 the engine's errors are shown in the view, and not across it.
An engine that is told to be quiet (-q) prints nothing to be seen.

The exit code is 0 for a game that was followed to its result.")]
pub struct WatchArgs {
    /// A record, the folder of a match or tournament, or an engine's output; `-` for standard input
    pub file: PathBuf,
}
