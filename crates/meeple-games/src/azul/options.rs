//! What is fixed before the first deal.

use super::constants::MAX_PLAYERS;
use meeple_core::{Key, Options, Seat};

/// Which side of the player boards is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WallSide {
    /// Each cell has its colour (A3).
    #[default]
    Colour,
    /// The player chooses the cell (A16).
    Grey,
}

impl WallSide {
    /// The words of both, the usual one first.
    pub const WORDS: [&'static str; 2] = ["colour", "grey"];

    /// Its word.
    pub const fn name(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The side of this word.
    pub fn from_name(name: &str) -> Option<Self> {
        [WallSide::Colour, WallSide::Grey].into_iter().find(|side| side.name() == name)
    }
}

/// Who starts the first round (A4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Starter {
    /// This seat.
    Seat(Seat),
    /// Whoever is drawn, by a deal before the first one.
    Drawn,
}

impl Starter {
    const WORDS: [&'static str; MAX_PLAYERS + 1] = ["0", "1", "2", "3", "drawn"];

    fn name(self) -> &'static str {
        match self {
            Starter::Seat(seat) => Self::WORDS.get(seat.index()).copied().unwrap_or_default(),
            Starter::Drawn => "drawn",
        }
    }

    fn from_index(index: usize) -> Self {
        if index < MAX_PLAYERS { Starter::Seat(Seat::new(index)) } else { Starter::Drawn }
    }
}

/// Players, variant, starter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AzulOptions {
    /// 2 to 4; else 2.
    pub players: Option<u32>,
    /// The side of the boards; else the coloured one.
    pub wall: Option<WallSide>,
    /// Who starts; else seat 0.
    pub starter: Option<Starter>,
}

impl Options for AzulOptions {
    const KEYS: &'static [Key<Self>] = &[
        Key::number("players", "players", 2..=4, "2", |o| o.players, |o, n| o.players = Some(n)),
        Key::choice(
            "wall",
            "cells with colours, or grey ones to choose from",
            &WallSide::WORDS,
            |o| o.wall.map(WallSide::name),
            |o, index| o.wall = Some([WallSide::Colour, WallSide::Grey][index]),
        ),
        Key::choice(
            "starter",
            "the seat that starts",
            &Starter::WORDS,
            |o| o.starter.map(Starter::name),
            |o, index| o.starter = Some(Starter::from_index(index)),
        ),
    ];
}
