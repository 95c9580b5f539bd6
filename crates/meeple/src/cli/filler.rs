//! The words of `meeple filler` and `meeple bot`.

use clap::{Args, Subcommand};
use meeple_arena::filler::Dialect;
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
  meeple filler -p1 ./my_bot -p2 wall_e --watch              live, in the terminal
  meeple filler -p1 ./my_bot -p2 heat --games 100 --json     both sides, same pieces
  meeple filler -p1 ./my_bot -p2 wall_e --strict             judged as the official engine does
  meeple filler audit ./my_bot                               the school's grading

The official words all work, with one dash or two: -f -file, -p1 -player1, -p2 -player2,
-q -quiet, -r -refresh, -s -seed, -t -time. A bot is a path, a command line in quotes, or the
name of one of ours (`meeple games`). A map is a file or one of map00, map01, map02, 42-map00,
42-map01, 42-map02.

The exit code is 0 only for a game that was played to its end: 1 if a bot misbehaved."
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the command line")]
pub struct FillerArgs {
    /// The map
    #[arg(long, short, value_name = "MAP", default_value = "map00")]
    pub file: String,
    /// Player 1 (also -p1)
    #[arg(long, value_name = "BOT", required = true)]
    pub player1: Option<String>,
    /// Player 2 (also -p2)
    #[arg(long, value_name = "BOT", required = true)]
    pub player2: Option<String>,
    /// Print only how it ended
    #[arg(long, short)]
    pub quiet: bool,
    /// Draw each board in the place of the last, on a terminal
    #[arg(long, short)]
    pub refresh: bool,
    /// Seed, time, dialect and judge
    #[command(flatten)]
    pub common: FillerCommonArgs,
    /// How many games: both sides by turns, with the same pieces
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Write the game to this file as it is played; of many games, FILE-1, FILE-2, ...
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// For programs
    #[arg(long, conflicts_with_all = ["refresh", "watch"])]
    pub json: bool,
    /// Show the game live, full screen
    #[arg(long, conflicts_with_all = ["quiet", "refresh", "games"])]
    pub watch: bool,
    /// What else
    #[command(subcommand)]
    pub command: Option<FillerCommand>,
}

/// What every game of bots is played with.
#[derive(Debug, Args)]
pub struct FillerCommonArgs {
    /// Decides the pieces; a new one each time if not given
    #[arg(long, short, value_name = "N")]
    pub seed: Option<u64>,
    /// How long a bot may take for an answer, in seconds
    #[arg(long, short, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub time: Duration,
    /// What is spoken: edu or 42
    #[arg(long, value_name = "DIALECT", default_value = "edu")]
    pub dialect: Dialect,
    /// Judge answers exactly as the official engine does: from one read, to the letter
    #[arg(long)]
    pub strict: bool,
    /// The most memory a bot may have, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: Option<u64>,
    /// How many games at a time; one for each processor if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub threads: Option<u64>,
}

/// What else can be done with Filler's bots.
#[derive(Debug, Subcommand)]
pub enum FillerCommand {
    /// Grade a bot as the school does
    Audit(AuditArgs),
}

/// `meeple filler audit`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple filler audit ./my_bot
  meeple filler audit 'python3 bot.py' --json

Five games on each map, sides by turns, and at least four to be won: against wall_e on map00,
h2_d2 on map01 and bender on map02. The bonus is terminator, on map01. The opponents are our
stand-ins for the official robots. The exit code is 0 if the bot passes (without the bonus).")]
pub struct AuditArgs {
    /// The bot: a path, a command line in quotes, or the name of one of ours
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Seed, time, dialect and judge
    #[command(flatten)]
    pub common: FillerCommonArgs,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// A time in seconds: 10, 0.5.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds, such as 10".to_owned())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err("between 0.001 and 86400 seconds".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}
