//! Plays many games in parallel and returns them in order.

use meeple_ai::azul::{EvaluationSource, RoundSearcher, SelfPlay, SelfPlayGame};
use meeple_core::{Limits, text::format_count};
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

/// With fewer deals, the normal approximation of the interval is wrong.
const MIN_BLOCKS_FOR_INTERVAL: u64 = 20;

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
    let assignments = (1..(1_usize << players) - 1).rev();
    assignments.map(|bits| (0..players).map(|seat| bits >> seat & 1).collect()).collect()
}

impl TrainingMatch<'_> {
    /// Plays all games and passes each to `on_game`, in order; returns whether all were played.
    pub(super) fn play<E>(
        &self,
        pairings: &[Pairing],
        mut on_game: impl FnMut(SelfPlayGame) -> Result<(), E>,
    ) -> Result<bool, E> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(pairings.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.play_next_games(pairings, next, &sender));
            }
            drop(sender);
            let (mut waiting, mut passed) = (BTreeMap::new(), 0);
            for (at, played) in receiver {
                waiting.insert(at, played);
                while let Some(played) = waiting.remove(&passed) {
                    on_game(played)?;
                    passed += 1;
                }
            }
            Ok(passed == pairings.len())
        })
    }

    /// Plays games on one thread until none is left, it is stopped, or the receiver is gone.
    fn play_next_games(
        &self,
        pairings: &[Pairing],
        next: &AtomicUsize,
        sender: &mpsc::Sender<(usize, SelfPlayGame)>,
    ) {
        let mut searchers = self.evaluations.map(|one| RoundSearcher::new(one.clone()));
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(Pairing { seed, seating }) = pairings.get(at) else { return };
            let played = self.self_play.play(*seed, &mut searchers, seating, self.limits);
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

/// Writes `61.3 % of 400 games (95 % interval 57.0 to 65.5), 400 positions per move, seeds 500000001 to
/// 500000200`.
impl Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore { games, seeds: [first, last], nodes, share, error } = self;
        write!(f, "{:.1} % of {} (", 100.0 * share, format_count(*games as usize, "game"))?;
        let blocks = last.wrapping_sub(*first).saturating_add(1);
        if blocks < MIN_BLOCKS_FOR_INTERVAL || *error == 0.0 {
            f.write_str("too few for an interval")?;
        } else {
            let bound = |times: f64| 100.0 * (share + times * error).clamp(0.0, 1.0);
            write!(f, "95 % interval {:.1} to {:.1}", bound(-1.96), bound(1.96))?;
        }
        write!(f, "), {nodes} positions per move, seeds {first} to {last}")
    }
}
