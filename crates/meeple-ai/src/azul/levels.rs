//! The levels: the same player, seeing more or less.
//!
//! `easy` looks at its own move and overlooks much, `normal` sees the reply; `hard` and `max`
//! search the round and differ in the time they take.

use super::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::roster::Level;
use meeple_games::azul::Azul;

/// Looks at its own move, and overlooks much.
pub(crate) struct Easy;
/// Sees the reply, and overlooks little.
pub(crate) struct Normal;
/// Searches the round.
pub(crate) struct Full;

impl Level<Azul> for Easy {
    type Player = AlphaBeta;
    fn options() -> AlphaBetaOptions {
        let (depth, overlooks, blur) = (Some(1), Some(35), Some(20));
        AlphaBetaOptions { depth, overlooks, blur, hand_made: true }
    }
}

impl Level<Azul> for Normal {
    type Player = AlphaBeta;
    fn options() -> AlphaBetaOptions {
        let (depth, overlooks, blur) = (Some(2), Some(12), Some(6));
        AlphaBetaOptions { depth, overlooks, blur, hand_made: true }
    }
}

impl Level<Azul> for Full {
    type Player = AlphaBeta;
    fn options() -> AlphaBetaOptions {
        AlphaBetaOptions::default()
    }
}
