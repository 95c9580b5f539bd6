//! The kind of game that a network is trained for: the number of players and the wall side.

use super::round::Standings;
use meeple_games::azul::{Options, WallSide};

/// A kind of game, as far as the evaluation distinguishes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameVariant {
    /// The number of players.
    pub players: usize,
    /// The side of the player boards in use.
    pub side: WallSide,
}

impl GameVariant {
    /// Two players on the coloured wall.
    pub const USUAL: GameVariant = GameVariant { players: 2, side: WallSide::Colour };

    /// Returns the kind of game that these options describe.
    pub fn of(options: &Options) -> Self {
        let players = options.players.map_or(2, |players| players as usize);
        GameVariant { players, side: options.wall.unwrap_or_default() }
    }
}

impl From<&Standings> for GameVariant {
    fn from(standings: &Standings) -> Self {
        GameVariant { players: standings.players, side: standings.side }
    }
}
