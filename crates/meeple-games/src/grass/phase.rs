//! The phases of the game.

use std::fmt::{self, Display};

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Chance decides: the bonus squares or a tile.
    Deal,
    /// A player places a start tile (G5).
    Start,
    /// A player places, exchanges or discards the drawn tile (G6).
    Tile,
    /// A player places a stone (G11).
    Stone,
    /// A player steals a tile (G12).
    Robbery,
    /// A player places the stolen tile (G12).
    Stolen,
    /// A player may spend coupons on 1x1 tiles (G14).
    Final,
    /// The game has ended.
    Over,
}

impl Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Deal => "a deal is due",
            Phase::Start => "lay your start tile with lay CELL",
            Phase::Tile => "lay the drawn tile with lay CELL [TURN], or spend a coupon",
            Phase::Stone => "place a stone with stone CELL",
            Phase::Robbery => "steal a tile with steal CELL",
            Phase::Stolen => "lay the stolen tile with lay CELL [TURN]",
            Phase::Final => "spend a coupon on a 1x1 tile with lay CELL, or stop",
            Phase::Over => "the game is over",
        })
    }
}
