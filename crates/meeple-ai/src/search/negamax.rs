//! Textbook searches: every move of every position, without pruning and without memory.
//!
//! These are the reference implementations for the optimised searches in this folder. The position is asked
//! each time which seat moves: one side is a single seat, the other all its opponents.

use super::{
    chance::ChanceSampling,
    evaluate::Evaluator,
    state::{SearchState, SeatValues},
};
use meeple_core::{Seat, Turn};

/// Returns what a position is worth to `us` at this search depth, if `us` plays its best moves and every
/// other seat plays the moves that are worst for `us`.
pub fn negamax<S: SearchState>(
    state: &S,
    us: Seat,
    depth: u32,
    chance: ChanceSampling,
    evaluation: &mut impl Evaluator<S>,
) -> f32 {
    match state.turn() {
        Turn::Over => evaluation.value(state, us),
        _ if depth == 0 => evaluation.value(state, us),
        Turn::Chance => {
            let after = |(next, part): (S, f64)| {
                part * f64::from(negamax(&next, us, depth - 1, chance, evaluation))
            };
            chance.possible_futures(state).into_iter().map(after).sum::<f64>() as f32
        }
        Turn::Seat(seat) => {
            let sign = if seat == us { 1.0 } else { -1.0 };
            let after = |mv| {
                let mut next = state.clone();
                next.play(mv);
                sign * negamax(&next, us, depth - 1, chance, evaluation)
            };
            sign * moves(state).into_iter().map(after).fold(f32::NEG_INFINITY, f32::max)
        }
    }
}

/// Returns what a position is worth to each seat if every seat plays its own best moves; among moves that are
/// equal for the mover, the first counts.
pub fn max_n_reference<S: SearchState>(
    state: &S,
    depth: u32,
    chance: ChanceSampling,
    evaluation: &mut impl Evaluator<S>,
) -> SeatValues {
    match state.turn() {
        Turn::Over => evaluation.values(state),
        _ if depth == 0 => evaluation.values(state),
        Turn::Chance => {
            let after = |next: &S| Some(max_n_reference(next, depth - 1, chance, evaluation));
            chance.means(state, after).expect("every future has values")
        }
        Turn::Seat(seat) => {
            let mut best: Option<SeatValues> = None;
            for mv in moves(state) {
                let mut next = state.clone();
                next.play(mv);
                let values = max_n_reference(&next, depth - 1, chance, evaluation);
                if best.is_none_or(|best| values.seat(seat) > best.seat(seat)) {
                    best = Some(values);
                }
            }
            best.unwrap_or_else(|| evaluation.values(state))
        }
    }
}

fn moves<S: SearchState>(state: &S) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}
