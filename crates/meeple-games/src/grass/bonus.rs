//! Bonus squares: their kinds and numbers (G2).

use super::Cell;
use arrayvec::ArrayVec;

/// The kind of a bonus square (G10 to G12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BonusKind {
    /// Gives one more coupon.
    Exchange,
    /// Gives a stone to place.
    Stone,
    /// Gives a robbery: the right to steal a tile.
    Robbery,
}

impl BonusKind {
    /// All kinds, in the order in which they are put on the board (G2).
    pub const ALL: [BonusKind; 3] = [BonusKind::Exchange, BonusKind::Stone, BonusKind::Robbery];

    /// Returns its letter on the board.
    pub fn letter(self) -> char {
        match self {
            BonusKind::Exchange => 'E',
            BonusKind::Stone => 'S',
            BonusKind::Robbery => 'R',
        }
    }

    /// Returns how many squares of this kind a game with this many players has (G2).
    pub fn count(self, players: usize) -> usize {
        match self {
            BonusKind::Exchange => (3 * players).div_ceil(2),
            BonusKind::Stone => players.div_ceil(2),
            BonusKind::Robbery => players,
        }
    }
}

/// The maximum number of bonus squares: 14 + 5 + 9.
pub const MAX_BONUSES: usize = 28;

/// A bonus square. Lists of them are sorted by cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BonusSquare {
    /// The location.
    pub cell: Cell,
    /// The kind, which determines what the square gives.
    pub kind: BonusKind,
}

/// Bonus squares, sorted by cell.
pub type BonusSquares = ArrayVec<BonusSquare, MAX_BONUSES>;
