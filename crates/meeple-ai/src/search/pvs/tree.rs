//! The search below the root: a position's value within a window.

use super::{
    SearchSettings,
    order::{OrderedMove, put_best_first},
    window::AlphaBetaWindow,
};
use crate::search::{
    Budget,
    evaluate::Evaluator,
    state::SearchState,
    transposition_table::{COMPLETE_DEPTH, TableEntry, TranspositionTable},
};
use meeple_core::{Seat, Turn};
use std::ops::Range;

/// One thread's search on behalf of one seat.
pub(super) struct PvsSearch<'a, 'b, S: SearchState, E> {
    pub(super) us: Seat,
    pub(super) evaluation: &'a mut E,
    pub(super) plan: &'a SearchSettings<S::Move>,
    pub(super) budget: &'a mut Budget<'b>,
    table: &'a TranspositionTable,
    /// Mixed into every key, because values are from the point of view of `us`.
    salt: u64,
    /// Whether some position was evaluated before the end of the game.
    pub(super) is_cut: bool,
    /// The moves of all positions on the current path; those of the deepest position come last.
    stack: Vec<OrderedMove<S::Move>>,
    /// The moves of one position before they are ordered.
    listed: Vec<S::Move>,
    /// Cutoff counts per side and list index: in many games a list index stands for a part of the board.
    refuted: [[u32; CUTOFF_COUNTERS]; 2],
}

/// Number of list indices with separate cutoff counts.
const CUTOFF_COUNTERS: usize = 128;

/// A location in the search tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchPath {
    /// Plies left to search.
    depth: u32,
    /// Plies from the root.
    ply: u32,
}

impl SearchPath {
    /// Returns the location after a move of the root.
    pub(super) fn below_root(depth: u32) -> Self {
        SearchPath { depth, ply: 0 }.below()
    }

    fn below(self) -> Self {
        SearchPath { depth: self.depth - 1, ply: self.ply + 1 }
    }

    /// Returns the table depth of a result found here.
    fn table_depth(self, is_cut: bool) -> u8 {
        if is_cut { self.depth.min(u32::from(COMPLETE_DEPTH) - 1) as u8 } else { COMPLETE_DEPTH }
    }
}

/// The side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SideToMove {
    Us,
    Them,
}

impl SideToMove {
    /// Converts a value between the point of view of `us` and that of this side.
    fn convert_value(self, value: f32) -> f32 {
        match self {
            SideToMove::Us => value,
            SideToMove::Them => -value,
        }
    }

    /// Converts a window between the point of view of `us` and that of this side.
    fn convert_window(self, window: AlphaBetaWindow) -> AlphaBetaWindow {
        match self {
            SideToMove::Us => window,
            SideToMove::Them => window.negated(),
        }
    }
}

impl<'a, 'b, S: SearchState, E: Evaluator<S>> PvsSearch<'a, 'b, S, E> {
    pub(super) fn new(
        us: Seat,
        evaluation: &'a mut E,
        plan: &'a SearchSettings<S::Move>,
        table: &'a TranspositionTable,
        budget: &'a mut Budget<'b>,
    ) -> Self {
        let salt = (us.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (stack, listed) = (Vec::new(), Vec::new());
        let refuted = [[0; CUTOFF_COUNTERS]; 2];
        let is_cut = false;
        PvsSearch { us, evaluation, plan, budget, table, salt, is_cut, stack, listed, refuted }
    }

    /// Returns the moves of a position in list order.
    pub(super) fn promises(&mut self, state: &S) -> Vec<OrderedMove<S::Move>> {
        let moves = self.push_moves(state, None, SideToMove::Us);
        self.stack.drain(moves).collect()
    }

    /// Returns a position's value; value and window are from the point of view of `us`. `None` if the budget
    /// is spent.
    #[inline]
    pub(super) fn value_for_us(
        &mut self,
        state: &S,
        window: AlphaBetaWindow,
        place: SearchPath,
    ) -> Option<f32> {
        let side = match state.turn() {
            Turn::Over => return self.evaluate(state),
            _ if place.depth == 0 => {
                self.is_cut = true;
                return self.evaluate(state);
            }
            Turn::Chance => return self.average(state, place),
            Turn::Seat(seat) if seat == self.us => SideToMove::Us,
            Turn::Seat(_) => SideToMove::Them,
        };
        let value = self.value_for_mover(state, side.convert_window(window), place, side)?;
        Some(side.convert_value(value))
    }

    #[inline]
    fn evaluate(&mut self, state: &S) -> Option<f32> {
        self.budget.spend(1).then(|| self.evaluation.value(state, self.us))
    }

    fn average(&mut self, state: &S, place: SearchPath) -> Option<f32> {
        let whole = AlphaBetaWindow::full(self.evaluation.max_value());
        self.lookup_or_search(state, whole, place, |search, _| {
            let chance = search.plan.chance;
            let value = |next: &S| search.value_for_us(next, whole, place.below());
            Some((chance.mean(state, value)?, 0))
        })
    }

    /// Returns a position's value; value and window are from the point of view of the mover.
    #[inline(never)]
    fn value_for_mover(
        &mut self,
        state: &S,
        window: AlphaBetaWindow,
        place: SearchPath,
        side: SideToMove,
    ) -> Option<f32> {
        self.lookup_or_search(state, window, place, |search, known| {
            let moves = search.push_moves(state, known, side);
            let start = moves.start;
            let best = search.best_of(state, moves, window, place, side);
            search.stack.truncate(start);
            best
        })
    }

    /// Returns the table's value if it suffices. Otherwise `find` is given the previous best move and
    /// computes the value and the index of the best move.
    fn lookup_or_search(
        &mut self,
        state: &S,
        window: AlphaBetaWindow,
        place: SearchPath,
        find: impl FnOnce(&mut Self, Option<u16>) -> Option<(f32, u16)>,
    ) -> Option<f32> {
        if !self.budget.spend(1) {
            return None;
        }
        if place.depth == 1 && self.evaluation.is_cheap() {
            return find(self, None).map(|(value, _)| value);
        }
        let key = state.key() ^ self.salt;
        let known = self.table.get(key);
        if let Some(entry) = known
            && entry.suffices(place.depth, window)
        {
            self.is_cut |= entry.depth != COMPLETE_DEPTH;
            return Some(entry.value);
        }
        let was_cut = std::mem::take(&mut self.is_cut);
        let (value, best) = find(self, known.map(|entry| entry.best))?;
        let (bound, depth) = (window.bound(value), place.table_depth(self.is_cut));
        self.table.put(key, TableEntry { value, bound, depth, best });
        self.is_cut |= was_cut;
        Some(value)
    }

    /// Pushes the moves of a position onto the stack; the previous best move gets the highest priority.
    fn push_moves(&mut self, state: &S, best: Option<u16>, side: SideToMove) -> Range<usize> {
        let start = self.stack.len();
        self.listed.clear();
        state.moves(&mut self.listed);
        let (evaluation, refuted) = (&mut *self.evaluation, &self.refuted[side as usize]);
        self.stack.extend(self.listed.iter().enumerate().map(|(index, &mv)| {
            let index = index as u16;
            let is_best = best == Some(index);
            let hope = if is_best { f32::INFINITY } else { evaluation.move_priority(state, mv) };
            let refuted = refuted[usize::from(index) % CUTOFF_COUNTERS];
            OrderedMove::new(mv, index, hope, refuted)
        }));
        start..self.stack.len()
    }

    /// Returns the value of the best of these moves, and its index.
    fn best_of(
        &mut self,
        state: &S,
        moves: Range<usize>,
        mut window: AlphaBetaWindow,
        place: SearchPath,
        side: SideToMove,
    ) -> Option<(f32, u16)> {
        let mut best: Option<(f32, u16)> = None;
        for at in moves.clone().take(self.evaluation.width(place.ply).max(1)) {
            put_best_first(&mut self.stack[at..moves.end], at - moves.start);
            let OrderedMove { mv, index, .. } = self.stack[at];
            let mut next = state.clone();
            next.play(mv);
            let first = if best.is_none() { window } else { AlphaBetaWindow::narrow(window.low) };
            let mut value = self.value_after_move(&next, first, place, side)?;
            if best.is_some() && value > window.low && value < window.high {
                value = self.value_after_move(&next, window, place, side)?;
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
            window.low = window.low.max(value);
            if window.low >= window.high {
                self.remember_refuter(index, place, side);
                break;
            }
        }
        match best {
            Some(best) => Some(best),
            None => self.evaluate(state).map(|value| (side.convert_value(value), 0)),
        }
    }

    /// Counts a cutoff by this move: a move that refutes one line often refutes others.
    fn remember_refuter(&mut self, index: u16, place: SearchPath, side: SideToMove) {
        let refuted = &mut self.refuted[side as usize][usize::from(index) % CUTOFF_COUNTERS];
        *refuted = refuted.saturating_add(place.depth * place.depth);
    }

    /// Returns a position's value; value and window are from the point of view of the side that just moved.
    #[inline]
    fn value_after_move(
        &mut self,
        next: &S,
        window: AlphaBetaWindow,
        place: SearchPath,
        side: SideToMove,
    ) -> Option<f32> {
        let value = self.value_for_us(next, side.convert_window(window), place.below())?;
        Some(side.convert_value(value))
    }

    /// Returns the expected continuation after a move, as far as the table remembers it.
    pub(super) fn line(&self, state: &S, first: S::Move, depth: u32) -> Vec<S::Move> {
        let (mut state, mut line) = (state.clone(), vec![first]);
        state.play(first);
        let mut moves = Vec::new();
        while line.len() < depth as usize
            && let Turn::Seat(_) = state.turn()
            && let Some(entry) = self.table.get(state.key() ^ self.salt)
        {
            moves.clear();
            state.moves(&mut moves);
            let Some(&mv) = moves.get(usize::from(entry.best)) else { break };
            state.play(mv);
            line.push(mv);
        }
        line
    }
}
