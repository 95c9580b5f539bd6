//! Filler: two players fill a board with random pieces; the player who owns more cells wins.
//!
//! ```text
//! ....................      .O.     placed at 8,2: one filled cell covers an own
//! .........@..........      OOO     cell, the others cover empty ones
//! ....................
//! ```
//!
//! [`Board`] and [`Piece`] can be used on their own, [`find_valid_placements`] finds where a piece
//! may be placed, and [`Filler`] is the game with two seats and deals (a [`meeple_core::Game`]).
//! The rules F1 to F11 are in `docs/rules/filler.md`.

mod bit_rows;
mod board;
mod fair_pieces;
mod fault_rules;
mod forty_two_pieces;
mod game;
mod go_rng;
mod illegal_move;
mod maps;
mod options;
mod piece;
mod piece_source;
mod placement;
mod placements;
#[cfg(any(test, feature = "reference"))]
pub mod reference;
mod school_pieces;
mod text;
mod twister_rng;

pub use bit_rows::{BitRows, MAX_WORDS, bits};
pub use board::{BadMap, Board, CellState, MAX_SIDE, MapFault, opponent};
pub use fair_pieces::{check_deal, draw_piece};
pub use fault_rules::{edu_fault_rule, forty_two_fault_rule};
pub use game::Filler;
pub use illegal_move::IllegalMove;
pub use maps::{STANDARD_MAPS, standard_map};
pub use options::{Margins, Options, Scoring};
pub use piece::{BadPiece, MAX_PIECE_SIDE, Piece, PieceCell};
pub use piece_source::{PieceSource, UnknownPieceSource};
pub use placement::{Move, Placement};
pub use placements::{Placements, find_valid_placements, has_valid_placement};

use crate::GameEntry;

/// The entry of Filler in the list of games.
pub(crate) static ENTRY: GameEntry = GameEntry::of::<Filler>().with_fault_rule(edu_fault_rule);
