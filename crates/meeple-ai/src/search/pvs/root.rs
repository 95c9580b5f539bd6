//! At the root: passes over its moves, each a ply deeper than the last.

use super::{
    order::Promise,
    tree::{Place, Search},
    window::Window,
};
use crate::search::{evaluate::Evaluate, state::State, thought::Thought};
use meeple_core::Ranked;
use std::cmp::Reverse;

/// A move at the root.
#[derive(Debug, Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// Its value, or a bound from above.
    value: f32,
    is_exact: bool,
}

/// The moves of the root after a pass.
struct Pass<M> {
    /// The best first.
    moves: Vec<Candidate<M>>,
    depth: u32,
    /// Whether looking further would change nothing.
    is_whole: bool,
}

impl<S: State, E: Evaluate<S>> Search<'_, '_, S, E> {
    /// Pass after pass from this depth on, until there is nothing more to see or to spend.
    pub(super) fn deepen(&mut self, state: &S, first: u32) -> Option<Thought<S::Move>> {
        let mut last = Pass { moves: self.root(state), depth: 0, is_whole: false };
        for depth in first..=self.plan.depth {
            self.is_cut = false;
            let (moves, is_finished) = self.pass(state, &last.moves, depth);
            if !is_finished {
                self.keep_what_was_better(&mut last, moves);
                break;
            }
            let is_whole = !self.is_cut || self.is_decided(&moves);
            last = Pass { moves, depth, is_whole };
            if is_whole {
                break;
            }
        }
        self.thought(state, &last)
    }

    /// The moves of the root, the most promising first.
    fn root(&mut self, state: &S) -> Vec<Candidate<S::Move>> {
        let mut moves = self.promises(state);
        moves.sort_by_key(|promise| Reverse(promise.urgency));
        let width = self.evaluation.width(0).max(1);
        let (first, rest) = moves.split_at(width.min(moves.len()));
        let also = rest.iter().filter(|promise| self.plan.also.contains(&promise.mv));
        let candidate = |promise: &Promise<S::Move>| Candidate {
            mv: promise.mv,
            value: f32::NEG_INFINITY,
            is_exact: false,
        };
        first.iter().chain(also).map(candidate).collect()
    }

    /// One pass over the moves of the root, sorted by what it finds, and whether the budget
    /// sufficed; if not, those that it sufficed for.
    fn pass(
        &mut self,
        state: &S,
        root: &[Candidate<S::Move>],
        depth: u32,
    ) -> (Vec<Candidate<S::Move>>, bool) {
        let mut done: Vec<Candidate<S::Move>> = Vec::with_capacity(root.len());
        for &Candidate { mv, .. } in root {
            // What a move must be worth to be among those that are wanted.
            let floor = nth_best(&done, self.plan.exact.max(1));
            let floor = floor.filter(|_| !self.plan.also.contains(&mv));
            let Some(candidate) = self.candidate(state, mv, floor, depth) else { break };
            done.push(candidate);
        }
        // Bounds stay behind exact values; of equals the order stays.
        done.sort_by(|a, b| b.is_exact.cmp(&a.is_exact).then(b.value.total_cmp(&a.value)));
        let is_finished = done.len() == root.len();
        (done, is_finished)
    }

    /// What a move is worth: exactly, or not more than the floor.
    fn candidate(
        &mut self,
        state: &S,
        mv: S::Move,
        floor: Option<f32>,
        depth: u32,
    ) -> Option<Candidate<S::Move>> {
        let whole = Window::whole(self.evaluation.extreme());
        let place = Place::below_root(depth);
        let mut next = state.clone();
        next.play(mv);
        let Some(low) = floor else {
            let value = self.for_us(&next, whole, place)?;
            return Some(Candidate { mv, value, is_exact: true });
        };
        let mut value = low;
        if low < whole.high {
            value = self.for_us(&next, Window::narrow(low), place)?;
        }
        if value > low {
            value = self.for_us(&next, Window { low, ..whole }, place)?;
        }
        Some(Candidate { mv, value, is_exact: value > low })
    }

    /// A pass that was not finished has looked deeper at some moves, the best so far among them:
    /// if one of these is better now, it is chosen. Where more is asked than the best move, only
    /// whole passes count, unless there is none.
    fn keep_what_was_better(&self, last: &mut Pass<S::Move>, mut moves: Vec<Candidate<S::Move>>) {
        moves.retain(|candidate| candidate.is_exact);
        if let Some(best) = moves.first()
            && (last.depth == 0 || self.is_one_asked() && best.mv != last.moves[0].mv)
        {
            last.moves = moves;
        }
    }

    /// Whether nothing is asked but which move is best.
    fn is_one_asked(&self) -> bool {
        self.plan.exact <= 1 && self.plan.also.is_empty()
    }

    /// Whether nothing that lies deeper can change the answer.
    fn is_decided(&self, moves: &[Candidate<S::Move>]) -> bool {
        let extreme = self.evaluation.extreme();
        self.is_one_asked() && moves.first().is_some_and(|best| best.value.abs() >= extreme)
    }

    fn thought(&self, state: &S, pass: &Pass<S::Move>) -> Option<Thought<S::Move>> {
        let best = *pass.moves.first()?;
        let nodes = self.budget.nodes();
        if !best.is_exact {
            return Some(Thought { nodes, ..Thought::unseen(best.mv) });
        }
        let value = f64::from(best.value);
        let value = |seat| if seat == self.us.index() { value } else { -value };
        let exact: Vec<&Candidate<S::Move>> =
            pass.moves.iter().filter(|candidate| candidate.is_exact).collect();
        let ranked = |&&Candidate { mv, value, .. }: &_| Ranked { mv, value: f64::from(value) };
        let line = |candidate: &&Candidate<S::Move>| self.line(state, candidate.mv, pass.depth);
        let lines: Vec<Vec<S::Move>> = exact.iter().map(line).collect();
        Some(Thought {
            values: (0..state.seats()).map(value).collect(),
            line: lines[0].clone(),
            nodes,
            depth: pass.depth,
            is_whole: pass.is_whole,
            ranking: exact.iter().map(ranked).collect(),
            lines,
            ..Thought::unseen(best.mv)
        })
    }
}

/// The `n`th best exact value, if there are so many.
fn nth_best<M>(done: &[Candidate<M>], n: usize) -> Option<f32> {
    let mut values: Vec<f32> = done
        .iter()
        .filter(|candidate| candidate.is_exact)
        .map(|candidate| candidate.value)
        .collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values.get(n - 1).copied()
}
