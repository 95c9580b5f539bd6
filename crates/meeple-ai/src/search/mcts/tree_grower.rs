//! How a tree grows: select a leaf, evaluate it, back up its values.

use super::{
    MctsSettings,
    tree::{MctsNode, MctsTree, NodeEdge, NodeMover},
};
use crate::{
    maths::exp_f32,
    search::{
        Budget,
        evaluate::Evaluator,
        state::{SearchState, SeatValues},
    },
};
use meeple_core::{Seat, Turn, rng::SeededRng};

/// Maximum number of deals sampled from one position.
pub(super) const MAX_SAMPLED_DEALS: usize = 24;
/// One in this many nodes of a tree may hold a position after a deal, which takes much more memory.
const NODES_PER_DEAL: usize = 64;

/// Grows one tree.
pub(super) struct TreeGrower<'a, S: SearchState, E> {
    pub(super) tree: &'a mut MctsTree<S>,
    pub(super) evaluation: E,
    pub(super) growth: &'a MctsSettings,
    pub(super) rng: SeededRng,
    /// The nodes from the root to the current one.
    path: Vec<usize>,
    /// The moves of the position being expanded.
    moves: Vec<S::Move>,
    /// The same moves with their promise.
    promised: Vec<(S::Move, f32)>,
}

impl<'a, S: SearchState, E: Evaluator<S>> TreeGrower<'a, S, E> {
    pub(super) fn new(
        tree: &'a mut MctsTree<S>,
        evaluation: E,
        growth: &'a MctsSettings,
        rng: SeededRng,
    ) -> Self {
        let (path, moves, promised) = (Vec::new(), Vec::new(), Vec::new());
        TreeGrower { tree, evaluation, growth, rng, path, moves, promised }
    }

    /// Grows the tree until the budget is spent or the root is solved.
    pub(super) fn grow(&mut self, budget: &mut Budget<'_>) {
        while !self.tree.nodes[0].is_solved && budget.spend(1) {
            self.visit();
        }
    }

    /// Runs one iteration: select, evaluate, back up.
    fn visit(&mut self) {
        let mut values = self.select_leaf();
        let mut below: Option<usize> = None;
        for at in (0..self.path.len()).rev() {
            let node = self.path[at];
            if let Some(child) = below {
                if self.tree.nodes[child].is_solved {
                    self.tree.on_child_solved(node, child, self.evaluation.max_value());
                }
                self.tree.back_up(node, child, &mut values);
            }
            self.tree.add_visit(node, &values);
            below = Some(node);
        }
    }

    /// Walks to a leaf and returns its values.
    fn select_leaf(&mut self) -> SeatValues {
        let mut state = self.tree.root.clone();
        let mut node = 0;
        self.path.clear();
        loop {
            self.path.push(node);
            let MctsNode { is_solved, first, visits, .. } = self.tree.nodes[node];
            if is_solved {
                return self.tree.values(node);
            }
            // A new node is evaluated on its first visit and expanded on its second.
            let is_leaf = first == 0 && (visits == 0 && node != 0 || !self.expand(node, &state));
            if is_leaf {
                return self.evaluate_leaf(node, &state);
            }
            node = match self.tree.nodes[node].turn {
                NodeMover::Seat(seat) => self.best_puct_child(node, Seat::new(usize::from(seat))),
                NodeMover::Listed => self.least_visited_deal(node),
                NodeMover::Drawn | NodeMover::Unseen => self.sample_deal(node, &state),
            };
            match self.tree.nodes[node].edge {
                NodeEdge::Move(mv) => state.play(mv),
                NodeEdge::Deal(at) => state.clone_from(&self.tree.dealt[at as usize].0),
                NodeEdge::Root => unreachable!("nothing leads to the root"),
            }
        }
    }

    fn evaluate_leaf(&mut self, node: usize, state: &S) -> SeatValues {
        let values = self.evaluation.values(state);
        self.tree.scale.add(values.as_slice());
        if state.turn() == Turn::Over {
            self.tree.set_solved(node, &values);
        }
        values
    }

    /// Gives a node its children; false if there is no room for them or there are none.
    fn expand(&mut self, node: usize, state: &S) -> bool {
        let first = self.tree.nodes.len();
        let room = self.growth.max_positions.saturating_sub(first);
        let turn = state.turn();
        let (mover, count) = match turn {
            Turn::Over => return false,
            Turn::Seat(_) => (NodeMover::from_turn(turn), self.list_moves(state, room)),
            Turn::Chance => self.list_deals(state, room),
        };
        if self.tree.nodes.len() == first {
            return false;
        }
        let expanded = &mut self.tree.nodes[node];
        (expanded.first, expanded.count, expanded.turn) = (first as u32, count, mover);
        true
    }

    /// Appends the moves of a position as nodes, the most promising first, and returns their number.
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
        promised.extend(self.moves.iter().map(|&mv| (mv, evaluation.move_priority(state, mv))));
        promised.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        promised.truncate(width);
        let most = promised.first().map_or(0.0, |&(_, promise)| promise);
        for (_, promise) in &mut *promised {
            // Usually all promises are equal, and powers are slow.
            let less = (*promise - most) / self.growth.temperature;
            *promise = if less == 0.0 { 1.0 } else { exp_f32(less) };
        }
        let sum: f32 = promised.iter().map(|&(_, weight)| weight).sum();
        let child = |&(mv, weight): &(_, f32)| MctsNode::new(NodeEdge::Move(mv), weight / sum);
        self.tree.extend(promised.iter().map(child));
        promised.len() as u16
    }

    /// Appends the listed deals as nodes, or empty slots for deals to be sampled.
    fn list_deals(&mut self, state: &S, room: usize) -> (NodeMover, u16) {
        let room = room.min(self.growth.max_positions / NODES_PER_DEAL);
        let room = room.saturating_sub(self.tree.dealt.len());
        let listed = state.possible_deals().filter(|deals| deals.len() <= self.growth.listed_deals);
        if let Some(deals) = listed.filter(|deals| deals.len() <= room) {
            let count = deals.len() as u16;
            let shares = deals.iter().map(|&(_, share)| share as f32);
            let ways = (self.tree.dealt.len() as u32..).map(NodeEdge::Deal);
            self.tree.extend(ways.zip(shares).map(|(way, share)| MctsNode::new(way, share)));
            self.tree.dealt.extend(deals);
            return (NodeMover::Listed, count);
        }
        if room >= MAX_SAMPLED_DEALS {
            self.tree.extend((0..MAX_SAMPLED_DEALS).map(|_| MctsNode::new(NodeEdge::Root, 0.0)));
        }
        (NodeMover::Drawn, 0)
    }

    /// Returns the unsolved child with the best PUCT score for the mover.
    fn best_puct_child(&self, node: usize, seat: Seat) -> usize {
        let parent = &self.tree.nodes[node];
        let wide = self.growth.moves.open_after(parent.visits, usize::from(parent.count));
        let scale = self.tree.scale;
        let unit = |node| scale.normalise(self.tree.mean(node, seat));
        let reward = self.growth.exploration * (parent.visits.max(1) as f32).sqrt();
        let unseen = unit(node);
        let mut best = (0, f32::NEG_INFINITY);
        let open = parent.children().filter(|&at| !self.tree.nodes[at].is_solved);
        for at in open.take(wide) {
            let MctsNode { visits, share, .. } = self.tree.nodes[at];
            let mean = if visits == 0 { unseen } else { unit(at) };
            let score = mean + reward * share / (1 + visits) as f32;
            if score > best.1 {
                best = (at, score);
            }
        }
        best.0
    }

    /// Returns the deal with the fewest visits relative to its share; solved deals are skipped if all deals
    /// are listed.
    fn least_visited_deal(&self, node: usize) -> usize {
        let parent = &self.tree.nodes[node];
        let is_listed = parent.turn == NodeMover::Listed;
        let mut best = (parent.first as usize, f32::INFINITY);
        for at in parent.children() {
            let MctsNode { visits, share, is_solved, .. } = self.tree.nodes[at];
            let score = visits as f32 / share;
            if score < best.1 && !(is_listed && is_solved) {
                best = (at, score);
            }
        }
        best.0
    }

    /// Samples a new deal while there are few; otherwise returns the least visited one.
    fn sample_deal(&mut self, node: usize, state: &S) -> usize {
        let MctsNode { first, count, visits, .. } = self.tree.nodes[node];
        let wanted = self.growth.deals.open_after(visits, MAX_SAMPLED_DEALS);
        let last = first as usize + usize::from(count);
        if usize::from(count) >= wanted {
            return self.least_visited_deal(node);
        }
        let mut next = state.clone();
        next.apply_random_deal(&mut self.rng);
        let key = next.key();
        let is_same = |&at: &usize| match self.tree.nodes[at].edge {
            NodeEdge::Deal(dealt) => self.tree.dealt[dealt as usize].0.key() == key,
            NodeEdge::Move(_) | NodeEdge::Root => false,
        };
        let drawn = (first as usize..last).find(is_same).unwrap_or(last);
        if drawn == last {
            self.tree.nodes[drawn] =
                MctsNode::new(NodeEdge::Deal(self.tree.dealt.len() as u32), 0.0);
            self.tree.dealt.push((next, 0.0));
            self.tree.nodes[node].count += 1;
        }
        self.tree.nodes[drawn].share += 1.0;
        drawn
    }
}
