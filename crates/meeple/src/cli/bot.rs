//! The arguments of `meeple bot`.

use super::parse_game;
use clap::Args;
use meeple_bots::school::Dialect;
use meeple_games::GameKind;

/// `meeple bot`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple bot azul greedy                    an engine is on standard input and output
  meeple bot chomp perfect:stall=nibble     with parameters
  meeple bot filler terminator              the schools' dialects are heard, too
  meeple bot filler heat --dialect 42
  meeple bot azul ./bot.py --connect URL    on a server: the room's page shows the URL

With --connect it takes a seat on a server (meeple serve): one of ours, or a program of yours, by
its path or command line.

It speaks the Meeple protocol (docs/bots.md), in Filler also the dialects of both schools: the
engine's first line tells which. `bots/filler-NAME` are programs that do this, for engines that
take only a path.")]
pub struct BotArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The computer player, with its parameters (listed by `meeple games`); with --connect also a program
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Protocol for Filler, edu or 42; detected from the engine by default
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<Dialect>,
    /// Take this seat on a server
    #[arg(long, value_name = "URL", conflicts_with = "dialect")]
    pub connect: Option<String>,
    /// Random seed: makes its choices repeatable
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}
