//! The arguments of `meeple watch`.

use super::SaveArgs;
use clap::Args;
use std::path::PathBuf;

/// `meeple watch`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple watch game.jsonl         a record, even while the game is being played
  meeple watch tournament/        the games of a match or tournament, live
  meeple watch game.txt           the saved output of an engine
  ./linux_game_engine -f maps/map00 -p1 ./a -p2 ./b 2>&1 | meeple watch -
  ./filler_vm -f maps/map00 -p1 ./a -p2 ./b 2>&1 | meeple watch -

Engine output can come from 01-edu's engine, 42's filler_vm or `meeple filler`,
but not with -q. With 2>&1 the engine's errors appear on the screen too.

Keys: space pauses, n steps, + and - change the speed, o changes the overlay, q
quits.

The exit code is 0 if the game was followed to its result.")]
pub struct WatchArgs {
    /// A record, the folder of a match or tournament, or an engine's output; `-` for standard input
    pub file: PathBuf,
    /// Saved games and settings
    #[command(flatten)]
    pub save: SaveArgs,
}
