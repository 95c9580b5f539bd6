//! Principal variation search: us against the rest.
//!
//! ```text
//! depth 1, 2, 3, ...        each pass starts with what the last one found best
//!   first move  [----- whole window -----]
//!   others               [|]              is it better at all? Only then look closely.
//! ```
//!
//! One side is the seat that is to move, the other everybody else: with two seats that is the
//! ordinary game, with more it is *paranoid* play. Whose turn it is is asked of the position,
//! so a seat may move twice running and on both sides of a deal. The table, the order of the
//! moves and the narrow windows save work and change no value: [`super::negamax`] is the oracle.

use super::{
    Budget,
    chance::Chance,
    evaluate::Evaluate,
    state::State,
    table::{Bound, Entry, Table, WHOLE},
    thought::Thought,
};
use meeple_core::{Ranked, Seat, Turn};

/// How to search.
#[derive(Debug, Clone)]
pub struct Plan<M> {
    /// The most plies to look ahead.
    pub depth: u32,
    /// How chance is looked at.
    pub chance: Chance,
    /// How many of the best moves get their exact value, at least one.
    pub exact: usize,
    /// These get it in any case.
    pub also: Vec<M>,
}

impl<M> Default for Plan<M> {
    fn default() -> Self {
        let chance = Chance { samples: 16, seed: 0 };
        Plan { depth: u32::from(WHOLE) - 1, chance, exact: 1, also: Vec::new() }
    }
}

/// Searches deeper and deeper until the budget is spent, the plan's depth is reached, or there
/// is nothing more to see. `None` if nobody is to move, or the budget does not suffice for one
/// ply.
pub fn pvs<S: State>(
    state: &S,
    evaluation: &mut impl Evaluate<S>,
    plan: &Plan<S::Move>,
    table: &Table,
    budget: &mut Budget<'_>,
) -> Option<Thought<S::Move>> {
    let Turn::Seat(us) = state.turn() else { return None };
    let mut search = Search { us, evaluation, plan, table, budget, is_cut: false, spare: vec![] };
    let mut root = search.root(state);
    let mut reached = None;
    for depth in 1..=plan.depth {
        search.is_cut = false;
        let Some(sorted) = search.pass(state, &root, depth) else { break };
        root = sorted;
        reached = Some((depth, !search.is_cut));
        if !search.is_cut {
            break;
        }
    }
    let (depth, is_whole) = reached?;
    let best = *root.first()?;
    let value = f64::from(best.value);
    let values = (0..state.seats()).map(|seat| if seat == us.index() { value } else { -value });
    let exact = root.iter().filter(|candidate| candidate.is_exact);
    Some(Thought {
        mv: best.mv,
        values: values.collect(),
        line: search.line(state, best.mv, depth),
        depth,
        is_whole,
        ranking: exact
            .map(|&Candidate { mv, value, .. }| Ranked { mv, value: value.into() })
            .collect(),
    })
}

struct Search<'a, 'b, S: State, E> {
    us: Seat,
    evaluation: &'a mut E,
    plan: &'a Plan<S::Move>,
    table: &'a Table,
    budget: &'a mut Budget<'b>,
    /// Whether a position was judged before its end.
    is_cut: bool,
    /// Lists that were used and are empty again.
    spare: Vec<Vec<Promise<S::Move>>>,
}

/// A move at the root.
#[derive(Debug, Clone, Copy)]
struct Candidate<M> {
    mv: M,
    /// Its value, or a bound from above.
    value: f32,
    is_exact: bool,
}

/// A move that is to be looked at.
#[derive(Debug, Clone, Copy)]
struct Promise<M> {
    mv: M,
    promise: f32,
    /// Its place in the list of moves.
    index: u16,
}

/// What the side to move has already, and what the other would not allow.
#[derive(Debug, Clone, Copy)]
struct Window {
    low: f32,
    high: f32,
}

impl Window {
    const WHOLE: Window = Window { low: f32::NEG_INFINITY, high: f32::INFINITY };

    /// Just enough to ask whether something is more than `low`.
    fn narrow(low: f32) -> Self {
        Window { low, high: low.next_up() }
    }

    /// The same as the other side sees it.
    fn turned(self) -> Self {
        Window { low: -self.high, high: -self.low }
    }
}

/// Where a position lies in the tree.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Plies that are still looked ahead.
    depth: u32,
    /// Plies from the root.
    ply: u32,
}

impl Place {
    fn below(self) -> Self {
        Place { depth: self.depth - 1, ply: self.ply + 1 }
    }
}

impl<S: State, E: Evaluate<S>> Search<'_, '_, S, E> {
    /// The moves of the root, the most promising first.
    fn root(&mut self, state: &S) -> Vec<Candidate<S::Move>> {
        let mut moves = self.promises(state);
        moves.sort_by(|a, b| b.promise.total_cmp(&a.promise));
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

    fn promises(&mut self, state: &S) -> Vec<Promise<S::Move>> {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let promise =
            |(mv, index)| Promise { mv, promise: self.evaluation.promise(state, mv), index };
        moves.into_iter().zip(0..).map(promise).collect()
    }

    /// One pass over the moves of the root, sorted by what it finds; `None` if the budget does
    /// not suffice.
    fn pass(
        &mut self,
        state: &S,
        root: &[Candidate<S::Move>],
        depth: u32,
    ) -> Option<Vec<Candidate<S::Move>>> {
        let below = Place { depth, ply: 0 }.below();
        let mut done: Vec<Candidate<S::Move>> = Vec::with_capacity(root.len());
        for &Candidate { mv, .. } in root {
            let mut next = state.clone();
            next.play(mv);
            // What a move must be worth to be among those that are wanted.
            let floor = nth_best(&done, self.plan.exact.max(1));
            let (value, is_exact) = match floor.filter(|_| !self.plan.also.contains(&mv)) {
                None => (self.for_us(&next, Window::WHOLE, below)?, true),
                Some(low) => {
                    let bound = self.for_us(&next, Window::narrow(low), below)?;
                    if bound > low {
                        (self.for_us(&next, Window { low, ..Window::WHOLE }, below)?, true)
                    } else {
                        (bound, false)
                    }
                }
            };
            done.push(Candidate { mv, value, is_exact });
        }
        // Bounds stay behind exact values; of equals the order stays.
        done.sort_by(|a, b| b.is_exact.cmp(&a.is_exact).then(b.value.total_cmp(&a.value)));
        Some(done)
    }

    /// A position's value as we see it; so is the window.
    fn for_us(&mut self, state: &S, window: Window, place: Place) -> Option<f32> {
        match state.turn() {
            Turn::Over => self.judged(state),
            _ if place.depth == 0 => {
                self.is_cut = true;
                self.judged(state)
            }
            Turn::Chance => self.average(state, place),
            Turn::Seat(seat) if seat == self.us => self.for_mover(state, window, place, Side::Us),
            Turn::Seat(_) => {
                let value = self.for_mover(state, window.turned(), place, Side::Them)?;
                Some(-value)
            }
        }
    }

    fn judged(&mut self, state: &S) -> Option<f32> {
        self.budget.spend(1).then(|| self.evaluation.value(state, self.us))
    }

    fn average(&mut self, state: &S, place: Place) -> Option<f32> {
        if !self.budget.spend(1) {
            return None;
        }
        let mut sum = 0.0;
        for (next, part) in self.plan.chance.futures(state) {
            sum += part * self.for_us(&next, Window::WHOLE, place.below())?;
        }
        Some(sum)
    }

    /// A position's value as its mover sees it; so is the window.
    fn for_mover(&mut self, state: &S, window: Window, place: Place, side: Side) -> Option<f32> {
        if !self.budget.spend(1) {
            return None;
        }
        let key = state.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && entry.answers(place.depth, window)
        {
            self.is_cut |= entry.depth != WHOLE;
            return Some(entry.value);
        }
        let was_cut = std::mem::take(&mut self.is_cut);
        let mut moves = self.listed(state, known.map(|entry| entry.best));
        let best = self.best_of(state, &mut moves, window, place, side);
        moves.clear();
        self.spare.push(moves);
        let (value, best) = best?;
        let depth = if self.is_cut { place.depth.min(u32::from(WHOLE) - 1) as u8 } else { WHOLE };
        self.table.put(key, Entry { value, bound: window.bound(value), depth, best });
        self.is_cut |= was_cut;
        Some(value)
    }

    /// The moves of a position; the one that was best before looks most promising.
    fn listed(&mut self, state: &S, best: Option<u16>) -> Vec<Promise<S::Move>> {
        let mut plain = Vec::new();
        state.moves(&mut plain);
        let mut list = self.spare.pop().unwrap_or_default();
        list.extend(plain.iter().zip(0..).map(|(&mv, index)| {
            let promise = if best == Some(index) {
                f32::INFINITY
            } else {
                self.evaluation.promise(state, mv)
            };
            Promise { mv, promise, index }
        }));
        list
    }

    /// The value of the best of these moves, and its index.
    fn best_of(
        &mut self,
        state: &S,
        moves: &mut [Promise<S::Move>],
        mut window: Window,
        place: Place,
        side: Side,
    ) -> Option<(f32, u16)> {
        let mut best: Option<(f32, u16)> = None;
        for looked in 0..moves.len().min(self.evaluation.width(place.ply).max(1)) {
            bring_best_forward(&mut moves[looked..]);
            let Promise { mv, index, .. } = moves[looked];
            let mut next = state.clone();
            next.play(mv);
            let value = if best.is_none() {
                self.after(&next, window, place, side)?
            } else {
                let value = self.after(&next, Window::narrow(window.low), place, side)?;
                if value > window.low && value < window.high {
                    self.after(&next, window, place, side)?
                } else {
                    value
                }
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
            window.low = window.low.max(value);
            if window.low >= window.high {
                break;
            }
        }
        match best {
            Some(best) => Some(best),
            None => self.judged(state).map(|value| (side.sees(value), 0)),
        }
    }

    /// The value of a position for whoever has just moved; so is the window.
    fn after(&mut self, next: &S, window: Window, place: Place, side: Side) -> Option<f32> {
        let window = if side == Side::Us { window } else { window.turned() };
        self.for_us(next, window, place.below()).map(|value| side.sees(value))
    }

    /// What is expected to follow a move, as far as the table remembers it.
    fn line(&self, state: &S, first: S::Move, depth: u32) -> Vec<S::Move> {
        let (mut state, mut line) = (state.clone(), vec![first]);
        state.play(first);
        let mut moves = Vec::new();
        while line.len() < depth as usize
            && let Turn::Seat(_) = state.turn()
            && let Some(entry) = self.table.get(state.key())
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

/// Who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Us,
    Them,
}

impl Side {
    /// A value of ours as this side sees it.
    fn sees(self, value: f32) -> f32 {
        match self {
            Side::Us => value,
            Side::Them => -value,
        }
    }
}

impl Window {
    /// What a value that was found within this window says.
    fn bound(self, value: f32) -> Bound {
        if value <= self.low {
            Bound::AtMost
        } else if value >= self.high {
            Bound::AtLeast
        } else {
            Bound::Exact
        }
    }
}

impl Entry {
    /// Whether this suffices as an answer.
    fn answers(&self, depth: u32, window: Window) -> bool {
        let is_deep = self.depth == WHOLE || u32::from(self.depth) >= depth;
        is_deep
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.value >= window.high,
                Bound::AtMost => self.value <= window.low,
            }
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

/// The most promising move comes first; of equals the one that is first in the list of moves.
fn bring_best_forward<M>(moves: &mut [Promise<M>]) {
    let better = |a: &Promise<M>, b: &Promise<M>| {
        a.promise.total_cmp(&b.promise).then(b.index.cmp(&a.index))
    };
    let best = moves.iter().enumerate().max_by(|(_, a), (_, b)| better(a, b));
    if let Some(at) = best.map(|(at, _)| at) {
        moves.swap(0, at);
    }
}
