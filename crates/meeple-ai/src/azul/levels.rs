//! The levels: the same player with different search limits.
//!
//! `easy` looks at its own move and overlooks a lot, `normal` sees the reply; `hard` and `max`
//! search the round and differ in the time they take.
//!
//! Measured with `meeple match azul`: `max` beats `hard` 71.9 ±4.3 % of 400 games (seed 7000001),
//! `max:time=2s` beats `hard:time=50ms` 64.3 ±4.7 % of 402 (7500001, 7600001, 7700001); `hard`
//! beats `normal` 400 to 0 and `greedy` 400 to 0 with 67.0 points to 17.6 (7000001); `normal` beats
//! `easy` 97.8 % [95.8 .. 98.8] of 400 (995001). One `hard` player among `greedy` ones came first in
//! 120 of 120 three-player games (992101) and in 93.3 ±4.7 % of 120 four-player games (992201). On
//! the grey wall `alphabeta:nodes=100k` beats `greedy` 100 to 0 (991101).

use super::alphabeta::{AlphaBeta, AlphaBetaOptions, EvaluationKind};
use crate::{pace::Pace, roster::Level};
use meeple_games::azul::Azul;

/// Looks at its own move and overlooks a lot.
#[derive(Debug)]
pub struct Easy;
/// Sees the reply and overlooks little.
#[derive(Debug)]
pub struct Normal;
/// Searches to the end of the round.
#[derive(Debug)]
pub struct Hard;
/// Searches to the end of the round, for up to a second.
#[derive(Debug)]
pub struct Max;

impl Level<Azul> for Easy {
    type Player = AlphaBeta;
    const PACE: Pace = Pace::FREE;
    fn options() -> AlphaBetaOptions {
        let (depth, overlooks, blur) = (Some(1), Some(35), Some(20));
        AlphaBetaOptions { depth, overlooks, blur, evaluation: EvaluationKind::Handmade }
    }
}

impl Level<Azul> for Normal {
    type Player = AlphaBeta;
    const PACE: Pace = Pace::FREE;
    fn options() -> AlphaBetaOptions {
        let (depth, overlooks, blur) = (Some(2), Some(12), Some(6));
        AlphaBetaOptions { depth, overlooks, blur, evaluation: EvaluationKind::Handmade }
    }
}

impl Level<Azul> for Hard {
    type Player = AlphaBeta;
    const PACE: Pace = Pace::nodes(30_000);
    fn options() -> AlphaBetaOptions {
        AlphaBetaOptions::default()
    }
}

impl Level<Azul> for Max {
    type Player = AlphaBeta;
    const PACE: Pace = Pace::millis(1000);
    fn options() -> AlphaBetaOptions {
        AlphaBetaOptions::default()
    }
}
