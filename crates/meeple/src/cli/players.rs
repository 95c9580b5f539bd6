//! The arguments of `meeple players`.

use super::{MeasureArgs, OutputArgs, parse_game};
use clap::Args;
use meeple_games::GameKind;
use std::path::PathBuf;

/// `meeple players`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple players                            all of them, with their measured strength
  meeple players filler --json
  meeple players azul --rate --games 400    measure them anew, into docs/strength.md
  meeple players azul players=4 --rate      the same with four at a table

Ratings are Elo above the player that moves at random, by a round robin of our players
with their usual parameters. Strength is measured, not claimed: --rate writes the table.")]
pub struct PlayersArgs {
    /// The game; by default all of them
    #[arg(value_parser = parse_game())]
    pub game: Option<GameKind>,
    /// The game's options, such as players=4
    #[arg(value_name = "KEY=VALUE", requires = "rate")]
    pub options: Vec<String>,
    /// Play the computer players against each other and write their ratings
    #[arg(long, requires = "game")]
    pub rate: bool,
    /// The file with the ratings
    #[arg(long, value_name = "FILE", default_value = "docs/strength.md", requires = "rate")]
    pub file: PathBuf,
    /// Options for measuring
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Options for output
    #[command(flatten)]
    pub say: OutputArgs,
}
