//! Chomp: bite a bar of chocolate; the player who eats the poisoned square loses.
//!
//! ```text
//!      0 1 2 3 4          after the bite 1,3
//!  0   P # # # #      0   P # # # #
//!  1   # # # # #      1   # # # . .
//!  2   # # # # #      2   # # # . .
//! ```
//!
//! [`Board`] is the bar on its own, [`Chomp`] the game with two seats (a [`meeple_core::Game`]).
//! The rules C1 to C6 are in `docs/rules/chomp.md`.

mod board;
mod certificate;
mod game;
mod reference;

pub use board::{BadSize, Board, IllegalMove, MAX_SIDE, Move};
pub use certificate::{BadCertificate, Certificate, Proof};
pub use game::{Chomp, Options};
pub use reference::ReferenceSolver;
#[cfg(any(test, feature = "reference"))]
pub use reference::reference_winning_move;

use crate::GameEntry;

/// The entry of Chomp in the list of games.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Chomp>();
