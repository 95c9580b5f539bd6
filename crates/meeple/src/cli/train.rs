//! The arguments of `meeple train`.

use super::{OutputArgs, SupportedGames, parse_seed};
use clap::Args;
use meeple_core::amounts::parse_nodes;
use meeple_games::GameKind;
use std::path::PathBuf;

/// `meeple train`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple train azul --out runs/azul
  meeple train azul --generations 2 --games 2000 --nodes 200 --out runs/quick
  meeple train azul players=3 --generations 2 --match 1800 --out runs/azul-3
  meeple train azul wall=grey --out runs/azul-grey

In each generation the best evaluation so far plays itself, with a few random
moves; new networks are trained on all games so far and play a match against
it. A generation is kept if it wins by more than one standard error. Training
starts from the handmade evaluation for two players, and from the one trained
for two players for three and four. The final match compares the best
generation with that starting evaluation.

Match deals are never used for training. Each deal is played once per seating of
the two evaluations.

DIR/weights.bin contains the best weights so far. If you stop the command, run
it again to continue. The result is the same for any number of jobs.")]
pub struct TrainArgs {
    /// The game
    #[arg(value_parser = SupportedGames::TRAINABLE)]
    pub game: GameKind,
    /// Options of the game, such as players=3 or wall=grey
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub generations: u64,
    /// Self-play games per generation
    #[arg(long, short, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Games per match, rounded up so that every deal is played in every seating
    #[arg(long = "match", value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(4..=1_000_000))]
    pub match_games: u64,
    /// Search limit per move, in positions visited, such as 400 or 20k (the final match uses 3000)
    #[arg(long, value_name = "N", default_value = "400", value_parser = parse_nodes)]
    pub nodes: u64,
    /// Random seed of the first game; later games use the following seeds
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games played in parallel [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Store games and weights in this folder, or continue the training run stored there
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Options for output
    #[command(flatten)]
    pub output: OutputArgs,
}
