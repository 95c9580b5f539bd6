//! The arguments of `meeple check-bot`.

use super::{filler::parse_seconds, parse_game};
use clap::{Args, builder::PossibleValuesParser};
use meeple_bots::Protocol;
use meeple_games::GameKind;
use std::time::Duration;

/// `meeple check-bot`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple check-bot azul ./bot.py
  meeple check-bot filler ./my_bot                    01-edu's dialect, judged as the school does
  meeple check-bot filler ./my_bot --dialect 42
  meeple check-bot grass 'python3 bot.py --fast' --time 2
  meeple check-bot chomp 'meeple bot chomp perfect'   one of ours, as a program

Nine steps: starts, answers, every kind of move, time, odd positions, stuck, end, a second game,
end of input. At the first that fails it shows what went over the pipes and says how to mend it.
The exit code is 0 if all went well, 1 if a step failed.")]
pub struct CheckBotArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The bot: a path, or a command line in quotes
    #[arg(value_name = "PROGRAM")]
    pub program: String,
    /// Protocol: json (the Meeple protocol); for Filler also edu (the default there) and 42
    #[arg(
        long,
        value_name = "DIALECT",
        value_parser = PossibleValuesParser::new(Protocol::PREFIXES),
        hide_possible_values = true
    )]
    pub dialect: Option<String>,
    /// Time limit per answer, in seconds
    #[arg(long, short, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub time: Duration,
    /// Random seed for the complete games it plays
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
