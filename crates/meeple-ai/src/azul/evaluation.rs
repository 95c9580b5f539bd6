//! What a position within a round is worth, and which drafts look promising.
//!
//! A position is judged as if the round ended now: boards are tiled, floors paid, and a
//! [`Judge`] says what the boards will score until the end; where the game is over after the
//! round, the value is exact. Lines are few and come again and again, so what was found out
//! about a board is kept by its lines.
//!
//! ```text
//! two seats:  my points - theirs          more:  (least of my leads + mean of my leads) / 2
//! ```

use super::{
    handmade::best_points,
    judge::{Judge, Side},
    round::{CENTRE, Draft, FLOOR, Lines, Round, Standings, UNTAKEN},
    tiling::{FLOOR_COSTS, Tiled, is_over, next_starter},
    weights::{FILLED, FILLED_COLOR, FILLED_COLUMN, MARKER, PROMISED, WIDTH},
};
use crate::{advice::Appraisal, search::Evaluate};
use meeple_core::Seat;
use meeple_games::azul::{FLOOR_LINE_SLOTS, MAX_PLAYERS};
use std::cmp::Ordering;

/// Each seat has two to the power of this places for boards.
const PLACE_BITS: u32 = 11;
const PLACES: usize = 1 << PLACE_BITS;

/// Judges the positions of a round.
#[derive(Debug, Clone)]
pub(crate) struct Evaluation<J: Judge> {
    judge: J,
    standings: Standings,
    /// What a filled line promises, by seat, row and colour.
    promised: [[[f32; 5]; 5]; MAX_PLAYERS],
    /// What was found out about boards, by seat and lines.
    places: Vec<Option<Known<J::Seen>>>,
    /// Which round it was found out in.
    age: u32,
}

/// A board after tiling.
#[derive(Debug, Clone)]
struct Known<S> {
    age: u32,
    lines: Lines,
    tiled: Tiled,
    /// Whether this board alone ends the game.
    ends: bool,
    bonus: i32,
    seen: S,
}

impl<J: Judge> Evaluation<J> {
    /// An evaluation that has not seen a round yet.
    pub(crate) fn new(judge: J) -> Self {
        let promised = [[[0.0; 5]; 5]; MAX_PLAYERS];
        Evaluation { judge, standings: Standings::default(), promised, places: vec![], age: 0 }
    }

    /// Turns to a round; what was found out about boards holds only if it is the same.
    pub(crate) fn at(&mut self, standings: &Standings) -> &mut Self {
        if self.standings != *standings {
            self.judge.prepare(standings);
            self.promised = promises(standings);
            self.standings = standings.clone();
            self.age += 1;
            let places = PLACES * standings.players;
            if self.places.len() < places {
                self.places.resize(places, None);
            }
        }
        self
    }

    /// Where each seat's board is remembered; seats that are not there look like the first.
    fn look(&mut self, round: &Round) -> [usize; MAX_PLAYERS] {
        let mut places = [self.remember(0, round.desks[0].lines); MAX_PLAYERS];
        for (seat, place) in places.iter_mut().enumerate().take(self.standings.players).skip(1) {
            *place = self.remember(seat, round.desks[seat].lines);
        }
        places
    }

    fn remember(&mut self, seat: usize, lines: Lines) -> usize {
        let mixed = lines.0.wrapping_mul(0x9e37_79b9) >> (32 - PLACE_BITS);
        let at = seat << PLACE_BITS | mixed as usize;
        let is_there = |known: &Known<J::Seen>| known.lines == lines && known.age == self.age;
        if !self.places[at].as_ref().is_some_and(is_there) {
            let Standings { walls, side, .. } = &self.standings;
            let tiled = Tiled::of(walls[seat], lines, *side, |wall| self.judge.worth(wall));
            let ends = is_over(&self.standings, &[&tiled]);
            let (bonus, seen) = (tiled.bonus(), self.judge.see(&tiled));
            self.places[at] = Some(Known { age: self.age, lines, tiled, ends, bonus, seen });
        }
        at
    }

    fn known(&self, place: usize) -> &Known<J::Seen> {
        self.places[place].as_ref().expect("it was looked at before")
    }

    /// By how many points each seat will be ahead of each other one.
    pub(crate) fn leads(&mut self, round: &Round) -> Leads<'_, J> {
        let places = self.look(round);
        let players = self.standings.players;
        let is_over = places[..players].iter().any(|&place| self.known(place).ends)
            || (players == MAX_PLAYERS
                && is_over(&self.standings, &places.map(|place| &self.known(place).tiled)));
        let starter = next_starter(round, &self.standings);
        Leads {
            evaluation: self,
            places,
            floors: round.desks.map(|desk| desk.floor),
            is_over,
            starter,
        }
    }
}

/// The boards of a position, tiled and ready to be compared.
pub(crate) struct Leads<'a, J: Judge> {
    evaluation: &'a Evaluation<J>,
    places: [usize; MAX_PLAYERS],
    floors: [u8; MAX_PLAYERS],
    is_over: bool,
    starter: u8,
}

impl<J: Judge> Leads<'_, J> {
    /// By how many points the first seat will be ahead of the second.
    pub(crate) fn of(&self, mine: usize, theirs: usize) -> f32 {
        let lead = (self.score(mine) - self.score(theirs)) as f32;
        if self.is_over {
            return lead + (self.known(mine).bonus - self.known(theirs).bonus) as f32;
        }
        lead + self.evaluation.judge.future(self.side(mine), self.side(theirs))
    }

    /// What a seat aims at: to be ahead, of the best of the others above all.
    pub(crate) fn aim(&self, seat: usize) -> f32 {
        let players = self.evaluation.standings.players;
        if players == 2 {
            return self.of(seat, 1 - seat);
        }
        let leads = (0..players).filter(|&other| other != seat).map(|other| self.of(seat, other));
        let (least, sum) =
            leads.fold((f32::INFINITY, 0.0), |(least, sum), lead| (least.min(lead), sum + lead));
        f32::midpoint(least, sum / (players - 1) as f32)
    }

    /// What everything looks like from each seat.
    pub(crate) fn appraisal(&self) -> Appraisal {
        let players = self.evaluation.standings.players;
        let beats = |seat: usize| -> f64 {
            let others = (0..players).filter(|&other| other != seat);
            others.map(|other| f64::from(self.chance(seat, other))).product()
        };
        let beats: Vec<f64> = (0..players).map(beats).collect();
        let all: f64 = beats.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        Appraisal {
            values: (0..players).map(|seat| self.aim(seat).into()).collect(),
            chances: beats.iter().map(|beats| beats / all).collect(),
        }
    }

    /// Who has won, if the game is over after this round.
    pub(crate) fn settled(&self) -> Option<Vec<f64>> {
        self.is_over.then(|| self.appraisal().chances)
    }

    /// The chance of the first seat to be ahead of the second in the end.
    fn chance(&self, mine: usize, theirs: usize) -> f32 {
        if !self.is_over {
            return self.evaluation.judge.chance(self.side(mine), self.side(theirs));
        }
        // A12: of equals, whoever has more complete rows.
        let standing = |seat: usize| {
            let known = self.known(seat);
            (self.score(seat) + known.bonus, known.tiled.wall.complete_rows())
        };
        match standing(mine).cmp(&standing(theirs)) {
            Ordering::Less => 0.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 1.0,
        }
    }

    fn known(&self, seat: usize) -> &Known<J::Seen> {
        self.evaluation.known(self.places[seat])
    }

    fn side(&self, seat: usize) -> Side<'_, J::Seen> {
        let starts = u8::from(usize::from(self.starter) == seat);
        Side { seen: &self.known(seat).seen, score: self.score(seat), starts }
    }

    /// The score of a seat after the round, without bonuses.
    fn score(&self, seat: usize) -> i32 {
        self.known(seat).tiled.score(self.evaluation.standings.scores[seat], self.floors[seat])
    }
}

impl<J: Judge> Evaluate<Round> for Evaluation<J> {
    fn value(&mut self, round: &Round, seat: Seat) -> f32 {
        let value = self.leads(round).aim(seat.index());
        if round.tiles == 0 {
            return value;
        }
        value + self.judge.rest_of_round(round, seat.index())
    }

    fn promise(&mut self, round: &Round, draft: Draft) -> f32 {
        let seat = usize::from(round.to_move);
        let desk = &round.desks[seat];
        let dropped = round.dropped(draft);
        let slots = (usize::from(desk.floor) + dropped as usize).min(FLOOR_LINE_SLOTS);
        let cost = (FLOOR_COSTS[slots] - FLOOR_COSTS[usize::from(desk.floor)]) as f32;
        let marker = if draft.source == CENTRE && round.marker == UNTAKEN { MARKER } else { 0.0 };
        let line = if draft.line == FLOOR {
            0.0
        } else {
            let (row, color) = (usize::from(draft.line), usize::from(draft.color));
            let count = desk.lines.count(row) + round.heap(draft.source).count(color);
            let missing = (row as u32 + 1).saturating_sub(count);
            self.promised[seat][row][color] * PROMISED[missing as usize]
        };
        line + marker - cost
    }

    fn width(&self, ply: u32) -> usize {
        if ply == 0 { usize::MAX } else { WIDTH }
    }
}

/// What each line promises when it is filled, by seat, row and colour.
fn promises(standings: &Standings) -> [[[f32; 5]; 5]; MAX_PLAYERS] {
    standings.walls.map(|wall| {
        std::array::from_fn(|row| {
            std::array::from_fn(|color| {
                let points = f32::from(best_points(&wall, standings.side, row, color));
                let columns = wall.free_columns(standings.side, row, color);
                let column = columns.map(|column| wall.column(column).count_ones()).max();
                FILLED
                    + points
                    + FILLED_COLUMN * column.unwrap_or(0) as f32
                    + FILLED_COLOR * wall.rows_with(color).count_ones() as f32
            })
        })
    })
}
