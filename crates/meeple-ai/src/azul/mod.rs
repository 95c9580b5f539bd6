//! Computer players for Azul.

mod alphabeta;
mod evaluation;
mod features;
mod greedy;
mod handmade;
mod judge;
mod leaf;
mod learned;
mod mind;
mod mosaic;
mod round;
mod self_play;
#[cfg(test)]
mod tests;
mod tiling;
mod training;
mod wall_moves;
mod weights;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use greedy::Greedy;
pub use learned::Nets;
pub use mind::{Brain, Mind};
pub use self_play::{Played, Practice};
pub use training::learn;

use crate::roster::PlayerKind;
use meeple_core::player::RandomPlayer;
use meeple_games::azul::Azul;

/// Who can be seated at a game of Azul, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] = &[
    PlayerKind::of::<Azul, AlphaBeta>("alphabeta", "searches the round"),
    PlayerKind::of::<Azul, Greedy>("greedy", "fills lines with as many tiles as it can, drops few"),
    PlayerKind::of::<Azul, RandomPlayer>("random", "takes anything and puts it anywhere"),
];
