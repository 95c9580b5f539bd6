//! What is due at a point of the game.

use std::fmt::{self, Display};

/// What is due now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Chance decides: bonus squares or a tile.
    Deal,
    /// A start tile is to be laid (G5).
    Start,
    /// The drawn tile is to be laid, exchanged or discarded (G6).
    Tile,
    /// A stone is to be placed (G11).
    Stone,
    /// A tile is to be stolen (G12).
    Robbery,
    /// The stolen tile is to be laid (G12).
    Stolen,
    /// Coupons may be spent on 1x1 tiles (G14).
    Final,
    /// Nothing.
    Over,
}

impl Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Deal => "a deal is due",
            Phase::Start => "lay your start tile with lay CELL (G5)",
            Phase::Tile => "lay the drawn tile with lay CELL [TURN], or spend a coupon (G6)",
            Phase::Stone => "place a stone with stone CELL (G11)",
            Phase::Robbery => "steal a tile with steal CELL (G12)",
            Phase::Stolen => "lay the stolen tile with lay CELL [TURN] (G12)",
            Phase::Final => "spend a coupon on a 1x1 tile with lay CELL, or stop (G14)",
            Phase::Over => "the game is over (G14)",
        })
    }
}
