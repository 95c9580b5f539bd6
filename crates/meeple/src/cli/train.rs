//! The arguments of `meeple train`.

use super::{OutputArgs, filler::parse_seed, parse_game};
use clap::Args;
use meeple_core::amounts::parse_nodes;
use meeple_games::GameKind;
use std::path::PathBuf;

/// `meeple train`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple train azul --out runs/azul
  meeple train azul --generations 2 --games 2000 --nodes 200 --seed 7 --out runs/quick
  meeple train azul players=3 --generations 2 --match 1800 --out runs/azul-3
  meeple train azul wall=grey --out runs/azul-grey

A generation plays games against itself, in which now and then a move is drawn at random,
learns from all games so far, and meets the best generation before it on deals that were
never used, each deal in every seating in which both sit. It is kept if it did better by more
than a standard error. The first one meets what there was before, and so does the last that
was kept, in a final match: the hand-made evaluation, for three and four players what was
learned of two, with which it also begins. DIR/weights.bin has the best so far, and says at
its head how it was made.

Every game is kept: the same command goes on where it was stopped, by whatever means, and
comes to the same result for any number of jobs.")]
pub struct TrainArgs {
    /// The game: azul
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The game's options, such as players=3 or wall=grey
    #[arg(value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub generations: u64,
    /// Games per generation
    #[arg(long, short, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Games per match, rounded up to whole blocks
    #[arg(long = "match", value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(4..=1_000_000))]
    pub match_games: u64,
    /// Search limit per move, in positions, such as 400 or 20k
    #[arg(long, value_name = "N", default_value = "400", value_parser = parse_nodes)]
    pub nodes: u64,
    /// The first random seed; the others follow it
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games played in parallel; by default one per processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Store everything in this folder, and continue with what is there
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Options for output
    #[command(flatten)]
    pub say: OutputArgs,
}
