//! What a network is learned for: how many sit at the table, and which side of the boards is up.

use super::round::Standings;
use meeple_games::azul::{AzulOptions, WallSide};

/// A kind of game, as far as judging boards is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// How many play.
    pub players: usize,
    /// Which side of the boards is up.
    pub side: WallSide,
}

impl Setting {
    /// Two players and the coloured wall.
    pub const USUAL: Setting = Setting { players: 2, side: WallSide::Colour };

    /// The kind of the games with these options.
    pub fn of(options: &AzulOptions) -> Self {
        let players = options.players.map_or(2, |players| players as usize);
        Setting { players, side: options.wall.unwrap_or_default() }
    }
}

impl From<&Standings> for Setting {
    fn from(standings: &Standings) -> Self {
        Setting { players: standings.players, side: standings.side }
    }
}
