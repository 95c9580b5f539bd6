//! The options of a game of Laying Grass.

use super::ShapeList;
use meeple_core::{Key, Options};

/// Where the 1x1 tiles bought at the end may lie (G14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FinalTiles {
    /// On any empty or bonus cell.
    #[default]
    Anywhere,
    /// Only where G9 allows.
    Adjacent,
}

impl FinalTiles {
    pub(super) const WORDS: &'static [&'static str] = &["anywhere", "adjacent"];
}

/// What breaks a tie between equal squares (G15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TieBreak {
    /// The most grass on the whole board.
    #[default]
    Grass,
    /// The most grass inside the largest square.
    InSquare,
}

impl TieBreak {
    pub(super) const WORDS: &'static [&'static str] = &["grass", "in-square"];
}

/// Players and variants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrassOptions {
    /// How many players, 2 to 9 (G1); 2 if not given.
    pub players: Option<u32>,
    /// Which list of tiles (G3).
    pub shapes: ShapeList,
    /// Where the final tiles may lie (G14).
    pub final_tiles: FinalTiles,
    /// What breaks a tie (G15).
    pub tie: TieBreak,
}

impl Options for GrassOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::number(
            "players",
            "how many play; the board is 30x30 from five on",
            2..=9,
            "2",
            |o| o.players,
            |o, n| o.players = Some(n),
        ),
        Key::choice(
            "shapes",
            "the list of tiles: the wall of the show, or an older program's",
            ShapeList::WORDS,
            |o| (o.shapes == ShapeList::Seed).then_some("seed"),
            |o, index| o.shapes = [ShapeList::Show, ShapeList::Seed][index],
        ),
        Key::choice(
            "final",
            "where the 1x1 tiles bought at the end may lie",
            FinalTiles::WORDS,
            |o| (o.final_tiles == FinalTiles::Adjacent).then_some("adjacent"),
            |o, index| o.final_tiles = [FinalTiles::Anywhere, FinalTiles::Adjacent][index],
        ),
        Key::choice(
            "tie",
            "equal squares: most grass on the board, or inside the square",
            TieBreak::WORDS,
            |o| (o.tie == TieBreak::InSquare).then_some("in-square"),
            |o, index| o.tie = [TieBreak::Grass, TieBreak::InSquare][index],
        ),
    ];
}
