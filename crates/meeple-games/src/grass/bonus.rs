//! Bonus squares: what they give, how many there are (G2).

use super::Cell;
use arrayvec::ArrayVec;

/// What a bonus square gives (G10 to G12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BonusKind {
    /// One more coupon.
    Exchange,
    /// A stone to place.
    Stone,
    /// A tile to steal.
    Robbery,
}

impl BonusKind {
    /// In the order in which they are put on the board (G2).
    pub const ALL: [BonusKind; 3] = [BonusKind::Exchange, BonusKind::Stone, BonusKind::Robbery];

    /// Its letter on the board.
    pub fn letter(self) -> char {
        match self {
            BonusKind::Exchange => 'E',
            BonusKind::Stone => 'S',
            BonusKind::Robbery => 'R',
        }
    }

    /// How many squares of this kind a game of so many players has (G2).
    pub fn count(self, players: usize) -> usize {
        match self {
            BonusKind::Exchange => (3 * players).div_ceil(2),
            BonusKind::Stone => players.div_ceil(2),
            BonusKind::Robbery => players,
        }
    }
}

/// The most bonus squares there can be: 14 + 5 + 9.
pub const MAX_BONUSES: usize = 28;

/// A bonus square. Lists of them are sorted by cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bonus {
    /// Where.
    pub cell: Cell,
    /// What it gives.
    pub kind: BonusKind,
}

/// Bonus squares, sorted by cell.
pub type Bonuses = ArrayVec<Bonus, MAX_BONUSES>;
