//! The arguments of `meeple filler`.

use super::{parse_seed, parse_time_limit};
use clap::{Args, Subcommand};
use meeple_bots::school::Dialect;
use meeple_games::filler::PieceSource;
use std::{path::PathBuf, time::Duration};

/// `meeple filler`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  meeple filler -f map00 -p1 ./my_bot -p2 terminator
  meeple filler -f maps/map01 -p1 'python3 bot.py --fast' -p2 bender -q -s 42
  meeple filler -p1 ./my_bot -p2 wall_e --watch      watch the game live
  meeple filler -p1 ./my_bot -p2 heat --games 100    both sides, same pieces
  meeple filler -p1 ./my_bot -p2 wall_e --strict     judge as the school does
  meeple filler --dialect 42 -f 42-map00 -p1 ./my_bot -p2 heat | ./visualizer
  meeple filler audit ./my_bot                       the school's grading

The options of the official engines work with one dash or two: -f -file, -p1
-player1, -p2 -player2, -q -quiet, -r -refresh, -s -seed, -t -time.

A bot is a path, a command line in quotes, or the name of a computer player
(see `meeple games`). A map is a file, or one of map00, map01, map02, 42-map00,
42-map01 and 42-map02.

A single game is printed to standard output exactly as the school's engine
prints it, with the pieces that engine deals for the same seed. Other messages
go to standard error.

The exit code is 0 if the game was played to its end and 1 if a bot failed. A
single game with --dialect 42 has the exit codes of 42's engine: 1 if O placed
more pieces, 2 if X did, 0 if both placed the same number."
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct FillerArgs {
    /// The map
    #[arg(long, short, value_name = "MAP", default_value = "map00")]
    pub file: String,
    /// The first player (also -p1)
    #[arg(long, value_name = "BOT", required = true)]
    pub player1: Option<String>,
    /// The second player (also -p2)
    #[arg(long, value_name = "BOT", required = true)]
    pub player2: Option<String>,
    /// Print only the result
    #[arg(long, short)]
    pub quiet: bool,
    /// Redraw the board in place, on a terminal
    #[arg(long, short, conflicts_with = "games")]
    pub refresh: bool,
    /// Print the last board before the result
    #[arg(long, conflicts_with_all = ["games", "json", "watch"])]
    pub last_board: bool,
    /// Write seed, winner and score to FILE, as 42's engine does [default FILE: filler.trace]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        default_missing_value = "filler.trace", conflicts_with_all = ["games", "json", "watch"])]
    pub trace: Option<PathBuf>,
    /// Judge answers exactly as the official engine does: one read, no tolerance for format errors
    #[arg(long)]
    pub strict: bool,
    /// Seed, time, protocol and pieces
    #[command(flatten)]
    pub common: FillerCommonArgs,
    /// Number of games; the bots swap sides after every game, with the same pieces
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Record the game to this file; with --games, to FILE-1, FILE-2 and so on
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["refresh", "watch"])]
    pub json: bool,
    /// Watch the game live on the full screen
    #[arg(long, conflicts_with_all = ["quiet", "refresh", "games"])]
    pub watch: bool,
    /// The subcommand
    #[command(subcommand)]
    pub command: Option<FillerCommand>,
}

impl FillerArgs {
    /// Returns whether the games are only counted, not shown.
    pub fn is_series(&self) -> bool {
        self.games > 1 || self.json
    }
}

/// Options for every game between bots.
#[derive(Debug, Args)]
pub struct FillerCommonArgs {
    /// Random seed for the pieces [default: random]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Pieces: fair (one sequence per player), school or 42 [default: those of the protocol's school; fair
    /// with --games or --json]
    #[arg(long, value_name = "PIECES")]
    pub pieces: Option<PieceSource>,
    /// Time limit per answer, such as 10 (seconds) or 500ms
    #[arg(long, short, value_name = "TIME", default_value = "10", value_parser = parse_time_limit)]
    pub time: Duration,
    /// Protocol: edu or 42
    #[arg(long, value_name = "DIALECT", default_value = "edu")]
    pub dialect: Dialect,
    /// Memory limit per bot, in MiB [default: none]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: Option<u64>,
    /// Games played in parallel [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub threads: Option<u64>,
}

/// Subcommands of `meeple filler`.
#[derive(Debug, Subcommand)]
pub enum FillerCommand {
    /// Grade a bot as the school does
    Audit(AuditArgs),
}

/// `meeple filler audit`
#[derive(Debug, Args)]
#[command(
    mut_arg("pieces", |pieces| {
        pieces.help("Pieces: fair, school or 42 [default: those of the protocol's school]")
    }),
    after_help = "\
Examples:
  meeple filler audit ./my_bot
  meeple filler audit 'python3 bot.py' --json

The bot plays five games, alternating sides, against each of wall_e on map00,
h2_d2 on map01 and bender on map02. It must win four of each five. The bonus is
terminator on map01. The opponents are Meeple's replacements for the official
robots.

Answers are judged as the official engine judges them (--strict), with the
school's pieces. For each game that isn't won, the reason and the command to
replay it are printed. The exit code is 0 if the bot passes; the bonus doesn't
count."
)]
pub struct AuditArgs {
    /// The bot: a path, a command line in quotes, or the name of a computer player
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Seed, time, protocol and pieces
    #[command(flatten)]
    pub common: FillerCommonArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
