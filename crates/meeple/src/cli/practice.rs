//! The arguments of `meeple practice`.

use super::{SaveArgs, parse_game};
use clap::Args;
use meeple_games::GameKind;

/// `meeple practice`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple practice                      choose a game on the full screen
  meeple practice azul                 practise Azul
  meeple practice azul --make 60       print 60 new positions per stage

The positions come from games between computer players. Your move is graded by
the win chance it costs compared with the best move (docs/analysis.md).")]
pub struct PracticeArgs {
    /// The game [default: choose on the screen]
    #[arg(value_parser = parse_game())]
    pub game: Option<GameKind>,
    /// Print this many new positions per stage of the game, one per line, instead of practising
    #[arg(long, value_name = "N", requires = "game", conflicts_with = "no_save")]
    pub make: Option<usize>,
    /// Random seed of the first game that positions are taken from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "make")]
    pub seed: u64,
    /// Saved games and settings
    #[command(flatten)]
    pub save: SaveArgs,
}
