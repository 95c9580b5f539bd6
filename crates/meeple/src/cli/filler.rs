//! The arguments of `meeple filler`.

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
  meeple filler -p1 ./my_bot -p2 wall_e --watch      live, in the terminal
  meeple filler -p1 ./my_bot -p2 heat --games 100    both sides, same pieces
  meeple filler -p1 ./my_bot -p2 wall_e --strict     judged as the school does
  meeple filler --dialect 42 -f 42-map00 -p1 ./my_bot -p2 heat | ./visualizer
  meeple filler audit ./my_bot                       the school's grading

The official words all work, with one dash or two: -f -file, -p1 -player1,
-p2 -player2, -q -quiet, -r -refresh, -s -seed, -t -time. A bot is a path, a
command line in quotes, or the name of one of ours (`meeple games`). A map is a
file or one of map00, map01, map02, 42-map00, 42-map01, 42-map02.

One game is printed to standard output as the school's engine prints it, byte
for byte, and its pieces are those of that engine for the same seed. What else
there is to say is on standard error.

The exit code is 0 only for a game that was played to its end: 1 if a bot
misbehaved. With --dialect 42 one printed game has the exit codes of that
school: 1 if O has laid more pieces, 2 if X has, 0 if both are equal."
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
    /// Print only the result
    #[arg(long, short)]
    pub quiet: bool,
    /// Redraw the board in place, on a terminal
    #[arg(long, short)]
    pub refresh: bool,
    /// Print the last board before the result
    #[arg(long, conflicts_with_all = ["games", "json", "watch"])]
    pub last_board: bool,
    /// Write a file with seed, winner and score, as 42's engine does
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        default_missing_value = "filler.trace", conflicts_with_all = ["games", "json", "watch"])]
    pub trace: Option<PathBuf>,
    /// Judge answers exactly as the official engine does: a single read, checked to the letter
    #[arg(long)]
    pub strict: bool,
    /// Seed, time, protocol and pieces
    #[command(flatten)]
    pub common: FillerCommonArgs,
    /// Number of games; the bots alternate sides, with the same pieces
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Record the game to this file while it is played; several games go to FILE-1, FILE-2, ...
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["refresh", "watch"])]
    pub json: bool,
    /// Watch the game live, full screen
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
    /// Random seed for the pieces; a new one each time by default
    #[arg(long, short, value_name = "N", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Pieces: fair, school or 42; by default those of the protocol's school for one game and the audit, and
    /// fair ones for --games and --json
    #[arg(long, value_name = "PIECES")]
    pub pieces: Option<PieceSource>,
    /// Time limit per answer, in seconds
    #[arg(long, short, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub time: Duration,
    /// Protocol: edu or 42
    #[arg(long, value_name = "DIALECT", default_value = "edu")]
    pub dialect: Dialect,
    /// Memory limit of a bot, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: Option<u64>,
    /// Games played in parallel; by default one per processor
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
#[command(after_help = "\
Examples:
  meeple filler audit ./my_bot
  meeple filler audit 'python3 bot.py' --json

Five games on each map, sides by turns, and at least four to be won: against
wall_e on map00, h2_d2 on map01 and bender on map02. The bonus is terminator,
on map01. The opponents are our stand-ins for the official robots.

Answers are judged as the official engine judges them (--strict), and the pieces
are the school's. For each game that is not won the reason is told, and the
command that plays it again. The exit code is 0 if the bot passes (without the
bonus).")]
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

/// Parses a 64-bit seed, signed or unsigned: -1 and 18446744073709551615 are the same.
pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    let signed = text.parse::<i64>().map(|seed| seed as u64);
    signed
        .or_else(|_| text.parse())
        .map_err(|_| "a whole number of 64 bits, such as 42 or -7".into())
}

/// Parses a time in seconds, such as 10 or 0.5.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds, such as 10".to_owned())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err("between 0.001 and 86400 seconds".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}
