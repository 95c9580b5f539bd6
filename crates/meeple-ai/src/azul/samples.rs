//! What is learned from a game: pairs of boards between two rounds, seats within a round.
//!
//! Among three or four everybody is compared with everybody, and each seat's sight of a position
//! is one; the two of a game of two are but one pair, and only the mover's sight is taken.

use super::{
    features::Inputs,
    leaf,
    learned::{Nets, extras, rest_target},
    mind::Mind,
    round::{Outset, Round},
    training::NEXT,
};
use crate::learn::{PairSample, PlainSample};
use meeple_core::{Game, Outcome, Seat};
use meeple_games::azul::Azul;
use std::cmp::Ordering;

/// All pairs of seats.
pub(crate) fn pairs(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |one| (one + 1..players).map(move |other| [one, other]))
}

/// A position between two rounds.
pub(crate) struct Between {
    /// The inputs, the score, and whether it starts, of each seat.
    boards: Vec<(Vec<u16>, f32, f32)>,
    /// What the lead of each pair will be in the end, as the teacher sees it.
    expected: Vec<f32>,
}

impl Between {
    pub(crate) fn of(position: &Azul, nets: &Nets, teacher: &mut Mind) -> Self {
        let outset = Outset::after_draft(position).expect("a deal is due");
        let Outset { round, standings, .. } = &outset;
        let board = |(seat, points): (usize, i32)| {
            let mut inputs = Inputs::new();
            nets.in_common(position.round(), standings.bag, &mut inputs);
            let lines = round.desks[seat].lines;
            nets.of_board(&standings.walls[seat], lines, standings.bag, &mut inputs);
            let starts = f32::from(u8::from(usize::from(standings.starter) == seat));
            (inputs.to_vec(), points as f32, starts)
        };
        let boards = points(position).into_iter().enumerate().map(board).collect();
        let leads = pairs(standings.players).map(|[one, other]| teacher.lead(&outset, one, other));
        Between { boards, expected: leads.collect() }
    }
}

/// Learns from what became of two seats in a game.
pub(crate) fn add_pair(
    between: &[Between],
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
    for (at, Between { boards, .. }) in between.iter().enumerate() {
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

/// A position within a round, seen from a seat.
pub(crate) struct Within {
    round: Round,
    number: u8,
    pub(crate) seat: usize,
    /// What the seat has reached, if the round ended now.
    aim: f32,
}

impl Within {
    /// Of two players the mover's sight is learned from, of more each one's.
    pub(crate) fn of(outset: &Outset, teacher: &mut Mind) -> Vec<Self> {
        let Outset { round, standings, .. } = outset;
        let mover = usize::from(round.to_move);
        let seats = if standings.players == 2 { mover..mover + 1 } else { 0..standings.players };
        let number = standings.round;
        let seen = |seat| Within { round: *round, number, seat, aim: aim(outset, seat, teacher) };
        seats.map(seen).collect()
    }

    pub(crate) fn sample(&self, reached: f32) -> PlainSample {
        let inputs = match self.round.players {
            2 => leaf::numbers(&self.round, self.number).to_vec(),
            _ => leaf::of_many(&self.round, self.number, self.seat).to_vec(),
        };
        PlainSample { inputs, target: rest_target(reached - self.aim) }
    }
}

pub(crate) fn points(position: &Azul) -> Vec<i32> {
    (0..position.players()).map(|seat| position.points(Seat::new(seat))).collect()
}

/// What a seat aims at, if the round ended now.
pub(crate) fn aim(outset: &Outset, seat: usize, teacher: &mut Mind) -> f32 {
    match (outset.standings.players, seat) {
        (2, 0) => teacher.lead(outset, 0, 1),
        (2, _) => -teacher.lead(outset, 0, 1), // to the last bit, whoever asks
        _ => teacher.aim(outset, seat),
    }
}
