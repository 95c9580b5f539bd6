//! The boards of the games on the screen: a file or a folder each.
//!
//! ```text
//! show(game, ply, role) ──► picture and legal moves, from meeple-view
//! press(input) ──► Reply: nothing, something changed, a move, a refusal in words
//! draw(area, canvas) ──► only reads
//! ```
//!
//! A board knows no rule: what it offers are the legal moves, and what it returns is one of them.

pub(crate) mod azul;
pub(crate) mod chomp;
pub(crate) mod filler;
pub(crate) mod grass;
mod scroll;

pub(crate) use scroll::{Scroll, Strip};

use super::{
    canvas::Canvas,
    input::{Input, Key},
    theme::Theme,
};
use crate::game_ui::GameUi;
use meeple_ai::advice::Advised;
use meeple_core::{Match, Seat};
use meeple_games::GameKind;
use ratatui::layout::Rect;
use std::time::Instant;
use textwrap::core::display_width;

/// A game's board on the screen. It shows one moment of a game, and lets a person choose a move.
pub(crate) trait Board {
    /// Shows a game after `ply` deals and moves. What was being chosen stays if the position is
    /// the same as before, and is forgotten otherwise.
    fn show(&mut self, game: &Match, ply: usize, role: Role);

    /// A key, or something that this board has drawn and that was clicked or pointed at.
    fn press(&mut self, input: Input) -> Reply;

    /// Draws all of it, in the middle of the rectangle.
    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>);

    /// Draws the board alone, as small as it must be: for cards.
    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>);

    /// The columns and rows that it would like to have.
    fn wants(&self) -> (u16, u16);

    /// What can be pressed at this moment, the most useful first.
    fn keys(&self) -> Vec<KeyHint>;

    /// Everybody, with what they have achieved.
    fn seats(&self) -> Vec<SeatLine>;

    /// What is due, in a sentence.
    fn due(&self) -> String;

    /// What the move under the cursor would do, or why it is refused; empty where there is none.
    fn preview(&self) -> Preview;

    /// Shows what these moves are worth, the best first; none takes it away again.
    fn advise(&mut self, advice: &[Advised<String>]);

    /// How many moves it would like to be told about.
    fn advised(&self) -> usize {
        6
    }

    /// Time has passed: something that moves may go on. Whether anything changed.
    fn tick(&mut self, _now: Instant) -> bool {
        false
    }

    /// When [`Board::tick`] is wanted next, if something moves.
    fn wakes(&self) -> Option<Instant> {
        None
    }
}

/// Who looks at a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Role {
    /// The person who is to move here and now; nobody where a game is only looked at.
    pub(crate) mover: Option<Seat>,
    /// From whose side it is seen.
    pub(crate) own: Option<Seat>,
    /// Whether things may move; otherwise everything is at once where it belongs.
    pub(crate) motion: Motion,
}

/// Whether things may move on the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Motion {
    /// What moved is shown moving, once, from this time on.
    Shown(Instant),
    /// Nothing moves.
    #[default]
    None,
}

/// What came of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// It means nothing here.
    Ignored,
    /// Something looks different now.
    Changed,
    /// This move is to be made.
    Play(String),
    /// It cannot be done, and why: one sentence.
    Refused(String),
}

/// A key, and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyHint {
    /// The key that a click on it presses.
    pub(crate) key: Key,
    /// What is written for it, if not its name.
    pub(crate) label: Option<&'static str>,
    /// What it does.
    pub(crate) what: &'static str,
}

impl KeyHint {
    /// This key does that.
    pub(crate) const fn new(key: Key, what: &'static str) -> Self {
        KeyHint { key, label: None, what }
    }

    /// What is written for it.
    pub(crate) fn name(&self, theme: Theme) -> String {
        self.label.map_or_else(|| self.key.name(theme.is_ascii()), Into::into)
    }

    /// The columns that it takes with what it does.
    pub(crate) fn width(&self, theme: Theme) -> usize {
        display_width(&self.name(theme)) + 1 + display_width(self.what)
    }

    /// The same, written so: for several keys that go together.
    pub(crate) const fn labelled(label: &'static str, key: Key, what: &'static str) -> Self {
        KeyHint { key, label: Some(label), what }
    }
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeatLine {
    /// The seat.
    pub(crate) seat: Seat,
    /// Who sits there.
    pub(crate) name: String,
    /// What counts, as a figure.
    pub(crate) score: String,
    /// What else there is to say, in a few words.
    pub(crate) detail: String,
}

/// What is said of the move under the cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Preview {
    /// Nothing.
    #[default]
    Nothing,
    /// It may be made, and does this.
    Does(String),
    /// It may not be made, because of this.
    Refused(String),
}

/// A board of this game.
pub(crate) fn board(kind: GameKind) -> Box<dyn Board> {
    (GameUi::of(kind).board)()
}

/// A move of which nothing but its name is known.
#[cfg(test)]
fn advised(mv: &str) -> Advised<String> {
    Advised {
        mv: mv.into(),
        value: 0.0,
        chance: 0.5,
        visits: None,
        line: Vec::new(),
        reasons: Vec::new(),
    }
}
