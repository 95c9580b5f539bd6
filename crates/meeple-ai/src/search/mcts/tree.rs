//! One tree: positions as places in a list, the children of one side by side.

use crate::search::state::{State, Values};
use meeple_core::{MAX_SEATS, Seat, Turn};
use std::ops::Range;

/// A tree whose root is one position.
#[derive(Debug, Clone)]
pub(super) struct Tree<S: State> {
    pub(super) root: S,
    pub(super) seats: usize,
    pub(super) nodes: Vec<Node<S::Move>>,
    /// What each seat got on average, a value for each seat and node.
    pub(super) means: Vec<f32>,
    /// Positions after deals, which cannot be repeated as moves can, with their exact parts of
    /// all where those are known.
    pub(super) dealt: Vec<(S, f64)>,
    pub(super) scale: Scale,
}

/// A position in the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<M> {
    pub(super) way: Way<M>,
    /// The share of a move before it is searched; of a deal, its part of all.
    pub(super) share: f32,
    pub(super) visits: u32,
    /// Where the children begin; 0 as long as there are none.
    pub(super) first: u32,
    pub(super) count: u16,
    pub(super) turn: Mover,
    pub(super) is_solved: bool,
    /// The child that is best for the mover among those that are solved; of deals, any of those.
    /// 0 as long as there is none.
    pub(super) proven: u32,
}

/// How a position is reached from the one above it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way<M> {
    /// It is the root, or a place that is not used yet.
    Root,
    /// By a move.
    Move(M),
    /// By the deal that led to this position of [`Tree::dealt`].
    Deal(u32),
}

/// Who is to move, as far as anybody has looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    Unseen,
    Seat(u8),
    /// Chance, with all its deals listed.
    Listed,
    /// Chance, with deals drawn.
    Drawn,
}

/// The least and the most of the values that were met, and what follows from them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    least: f32,
    most: f32,
    factor: f32,
    summand: f32,
}

impl Scale {
    const EMPTY: Scale =
        Scale { least: f32::INFINITY, most: f32::NEG_INFINITY, factor: 0.0, summand: 0.5 };

    pub(super) fn add(&mut self, values: &[f32]) {
        let least = values.iter().copied().fold(self.least, f32::min);
        let most = values.iter().copied().fold(self.most, f32::max);
        if (least < self.least || most > self.most) && most > least {
            self.factor = 1.0 / (most - least);
            self.summand = -least * self.factor;
        }
        (self.least, self.most) = (least, most);
    }

    /// A value between 0 and 1.
    pub(super) fn unit(self, value: f32) -> f32 {
        value * self.factor + self.summand
    }
}

impl<M> Node<M> {
    pub(super) fn new(way: Way<M>, share: f32) -> Self {
        let turn = Mover::Unseen;
        Node { way, share, visits: 0, first: 0, count: 0, turn, is_solved: false, proven: 0 }
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

impl<S: State> Tree<S> {
    pub(super) fn new(root: S) -> Self {
        let seats = root.seats();
        let scale = Scale::EMPTY;
        let (nodes, means) = (vec![Node::new(Way::Root, 1.0)], vec![0.0; seats]);
        Tree { root, seats, nodes, means, dealt: Vec::new(), scale }
    }

    /// Adds places at the end.
    pub(super) fn extend(&mut self, nodes: impl Iterator<Item = Node<S::Move>>) {
        self.nodes.extend(nodes);
        self.means.resize(self.nodes.len() * self.seats, 0.0);
    }

    pub(super) fn means_of(&self, node: usize) -> &[f32] {
        &self.means[node * self.seats..(node + 1) * self.seats]
    }

    pub(super) fn mean(&self, node: usize, seat: Seat) -> f32 {
        self.means[node * self.seats + seat.index()]
    }

    pub(super) fn values(&self, node: usize) -> Values {
        Values::of(self.seats, |seat| self.mean(node, seat))
    }

    /// The position is known exactly.
    pub(super) fn set_solved(&mut self, node: usize, values: &Values) {
        self.nodes[node].is_solved = true;
        let means = &mut self.means[node * self.seats..(node + 1) * self.seats];
        means.copy_from_slice(values.as_slice());
    }

    /// One more visit, which brought these values.
    pub(super) fn learn(&mut self, node: usize, values: &Values) {
        let Node { visits, is_solved, .. } = &mut self.nodes[node];
        *visits = visits.saturating_add(1);
        if !*is_solved {
            let part = 1.0 / *visits as f32;
            let means = &mut self.means[node * self.seats..(node + 1) * self.seats];
            for (mean, &value) in means.iter_mut().zip(values.as_slice()) {
                *mean += (value - *mean) * part;
            }
        }
    }

    /// A child is known exactly. If that decides it, so is the position.
    pub(super) fn hear_of_solved(&mut self, node: usize, child: usize, extreme: f32) {
        let Node { turn, proven, .. } = self.nodes[node];
        let mut children = self.nodes[node].children();
        let is_best = match turn {
            Mover::Seat(seat) => {
                let mean = |child| self.mean(child, Seat::new(usize::from(seat)));
                // Of equals the first counts.
                let is_equal_and_first =
                    || mean(child) >= mean(proven as usize) && child < proven as usize;
                proven == 0 || mean(child) > mean(proven as usize) || is_equal_and_first()
            }
            Mover::Listed | Mover::Drawn | Mover::Unseen => true,
        };
        if is_best {
            self.nodes[node].proven = child as u32;
        }
        let is_enough = match turn {
            Mover::Seat(seat) => self.mean(child, Seat::new(usize::from(seat))) >= extreme,
            Mover::Listed => false,
            Mover::Drawn | Mover::Unseen => return,
        };
        if is_enough || children.all(|child| self.nodes[child].is_solved) {
            let mut values = self.values(child);
            self.back_up(node, child, &mut values);
            self.set_solved(node, &values);
        }
    }

    /// What a visit to a child says of a position: whoever is to move need not take less than
    /// what is proven, and what is proven of deals need not be visited again.
    pub(super) fn back_up(&self, node: usize, child: usize, values: &mut Values) {
        let Node { turn, proven, .. } = self.nodes[node];
        if proven == 0 {
            return;
        }
        match turn {
            Mover::Seat(seat) => {
                let seat = Seat::new(usize::from(seat));
                if self.mean(proven as usize, seat) >= values.seat(seat) {
                    *values = self.values(proven as usize);
                }
            }
            Mover::Listed => *values = self.with_proven(node, child, values),
            Mover::Drawn | Mover::Unseen => {}
        }
    }

    /// What is proven of deals with its share, and for all the others these values.
    fn with_proven(&self, node: usize, child: usize, values: &Values) -> Values {
        let mut sums = [0.0; MAX_SEATS];
        for at in self.nodes[node].children() {
            let Way::Deal(dealt) = self.nodes[at].way else { continue };
            let part = self.dealt[dealt as usize].1;
            let is_proven = self.nodes[at].is_solved && at != child;
            let values = if is_proven { self.means_of(at) } else { values.as_slice() };
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += part * f64::from(value);
            }
        }
        Values::of(self.seats, |seat| sums[seat.index()] as f32)
    }
}

impl Mover {
    /// Who is to move in a position in which somebody is.
    pub(super) fn of(turn: Turn) -> Self {
        match turn {
            Turn::Seat(seat) => Mover::Seat(seat.index() as u8),
            Turn::Chance | Turn::Over => Mover::Drawn,
        }
    }
}
