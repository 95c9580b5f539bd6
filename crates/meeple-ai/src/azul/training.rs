//! From games to what was learned of them.
//!
//! A position between two rounds should be worth what the next one turned out to be worth, and
//! a little of how the game ended (0.7 and 0.3); a position within a round, what the end of the
//! round brought beyond what was there already.

use super::{
    adviser::lead_at_end,
    learned::Nets,
    mind::{Brain, Mind},
    round::Outset,
    samples::{Between, Within, add_pair, aim, pairs, points},
    self_play::Played,
    setting::Setting,
};
use crate::learn::{Course, PairNet, PairSample, PlainSample, train};
use meeple_core::Game;
use meeple_games::azul::{AzulOptions, Phase};
use rand::Rng;
use std::sync::Arc;

/// What part of a position's worth is that of the next; the rest is how the game ended. (0.4:
/// 63 % against the hand-made evaluation instead of 73, 0.85: 71; 400 games each. For three
/// players, from the same 20,000 games and against what was learned of two: 0.3 at half the rate
/// 47.9 ±2.7 % instead of 52.1 ±3.1, 900 games each at 400 nodes.)
pub(crate) const NEXT: f32 = 0.7;
/// One position within a round in so many is learned from...
const EVERY: usize = 9;
/// ...of the last so many games: there are more than enough.
const RECENT: usize = 30_000;

/// How long and how boldly the network for the end of a round learns: between what was tried on
/// games of the hand-made evaluation (against it, 4 epochs at 7e-4 won 73.6 % and at 1.5e-3
/// 71.5 %, 8 at 1.5e-3 73.1 %, which are all the same). Three and four begin with what was
/// learned of two, and still need bold steps: against that, four players won 60.2 ±4.2 % of 420
/// games at 3,000 nodes, and after 3 epochs at 3e-4 51.4 ±4.2 % of 504 at 2,000...
const COURSE: Course = Course { epochs: 4, batch: 256, rate: 1e-3 };
/// ...and that for the rest of a round.
const REST_COURSE: Course = Course { epochs: 4, batch: 256, rate: 2e-3 };

/// What is learned from, and from where.
#[derive(Debug)]
pub struct Lectures<'a> {
    /// Which games.
    pub options: &'a AzulOptions,
    /// The games themselves.
    pub games: &'a [Played],
    /// Who says what positions are worth.
    pub teacher: &'a Brain,
}

impl Lectures<'_> {
    /// Learns from the games; `None` if it was stopped: `report` is told what part is done, and
    /// says whether to go on.
    pub fn learn(&self, rng: &mut dyn Rng, mut report: impl FnMut(f64) -> bool) -> Option<Nets> {
        let mut goes_on = true;
        let mut nets = Nets::new(Setting::of(self.options), rng);
        if let Some(known) = self.known_pairs(nets.setting) {
            nets.end = known;
        }
        let samples = self.end_samples(&nets);
        train(&mut nets.end, &samples, &COURSE, rng, |part| {
            goes_on = report(0.7 * part);
            goes_on
        });
        drop(samples);
        nets.forget_rest(rng);
        let samples = self.rest_samples(&nets);
        if goes_on {
            train(&mut nets.rest, &samples, &REST_COURSE, rng, |part| {
                goes_on = report(0.7 + 0.3 * part);
                goes_on
            });
        }
        goes_on.then_some(nets)
    }

    /// What the teacher knows of pairs of boards, with which three and four players begin.
    fn known_pairs(&self, setting: Setting) -> Option<PairNet> {
        match self.teacher {
            Brain::Learned(known) if setting.players > 2 && setting.side == known.setting.side => {
                Some(known.end.clone())
            }
            _ => None,
        }
    }

    fn end_samples(&self, nets: &Nets) -> Vec<PairSample> {
        let mut samples = Vec::new();
        let mut teacher = Mind::new(self.teacher.clone());
        for game in self.games {
            let (mut between, mut last) = (Vec::new(), None);
            game.replay(self.options, |position| {
                if position.phase() == Phase::Deal {
                    between.push(Between::of(position, nets, &mut teacher));
                }
                last = Game::outcome(position).map(|outcome| (points(position), outcome));
            });
            let Some((points, outcome)) = last else { continue };
            for pair in pairs(nets.setting.players) {
                add_pair(&between, pair, (&points, &outcome), &mut samples);
            }
        }
        samples
    }

    fn rest_samples(&self, nets: &Nets) -> Vec<PlainSample> {
        let mut teacher = Mind::new(Brain::Learned(Arc::new(nets.clone())));
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
