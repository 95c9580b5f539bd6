//! What a game must define to be played line by line.

use super::session::COMMANDS;
use crate::{console::Console, paint::Paint};
use meeple_ai::{
    advice::{AnyAdviser, Playouts, erase},
    roster::{Resources, Roster},
};
use meeple_core::{
    Game, Limits, ParseError, Seat, SeatInfo,
    text::{excerpt, nearest},
};
use meeple_view::{View, ViewScene, words::capitalise};
use std::io;

/// The game of a prompt.
pub type GameOf<P> = <<P as Prompt>::View as View>::Game;

/// How one game is drawn, asked about and typed; its view does the narration.
pub trait Prompt: Sized {
    /// How the game is shown and narrated.
    type View: View;
    /// How moves are typed, for `help`.
    const HELP: &'static str;
    /// The game's own commands, for completion with the Tab key.
    const COMMANDS: &'static [&'static str] = &[];

    /// Returns the game's computer players.
    fn roster() -> Roster;

    /// Creates the adviser for hints. The default one knows only the rules and uses random playouts.
    fn adviser(_: &Resources) -> Box<dyn AnyAdviser> {
        erase::<GameOf<Self>>(Playouts)
    }

    /// Creates a prompt; the shared resources may help it to explain positions.
    fn new(resources: &Resources) -> Self;

    /// Asks for options that were not given, adding `key=value` words; returns `false` if the person leaves.
    /// By default asks nothing.
    fn ask_options(_: &mut Console<'_>, _: &mut Vec<String>) -> io::Result<bool> {
        Ok(true)
    }

    /// Returns an error if people can't play from this starting position.
    fn accept(_: &GameOf<Self>) -> Result<(), String> {
        Ok(())
    }

    /// Asks people for what the game needs to know, such as a name or a colour; returns `false` if the person
    /// leaves. By default asks nothing.
    fn ask_people(_: &mut Console<'_>, _: &mut [SeatInfo]) -> io::Result<bool> {
        Ok(true)
    }

    /// Draws the position.
    fn draw(&self, scene: &ViewScene<'_, GameOf<Self>>, paint: Paint) -> String;

    /// Returns the question to the person to move.
    fn question(&self, scene: &ViewScene<'_, GameOf<Self>>, seat: Seat) -> String {
        format!("{}, your move: ", scene.name(seat))
    }

    /// Parses a typed move; an error says what is wrong with it. By default moves are typed in the notation
    /// of records.
    fn read(
        &self,
        _: &ViewScene<'_, GameOf<Self>>,
        line: &str,
    ) -> Result<<GameOf<Self> as Game>::Move, String> {
        line.parse().map_err(|error: ParseError| format!("\"{}\": {error}", excerpt(line)))
    }

    /// Runs a command of this game that isn't a move (such as `show`) and returns what to print, or `None` if
    /// the line isn't such a command.
    fn command(
        &mut self,
        _: &ViewScene<'_, GameOf<Self>>,
        _line: &str,
        _: &Limits,
        _: Paint,
    ) -> Option<CommandOutput> {
        None
    }
}

/// The output of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandOutput {
    /// A drawing, cut where the window is too narrow.
    Drawing(String),
    /// Text, wrapped to the window.
    Text(String),
}

/// Addresses a question to a player: `Ann, your bite`; `Your bite` if the name is `you`.
pub(super) fn address(name: &str, question: &str) -> String {
    match name {
        "you" => capitalise(question),
        _ => format!("{name}, {question}"),
    }
}

/// Splits a line into two numbers of any length, separated by spaces, a comma or both; either may be negative.
pub(super) fn two_numbers(line: &str) -> Option<[&str; 2]> {
    let line = line.trim();
    let (first, second) = line.split_once(',').or_else(|| line.split_once(char::is_whitespace))?;
    let numbers = [first.trim(), second.trim()];
    let are_numbers = numbers.iter().all(|part| is_number(part.strip_prefix('-').unwrap_or(part)));
    are_numbers.then_some(numbers)
}

/// Returns whether a text is digits only.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word is letters followed by digits, which is always the name of a cell: `D2`.
pub(super) fn looks_like_cell(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    is_number(digits) && digits.len() < word.len()
}

/// Returns ` (or did you mean "hint"?)` if a single word looks like a command.
pub(super) fn guess_command<P: Prompt>(line: &str) -> String {
    let commands = COMMANDS.iter().chain(P::COMMANDS).copied();
    let near = nearest(line, commands).filter(|_| !line.contains(char::is_whitespace));
    near.map(|word| format!(" (or did you mean {word:?}?)")).unwrap_or_default()
}
