//! Plays many games in parallel and hands them over in order.

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

/// With fewer blocks, the normal approximation is too inaccurate for an interval.
const MIN_BLOCKS_FOR_INTERVAL: u64 = 20;

/// Plays games between two evaluations.
pub(super) struct GamePlayer<'a> {
    pub(super) self_play: SelfPlay,
    pub(super) evaluations: [&'a EvaluationSource; 2],
    pub(super) limits: &'a Limits,
    pub(super) jobs: usize,
}

/// A game to play.
#[derive(Debug, Clone)]
pub(super) struct ScheduledGame {
    pub(super) seed: u64,
    /// The side (0 or 1) in each seat.
    pub(super) seating: Vec<usize>,
}

/// Returns all ways to seat two sides so that each has at least one seat. The list has every seating
/// together with its swapped version, so equally strong sides win half of the games each.
pub(super) fn seatings(players: usize) -> Vec<Vec<usize>> {
    let assignments = (1..(1_usize << players) - 1).rev();
    assignments.map(|bits| (0..players).map(|seat| bits >> seat & 1).collect()).collect()
}

impl GamePlayer<'_> {
    /// Plays all games and passes each to `on_game`, in order; returns whether all were played.
    pub(super) fn play<E>(
        &self,
        games: &[ScheduledGame],
        mut on_game: impl FnMut(SelfPlayGame) -> Result<(), E>,
    ) -> Result<bool, E> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(games.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.play_next_games(games, next, &sender));
            }
            drop(sender);
            let (mut out_of_order, mut delivered) = (BTreeMap::new(), 0);
            for (index, game) in receiver {
                out_of_order.insert(index, game);
                while let Some(game) = out_of_order.remove(&delivered) {
                    on_game(game)?;
                    delivered += 1;
                }
            }
            Ok(delivered == games.len())
        })
    }

    /// Plays games on one thread until none are left, the stop flag is set, or the receiver is dropped.
    fn play_next_games(
        &self,
        games: &[ScheduledGame],
        next: &AtomicUsize,
        sender: &mpsc::Sender<(usize, SelfPlayGame)>,
    ) {
        let mut searchers =
            self.evaluations.map(|evaluation| RoundSearcher::new(evaluation.clone()));
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(ScheduledGame { seed, seating }) = games.get(index) else { return };
            let game = self.self_play.play(*seed, &mut searchers, seating, self.limits);
            let Some(game) = game else { return };
            if sender.send((index, game)).is_err() {
                return;
            }
        }
    }
}

/// The result of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct MatchScore {
    /// The number of games, the same for each seating.
    pub(super) games: u64,
    /// The first and the last seed.
    pub(super) seeds: [u64; 2],
    /// Node limit per move.
    pub(super) nodes: u64,
    /// The first side's share of the wins.
    pub(super) share: f64,
    /// The standard error of the share, computed from blocks of games with the same deals.
    pub(super) error: f64,
}

impl MatchScore {
    /// Computes the score from blocks of `games_per_block` games with the same deals, each given as the first side's
    /// share of its wins.
    pub(super) fn from_blocks(
        blocks: &[f64],
        games_per_block: usize,
        seeds: [u64; 2],
        nodes: u64,
    ) -> Self {
        let count = blocks.len() as f64;
        let share = blocks.iter().sum::<f64>() / count;
        let squares: f64 = blocks.iter().map(|block| (block - share) * (block - share)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        MatchScore { games: (games_per_block * blocks.len()) as u64, seeds, nodes, share, error }
    }

    /// Returns whether the first side did better by more than one standard error.
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
        if blocks < MIN_BLOCKS_FOR_INTERVAL {
            f.write_str("too few for an interval")?;
        } else if *error == 0.0 {
            f.write_str("the same in all deals")?;
        } else {
            let bound = |z: f64| 100.0 * (share + z * error).clamp(0.0, 1.0);
            write!(f, "95 % interval {:.1} to {:.1}", bound(-1.96), bound(1.96))?;
        }
        write!(f, "), {nodes} positions per move, seeds {first} to {last}")
    }
}
