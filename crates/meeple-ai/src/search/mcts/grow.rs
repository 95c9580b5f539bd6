//! How a tree grows: down to a leaf, what it is worth, and up again.

use super::{
    Growth,
    tree::{Mover, Node, Tree, Way},
};
use crate::{
    maths::exp_f32,
    search::{
        Budget,
        evaluate::Evaluate,
        state::{State, Values},
    },
};
use meeple_core::{Seat, Turn};
use rand_chacha::ChaCha8Rng;

/// The most deals that are drawn from one position.
pub(super) const DRAWS: usize = 24;
/// Of so many places in a tree one may hold a position after a deal, which is much larger.
const PLACES_A_DEAL: usize = 64;

/// Whoever lets one tree grow.
pub(super) struct Gardener<'a, S: State, E> {
    pub(super) tree: &'a mut Tree<S>,
    pub(super) evaluation: E,
    pub(super) growth: &'a Growth,
    pub(super) rng: ChaCha8Rng,
    /// The nodes from the root to where we are.
    path: Vec<usize>,
    /// The moves of a position that is being expanded.
    moves: Vec<S::Move>,
    /// The same with what they promise.
    promised: Vec<(S::Move, f32)>,
}

impl<'a, S: State, E: Evaluate<S>> Gardener<'a, S, E> {
    pub(super) fn new(
        tree: &'a mut Tree<S>,
        evaluation: E,
        growth: &'a Growth,
        rng: ChaCha8Rng,
    ) -> Self {
        let (path, moves, promised) = (Vec::new(), Vec::new(), Vec::new());
        Gardener { tree, evaluation, growth, rng, path, moves, promised }
    }

    /// Until the budget is spent or nothing is left to be learned.
    pub(super) fn grow(&mut self, budget: &mut Budget<'_>) {
        while !self.tree.nodes[0].is_solved && budget.spend(1) {
            self.visit();
        }
    }

    /// Once down and up again.
    fn visit(&mut self) {
        let mut values = self.go_down();
        let mut below: Option<usize> = None;
        for at in (0..self.path.len()).rev() {
            let node = self.path[at];
            if let Some(child) = below {
                if self.tree.nodes[child].is_solved {
                    self.tree.hear_of_solved(node, child, self.evaluation.extreme());
                }
                self.tree.back_up(node, child, &mut values);
            }
            self.tree.learn(node, &values);
            below = Some(node);
        }
    }

    /// Walks to a leaf and says what it is worth.
    fn go_down(&mut self) -> Values {
        let mut state = self.tree.root.clone();
        let mut node = 0;
        self.path.clear();
        loop {
            self.path.push(node);
            let Node { is_solved, first, visits, .. } = self.tree.nodes[node];
            if is_solved {
                return self.tree.values(node);
            }
            // What is met for the first time is judged; whoever comes again looks further.
            let is_leaf = first == 0 && (visits == 0 && node != 0 || !self.expand(node, &state));
            if is_leaf {
                return self.judge(node, &state);
            }
            node = match self.tree.nodes[node].turn {
                Mover::Seat(seat) => self.promising(node, Seat::new(usize::from(seat))),
                Mover::Listed => self.neglected(node),
                Mover::Drawn | Mover::Unseen => self.drawn(node, &state),
            };
            match self.tree.nodes[node].way {
                Way::Move(mv) => state.play(mv),
                Way::Deal(at) => state.clone_from(&self.tree.dealt[at as usize].0),
                Way::Root => unreachable!("nothing leads to the root"),
            }
        }
    }

    fn judge(&mut self, node: usize, state: &S) -> Values {
        let values = self.evaluation.values(state);
        self.tree.scale.add(values.as_slice());
        if state.turn() == Turn::Over {
            self.tree.set_solved(node, &values);
        }
        values
    }

    /// Gives a node its children; false if there is no room for them, or there are none.
    fn expand(&mut self, node: usize, state: &S) -> bool {
        let first = self.tree.nodes.len();
        let room = self.growth.most_positions.saturating_sub(first);
        let turn = state.turn();
        let (mover, count) = match turn {
            Turn::Over => return false,
            Turn::Seat(_) => (Mover::of(turn), self.list_moves(state, room)),
            Turn::Chance => self.list_deals(state, room),
        };
        if self.tree.nodes.len() == first {
            return false;
        }
        let expanded = &mut self.tree.nodes[node];
        (expanded.first, expanded.count, expanded.turn) = (first as u32, count, mover);
        true
    }

    /// Appends the moves of a position, the most promising first, and says how many.
    fn list_moves(&mut self, state: &S, room: usize) -> u16 {
        self.moves.clear();
        state.moves(&mut self.moves);
        let ply = self.path.len() as u32 - 1;
        let width = self.evaluation.width(ply).max(1).min(usize::from(u16::MAX));
        if self.moves.len().min(width) > room {
            return 0;
        }
        let (evaluation, promised) = (&mut self.evaluation, &mut self.promised);
        promised.clear();
        promised.extend(self.moves.iter().map(|&mv| (mv, evaluation.promise(state, mv))));
        promised.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        promised.truncate(width);
        let most = promised.first().map_or(0.0, |&(_, promise)| promise);
        for (_, promise) in &mut *promised {
            // Most often all are equal, and powers take long.
            let less = (*promise - most) / self.growth.temperature;
            *promise = if less == 0.0 { 1.0 } else { exp_f32(less) };
        }
        let sum: f32 = promised.iter().map(|&(_, weight)| weight).sum();
        let child = |&(mv, weight): &(_, f32)| Node::new(Way::Move(mv), weight / sum);
        self.tree.extend(promised.iter().map(child));
        promised.len() as u16
    }

    /// Appends what chance may bring, or places for what will be drawn.
    fn list_deals(&mut self, state: &S, room: usize) -> (Mover, u16) {
        let room = room.min(self.growth.most_positions / PLACES_A_DEAL);
        let room = room.saturating_sub(self.tree.dealt.len());
        let listed = state.deals().filter(|deals| deals.len() <= self.growth.listed_deals);
        if let Some(deals) = listed.filter(|deals| deals.len() <= room) {
            let count = deals.len() as u16;
            let shares = deals.iter().map(|&(_, share)| share as f32);
            let ways = (self.tree.dealt.len() as u32..).map(Way::Deal);
            self.tree.extend(ways.zip(shares).map(|(way, share)| Node::new(way, share)));
            self.tree.dealt.extend(deals);
            return (Mover::Listed, count);
        }
        if room >= DRAWS {
            self.tree.extend((0..DRAWS).map(|_| Node::new(Way::Root, 0.0)));
        }
        (Mover::Drawn, 0)
    }

    /// The child that may be best for the mover, of those of which anything is left to learn.
    fn promising(&self, node: usize, seat: Seat) -> usize {
        let parent = &self.tree.nodes[node];
        let wide = self.growth.moves.after(parent.visits, usize::from(parent.count));
        let scale = self.tree.scale;
        let unit = |node| scale.unit(self.tree.mean(node, seat));
        let reward = self.growth.exploration * (parent.visits.max(1) as f32).sqrt();
        let unseen = unit(node);
        let mut best = (0, f32::NEG_INFINITY);
        let open = parent.children().filter(|&at| !self.tree.nodes[at].is_solved);
        for at in open.take(wide) {
            let Node { visits, share, .. } = self.tree.nodes[at];
            let mean = if visits == 0 { unseen } else { unit(at) };
            let score = mean + reward * share / (1 + visits) as f32;
            if score > best.1 {
                best = (at, score);
            }
        }
        best.0
    }

    /// The deal that was visited least, compared with its share, of those of which anything is
    /// left to learn.
    fn neglected(&self, node: usize) -> usize {
        let parent = &self.tree.nodes[node];
        let is_listed = parent.turn == Mover::Listed;
        let mut best = (parent.first as usize, f32::INFINITY);
        for at in parent.children() {
            let Node { visits, share, is_solved, .. } = self.tree.nodes[at];
            let score = visits as f32 / share;
            if score < best.1 && !(is_listed && is_solved) {
                best = (at, score);
            }
        }
        best.0
    }

    /// A new deal as long as there are few, else the one that was visited least.
    fn drawn(&mut self, node: usize, state: &S) -> usize {
        let Node { first, count, visits, .. } = self.tree.nodes[node];
        let wanted = self.growth.deals.after(visits, DRAWS);
        let last = first as usize + usize::from(count);
        if usize::from(count) >= wanted {
            return self.neglected(node);
        }
        let mut next = state.clone();
        next.deal(&mut self.rng);
        let key = next.key();
        let is_same = |&at: &usize| match self.tree.nodes[at].way {
            Way::Deal(dealt) => self.tree.dealt[dealt as usize].0.key() == key,
            Way::Move(_) | Way::Root => false,
        };
        let drawn = (first as usize..last).find(is_same).unwrap_or(last);
        if drawn == last {
            self.tree.nodes[drawn] = Node::new(Way::Deal(self.tree.dealt.len() as u32), 0.0);
            self.tree.dealt.push((next, 0.0));
            self.tree.nodes[node].count += 1;
        }
        self.tree.nodes[drawn].share += 1.0;
        drawn
    }
}
