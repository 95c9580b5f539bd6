//! From games to what was learned of them.
//!
//! A position between two rounds should be worth what the next one turned out to be worth, and
//! a little of how the game ended (0.7 and 0.3); a position within a round, what the end of the
//! round brought beyond what was there already.

use super::{
    features::{INPUTS, Inputs, in_common, of_board},
    leaf::{self, NUMBERS},
    learned::{Nets, extras, rest_target},
    mind::{Brain, Mind},
    round::Outset,
    self_play::Played,
};
use crate::{
    advice::chances_at_end,
    learn::{Course, PairNet, PairSample, PlainNet, PlainSample, train},
};
use meeple_core::{Game, Seat};
use meeple_games::azul::Azul;
use rand::Rng;
use std::sync::Arc;

/// What part of a position's worth is that of the next; the rest is how the game ended. (0.4:
/// 63 % against the hand-made evaluation instead of 73, 0.85: 71; 400 games each.)
const NEXT: f32 = 0.7;
/// One position within a round in so many is learned from...
const EVERY: usize = 9;
/// ...of the last so many games: there are more than enough.
const RECENT: usize = 30_000;

/// How long and how boldly the network for the end of a round learns: between what was tried on
/// games of the hand-made evaluation (against it, 4 epochs at 7e-4 won 73.6 % and at 1.5e-3
/// 71.5 %, 8 at 1.5e-3 73.1 %, which are all the same)...
const COURSE: Course = Course { epochs: 4, batch: 256, rate: 1e-3 };
/// ...and that for the rest of a round.
const REST_COURSE: Course = Course { epochs: 4, batch: 256, rate: 2e-3 };

/// Learns from games, of which `teacher` says what positions are worth; `None` if it was
/// stopped: `report` is told what part is done, and says whether to go on.
pub fn learn(
    games: &[Played],
    teacher: &Brain,
    rng: &mut dyn Rng,
    mut report: impl FnMut(f64) -> bool,
) -> Option<Nets> {
    let mut goes_on = true;
    let mut end = PairNet::new(INPUTS, rng);
    let samples = end_samples(games, teacher);
    train(&mut end, &samples, &COURSE, rng, |part| {
        goes_on = report(0.7 * part);
        goes_on
    });
    drop(samples);
    let mut nets = Nets { end, rest: PlainNet::new(NUMBERS, rng) };
    let recent = &games[games.len().saturating_sub(RECENT)..];
    let samples = rest_samples(recent, &nets);
    if goes_on {
        train(&mut nets.rest, &samples, &REST_COURSE, rng, |part| {
            goes_on = report(0.7 + 0.3 * part);
            goes_on
        });
    }
    goes_on.then_some(nets)
}

/// A position between two rounds.
struct Between {
    sides: [Vec<u16>; 2],
    lead: f32,
    starts: f32,
    /// What the lead will be in the end, as the teacher sees it.
    expected: f32,
}

fn end_samples(games: &[Played], teacher: &Brain) -> Vec<PairSample> {
    let mut samples = Vec::new();
    let mut teacher = Mind::new(teacher.clone());
    for game in games {
        let (mut between, mut last) = (Vec::new(), None);
        game.replay(|position| match Outset::after_draft(position) {
            Some(outset) => between.push(seen(position, &outset, &mut teacher)),
            None => last = Game::outcome(position).map(|outcome| (lead(position), outcome)),
        });
        let Some((final_lead, outcome)) = last else { continue };
        for at in 0..between.len() {
            let Between { sides, lead, starts, .. } = &between[at];
            let next = between.get(at + 1).map_or(final_lead, |next| next.expected);
            samples.push(PairSample {
                sides: sides.clone(),
                extras: extras(*lead, *starts),
                lead: *lead,
                margin: NEXT * next + (1.0 - NEXT) * final_lead - lead,
                win: chances_at_end(&outcome)[0] as f32,
            });
        }
    }
    samples
}

fn lead(position: &Azul) -> f32 {
    (position.points(Seat::new(0)) - position.points(Seat::new(1))) as f32
}

fn seen(position: &Azul, outset: &Outset, teacher: &mut Mind) -> Between {
    let Outset { round, standings, .. } = outset;
    let sides = [0, 1].map(|seat| {
        let mut inputs = Inputs::new();
        in_common(position.round(), standings.bag, &mut inputs);
        of_board(&standings.walls[seat], round.desks[seat].lines, &mut inputs);
        inputs.to_vec()
    });
    let starts = 1.0 - 2.0 * f32::from(standings.starter);
    Between { sides, lead: lead(position), starts, expected: teacher.lead(outset, 0, 1) }
}

fn rest_samples(games: &[Played], nets: &Nets) -> Vec<PlainSample> {
    let mut teacher = Mind::new(Brain::Learned(Arc::new(nets.clone())));
    let (mut samples, mut count) = (Vec::new(), 0);
    for game in games {
        let mut begun = Vec::new();
        game.replay(|position| {
            if let Some(outset) = Outset::of(position) {
                count += 1;
                if count % EVERY == 0 {
                    begun.push((outset.round, outset.standings.round, teacher.lead(&outset, 0, 1)));
                }
                return;
            }
            let reached = match Outset::after_draft(position) {
                Some(outset) => teacher.lead(&outset, 0, 1),
                None => lead(position),
            };
            for (round, number, lead) in begun.drain(..) {
                let sign = if round.to_move == 0 { 1.0 } else { -1.0 };
                samples.push(PlainSample {
                    inputs: leaf::numbers(&round, number).to_vec(),
                    target: rest_target(sign * (reached - lead)),
                });
            }
        });
    }
    samples
}
