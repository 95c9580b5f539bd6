//! Many games at a time, told in order.

use meeple_ai::azul::{Brain, Mind, Played, Practice};
use meeple_core::Limits;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt::{self, Display},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// Who plays, and how.
pub(super) struct Hall<'a> {
    pub(super) practice: Practice,
    pub(super) brains: [&'a Brain; 2],
    pub(super) limits: &'a Limits,
    pub(super) jobs: usize,
}

/// A game that is to be played.
#[derive(Debug, Clone)]
pub(super) struct Pairing {
    pub(super) seed: u64,
    /// Which of the two sits on each seat.
    pub(super) seating: Vec<usize>,
}

/// Every way in which both sit at a table of so many: with the ways come those in which the two
/// are exchanged, so that each has half the wins if they are equally strong.
pub(super) fn seatings(players: usize) -> Vec<Vec<usize>> {
    let ways = (1..(1_usize << players) - 1).rev();
    ways.map(|way| (0..players).map(|seat| way >> seat & 1).collect()).collect()
}

impl Hall<'_> {
    /// Plays them all and tells of each, in this order; whether it came to their end.
    pub(super) fn play<E>(
        &self,
        pairings: &[Pairing],
        mut tell: impl FnMut(Played) -> Result<(), E>,
    ) -> Result<bool, E> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(pairings.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(pairings, next, &sender));
            }
            drop(sender);
            let (mut waiting, mut told) = (BTreeMap::new(), 0);
            for (at, played) in receiver {
                waiting.insert(at, played);
                while let Some(played) = waiting.remove(&told) {
                    tell(played)?;
                    told += 1;
                }
            }
            Ok(told == pairings.len())
        })
    }

    /// One thread plays whatever is next; it ends when nobody listens.
    fn work(
        &self,
        pairings: &[Pairing],
        next: &AtomicUsize,
        sender: &mpsc::Sender<(usize, Played)>,
    ) {
        let mut minds = self.brains.map(|brain| Mind::new(brain.clone()));
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(Pairing { seed, seating }) = pairings.get(at) else { return };
            let played = self.practice.play(*seed, &mut minds, seating, self.limits);
            let Some(played) = played else { return };
            if sender.send((at, played)).is_err() {
                return;
            }
        }
    }
}

/// What a match showed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Score {
    /// Games, as many of them in each seating.
    pub(super) games: u64,
    /// The first and the last seed.
    pub(super) seeds: [u64; 2],
    /// Positions that were looked at for a move.
    pub(super) nodes: u64,
    /// What part of the wins the first one had.
    pub(super) share: f64,
    /// Its standard error, by blocks of games on the same deals.
    pub(super) error: f64,
}

impl Score {
    /// The score of blocks of so many games on the same deals: what part of the wins of each the
    /// first one had.
    pub(super) fn of(blocks: &[f64], size: usize, seeds: [u64; 2], nodes: u64) -> Self {
        let count = blocks.len() as f64;
        let share = blocks.iter().sum::<f64>() / count;
        let squares: f64 = blocks.iter().map(|block| (block - share) * (block - share)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        Score { games: (size * blocks.len()) as u64, seeds, nodes, share, error }
    }

    /// Whether the first one did better, by more than a standard error.
    pub(super) fn is_better(&self) -> bool {
        self.share - self.error > 0.5
    }
}

/// `61.3 % (57.0 to 65.5) of 400 games at 400 nodes, seeds 500000001 to 500000200`
impl Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { games, seeds: [first, last], nodes, share, error } = self;
        let [low, high] = [-1.96, 1.96].map(|times| 100.0 * (share + times * error));
        let share = 100.0 * share;
        write!(f, "{share:.1} % ({low:.1} to {high:.1}) of {games} games at {nodes} nodes")?;
        write!(f, ", seeds {first} to {last}")
    }
}
