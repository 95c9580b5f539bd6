//! Reasons why a move is illegal.

use super::Placement;

/// The reason why a move is illegal: a rule forbids the placement, or no move is due.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A filled cell is off the board (F4).
    #[error("cell {column},{row} of the piece would be off the board")]
    OffBoard {
        /// The cell's column.
        column: i32,
        /// The cell's row.
        row: i32,
    },
    /// The rectangle overhangs the board, and this game forbids that (F3).
    #[error("at {at} the piece's rectangle would extend beyond the board (margins=inside)")]
    MarginOutside {
        /// The placement.
        at: Placement,
    },
    /// A filled cell covers one of the opponent's cells (F4).
    #[error("cell {column},{row} belongs to the opponent")]
    OnOpponent {
        /// The cell's column.
        column: i32,
        /// The cell's row.
        row: i32,
    },
    /// No filled cell covers one of the player's own cells (F4).
    #[error("the piece would cover none of your cells; it must cover exactly one")]
    Apart,
    /// More than one filled cell covers one of the player's own cells (F4).
    #[error("the piece would cover {overlaps} of your cells; it must cover exactly one")]
    TooManyOverlaps {
        /// The number of own cells covered.
        overlaps: u32,
    },
    /// No piece has been dealt (F2).
    #[error("no piece has been dealt")]
    NoPiece,
    /// Both players are stuck (F5).
    #[error("the game is over")]
    Over,
}
