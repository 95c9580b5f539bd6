//! The root of the search: passes over its moves, each one ply deeper than the last.

use super::{
    order::OrderedMove,
    tree::{PvsSearch, SearchPath},
    window::AlphaBetaWindow,
};
use crate::search::{evaluate::Evaluator, search_result::SearchResult, state::SearchState};
use meeple_core::RankedMove;
use std::cmp::Reverse;

/// A move at the root.
#[derive(Debug, Clone, Copy)]
struct RootMove<M> {
    mv: M,
    /// Exact value, or an upper bound.
    value: f32,
    is_exact: bool,
}

/// The moves of the root after one pass.
struct SearchPass<M> {
    /// Best first.
    moves: Vec<RootMove<M>>,
    depth: u32,
    /// Whether searching deeper would change nothing.
    is_whole: bool,
}

impl<S: SearchState, E: Evaluator<S>> PvsSearch<'_, '_, S, E> {
    /// Runs pass after pass from depth `first` until the tree or the budget is exhausted.
    pub(super) fn deepen(&mut self, state: &S, first: u32) -> Option<SearchResult<S::Move>> {
        let mut last = SearchPass { moves: self.root_moves(state), depth: 0, is_whole: false };
        for depth in first..=self.plan.depth {
            self.is_cut = false;
            let (moves, is_finished) = self.pass(state, &last.moves, depth);
            if !is_finished {
                self.merge_partial_pass(&mut last, moves);
                break;
            }
            let is_whole = !self.is_cut || self.is_decided(&moves);
            last = SearchPass { moves, depth, is_whole };
            if is_whole {
                break;
            }
        }
        self.search_result(state, &last)
    }

    /// Returns the moves of the root, the most promising first.
    fn root_moves(&mut self, state: &S) -> Vec<RootMove<S::Move>> {
        let mut moves = self.promises(state);
        moves.sort_by_key(|promise| Reverse(promise.urgency));
        let width = self.evaluation.width(0).max(1);
        let (first, rest) = moves.split_at(width.min(moves.len()));
        let also = rest.iter().filter(|promise| self.plan.also.contains(&promise.mv));
        let candidate = |promise: &OrderedMove<S::Move>| RootMove {
            mv: promise.mv,
            value: f32::NEG_INFINITY,
            is_exact: false,
        };
        first.iter().chain(also).map(candidate).collect()
    }

    /// Runs one pass over the moves of the root. Returns the moves it finished, sorted by value, and whether
    /// it finished all of them.
    fn pass(
        &mut self,
        state: &S,
        root: &[RootMove<S::Move>],
        depth: u32,
    ) -> (Vec<RootMove<S::Move>>, bool) {
        let mut done: Vec<RootMove<S::Move>> = Vec::with_capacity(root.len());
        for &RootMove { mv, .. } in root {
            // The value a move must exceed to be among the requested best moves.
            let floor = nth_best(&done, self.plan.exact.max(1));
            let floor = floor.filter(|_| !self.plan.also.contains(&mv));
            let Some(candidate) = self.search_root_move(state, mv, floor, depth) else { break };
            done.push(candidate);
        }
        // Bounds sort after exact values; ties keep their order.
        done.sort_by(|a, b| b.is_exact.cmp(&a.is_exact).then(b.value.total_cmp(&a.value)));
        let is_finished = done.len() == root.len();
        (done, is_finished)
    }

    /// Searches one move: its exact value, or an upper bound if it doesn't exceed `floor`.
    fn search_root_move(
        &mut self,
        state: &S,
        mv: S::Move,
        floor: Option<f32>,
        depth: u32,
    ) -> Option<RootMove<S::Move>> {
        let whole = AlphaBetaWindow::full(self.evaluation.max_value());
        let place = SearchPath::below_root(depth);
        let mut next = state.clone();
        next.play(mv);
        let Some(low) = floor else {
            let value = self.value_for_us(&next, whole, place)?;
            return Some(RootMove { mv, value, is_exact: true });
        };
        let mut value = low;
        if low < whole.high {
            value = self.value_for_us(&next, AlphaBetaWindow::narrow(low), place)?;
        }
        if value > low {
            value = self.value_for_us(&next, AlphaBetaWindow { low, ..whole }, place)?;
        }
        Some(RootMove { mv, value, is_exact: value > low })
    }

    /// Uses the results of an unfinished pass, which has looked deeper at some moves, including the best so
    /// far. If another move is best now, it is chosen. If more than the best move was requested, only
    /// complete passes count, unless there is none.
    fn merge_partial_pass(
        &self,
        last: &mut SearchPass<S::Move>,
        mut moves: Vec<RootMove<S::Move>>,
    ) {
        moves.retain(|candidate| candidate.is_exact);
        if let Some(best) = moves.first()
            && (last.depth == 0 || self.wants_best_only() && best.mv != last.moves[0].mv)
        {
            last.moves = moves;
        }
    }

    /// Whether only the best move was requested.
    fn wants_best_only(&self) -> bool {
        self.plan.exact <= 1 && self.plan.also.is_empty()
    }

    /// Whether searching deeper cannot change the answer.
    fn is_decided(&self, moves: &[RootMove<S::Move>]) -> bool {
        let extreme = self.evaluation.max_value();
        self.wants_best_only() && moves.first().is_some_and(|best| best.value.abs() >= extreme)
    }

    fn search_result(
        &self,
        state: &S,
        pass: &SearchPass<S::Move>,
    ) -> Option<SearchResult<S::Move>> {
        let best = *pass.moves.first()?;
        let nodes = self.budget.nodes();
        if !best.is_exact {
            return Some(SearchResult { nodes, ..SearchResult::without_search(best.mv) });
        }
        let value = f64::from(best.value);
        let value = |seat| if seat == self.us.index() { value } else { -value };
        let exact: Vec<&RootMove<S::Move>> =
            pass.moves.iter().filter(|candidate| candidate.is_exact).collect();
        let ranked = |&&RootMove { mv, value, .. }: &_| RankedMove { mv, value: f64::from(value) };
        let line = |candidate: &&RootMove<S::Move>| self.line(state, candidate.mv, pass.depth);
        let lines: Vec<Vec<S::Move>> = exact.iter().map(line).collect();
        Some(SearchResult {
            values: (0..state.seats()).map(value).collect(),
            line: lines[0].clone(),
            nodes,
            depth: pass.depth,
            is_complete: pass.is_whole,
            ranking: exact.iter().map(ranked).collect(),
            lines,
            ..SearchResult::without_search(best.mv)
        })
    }
}

/// Returns the `n`th best exact value; `None` if there are fewer.
fn nth_best<M>(done: &[RootMove<M>], n: usize) -> Option<f32> {
    let mut values: Vec<f32> = done
        .iter()
        .filter(|candidate| candidate.is_exact)
        .map(|candidate| candidate.value)
        .collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values.get(n - 1).copied()
}
