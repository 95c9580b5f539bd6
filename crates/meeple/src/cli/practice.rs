//! The arguments of `meeple practice`.

use super::parse_game;
use clap::Args;
use meeple_games::GameKind;

/// `meeple practice`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple practice                      choose a game and a stage, full screen
  meeple practice azul --make 60       print positions that are worth practising

Positions come from games of our players; a move is judged by what it costs of the chance to
win against the best one (docs/analysis.md).")]
pub struct PracticeArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: Option<GameKind>,
    /// Print this many positions per stage instead, in the format of `practice/GAME.txt`
    #[arg(long, value_name = "N", requires = "game")]
    pub make: Option<usize>,
    /// First random seed of the games the positions are taken from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "make")]
    pub seed: u64,
}
