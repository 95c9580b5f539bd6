//! Why a piece may not lie somewhere.

use super::Placement;

/// A placement that the rules forbid, or one at the wrong time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPlacement {
    /// A filled cell is off the board.
    #[error("cell {column},{row} of the piece would be off the board (F4)")]
    OffBoard {
        /// The cell's column.
        column: i32,
        /// The cell's row.
        row: i32,
    },
    /// The rectangle hangs out where the game forbids that.
    #[error("at {at} the piece's rectangle would hang out of the board (F3, margins=inside)")]
    MarginOutside {
        /// The placement.
        at: Placement,
    },
    /// A filled cell covers an opponent's.
    #[error("cell {column},{row} belongs to the opponent (F4)")]
    OnOpponent {
        /// The cell's column.
        column: i32,
        /// The cell's row.
        row: i32,
    },
    /// No filled cell covers an own one.
    #[error("the piece would cover none of your cells; it must cover exactly one (F4)")]
    Apart,
    /// Several filled cells cover own ones.
    #[error("the piece would cover {overlaps} of your cells; it must cover exactly one (F4)")]
    TooManyOverlaps {
        /// How many.
        overlaps: u32,
    },
    /// No piece has been dealt.
    #[error("no piece has been dealt (F2)")]
    NoPiece,
    /// Both players are stuck.
    #[error("the game is over (F5)")]
    Over,
}
