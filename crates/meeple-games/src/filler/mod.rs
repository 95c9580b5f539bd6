//! Filler: two programs fill a board with random pieces; whoever owns more cells wins.
//!
//! ```text
//! ....................      .O.     laid at 8,2: one filled cell covers an own
//! .........@..........      OOO     cell, the others cover empty ones
//! ....................
//! ```
//!
//! [`Board`] and [`Piece`] are values by themselves, [`find_valid_placements`]
//! finds where a piece may lie, and [`Filler`] is the game with two seats and
//! its deals (a [`meeple_core::Game`]). The rules F1 to F11 are in
//! `docs/rules/filler.md`.

mod bit_rows;
mod board;
mod deal;
mod faults;
mod forty_two;
mod game;
mod go_numbers;
mod illegal;
mod maps;
mod options;
mod piece;
mod pieces;
mod placement;
mod placements;
pub mod plain;
mod school;
mod text;
mod twister_numbers;

pub use bit_rows::{BitRows, MAX_WORDS, bits};
pub use board::{BadMap, Board, Cell, MAX_SIDE, MapFault, opponent};
pub use deal::{draw_piece, explain_deal};
pub use faults::{edu_faults, forty_two_faults};
pub use game::Filler;
pub use illegal::IllegalPlacement;
pub use maps::{STANDARD_MAPS, standard_map};
pub use options::{FillerOptions, Margins, Scoring};
pub use piece::{BadPiece, MAX_PIECE_SIDE, Piece, PieceCell};
pub use pieces::{Pieces, UnknownPieces};
pub use placement::{Move, Placement};
pub use placements::{Placements, find_valid_placements, has_valid_placement};

use crate::GameEntry;

/// What can be done with Filler.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Filler>().with_fault_rule(edu_faults);
