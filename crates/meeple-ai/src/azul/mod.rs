//! Computer players for Azul.

mod alphabeta;
mod evaluation;
mod greedy;
mod handmade;
mod judge;
mod mosaic;
mod round;
#[cfg(test)]
mod tests;
mod tiling;
mod weights;

pub use alphabeta::AlphaBeta;
pub use greedy::Greedy;

use crate::roster::PlayerKind;
use meeple_core::player::RandomPlayer;
use meeple_games::azul::Azul;

/// Who can be seated at a game of Azul, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] = &[
    PlayerKind::of::<Azul, AlphaBeta>("alphabeta", "searches the round"),
    PlayerKind::of::<Azul, Greedy>("greedy", "fills lines with as many tiles as it can, drops few"),
    PlayerKind::of::<Azul, RandomPlayer>("random", "takes anything and puts it anywhere"),
];
