//! The textbook: every move of every position, nothing left out and nothing remembered.
//!
//! These are the slow twins of everything clever in this folder. Who moves is asked of the
//! position each time: one side is a seat, the other all seats that play against it.

use super::{
    chance::Chance,
    evaluate::Evaluate,
    state::{State, Values},
};
use meeple_core::{Seat, Turn};

/// What a position is worth to `us` if so many plies are looked ahead, `us` does what is best
/// for it and everybody else what is worst for it.
pub fn negamax<S: State>(
    state: &S,
    us: Seat,
    depth: u32,
    chance: Chance,
    evaluation: &mut impl Evaluate<S>,
) -> f32 {
    match state.turn() {
        Turn::Over => evaluation.value(state, us),
        _ if depth == 0 => evaluation.value(state, us),
        Turn::Chance => {
            let after = |(next, part): (S, f64)| {
                part * f64::from(negamax(&next, us, depth - 1, chance, evaluation))
            };
            chance.futures(state).into_iter().map(after).sum::<f64>() as f32
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

/// What a position is worth to each seat if everybody does what is best for themselves; of
/// moves that are equal to the mover the first counts.
pub fn max_n_plain<S: State>(
    state: &S,
    depth: u32,
    chance: Chance,
    evaluation: &mut impl Evaluate<S>,
) -> Values {
    match state.turn() {
        Turn::Over => evaluation.values(state),
        _ if depth == 0 => evaluation.values(state),
        Turn::Chance => {
            let after = |next: &S| Some(max_n_plain(next, depth - 1, chance, evaluation));
            chance.means(state, after).expect("every future has values")
        }
        Turn::Seat(seat) => {
            let mut best: Option<Values> = None;
            for mv in moves(state) {
                let mut next = state.clone();
                next.play(mv);
                let values = max_n_plain(&next, depth - 1, chance, evaluation);
                if best.is_none_or(|best| values.seat(seat) > best.seat(seat)) {
                    best = Some(values);
                }
            }
            best.unwrap_or_else(|| evaluation.values(state))
        }
    }
}

fn moves<S: State>(state: &S) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}
