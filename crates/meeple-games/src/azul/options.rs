//! The options of a game.

use super::constants::MAX_PLAYERS;
use meeple_core::{GameOptions, OptionKey, Seat};

/// The side of the player boards in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WallSide {
    /// Each cell has a fixed colour (A3).
    #[default]
    Colour,
    /// The player chooses the cell (A16).
    Grey,
}

impl WallSide {
    /// The spellings of both sides, the default first.
    pub const NAMES: [&'static str; 2] = ["colour", "grey"];

    /// Returns its spelling in options and positions.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the side with this spelling, if any.
    pub fn from_name(name: &str) -> Option<Self> {
        [WallSide::Colour, WallSide::Grey].into_iter().find(|side| side.name() == name)
    }
}

/// The player who starts the first round (A4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Starter {
    /// This seat.
    Seat(Seat),
    /// A seat drawn at random, by a deal before the first one.
    Drawn,
}

impl Starter {
    const NAMES: [&'static str; MAX_PLAYERS + 1] = ["0", "1", "2", "3", "drawn"];

    fn name(self) -> &'static str {
        match self {
            Starter::Seat(seat) => Self::NAMES.get(seat.index()).copied().unwrap_or_default(),
            Starter::Drawn => "drawn",
        }
    }

    fn from_index(index: usize) -> Self {
        if index < MAX_PLAYERS { Starter::Seat(Seat::new(index)) } else { Starter::Drawn }
    }
}

/// The options of a game of Azul.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The number of players, 2 to 4; default 2.
    pub players: Option<u32>,
    /// The side of the boards; default the coloured one.
    pub wall: Option<WallSide>,
    /// The player who starts; default seat 0.
    pub starter: Option<Starter>,
}

impl GameOptions for Options {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::number(
            "players",
            "number of players",
            2..=4,
            "2",
            |o| o.players,
            |o, n| o.players = Some(n),
        ),
        OptionKey::choice(
            "wall",
            "coloured wall, or grey (choose each cell)",
            &WallSide::NAMES,
            |o| o.wall.map(WallSide::name),
            |o, index| o.wall = Some([WallSide::Colour, WallSide::Grey][index]),
        ),
        OptionKey::choice(
            "starter",
            "starting seat, counted from 0",
            &Starter::NAMES,
            |o| o.starter.map(Starter::name),
            |o, index| o.starter = Some(Starter::from_index(index)),
        ),
    ];
}
