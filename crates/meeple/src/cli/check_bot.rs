//! The arguments of `meeple check-bot`.

use super::{parse_game, parse_time_limit};
use clap::{Args, builder::PossibleValuesParser};
use meeple_bots::Protocol;
use meeple_games::GameKind;
use std::time::Duration;

/// `meeple check-bot`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple check-bot azul ./bot.py
  meeple check-bot filler ./my_bot                    01-edu's protocol
  meeple check-bot filler ./my_bot --dialect 42       42's protocol
  meeple check-bot grass 'python3 bot.py --fast' --time 2
  meeple check-bot chomp 'meeple bot chomp perfect'   a computer player

The test has nine steps: start, answers, every kind of move, time, odd
positions, no legal move, end of the game, a second game, end of input. At the
first failure it shows the messages exchanged and how to fix the bot. The exit
code is 0 if all steps passed, 1 if one failed.")]
pub struct CheckBotArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The bot: a path, or a command line in quotes
    #[arg(value_name = "PROGRAM")]
    pub program: String,
    /// Protocol: json (the Meeple protocol), or for Filler edu or 42 [default: json; for Filler edu]
    #[arg(
        long,
        value_name = "DIALECT",
        value_parser = PossibleValuesParser::new(Protocol::PREFIXES),
        hide_possible_values = true
    )]
    pub dialect: Option<String>,
    /// Time limit per answer, such as 2 (seconds) or 500ms
    #[arg(long, short, value_name = "TIME", default_value = "10", value_parser = parse_time_limit)]
    pub time: Duration,
    /// Random seed for the games the bot plays
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
