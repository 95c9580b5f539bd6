//! The arguments of `meeple players`.

use super::{MeasureArgs, OutputArgs, parse_game};
use clap::Args;
use meeple_games::GameKind;
use std::path::PathBuf;

/// `meeple players`
#[derive(Debug, Args)]
#[command(
    mut_arg("games", |games| games.help("Games per pair of players, rounded up to whole blocks [default: 200]")),
    after_help = "\
Examples:
  meeple players                            all games
  meeple players filler --json
  meeple players azul --rate --games 400    measure again, write the ratings
  meeple players azul players=4 --rate      measure games of four players

Ratings are in Elo; the player `random` has 0. --rate plays a round robin of
all computer players of the game with their default parameters and writes the
table."
)]
pub struct PlayersArgs {
    /// The game [default: all games]
    #[arg(value_parser = parse_game())]
    pub game: Option<GameKind>,
    /// Options of the game for --rate, such as players=4
    #[arg(value_name = "KEY=VALUE", requires = "rate")]
    pub options: Vec<String>,
    /// Measure the ratings by playing the computer players against each other
    #[arg(long, requires = "game")]
    pub rate: bool,
    /// The file the ratings are written to
    #[arg(long, value_name = "FILE", default_value = "docs/strength.md", requires = "rate")]
    pub file: PathBuf,
    /// Options for measuring
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Options for output
    #[command(flatten)]
    pub output: OutputArgs,
}
