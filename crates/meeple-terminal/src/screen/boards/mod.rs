//! The boards of the games on the screen, each in a file or folder of its own.
//!
//! ```text
//! show(game, ply, role) ──► picture and legal moves, from meeple-view
//! press(input) ──► InputResult: ignored, changed, a move, or a refusal in words
//! draw(area, canvas) ──► only reads
//! ```
//!
//! A board knows no rules: it offers the legal moves and returns one of them.

pub(crate) mod azul;
pub(crate) mod chomp;
pub(crate) mod filler;
pub(crate) mod grass;
mod moment;
mod scroll;
#[cfg(test)]
mod tests;

pub(crate) use scroll::{Scroll, ScrollRange};

use super::{
    canvas::Canvas,
    input::{KeyPress, UserInput},
    theme::Theme,
};
use crate::game_ui::GameUi;
use meeple_ai::advice::Advised;
use meeple_core::{GameHistory, Seat};
use meeple_games::GameKind;
use moment::Moment;
use ratatui::layout::Rect;
use std::time::Instant;
use textwrap::core::display_width;

/// A game's board on the screen. It shows one position of a game and lets a person select a move.
pub(crate) trait BoardWidget {
    /// Shows a game after `ply` deals and moves. The selection is kept if the position is the same
    /// as before, and reset otherwise.
    fn show(&mut self, game: &GameHistory, ply: usize, role: ViewerRole);

    /// Handles a key press, or a click or pointer movement on something this board has drawn.
    fn handle_input(&mut self, input: UserInput) -> InputResult;

    /// Draws the board and everything around it, centred in the rectangle.
    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>);

    /// Draws only the board, scaled down to fit a card.
    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>);

    /// Returns the preferred columns and rows.
    fn preferred_size(&self) -> (u16, u16);

    /// Returns the keys that work now, the most useful first.
    fn keys(&self) -> Vec<KeyHint>;

    /// Returns all players, with their scores.
    fn seats(&self) -> Vec<SeatLine>;

    /// Returns what is due, in a sentence.
    fn due(&self) -> String;

    /// Returns what the selected move would do, or why it is illegal.
    fn preview(&self) -> MovePreview;

    /// Shows these suggested moves, best first; an empty slice removes them.
    fn show_advice(&mut self, advice: &[Advised<String>]);

    /// Returns how many suggested moves this board can show.
    fn advice_count(&self) -> usize {
        6
    }

    /// Advances animations; returns whether anything changed.
    fn tick(&mut self, _now: Instant) -> bool {
        false
    }

    /// Returns when [`BoardWidget::tick`] should be called next, if an animation runs.
    fn next_wakeup(&self) -> Option<Instant> {
        None
    }
}

/// Who is looking at a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ViewerRole {
    /// The person to move now; `None` if the game is only watched.
    pub(crate) mover: Option<Seat>,
    /// The seat from whose side the board is seen.
    pub(crate) own: Option<Seat>,
    /// Whether changes are animated.
    pub(crate) motion: Animation,
}

/// Whether changes on the screen are animated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Animation {
    /// Changes are animated once, starting at this time.
    On(Instant),
    /// Changes appear at once.
    #[default]
    None,
}

/// The result of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InputResult {
    /// The input has no meaning here.
    Ignored,
    /// Something has to be redrawn.
    Changed,
    /// This move should be played.
    Play(String),
    /// The move is illegal, with the reason in a sentence.
    Refused(String),
}

/// Which of the legal options to jump to, in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JumpDirection {
    /// The next one.
    Next,
    /// The previous one.
    Previous,
}

impl JumpDirection {
    /// Returns the option after or before `here`, wrapping around, or `here` if there is none.
    pub(crate) fn neighbour<T: Ord>(self, all: impl Iterator<Item = T> + Clone, here: T) -> T {
        let found = match self {
            JumpDirection::Next => all.clone().filter(|it| *it > here).min().or_else(|| all.min()),
            JumpDirection::Previous => {
                all.clone().filter(|it| *it < here).max().or_else(|| all.max())
            }
        };
        found.unwrap_or(here)
    }
}

/// A key and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyHint {
    /// The key that a click presses.
    pub(crate) key: KeyPress,
    /// The text shown for the key, if not its name.
    pub(crate) label: Option<&'static str>,
    /// What the key does.
    pub(crate) what: &'static str,
}

impl KeyHint {
    /// Creates a hint for a key, shown with its name.
    pub(crate) const fn new(key: KeyPress, what: &'static str) -> Self {
        KeyHint { key, label: None, what }
    }

    /// Returns the text shown for the key.
    pub(crate) fn name(&self, theme: Theme) -> String {
        self.label.map_or_else(|| self.key.name(theme.is_ascii()), Into::into)
    }

    /// Returns the columns of the key and its description.
    pub(crate) fn width(&self, theme: Theme) -> usize {
        display_width(&self.name(theme)) + 1 + display_width(self.what)
    }

    /// Creates a hint with another label, for several keys that belong together.
    pub(crate) const fn labelled(label: &'static str, key: KeyPress, what: &'static str) -> Self {
        KeyHint { key, label: Some(label), what }
    }
}

/// A player and their score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeatLine {
    pub(crate) seat: Seat,
    /// Name of the player.
    pub(crate) name: String,
    /// The score, as text.
    pub(crate) score: String,
    /// Further details in a few words.
    pub(crate) detail: String,
}

/// What is shown about the selected move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum MovePreview {
    /// Nothing.
    #[default]
    Nothing,
    /// The move is legal and does this.
    Legal(String),
    /// The move is illegal, with the reason.
    Refused(String),
}

/// Creates the board of a game.
pub(crate) fn board(kind: GameKind) -> Box<dyn BoardWidget> {
    (GameUi::of(kind).board)()
}
