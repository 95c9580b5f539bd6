//! Showing: what a screen needs to know of a game, as plain data and sentences.
//!
//! A [`View`] turns positions into *pictures* and legal moves into data that a
//! person chooses from step by step, both serialisable, and tells in words
//! what happened. Prompts, the full-screen terminal and the browser share it,
//! so no screen knows a rule. There are no colours, no terminal and no HTML here.
//!
//! ```
//! use meeple_games::{GameKind, chomp::{Board, Chomp}};
//! use meeple_view::view;
//!
//! let bar = Chomp::on(Board::new(3, 2)?);
//! let moves = view(GameKind::Chomp).legal_moves(&bar);
//! assert_eq!(moves.len(), 6);
//! assert_eq!(moves[4]["move"], "1,1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod any_view;
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

pub use any_view::{AnyView, Told, erase};
pub use ending::{Ending, Standing};
pub use scene::Scene;
pub use whole_move::WholeMove;

use entry::ViewEntry;
use meeple_core::{Game, Outcome, Seat};
use meeple_games::GameKind;
use serde::Serialize;

/// How one game is shown and told.
pub trait View: Sync + 'static {
    /// The game.
    type Game: Game;
    /// A position as a screen shows it.
    type Picture: Serialize;
    /// A legal move taken apart into what a person chooses step by step; its field `move` is the
    /// move's text.
    type LegalMove: Serialize;

    /// What there is to be seen.
    fn picture(scene: &Scene<'_, Self::Game>) -> Self::Picture;

    /// The legal moves, in the game's order.
    fn legal_moves(position: &Self::Game) -> Vec<Self::LegalMove>;

    /// What somebody did, in a line: `perfect bites 1,2`. The scene is the one before the move.
    fn tell_move(
        before: &Scene<'_, Self::Game>,
        seat: Seat,
        mv: <Self::Game as Game>::Move,
    ) -> String;

    /// What chance did; nothing to say in a game without chance. The scene is the one before.
    fn tell_deal(_before: &Scene<'_, Self::Game>, _deal: &<Self::Game as Game>::Deal) -> String {
        String::new()
    }

    /// What followed from the last deal or move by the rules, such as a scoring, line by line.
    /// The scene is the one after, `before` the position before.
    fn tell_consequences(_after: &Scene<'_, Self::Game>, _before: &Self::Game) -> Vec<String> {
        Vec::new()
    }

    /// Why the rules refuse a move, in words for the person who wanted it.
    fn tell_refusal(
        _scene: &Scene<'_, Self::Game>,
        reason: &<Self::Game as Game>::Illegal,
    ) -> String {
        reason.to_string()
    }

    /// The move of a person who has no choice and need not be asked, such as the only way to go
    /// on after a piece that fits nowhere. Most games ask for every move.
    fn automatic(_position: &Self::Game) -> Option<<Self::Game as Game>::Move> {
        None
    }

    /// What a seat has achieved beside its score, where that says more: `34 cells of grass`.
    fn achievement(_scene: &Scene<'_, Self::Game>, _seat: Seat) -> Option<String> {
        None
    }

    /// Why a game that ended by its rules ended so, and what broke a tie, if one was broken:
    /// `a row is complete`.
    fn tell_reason(_scene: &Scene<'_, Self::Game>, outcome: &Outcome) -> String {
        outcome.reason.to_string()
    }
}

/// How this game is shown.
pub fn view(kind: GameKind) -> &'static dyn AnyView {
    ViewEntry::of(kind).view
}

/// A position of this game that is good to see, for whoever shows what the game looks like.
pub fn example_position(kind: GameKind) -> &'static str {
    ViewEntry::of(kind).example
}
