//! Max-n search: each seat plays for its own value, with three or more seats.
//!
//! ```text
//! seat 0               each position has one value per seat;
//!         /      \              the seat to move picks the child that is best for it
//!    seat 1      seat 2
//!  3,1,2  1,4,0   2,2,9
//! ```
//!
//! One seat's loss need not be another's gain, so alpha-beta windows prove nothing here. Two things save work
//! without changing any value: positions met before are remembered, and a mover that has reached the
//! [largest value](Evaluator::max_value) skips its other moves. `max_n_reference` is the reference
//! implementation. Among moves that are equal for the mover, the most promising counts, and then the first in
//! the list.

use super::{
    Budget, SearchSettings,
    evaluate::Evaluator,
    search_result::SearchResult,
    state::{SearchState, SeatValues},
    transposition_table::COMPLETE_DEPTH,
};
use meeple_core::{RankedMove, Turn};
use std::collections::HashMap;

/// Maximum number of remembered positions, about 20 megabytes.
const MAX_MEMO_ENTRIES: usize = 1 << 18;

/// Searches deeper and deeper until the budget is spent, the plan's depth is reached, or the whole tree has
/// been searched. Every move at the root gets its exact value. `None` if no seat is to move.
pub fn max_n<S: SearchState>(
    state: &S,
    evaluation: &mut impl Evaluator<S>,
    plan: &SearchSettings<S::Move>,
    budget: &mut Budget<'_>,
) -> Option<SearchResult<S::Move>> {
    let Turn::Seat(_) = state.turn() else { return None };
    let known = HashMap::new();
    let mut search = MaxNSearch { evaluation, plan, budget, known, is_cut: false };
    let moves: Vec<S::Move> = search.ordered(state, 0).into_iter().map(|(mv, _)| mv).collect();
    let mut thought = SearchResult::without_search(*moves.first()?);
    for depth in 1..=plan.depth {
        search.is_cut = false;
        let found = search.pass(state, &moves, depth);
        let is_finished = found.len() == moves.len();
        if is_finished || thought.depth == 0 && !found.is_empty() {
            let depth = if is_finished { depth } else { 0 };
            thought = search.search_result(state, found, depth);
        }
        if !is_finished || thought.is_complete {
            break;
        }
    }
    Some(SearchResult { nodes: search.budget.nodes(), ..thought })
}

struct MaxNSearch<'a, 'b, S: SearchState, E> {
    evaluation: &'a mut E,
    plan: &'a SearchSettings<S::Move>,
    budget: &'a mut Budget<'b>,
    known: HashMap<u64, MemoEntry>,
    /// Whether some position was evaluated before the end of the game.
    is_cut: bool,
}

/// A remembered search result for one position.
#[derive(Debug, Clone, Copy)]
struct MemoEntry {
    values: SeatValues,
    depth: u8,
    /// Index of the best move.
    best: u16,
}

impl<S: SearchState, E: Evaluator<S>> MaxNSearch<'_, '_, S, E> {
    /// Returns the values of the root's moves, stopping early if the budget is spent.
    fn pass(&mut self, state: &S, moves: &[S::Move], depth: u32) -> Vec<(S::Move, SeatValues)> {
        let after = |&mv: &S::Move| {
            let mut next = state.clone();
            next.play(mv);
            Some((mv, self.values(&next, depth - 1, 1)?))
        };
        moves.iter().map_while(after).collect()
    }

    /// Returns a position's values with `depth` plies left, `ply` plies below the root; `None` if the budget
    /// is spent.
    fn values(&mut self, state: &S, depth: u32, ply: u32) -> Option<SeatValues> {
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
            && (known.depth == COMPLETE_DEPTH || u32::from(known.depth) >= depth)
        {
            self.is_cut |= known.depth != COMPLETE_DEPTH;
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
        let reached = depth.min(u32::from(COMPLETE_DEPTH) - 1) as u8;
        let depth = if self.is_cut { reached } else { COMPLETE_DEPTH };
        if self.known.len() < MAX_MEMO_ENTRIES || self.known.contains_key(&key) {
            self.known.insert(key, MemoEntry { values, depth, best });
        }
        self.is_cut |= was_cut;
        Some(values)
    }

    /// Returns the values after the mover's best move, and that move's index.
    fn best(&mut self, state: &S, depth: u32, ply: u32) -> Option<(SeatValues, u16)> {
        let Turn::Seat(seat) = state.turn() else { return None };
        let mut best: Option<(SeatValues, u16)> = None;
        for (mv, index) in self.ordered(state, ply) {
            let mut next = state.clone();
            next.play(mv);
            let values = self.values(&next, depth - 1, ply + 1)?;
            if best.is_none_or(|(best, _)| values.seat(seat) > best.seat(seat)) {
                best = Some((values, index));
            }
            if values.seat(seat) >= self.evaluation.max_value() {
                break;
            }
        }
        Some(best.unwrap_or_else(|| (self.evaluation.values(state), 0)))
    }

    /// Returns the moves to search with their indices in the move list, the most promising first.
    fn ordered(&mut self, state: &S, ply: u32) -> Vec<(S::Move, u16)> {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let promised = moves.into_iter().zip(0..).map(|(mv, index)| {
            let promise = self.evaluation.move_priority(state, mv);
            (promise, (mv, index))
        });
        let mut promised: Vec<_> = promised.collect();
        promised.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        promised.truncate(self.evaluation.width(ply).max(1));
        promised.into_iter().map(|(_, mv)| mv).collect()
    }

    fn search_result(
        &self,
        state: &S,
        mut found: Vec<(S::Move, SeatValues)>,
        depth: u32,
    ) -> SearchResult<S::Move> {
        let Turn::Seat(us) = state.turn() else { unreachable!("a seat is to move at the root") };
        found.sort_by(|(_, a), (_, b)| b.seat(us).total_cmp(&a.seat(us)));
        let (mv, values) = found[0];
        let ranked =
            |&(mv, values): &(_, SeatValues)| RankedMove { mv, value: values.seat(us).into() };
        let lines: Vec<_> = found.iter().map(|&(mv, _)| self.line(state, mv, depth)).collect();
        SearchResult {
            values: values.as_slice().iter().map(|&value| value.into()).collect(),
            depth,
            is_complete: depth > 0 && !self.is_cut,
            ranking: found.iter().map(ranked).collect(),
            line: lines[0].clone(),
            lines,
            ..SearchResult::without_search(mv)
        }
    }

    /// Returns the expected continuation after a move, as far as it is remembered.
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
