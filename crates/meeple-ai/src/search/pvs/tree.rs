//! Below the root: a position's value within a window.

use super::{
    Plan,
    order::{Promise, put_best_first},
    window::Window,
};
use crate::search::{
    Budget,
    evaluate::Evaluate,
    state::State,
    table::{Entry, Table, WHOLE},
};
use meeple_core::{Seat, Turn};
use std::ops::Range;

/// One thread that searches for one seat.
pub(super) struct Search<'a, 'b, S: State, E> {
    pub(super) us: Seat,
    pub(super) evaluation: &'a mut E,
    pub(super) plan: &'a Plan<S::Move>,
    pub(super) budget: &'a mut Budget<'b>,
    table: &'a Table,
    /// Part of every key, as values are ours.
    salt: u64,
    /// Whether a position was judged before its end.
    pub(super) is_cut: bool,
    /// The moves of all positions on the way, those of the last one at the end.
    stack: Vec<Promise<S::Move>>,
    /// The moves of one position, before they are judged.
    listed: Vec<S::Move>,
    /// For each side how much the moves at a place of the list have refuted: in many games a
    /// place stands for a part of the board.
    refuted: [[u32; PLACES]; 2],
}

/// So many places of a list are told apart.
const PLACES: usize = 128;

/// Where a position lies in the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Plies that are still looked ahead.
    depth: u32,
    /// Plies from the root.
    ply: u32,
}

impl Place {
    /// After a move of the root.
    pub(super) fn below_root(depth: u32) -> Self {
        Place { depth, ply: 0 }.below()
    }

    fn below(self) -> Self {
        Place { depth: self.depth - 1, ply: self.ply + 1 }
    }

    /// How deep what was found here is.
    fn reached(self, is_cut: bool) -> u8 {
        if is_cut { self.depth.min(u32::from(WHOLE) - 1) as u8 } else { WHOLE }
    }
}

/// Who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Us,
    Them,
}

impl Side {
    /// A value of ours as this side sees it, and the other way round.
    fn sees(self, value: f32) -> f32 {
        match self {
            Side::Us => value,
            Side::Them => -value,
        }
    }

    /// A window of ours as this side sees it, and the other way round.
    fn looks(self, window: Window) -> Window {
        match self {
            Side::Us => window,
            Side::Them => window.turned(),
        }
    }
}

impl<'a, 'b, S: State, E: Evaluate<S>> Search<'a, 'b, S, E> {
    pub(super) fn new(
        us: Seat,
        evaluation: &'a mut E,
        plan: &'a Plan<S::Move>,
        table: &'a Table,
        budget: &'a mut Budget<'b>,
    ) -> Self {
        let salt = (us.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (stack, listed) = (Vec::new(), Vec::new());
        let refuted = [[0; PLACES]; 2];
        let is_cut = false;
        Search { us, evaluation, plan, budget, table, salt, is_cut, stack, listed, refuted }
    }

    /// The moves of a position as they stand in its list.
    pub(super) fn promises(&mut self, state: &S) -> Vec<Promise<S::Move>> {
        let moves = self.list(state, None, Side::Us);
        self.stack.drain(moves).collect()
    }

    /// A position's value as we see it; so is the window. `None` if the budget is spent.
    #[inline]
    pub(super) fn for_us(&mut self, state: &S, window: Window, place: Place) -> Option<f32> {
        let side = match state.turn() {
            Turn::Over => return self.judged(state),
            _ if place.depth == 0 => {
                self.is_cut = true;
                return self.judged(state);
            }
            Turn::Chance => return self.average(state, place),
            Turn::Seat(seat) if seat == self.us => Side::Us,
            Turn::Seat(_) => Side::Them,
        };
        let value = self.for_mover(state, side.looks(window), place, side)?;
        Some(side.sees(value))
    }

    #[inline]
    fn judged(&mut self, state: &S) -> Option<f32> {
        self.budget.spend(1).then(|| self.evaluation.value(state, self.us))
    }

    fn average(&mut self, state: &S, place: Place) -> Option<f32> {
        let whole = Window::whole(self.evaluation.extreme());
        self.remembered(state, whole, place, |search, _| {
            let chance = search.plan.chance;
            let value = |next: &S| search.for_us(next, whole, place.below());
            Some((chance.mean(state, value)?, 0))
        })
    }

    /// A position's value as its mover sees it; so is the window.
    #[inline(never)]
    fn for_mover(&mut self, state: &S, window: Window, place: Place, side: Side) -> Option<f32> {
        self.remembered(state, window, place, |search, known| {
            let moves = search.list(state, known, side);
            let start = moves.start;
            let best = search.best_of(state, moves, window, place, side);
            search.stack.truncate(start);
            best
        })
    }

    /// What the table knows suffices, or else `find` finds the value and the index of the best
    /// move, given the one that was best before.
    fn remembered(
        &mut self,
        state: &S,
        window: Window,
        place: Place,
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
            && entry.answers(place.depth, window)
        {
            self.is_cut |= entry.depth != WHOLE;
            return Some(entry.value);
        }
        let was_cut = std::mem::take(&mut self.is_cut);
        let (value, best) = find(self, known.map(|entry| entry.best))?;
        let (bound, depth) = (window.bound(value), place.reached(self.is_cut));
        self.table.put(key, Entry { value, bound, depth, best });
        self.is_cut |= was_cut;
        Some(value)
    }

    /// Puts the moves of a position onto the stack; the one that was best before looks most
    /// promising.
    fn list(&mut self, state: &S, best: Option<u16>, side: Side) -> Range<usize> {
        let start = self.stack.len();
        self.listed.clear();
        state.moves(&mut self.listed);
        let (evaluation, refuted) = (&mut *self.evaluation, &self.refuted[side as usize]);
        self.stack.extend(self.listed.iter().enumerate().map(|(index, &mv)| {
            let index = index as u16;
            let is_best = best == Some(index);
            let hope = if is_best { f32::INFINITY } else { evaluation.promise(state, mv) };
            let refuted = refuted[usize::from(index) % PLACES];
            Promise::new(mv, index, hope, refuted)
        }));
        start..self.stack.len()
    }

    /// The value of the best of these moves, and its index.
    fn best_of(
        &mut self,
        state: &S,
        moves: Range<usize>,
        mut window: Window,
        place: Place,
        side: Side,
    ) -> Option<(f32, u16)> {
        let mut best: Option<(f32, u16)> = None;
        for at in moves.clone().take(self.evaluation.width(place.ply).max(1)) {
            put_best_first(&mut self.stack[at..moves.end], at - moves.start);
            let Promise { mv, index, .. } = self.stack[at];
            let mut next = state.clone();
            next.play(mv);
            let first = if best.is_none() { window } else { Window::narrow(window.low) };
            let mut value = self.after(&next, first, place, side)?;
            if best.is_some() && value > window.low && value < window.high {
                value = self.after(&next, window, place, side)?;
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
            None => self.judged(state).map(|value| (side.sees(value), 0)),
        }
    }

    /// A move was too good to be allowed: what refutes one move often refutes others.
    fn remember_refuter(&mut self, index: u16, place: Place, side: Side) {
        let refuted = &mut self.refuted[side as usize][usize::from(index) % PLACES];
        *refuted = refuted.saturating_add(place.depth * place.depth);
    }

    /// The value of a position for whoever has just moved; so is the window.
    #[inline]
    fn after(&mut self, next: &S, window: Window, place: Place, side: Side) -> Option<f32> {
        let value = self.for_us(next, side.looks(window), place.below())?;
        Some(side.sees(value))
    }

    /// What is expected to follow a move, as far as the table remembers it.
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
