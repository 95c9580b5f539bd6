//! Computer players for Azul.

mod greedy;

pub use greedy::Greedy;

use crate::roster::PlayerKind;
use meeple_core::player::RandomPlayer;
use meeple_games::azul::Azul;

/// Who can be seated at a game of Azul, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] = &[
    PlayerKind::of::<Azul, Greedy>("greedy", "fills lines with as many tiles as it can, drops few"),
    PlayerKind::of::<Azul, RandomPlayer>("random", "takes anything and puts it anywhere"),
];
