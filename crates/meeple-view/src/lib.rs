//! Presents games as plain data and sentences, for every user interface.
//!
//! A [`View`] turns a position into a *picture*, lists the legal moves as data, and narrates what happened.
//! Pictures and moves can be serialised. The prompt, the full screen and the browser share the views, so no
//! user interface needs the rules. There are no colours, terminal codes or HTML here.
//!
//! ```
//! use meeple_games::{GameKind, chomp::{Board, Chomp}};
//! use meeple_view::view;
//!
//! let bar = Chomp::from_board(Board::new(3, 2)?);
//! let moves = view(GameKind::Chomp).legal_moves(&bar);
//! assert_eq!(moves.len(), 6);
//! assert_eq!(moves[4]["move"], "1,1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod any_view;
mod as_text;
pub mod azul;
pub mod chomp;
pub mod drawings;
pub mod ending;
mod entry;
pub mod filler;
pub mod grass;
pub mod report_script;
pub mod scene;
mod whole_move;
pub mod words;

pub use any_view::{AnyView, MoveList, NarratedPly, erase};
pub use ending::{GameResult, SeatStanding};
pub use scene::ViewScene;
pub use whole_move::WholeMove;

use entry::ViewEntry;
use meeple_core::{Game, Outcome, Seat};
use meeple_games::GameKind;
use serde::Serialize;

/// The presentation of one game.
pub trait View: Sync + 'static {
    /// The game.
    type Game: Game;
    /// A position as shown on a screen.
    type Picture: Serialize;
    /// A legal move, split into the steps in which a person chooses it; its field `move` is the move's text.
    type LegalMove: Serialize;

    /// Returns the picture of a scene.
    fn picture(scene: &ViewScene<'_, Self::Game>) -> Self::Picture;

    /// Returns the legal moves in the game's order, one at a time: all together may need much memory.
    fn legal_moves(position: &Self::Game) -> impl Iterator<Item = Self::LegalMove>;

    /// Appends a legal move to `out` as JSON. A game may do that faster than serde, with the same bytes: every
    /// message of a running game has all of them.
    fn write_legal_move(mv: &Self::LegalMove, out: &mut Vec<u8>) {
        serde_json::to_writer(out, mv).expect("moves are plain data with text keys");
    }

    /// Names a move as people write it, such as `C2`; records and bots use the move's text. By default
    /// the two are the same. A move that is illegal in this position may get its text as its name.
    fn move_name(_position: &Self::Game, mv: <Self::Game as Game>::Move) -> String {
        mv.to_string()
    }

    /// Narrates a move in one line, such as `perfect bites C2`. The scene is the one before the move.
    fn narrate_move(
        before: &ViewScene<'_, Self::Game>,
        seat: Seat,
        mv: <Self::Game as Game>::Move,
    ) -> String;

    /// Narrates a deal; empty in a game without chance. The scene is the one before the deal.
    fn narrate_deal(
        _before: &ViewScene<'_, Self::Game>,
        _deal: &<Self::Game as Game>::Deal,
    ) -> String {
        String::new()
    }

    /// Narrates what followed from the last deal or move by the rules, such as a scoring, line by line. The
    /// scene is the one after it, `before` the position before it.
    fn narrate_consequences(
        _after: &ViewScene<'_, Self::Game>,
        _before: &Self::Game,
    ) -> Vec<String> {
        Vec::new()
    }

    /// Explains to a player why a move is illegal.
    fn explain_illegal(
        _scene: &ViewScene<'_, Self::Game>,
        reason: &<Self::Game as Game>::IllegalMove,
    ) -> String {
        reason.to_string()
    }

    /// Returns the only sensible move of a person who need not be asked, such as stopping when a piece fits
    /// nowhere. Most games ask for every move.
    fn forced_move(_position: &Self::Game) -> Option<<Self::Game as Game>::Move> {
        None
    }

    /// Returns what a seat has achieved besides its score, if that is informative: `34 cells of grass`.
    fn achievement(_scene: &ViewScene<'_, Self::Game>, _seat: Seat) -> Option<String> {
        None
    }

    /// Returns a score with its unit: `12 points`.
    fn format_score(_position: &Self::Game, score: i32) -> String {
        format!("{score} {}", if score == 1 { "point" } else { "points" })
    }

    /// Explains why the game ended by its rules, and what broke a tie, if one was broken: `a row is
    /// complete`.
    fn explain_end(_scene: &ViewScene<'_, Self::Game>, outcome: &Outcome) -> String {
        outcome.reason.to_string()
    }
}

/// Returns the view of this game.
pub fn view(kind: GameKind) -> &'static dyn AnyView {
    ViewEntry::of(kind).view
}

/// Returns an example position that shows what the game looks like.
pub fn example_position(kind: GameKind) -> &'static str {
    ViewEntry::of(kind).example
}

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
