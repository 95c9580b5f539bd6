//! The arguments of `meeple tune`.

use super::{OutputArgs, parse_game, parse_seed};
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
  meeple tune grass window turn=10..60 coupon=0..80 --out runs/window
  meeple tune chomp perfect:slip=40 slip=0..60 width=3 --nodes 10k --seed 7

Tuning uses SPSA. In each step the player meets itself on a few deals in every
seating: once with all parameters moved a little, at random, and once with all
moved the opposite way. The parameters then move towards the better side. The
search starts from the player's current parameters, or from the middle of the
range if they are outside it. The result is the average of the last quarter of
the steps.

A final match on new deals compares the tuned player with the original one.

With --out, run the same command again to continue after an interruption. With
--nodes, the result is the same for any number of jobs.")]
pub struct TuneArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The computer player, optionally with parameters such as perfect:slip=40
    pub player: String,
    /// Ranges of the parameters to tune, and options of the game
    #[arg(value_name = "KEY=LOW..HIGH|KEY=VALUE")]
    pub words: Vec<String>,
    /// Games in the search
    #[arg(long, short, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// Games per step, rounded up to whole blocks
    #[arg(long, short, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub batch: u64,
    /// Games in the final match, rounded up to whole blocks
    #[arg(long = "final", value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub final_games: u64,
    /// Random seed of the first deal; later deals count up from it
    #[arg(long, short, value_name = "N", default_value_t = 0, value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Time control: 10 or 500ms per move, 60+0.5 per game plus increment (seconds), or none [default: 10;
    /// with --nodes, none]
    #[arg(long, short, value_name = "TIME")]
    pub time: Option<TimeControl>,
    /// Search limit per move, in positions visited, such as 20k [default: none]
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// Blocks played in parallel [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: Option<u64>,
    /// Store every step and the tuning curve in this folder, or continue a tuning stored there
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Options for output
    #[command(flatten)]
    pub output: OutputArgs,
}
