//! The options of a game of Laying Grass.

use super::ShapeList;
use meeple_core::{GameOptions, OptionKey};

/// Where the 1x1 tiles bought at the end may be placed (G14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FinalTiles {
    /// On any empty cell or bonus square.
    #[default]
    Anywhere,
    /// Only where G9 allows.
    Adjacent,
}

impl FinalTiles {
    pub(super) const NAMES: &'static [&'static str] = &["anywhere", "adjacent"];
}

/// The tie-break between equal squares (G15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TieBreak {
    /// The most grass on the whole board.
    #[default]
    Grass,
    /// The most grass inside the largest square.
    InSquare,
}

impl TieBreak {
    pub(super) const NAMES: &'static [&'static str] = &["grass", "in-square"];
}

/// The options of a game of Laying Grass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The number of players, 2 to 9 (G1); default 2.
    pub players: Option<u32>,
    /// The list of tiles (G3).
    pub shapes: ShapeList,
    /// Where the final tiles may be placed (G14).
    pub final_tiles: FinalTiles,
    /// The tie-break (G15).
    pub tie: TieBreak,
}

impl GameOptions for Options {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::number(
            "players",
            "number of players; five or more use a 30x30 board",
            2..=9,
            "2",
            |o| o.players,
            |o, n| o.players = Some(n),
        ),
        OptionKey::choice(
            "shapes",
            "tile list: as on television, or that of an older program",
            ShapeList::NAMES,
            |o| (o.shapes == ShapeList::Seed).then_some("seed"),
            |o, index| o.shapes = [ShapeList::Show, ShapeList::Seed][index],
        ),
        OptionKey::choice(
            "final",
            "where the 1x1 tiles bought at the end may be placed",
            FinalTiles::NAMES,
            |o| (o.final_tiles == FinalTiles::Adjacent).then_some("adjacent"),
            |o, index| o.final_tiles = [FinalTiles::Anywhere, FinalTiles::Adjacent][index],
        ),
        OptionKey::choice(
            "tie",
            "tie-break: most grass on the board, or inside the square",
            TieBreak::NAMES,
            |o| (o.tie == TieBreak::InSquare).then_some("in-square"),
            |o, index| o.tie = [TieBreak::Grass, TieBreak::InSquare][index],
        ),
    ];
}
