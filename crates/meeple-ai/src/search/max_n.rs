//! Max-n: everybody does what is best for themselves, with three seats and more.
//!
//! ```text
//!          seat 0               a value for each seat goes up;
//!         /      \              whoever is to move takes the one that is best for them
//!    seat 1      seat 2
//!  3,1,2  1,4,0   2,2,9
//! ```
//!
//! What one seat gives up another need not gain, so windows prove nothing here. What saves work
//! and changes no value: positions that were met before, and a mover who has reached the
//! [extreme](Evaluate::extreme) need not look at other moves. [`super::max_n_plain`] is the oracle.
//! Of moves that are equal to the mover the most promising counts, and the first of these.

use super::{
    Budget, Plan,
    evaluate::Evaluate,
    state::{State, Values},
    table::WHOLE,
    thought::Thought,
};
use meeple_core::{Ranked, Turn};
use std::collections::HashMap;

/// So many positions are remembered, about 20 megabytes.
const MOST_KNOWN: usize = 1 << 18;

/// Searches deeper and deeper until the budget is spent, the plan's depth is reached, or there
/// is nothing more to see; every move of the root gets its exact value. `None` if nobody is to
/// move.
pub fn max_n<S: State>(
    state: &S,
    evaluation: &mut impl Evaluate<S>,
    plan: &Plan<S::Move>,
    budget: &mut Budget<'_>,
) -> Option<Thought<S::Move>> {
    let Turn::Seat(_) = state.turn() else { return None };
    let known = HashMap::new();
    let mut search = Search { evaluation, plan, budget, known, is_cut: false };
    let moves: Vec<S::Move> = search.ordered(state, 0).into_iter().map(|(mv, _)| mv).collect();
    let mut thought = Thought::unseen(*moves.first()?);
    for depth in 1..=plan.depth {
        search.is_cut = false;
        let found = search.pass(state, &moves, depth);
        let is_finished = found.len() == moves.len();
        if is_finished || thought.depth == 0 && !found.is_empty() {
            let depth = if is_finished { depth } else { 0 };
            thought = search.thought(state, found, depth);
        }
        if !is_finished || thought.is_whole {
            break;
        }
    }
    Some(Thought { nodes: search.budget.nodes(), ..thought })
}

struct Search<'a, 'b, S: State, E> {
    evaluation: &'a mut E,
    plan: &'a Plan<S::Move>,
    budget: &'a mut Budget<'b>,
    known: HashMap<u64, Known>,
    /// Whether a position was judged before its end.
    is_cut: bool,
}

/// What was found out about a position.
#[derive(Debug, Clone, Copy)]
struct Known {
    values: Values,
    depth: u8,
    /// The index of the best move.
    best: u16,
}

impl<S: State, E: Evaluate<S>> Search<'_, '_, S, E> {
    /// The values of the root's moves, as far as the budget suffices.
    fn pass(&mut self, state: &S, moves: &[S::Move], depth: u32) -> Vec<(S::Move, Values)> {
        let after = |&mv: &S::Move| {
            let mut next = state.clone();
            next.play(mv);
            Some((mv, self.values(&next, depth - 1, 1)?))
        };
        moves.iter().map_while(after).collect()
    }

    /// A position's values with so many plies left, so many plies from the root; `None` if the
    /// budget is spent.
    fn values(&mut self, state: &S, depth: u32, ply: u32) -> Option<Values> {
        if !self.budget.spend(1) {
            return None;
        }
        let turn = state.turn();
        if depth == 0 || turn == Turn::Over {
            self.is_cut |= turn != Turn::Over;
            return Some(self.evaluation.values(state));
        }
        let key = state.key();
        if let Some(known) = self.known.get(&key)
            && (known.depth == WHOLE || u32::from(known.depth) >= depth)
        {
            self.is_cut |= known.depth != WHOLE;
            return Some(known.values);
        }
        let was_cut = std::mem::take(&mut self.is_cut);
        let (values, best) = match turn {
            Turn::Chance => {
                let chance = self.plan.chance;
                (chance.means(state, |next| self.values(next, depth - 1, ply + 1))?, 0)
            }
            _ => self.best(state, depth, ply)?,
        };
        let reached = depth.min(u32::from(WHOLE) - 1) as u8;
        let depth = if self.is_cut { reached } else { WHOLE };
        if self.known.len() < MOST_KNOWN || self.known.contains_key(&key) {
            self.known.insert(key, Known { values, depth, best });
        }
        self.is_cut |= was_cut;
        Some(values)
    }

    /// The values of the mover's best move, and its index.
    fn best(&mut self, state: &S, depth: u32, ply: u32) -> Option<(Values, u16)> {
        let Turn::Seat(seat) = state.turn() else { return None };
        let mut best: Option<(Values, u16)> = None;
        for (mv, index) in self.ordered(state, ply) {
            let mut next = state.clone();
            next.play(mv);
            let values = self.values(&next, depth - 1, ply + 1)?;
            if best.is_none_or(|(best, _)| values.seat(seat) > best.seat(seat)) {
                best = Some((values, index));
            }
            if values.seat(seat) >= self.evaluation.extreme() {
                break;
            }
        }
        Some(best.unwrap_or_else(|| (self.evaluation.values(state), 0)))
    }

    /// The moves that are looked at with their places in the list, the most promising first.
    fn ordered(&mut self, state: &S, ply: u32) -> Vec<(S::Move, u16)> {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let promised = moves.into_iter().zip(0..).map(|(mv, index)| {
            let promise = self.evaluation.promise(state, mv);
            (promise, (mv, index))
        });
        let mut promised: Vec<_> = promised.collect();
        promised.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        promised.truncate(self.evaluation.width(ply).max(1));
        promised.into_iter().map(|(_, mv)| mv).collect()
    }

    fn thought(
        &self,
        state: &S,
        mut found: Vec<(S::Move, Values)>,
        depth: u32,
    ) -> Thought<S::Move> {
        let Turn::Seat(us) = state.turn() else { unreachable!("a seat is to move at the root") };
        found.sort_by(|(_, a), (_, b)| b.seat(us).total_cmp(&a.seat(us)));
        let (mv, values) = found[0];
        let ranked = |&(mv, values): &(_, Values)| Ranked { mv, value: values.seat(us).into() };
        let lines: Vec<_> = found.iter().map(|&(mv, _)| self.line(state, mv, depth)).collect();
        Thought {
            values: values.as_slice().iter().map(|&value| value.into()).collect(),
            depth,
            is_whole: depth > 0 && !self.is_cut,
            ranking: found.iter().map(ranked).collect(),
            line: lines[0].clone(),
            lines,
            ..Thought::unseen(mv)
        }
    }

    /// What is expected to follow a move, as far as it is remembered.
    fn line(&self, state: &S, first: S::Move, depth: u32) -> Vec<S::Move> {
        let (mut state, mut line) = (state.clone(), vec![first]);
        state.play(first);
        while line.len() < depth as usize
            && let Turn::Seat(_) = state.turn()
            && let Some(known) = self.known.get(&state.key())
        {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let Some(&mv) = moves.get(usize::from(known.best)) else { break };
            state.play(mv);
            line.push(mv);
        }
        line
    }
}
