//! The levels: the same player, seeing more or less.
//!
//! `easy` looks at its own move and overlooks much, `normal` sees the reply; `hard` and `max`
//! search the round and differ in the time they take.
//!
//! Measured with `meeple match azul`, 400 games from seed 995001 each: `normal` beats `easy`
//! 97.8 % [95.8 .. 98.8], `hard` beats `normal` 400 to 0 and `greedy` 400 to 0 with 67.9 points
//! to 16.9. On the grey wall `hard` beats `greedy` 100 to 0 (seed 991101). One `hard` among `greedy`
//! ones, 120 games each, how often it was first: with two of them always at its 100,000 nodes (seed
//! 992301) and at 30,000 (992101), with three 96.7 ±3.1 % (992401) and 93.3 ±4.7 % (992201).

use super::alphabeta::{AlphaBeta, AlphaBetaOptions, JudgedBy};
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
        AlphaBetaOptions { depth, overlooks, blur, judged_by: JudgedBy::HandMade }
    }
}

impl Level<Azul> for Normal {
    type Player = AlphaBeta;
    fn options() -> AlphaBetaOptions {
        let (depth, overlooks, blur) = (Some(2), Some(12), Some(6));
        AlphaBetaOptions { depth, overlooks, blur, judged_by: JudgedBy::HandMade }
    }
}

impl Level<Azul> for Full {
    type Player = AlphaBeta;
    fn options() -> AlphaBetaOptions {
        AlphaBetaOptions::default()
    }
}
