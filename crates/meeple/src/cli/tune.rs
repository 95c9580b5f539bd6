//! The arguments of `meeple tune`.

use super::{OutputArgs, filler::parse_seed, parse_game};
use clap::Args;
use meeple_core::amounts::parse_nodes;
use meeple_games::GameKind;
use meeple_session::TimeControl;
use std::path::PathBuf;

/// `meeple tune`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple tune filler champion answers=4..30 best=2..20 map=map00
  meeple tune grass window turn=10..60 coupon=0..80 --games 4000 --out runs/window
  meeple tune chomp perfect:slip=40 slip=0..60 width=3 height=2 --nodes 10k --seed 7

In each step the player meets itself: all parameters a little higher or lower, at random,
against all of them the other way, on a few deals in every seating; then they move towards
whoever did better (SPSA). The search begins with the player's own parameters, or in the
middle of a range in which they are not. What was found is the average of the last quarter
of the steps. A final match against the player as it was, on deals that were never used,
says whether that is better.

With --out every step is kept: the same command goes on where it was stopped, by whatever
means. Under a node limit the result is the same for any number of jobs.")]
pub struct TuneArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The computer player, optionally with initial parameters
    pub player: String,
    /// The parameters to tune, and the game's options
    #[arg(value_name = "KEY=LOW..HIGH|KEY=VALUE")]
    pub words: Vec<String>,
    /// Games of the search
    #[arg(long, short, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// Games per step, rounded up to whole blocks
    #[arg(long, short, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub batch: u64,
    /// Games of the final match, rounded up to whole blocks
    #[arg(long = "final", value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub final_games: u64,
    /// The first random seed; the others follow it
    #[arg(long, short, value_name = "N", default_value_t = 0, value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Time control: 10 or 500ms per move, 60+0.5 per game plus increment, or none
    #[arg(long, short, value_name = "TIME")]
    pub time: Option<TimeControl>,
    /// Search limit per move, in positions, such as 20k
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// Blocks played in parallel; by default one per processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Store every step and the tuning curve in this folder, and continue with what is there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Options for output
    #[command(flatten)]
    pub say: OutputArgs,
}
