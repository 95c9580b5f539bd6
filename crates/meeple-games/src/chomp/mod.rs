//! Chomp: bite a bar of chocolate; whoever eats the poisoned square loses.
//!
//! ```text
//!      0 1 2 3 4          after the bite 1,3
//!  0   P # # # #      0   P # # # #
//!  1   # # # # #      1   # # # . .
//!  2   # # # # #      2   # # # . .
//! ```
//!
//! [`Board`] is the bar by itself, [`Chomp`] the game with two seats (a
//! [`meeple_core::Game`]). The rules C1 to C6 are in `docs/rules/chomp.md`.

mod board;
mod certificate;
mod game;
mod recursion;

pub use board::{BadSize, Bite, Board, IllegalBite, MAX_SIDE};
pub use certificate::{BadCertificate, Certificate, Proof};
pub use game::{Chomp, ChompOptions};
pub use recursion::{Memo, winning_move_by_recursion};

use crate::GameEntry;

/// What can be done with Chomp.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Chomp>();
