//! Training samples from a game: pairs of boards between two rounds, and seats within a round.
//!
//! With three or four players, every pair of seats is a sample, and so is each seat's view of a
//! position. With two players there is only one pair, and only the view of the player to move is
//! used.

use super::{
    features::Inputs,
    learned::{Networks, extras, rest_target},
    round::{DraftRound, Outset},
    round_features,
    searcher::RoundSearcher,
    training::NEXT,
};
use crate::learn::{DenseSample, PairSample};
use meeple_core::{Game, Outcome, Seat};
use meeple_games::azul::Azul;
use std::cmp::Ordering;

/// Iterates over all pairs of seats.
pub(crate) fn pairs(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |one| (one + 1..players).map(move |other| [one, other]))
}

/// A position between two rounds.
pub(crate) struct RoundBoundary {
    /// Each seat's inputs, score, and whether it starts (1 or 0).
    boards: Vec<(Vec<u16>, f32, f32)>,
    /// The final lead of each pair, as the teacher expects it.
    expected: Vec<f32>,
}

impl RoundBoundary {
    pub(crate) fn of(position: &Azul, networks: &Networks, teacher: &mut RoundSearcher) -> Self {
        let outset = Outset::after_draft(position).expect("a deal is due");
        let Outset { round, standings, .. } = &outset;
        let board = |(seat, points): (usize, i32)| {
            let mut inputs = Inputs::new();
            networks.in_common(position.round(), standings.bag, &mut inputs);
            let lines = round.boards[seat].lines;
            networks.of_board(&standings.walls[seat], lines, standings.bag, &mut inputs);
            let starts = f32::from(u8::from(usize::from(standings.starter) == seat));
            (inputs.to_vec(), points as f32, starts)
        };
        let boards = points(position).into_iter().enumerate().map(board).collect();
        let leads = pairs(standings.players).map(|[one, other]| teacher.lead(&outset, one, other));
        RoundBoundary { boards, expected: leads.collect() }
    }
}

/// Adds the samples of two seats over a whole game.
pub(crate) fn add_pair(
    between: &[RoundBoundary],
    [one, other]: [usize; 2],
    (points, outcome): (&[i32], &Outcome),
    samples: &mut Vec<PairSample>,
) {
    let place = pairs(points.len()).position(|pair| pair == [one, other]).expect("a pair");
    let final_lead = (points[one] - points[other]) as f32;
    let win = match outcome.results[one].rank.cmp(&outcome.results[other].rank) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    };
    for (at, RoundBoundary { boards, .. }) in between.iter().enumerate() {
        let [mine, theirs] = [&boards[one], &boards[other]];
        let lead = mine.1 - theirs.1;
        let next = between.get(at + 1).map_or(final_lead, |next| next.expected[place]);
        samples.push(PairSample {
            sides: [mine.0.clone(), theirs.0.clone()],
            extras: extras(lead, mine.2 - theirs.2),
            lead,
            margin: NEXT * next + (1.0 - NEXT) * final_lead - lead,
            win,
        });
    }
}

/// A position within a round, from one seat's point of view.
pub(crate) struct Within {
    round: DraftRound,
    number: u8,
    pub(crate) seat: usize,
    /// The seat's value if the round ended now.
    aim: f32,
}

impl Within {
    /// Samples the view of the player to move with two players, and every seat's view with more.
    pub(crate) fn of(outset: &Outset, teacher: &mut RoundSearcher) -> Vec<Self> {
        let Outset { round, standings, .. } = outset;
        let mover = usize::from(round.to_move);
        let seats = if standings.players == 2 { mover..mover + 1 } else { 0..standings.players };
        let number = standings.round;
        let seen = |seat| Within { round: *round, number, seat, aim: aim(outset, seat, teacher) };
        seats.map(seen).collect()
    }

    pub(crate) fn sample(&self, reached: f32) -> DenseSample {
        let inputs = match self.round.players {
            2 => round_features::numbers(&self.round, self.number).to_vec(),
            _ => round_features::of_many(&self.round, self.number, self.seat).to_vec(),
        };
        DenseSample { inputs, target: rest_target(reached - self.aim) }
    }
}

pub(crate) fn points(position: &Azul) -> Vec<i32> {
    (0..position.players()).map(|seat| position.points(Seat::new(seat))).collect()
}

/// Returns a seat's value if the round ended now.
pub(crate) fn aim(outset: &Outset, seat: usize, teacher: &mut RoundSearcher) -> f32 {
    match (outset.standings.players, seat) {
        (2, 0) => teacher.lead(outset, 0, 1),
        (2, _) => -teacher.lead(outset, 0, 1), // the exact negative, so that both seats agree to the last bit
        _ => teacher.aim(outset, seat),
    }
}
