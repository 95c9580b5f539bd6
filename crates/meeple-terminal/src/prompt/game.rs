//! What a game must say to be played line by line.

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
use meeple_view::{Scene, View, words::capitalised};
use std::io;

/// The game that a prompt is for.
pub type GameOf<P> = <<P as Prompt>::View as View>::Game;

/// How one game is drawn, asked about and typed; what is told is its view's business.
pub trait Prompt: Sized {
    /// How the game is shown and told.
    type View: View;
    /// How moves are typed, for `help`.
    const HELP: &'static str;
    /// The game's own commands, for the Tab key.
    const COMMANDS: &'static [&'static str] = &[];

    /// Who can be seated.
    fn roster() -> Roster;

    /// Who gives hints. Unless the game says otherwise it is somebody who knows nothing but its
    /// rules.
    fn adviser(_: &Resources) -> Box<dyn AnyAdviser> {
        erase::<GameOf<Self>>(Playouts)
    }

    /// A new prompt; what players share may help it to explain positions.
    fn new(resources: &Resources) -> Self;

    /// Asks for options that were not given, adding `key=value` words; `false` if the person
    /// leaves. Most games ask nothing.
    fn ask_options(_: &mut Console<'_>, _: &mut Vec<String>) -> io::Result<bool> {
        Ok(true)
    }

    /// Whether people can play from this first position, or why not.
    fn accept(_: &GameOf<Self>) -> Result<(), String> {
        Ok(())
    }

    /// Asks people for what the game wants to know of them, a name or a colour; `false` if the
    /// person leaves. Most games ask nothing.
    fn ask_people(_: &mut Console<'_>, _: &mut [SeatInfo]) -> io::Result<bool> {
        Ok(true)
    }

    /// The position as a person sees it.
    fn draw(&self, scene: &Scene<'_, GameOf<Self>>, paint: Paint) -> String;

    /// The question to the person who moves.
    fn question(&self, scene: &Scene<'_, GameOf<Self>>, seat: Seat) -> String {
        format!("{}, your move: ", scene.name(seat))
    }

    /// The move that a person typed, or what is wrong with the words. Unless the game says
    /// otherwise, moves are typed as they are written.
    fn read(
        &self,
        _: &Scene<'_, GameOf<Self>>,
        line: &str,
    ) -> Result<<GameOf<Self> as Game>::Move, String> {
        line.parse().map_err(|error: ParseError| format!("\"{}\": {error}", excerpt(line)))
    }

    /// A command of this game that is not a move (`show`): what to print, or `None` if the line
    /// is no such command.
    fn command(
        &mut self,
        _: &Scene<'_, GameOf<Self>>,
        _line: &str,
        _: &Limits,
        _: Paint,
    ) -> Option<Answer> {
        None
    }
}

/// What a command prints.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// A drawing, if there is one.
    pub drawing: String,
    /// Words behind it, if there are any.
    pub words: String,
}

impl Answer {
    /// A drawing alone.
    pub fn drawn(drawing: impl Into<String>) -> Self {
        Answer { drawing: drawing.into(), ..Answer::default() }
    }

    /// Words alone.
    pub fn said(words: impl Into<String>) -> Self {
        Answer { words: words.into(), ..Answer::default() }
    }
}

/// A question to somebody: `Ann, your bite`, and `Your bite` where nobody else is meant.
pub(super) fn address(name: &str, question: &str) -> String {
    match name {
        "you" => capitalised(question),
        _ => format!("{name}, {question}"),
    }
}

/// ` (or did you mean "hint"?)`, where a single word looks like a command.
pub(super) fn guess_command<P: Prompt>(line: &str) -> String {
    let commands = COMMANDS.iter().chain(P::COMMANDS).copied();
    let near = nearest(line, commands).filter(|_| !line.contains(char::is_whitespace));
    near.map(|word| format!(" (or did you mean {word:?}?)")).unwrap_or_default()
}
