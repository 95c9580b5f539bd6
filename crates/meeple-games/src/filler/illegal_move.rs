//! Reasons why a move is illegal.

use super::Placement;

/// The reason why a move is illegal: a rule forbids the placement, or no move is due.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// A filled cell is off the board.
    #[error("cell {column},{row} of the piece would be off the board (F4)")]
    OffBoard {
        /// The cell's column.
        column: i32,
        /// The cell's row.
        row: i32,
    },
    /// The rectangle overhangs the board, and this game forbids that.
    #[error("at {at} the piece's rectangle would hang out of the board (F3, margins=inside)")]
    MarginOutside {
        /// The placement.
        at: Placement,
    },
    /// A filled cell covers one of the opponent's cells.
    #[error("cell {column},{row} belongs to the opponent (F4)")]
    OnOpponent {
        /// The cell's column.
        column: i32,
        /// The cell's row.
        row: i32,
    },
    /// No filled cell covers one of the player's own cells.
    #[error("the piece would cover none of your cells; it must cover exactly one (F4)")]
    Apart,
    /// More than one filled cell covers one of the player's own cells.
    #[error("the piece would cover {overlaps} of your cells; it must cover exactly one (F4)")]
    TooManyOverlaps {
        /// The number of own cells covered.
        overlaps: u32,
    },
    /// No piece has been dealt.
    #[error("no piece has been dealt (F2)")]
    NoPiece,
    /// Both players are stuck.
    #[error("the game is over (F5)")]
    Over,
}
