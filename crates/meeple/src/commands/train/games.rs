//! Plays many games in parallel and returns them in order.

use meeple_ai::azul::{EvaluationSource, RoundSearcher, SelfPlay, SelfPlayGame};
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

/// The two sides of a match, and how they play.
pub(super) struct TrainingMatch<'a> {
    pub(super) self_play: SelfPlay,
    pub(super) evaluations: [&'a EvaluationSource; 2],
    pub(super) limits: &'a Limits,
    pub(super) jobs: usize,
}

/// A game to be played.
#[derive(Debug, Clone)]
pub(super) struct Pairing {
    pub(super) seed: u64,
    /// The side (0 or 1) in each seat.
    pub(super) seating: Vec<usize>,
}

/// Returns every assignment of both sides to the seats. For each one, the list also has the one with the
/// sides swapped, so that equally strong sides win half of the games each.
pub(super) fn seatings(players: usize) -> Vec<Vec<usize>> {
    let ways = (1..(1_usize << players) - 1).rev();
    ways.map(|way| (0..players).map(|seat| way >> seat & 1).collect()).collect()
}

impl TrainingMatch<'_> {
    /// Plays all games and passes each to `tell`, in order; returns whether all were played.
    pub(super) fn play<E>(
        &self,
        pairings: &[Pairing],
        mut tell: impl FnMut(SelfPlayGame) -> Result<(), E>,
    ) -> Result<bool, E> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(pairings.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.play_next_games(pairings, next, &sender));
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

    /// Plays games on one thread until none is left, it is stopped, or the receiver is gone.
    fn play_next_games(
        &self,
        pairings: &[Pairing],
        next: &AtomicUsize,
        sender: &mpsc::Sender<(usize, SelfPlayGame)>,
    ) {
        let mut minds = self.evaluations.map(|brain| RoundSearcher::new(brain.clone()));
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(Pairing { seed, seating }) = pairings.get(at) else { return };
            let played = self.self_play.play(*seed, &mut minds, seating, self.limits);
            let Some(played) = played else { return };
            if sender.send((at, played)).is_err() {
                return;
            }
        }
    }
}

/// The result of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct MatchScore {
    /// The number of games, equally many in each seating.
    pub(super) games: u64,
    /// The first and the last seed.
    pub(super) seeds: [u64; 2],
    /// Search limit per move, in positions.
    pub(super) nodes: u64,
    /// The first player's share of the wins.
    pub(super) share: f64,
    /// The standard error of the share, computed from blocks of games with the same deals.
    pub(super) error: f64,
}

impl MatchScore {
    /// Computes the score from blocks of `size` games with the same deals, each given as the first player's
    /// share of its wins.
    pub(super) fn of(blocks: &[f64], size: usize, seeds: [u64; 2], nodes: u64) -> Self {
        let count = blocks.len() as f64;
        let share = blocks.iter().sum::<f64>() / count;
        let squares: f64 = blocks.iter().map(|block| (block - share) * (block - share)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        MatchScore { games: (size * blocks.len()) as u64, seeds, nodes, share, error }
    }

    /// Returns whether the first player did better by more than a standard error.
    pub(super) fn is_better(&self) -> bool {
        self.share - self.error > 0.5
    }
}

/// Writes `61.3 % (57.0 to 65.5) of 400 games at 400 nodes, seeds 500000001 to 500000200`.
impl Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore { games, seeds: [first, last], nodes, share, error } = self;
        let [low, high] = [-1.96, 1.96].map(|times| 100.0 * (share + times * error));
        let share = 100.0 * share;
        write!(f, "{share:.1} % ({low:.1} to {high:.1}) of {games} games at {nodes} nodes")?;
        write!(f, ", seeds {first} to {last}")
    }
}
