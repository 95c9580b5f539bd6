//! Trains the networks from self-play games.
//!
//! The target for a position between two rounds is 0.7 times the value of the next such position plus
//! 0.3 times the final result. The target for a position within a round is what the end of the round
//! added to its current value.

use super::{
    adviser::lead_at_end,
    learned::Networks,
    round::Outset,
    samples::{RoundBoundary, Within, add_pair, aim, pairs, points},
    searcher::{EvaluationSource, RoundSearcher},
    self_play::SelfPlayGame,
    variant::GameVariant,
};
use crate::learn::{DenseSample, PairNet, PairSample, TrainingOptions, train};
use meeple_core::Game;
use meeple_games::azul::{Options, Phase};
use rand::Rng;
use std::sync::Arc;

/// The weight of the next position's value in the target; the rest is the final result.
///
/// Measured against the handmade evaluation (400 games each): 0.7 wins 73 %, 0.4 wins 63 %, 0.85 wins
/// 71 %. For three players, trained on the same 20,000 games and measured against the two-player
/// network: 0.3 at half the learning rate wins 47.9 ±2.7 % instead of 52.1 ±3.1 % (900 games each at
/// 400 nodes).
pub(crate) const NEXT: f32 = 0.7;
/// One of this many positions within a round becomes a sample.
const EVERY: usize = 9;
/// Positions within a round are taken from this many of the latest games, which gives enough samples.
const RECENT: usize = 30_000;

/// The training settings of the end-of-round network.
///
/// Chosen between the settings tried on games of the handmade evaluation, which were equally good
/// within the error (against it, 4 epochs at 7e-4 won 73.6 %, 4 at 1.5e-3 71.5 %, 8 at 1.5e-3 73.1 %).
/// Networks for three and four players start from the two-player network and still need a high rate:
/// against it, the one for four players won 60.2 ±4.2 % of 420 games at 3,000 nodes, but after 3 epochs
/// at 3e-4 only 51.4 ±4.2 % of 504 games at 2,000.
const TRAINING: TrainingOptions = TrainingOptions { epochs: 4, batch: 256, rate: 1e-3 };
/// The training settings of the rest-of-round network.
const REST_TRAINING: TrainingOptions = TrainingOptions { epochs: 4, batch: 256, rate: 2e-3 };

/// The material for training: games and a teacher.
#[derive(Debug)]
pub struct TrainingData<'a> {
    /// The options of the games.
    pub options: &'a Options,
    /// The games.
    pub games: &'a [SelfPlayGame],
    /// The evaluation that provides the values of positions.
    pub teacher: &'a EvaluationSource,
}

impl TrainingData<'_> {
    /// Trains new networks; `report` receives the finished fraction and returns whether to continue.
    /// Returns `None` if it was stopped.
    pub fn learn(
        &self,
        rng: &mut dyn Rng,
        mut report: impl FnMut(f64) -> bool,
    ) -> Option<Networks> {
        let mut goes_on = true;
        let mut networks = Networks::new(GameVariant::of(self.options), rng);
        if let Some(known) = self.known_pairs(networks.variant) {
            networks.end = known;
        }
        let samples = self.end_samples(&networks);
        train(&mut networks.end, &samples, &TRAINING, rng, |part| {
            goes_on = report(0.7 * part);
            goes_on
        });
        drop(samples);
        networks.forget_rest(rng);
        let samples = self.rest_samples(&networks);
        if goes_on {
            train(&mut networks.rest, &samples, &REST_TRAINING, rng, |part| {
                goes_on = report(0.7 + 0.3 * part);
                goes_on
            });
        }
        goes_on.then_some(networks)
    }

    /// Returns the teacher's end-of-round network, from which training for three and four players starts.
    fn known_pairs(&self, variant: GameVariant) -> Option<PairNet> {
        match self.teacher {
            EvaluationSource::Learned(known)
                if variant.players > 2 && variant.side == known.variant.side =>
            {
                Some(known.end.clone())
            }
            _ => None,
        }
    }

    fn end_samples(&self, networks: &Networks) -> Vec<PairSample> {
        let mut samples = Vec::new();
        let mut teacher = RoundSearcher::new(self.teacher.clone());
        for game in self.games {
            let (mut between, mut last) = (Vec::new(), None);
            game.replay(self.options, |position| {
                if position.phase() == Phase::Deal {
                    between.push(RoundBoundary::of(position, networks, &mut teacher));
                }
                last = Game::outcome(position).map(|outcome| (points(position), outcome));
            });
            let Some((points, outcome)) = last else { continue };
            for pair in pairs(networks.variant.players) {
                add_pair(&between, pair, (&points, &outcome), &mut samples);
            }
        }
        samples
    }

    fn rest_samples(&self, networks: &Networks) -> Vec<DenseSample> {
        let mut teacher = RoundSearcher::new(EvaluationSource::Learned(Arc::new(networks.clone())));
        let (mut samples, mut count) = (Vec::new(), 0);
        for game in &self.games[self.games.len().saturating_sub(RECENT)..] {
            let mut begun = Vec::new();
            game.replay(self.options, |position| {
                if let Some(outset) = Outset::of(position) {
                    count += 1;
                    if count % EVERY == 0 {
                        begun.extend(Within::of(&outset, &mut teacher));
                    }
                    return;
                }
                if position.phase() == Phase::Tile {
                    return;
                }
                let reached = Outset::after_draft(position);
                for within in begun.drain(..) {
                    let reached = match &reached {
                        Some(outset) => aim(outset, within.seat, &mut teacher),
                        None => lead_at_end(position, within.seat) as f32,
                    };
                    samples.push(within.sample(reached));
                }
            });
        }
        samples
    }
}
