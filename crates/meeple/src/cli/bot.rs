//! The arguments of `meeple bot`.

use super::parse_game;
use clap::Args;
use meeple_bots::school::Dialect;
use meeple_games::GameKind;

/// `meeple bot`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple bot azul greedy                    play over standard input and output
  meeple bot chomp perfect:stall=nibble     with parameters
  meeple bot filler heat --dialect 42
  meeple bot azul ./bot.py --connect URL    take a seat on a server

The bot speaks the Meeple protocol (docs/bots.md). In Filler it also speaks the
protocols of 01-edu and 42, and detects which from the engine's first line.
Engines that accept only a path can run the programs bots/filler-NAME.

With --connect, the bot takes a seat on a server started with `meeple serve`.
The room's page shows the URL. The bot may then also be a program of your own.")]
pub struct BotArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// The computer player, optionally with parameters (see `meeple games`); with --connect also a program
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Filler: protocol, edu or 42 [default: detected from the engine]
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<Dialect>,
    /// Play on a server, in the seat with this URL
    #[arg(long, value_name = "URL", conflicts_with = "dialect")]
    pub connect: Option<String>,
    /// Random seed for the player's choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}
