//! One search tree: nodes in a flat list, with the children of a node side by side.

use crate::search::state::{SearchState, SeatValues};
use meeple_core::{MAX_SEATS, Seat, Turn};
use std::ops::Range;

/// A tree whose root is one position.
#[derive(Debug, Clone)]
pub(super) struct MctsTree<S: SearchState> {
    pub(super) root: S,
    pub(super) seats: usize,
    pub(super) nodes: Vec<MctsNode<S::Move>>,
    /// Mean value for each seat, for each node.
    pub(super) means: Vec<f32>,
    /// Positions after deals, which unlike moves cannot be replayed, with their exact probabilities where
    /// those are known.
    pub(super) dealt: Vec<(S, f64)>,
    pub(super) scale: ValueRange,
}

/// A position in the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct MctsNode<M> {
    pub(super) edge: NodeEdge<M>,
    /// Prior share of a move; for a deal, its probability or how often it was sampled.
    pub(super) share: f32,
    pub(super) visits: u32,
    /// Index of the first child; 0 if there are none yet.
    pub(super) first: u32,
    pub(super) count: u16,
    pub(super) turn: NodeMover,
    pub(super) is_solved: bool,
    /// The solved child that is best for the mover; under a chance node, any solved child. 0 if there is none
    /// yet.
    pub(super) proven: u32,
}

/// How a position is reached from its parent.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeEdge<M> {
    /// The root, or an unused slot.
    Root,
    /// By a move.
    Move(M),
    /// By the deal that led to this position in [`MctsTree::dealt`].
    Deal(u32),
}

/// What decides the next step from a node, as far as known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeMover {
    Unseen,
    Seat(u8),
    /// Chance, with all its deals listed.
    Listed,
    /// Chance, with deals drawn.
    Drawn,
}

/// The range of the values met so far, and the linear map from it to 0..1.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueRange {
    least: f32,
    most: f32,
    factor: f32,
    summand: f32,
}

impl ValueRange {
    const EMPTY: ValueRange =
        ValueRange { least: f32::INFINITY, most: f32::NEG_INFINITY, factor: 0.0, summand: 0.5 };

    pub(super) fn add(&mut self, values: &[f32]) {
        let least = values.iter().copied().fold(self.least, f32::min);
        let most = values.iter().copied().fold(self.most, f32::max);
        if (least < self.least || most > self.most) && most > least {
            self.factor = 1.0 / (most - least);
            self.summand = -least * self.factor;
        }
        (self.least, self.most) = (least, most);
    }

    /// Maps a value to the range 0 to 1.
    pub(super) fn normalise(self, value: f32) -> f32 {
        value * self.factor + self.summand
    }
}

impl<M> MctsNode<M> {
    pub(super) fn new(way: NodeEdge<M>, share: f32) -> Self {
        let turn = NodeMover::Unseen;
        MctsNode {
            edge: way,
            share,
            visits: 0,
            first: 0,
            count: 0,
            turn,
            is_solved: false,
            proven: 0,
        }
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

impl<S: SearchState> MctsTree<S> {
    pub(super) fn new(root: S) -> Self {
        let seats = root.seats();
        let scale = ValueRange::EMPTY;
        let (nodes, means) = (vec![MctsNode::new(NodeEdge::Root, 1.0)], vec![0.0; seats]);
        MctsTree { root, seats, nodes, means, dealt: Vec::new(), scale }
    }

    /// Appends nodes at the end.
    pub(super) fn extend(&mut self, nodes: impl Iterator<Item = MctsNode<S::Move>>) {
        self.nodes.extend(nodes);
        self.means.resize(self.nodes.len() * self.seats, 0.0);
    }

    pub(super) fn means_of(&self, node: usize) -> &[f32] {
        &self.means[node * self.seats..(node + 1) * self.seats]
    }

    pub(super) fn mean(&self, node: usize, seat: Seat) -> f32 {
        self.means[node * self.seats + seat.index()]
    }

    pub(super) fn values(&self, node: usize) -> SeatValues {
        SeatValues::from_fn(self.seats, |seat| self.mean(node, seat))
    }

    /// Marks a position as solved with these exact values.
    pub(super) fn set_solved(&mut self, node: usize, values: &SeatValues) {
        self.nodes[node].is_solved = true;
        let means = &mut self.means[node * self.seats..(node + 1) * self.seats];
        means.copy_from_slice(values.as_slice());
    }

    /// Counts a visit and averages in its values, unless the node is solved.
    pub(super) fn add_visit(&mut self, node: usize, values: &SeatValues) {
        let MctsNode { visits, is_solved, .. } = &mut self.nodes[node];
        *visits = visits.saturating_add(1);
        if !*is_solved {
            let part = 1.0 / *visits as f32;
            let means = &mut self.means[node * self.seats..(node + 1) * self.seats];
            for (mean, &value) in means.iter_mut().zip(values.as_slice()) {
                *mean += (value - *mean) * part;
            }
        }
    }

    /// Records that a child is solved, and solves the node too if that decides it.
    pub(super) fn on_child_solved(&mut self, node: usize, child: usize, extreme: f32) {
        let MctsNode { turn, proven, .. } = self.nodes[node];
        let mut children = self.nodes[node].children();
        let is_best = match turn {
            NodeMover::Seat(seat) => {
                let mean = |child| self.mean(child, Seat::new(usize::from(seat)));
                // Ties go to the first child.
                let is_equal_and_first =
                    || mean(child) >= mean(proven as usize) && child < proven as usize;
                proven == 0 || mean(child) > mean(proven as usize) || is_equal_and_first()
            }
            NodeMover::Listed | NodeMover::Drawn | NodeMover::Unseen => true,
        };
        if is_best {
            self.nodes[node].proven = child as u32;
        }
        let is_enough = match turn {
            NodeMover::Seat(seat) => self.mean(child, Seat::new(usize::from(seat))) >= extreme,
            NodeMover::Listed => false,
            NodeMover::Drawn | NodeMover::Unseen => return,
        };
        if is_enough || children.all(|child| self.nodes[child].is_solved) {
            let mut values = self.values(child);
            self.back_up(node, child, &mut values);
            self.set_solved(node, &values);
        }
    }

    /// Adjusts the values of a visit to a child for its parent: the mover need not accept less than its best
    /// solved child, and solved deals contribute their exact values.
    pub(super) fn back_up(&self, node: usize, child: usize, values: &mut SeatValues) {
        let MctsNode { turn, proven, .. } = self.nodes[node];
        if proven == 0 {
            return;
        }
        match turn {
            NodeMover::Seat(seat) => {
                let seat = Seat::new(usize::from(seat));
                if self.mean(proven as usize, seat) >= values.seat(seat) {
                    *values = self.values(proven as usize);
                }
            }
            NodeMover::Listed => *values = self.with_proven(node, child, values),
            NodeMover::Drawn | NodeMover::Unseen => {}
        }
    }

    /// Averages the exact values of the solved deals with `values` for all the others, by probability.
    fn with_proven(&self, node: usize, child: usize, values: &SeatValues) -> SeatValues {
        let mut sums = [0.0; MAX_SEATS];
        for at in self.nodes[node].children() {
            let NodeEdge::Deal(dealt) = self.nodes[at].edge else { continue };
            let part = self.dealt[dealt as usize].1;
            let is_proven = self.nodes[at].is_solved && at != child;
            let values = if is_proven { self.means_of(at) } else { values.as_slice() };
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += part * f64::from(value);
            }
        }
        SeatValues::from_fn(self.seats, |seat| sums[seat.index()] as f32)
    }
}

impl NodeMover {
    /// Returns the mover of a position that isn't over; chance counts as sampled.
    pub(super) fn from_turn(turn: Turn) -> Self {
        match turn {
            Turn::Seat(seat) => NodeMover::Seat(seat.index() as u8),
            Turn::Chance | Turn::Over => NodeMover::Drawn,
        }
    }
}
