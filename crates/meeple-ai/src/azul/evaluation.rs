//! Evaluates positions within a round, and orders drafts by promise.
//!
//! A position is evaluated as if the round ended now: boards are tiled, floors are paid for, and a
//! [`BoardEvaluation`] estimates what the boards will score until the end of the game. If the game ends
//! with the round, the value is exact. There are few different pattern lines and they recur often,
//! so evaluated boards are cached by their lines.
//!
//! ```text
//! two seats:  my points - theirs          more:  (least of my leads + mean of my leads) / 2
//! ```

use super::{
    board_evaluation::{BoardEvaluation, ComparedBoard},
    handmade::best_points,
    handmade_constants::{FILLED, FILLED_COLOR, FILLED_COLUMN, MARKER, PROMISED, WIDTH},
    round::{CENTRE, DraftMove, DraftRound, FLOOR, PackedLines, Standings, UNTAKEN},
    tiling::{FLOOR_COSTS, Tiled, is_over, next_starter},
};
use crate::{advice::Appraisal, search::Evaluator};
use meeple_core::Seat;
use meeple_games::azul::{FLOOR_LINE_SLOTS, MAX_PLAYERS};
use std::cmp::Ordering;

/// The cache holds 2 to the power of this many boards per seat.
const PLACE_BITS: u32 = 11;
const PLACES: usize = 1 << PLACE_BITS;

/// Evaluates the positions of a round.
#[derive(Debug, Clone)]
pub(crate) struct Evaluation<B: BoardEvaluation> {
    boards: B,
    standings: Standings,
    /// The promise of a filled line, by seat, row and colour.
    promised: [[[f32; 5]; 5]; MAX_PLAYERS],
    /// The cached boards, indexed by seat and a hash of their lines.
    places: Vec<Option<TiledBoard<B::Seen>>>,
    /// Counts the rounds seen; cached boards of an earlier age are stale.
    age: u32,
}

/// A board after tiling.
#[derive(Debug, Clone)]
struct TiledBoard<S> {
    age: u32,
    lines: PackedLines,
    tiled: Tiled,
    /// Whether this board alone ends the game.
    ends: bool,
    bonus: i32,
    seen: S,
}

impl<B: BoardEvaluation> Evaluation<B> {
    /// Creates an evaluation with an empty cache; call [`at`](Self::at) before evaluating.
    pub(crate) fn new(boards: B) -> Self {
        let promised = [[[0.0; 5]; 5]; MAX_PLAYERS];
        Evaluation { boards, standings: Standings::default(), promised, places: vec![], age: 0 }
    }

    /// Prepares for a round; cached boards remain valid only if it is the same round as before.
    pub(crate) fn at(&mut self, standings: &Standings) -> &mut Self {
        if self.standings != *standings {
            self.boards.prepare(standings);
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

    /// Returns the cache index of each seat's board; unused seats get the index of the first seat's.
    fn look(&mut self, round: &DraftRound) -> [usize; MAX_PLAYERS] {
        let mut places = [self.remember(0, round.boards[0].lines); MAX_PLAYERS];
        for (seat, place) in places.iter_mut().enumerate().take(self.standings.players).skip(1) {
            *place = self.remember(seat, round.boards[seat].lines);
        }
        places
    }

    fn remember(&mut self, seat: usize, lines: PackedLines) -> usize {
        let mixed = lines.0.wrapping_mul(0x9e37_79b9) >> (32 - PLACE_BITS);
        let at = seat << PLACE_BITS | mixed as usize;
        let is_there = |known: &TiledBoard<B::Seen>| known.lines == lines && known.age == self.age;
        if !self.places[at].as_ref().is_some_and(is_there) {
            let Standings { walls, side, .. } = &self.standings;
            let tiled = Tiled::of(walls[seat], lines, *side, |wall| self.boards.worth(wall));
            let ends = is_over(&self.standings, &[&tiled]);
            let (bonus, seen) = (tiled.bonus(), self.boards.see(&tiled));
            self.places[at] = Some(TiledBoard { age: self.age, lines, tiled, ends, bonus, seen });
        }
        at
    }

    fn known(&self, place: usize) -> &TiledBoard<B::Seen> {
        self.places[place].as_ref().expect("it was looked at before")
    }

    /// Tiles the boards of a position so that the leads between seats can be computed.
    pub(crate) fn leads(&mut self, round: &DraftRound) -> TiledLeads<'_, B> {
        let places = self.look(round);
        let players = self.standings.players;
        let is_over = places[..players].iter().any(|&place| self.known(place).ends)
            || (players == MAX_PLAYERS
                && is_over(&self.standings, &places.map(|place| &self.known(place).tiled)));
        let starter = next_starter(round, &self.standings);
        TiledLeads {
            evaluation: self,
            places,
            floors: round.boards.map(|board| board.floor),
            is_over,
            starter,
        }
    }
}

/// The boards of a position, tiled and ready to be compared.
pub(crate) struct TiledLeads<'a, B: BoardEvaluation> {
    evaluation: &'a Evaluation<B>,
    places: [usize; MAX_PLAYERS],
    floors: [u8; MAX_PLAYERS],
    is_over: bool,
    starter: u8,
}

impl<B: BoardEvaluation> TiledLeads<'_, B> {
    /// Returns how many points the first seat will finish ahead of the second.
    pub(crate) fn of(&self, mine: usize, theirs: usize) -> f32 {
        let lead = (self.score(mine) - self.score(theirs)) as f32;
        if self.is_over {
            return lead + (self.known(mine).bonus - self.known(theirs).bonus) as f32;
        }
        lead + self.evaluation.boards.future(self.side(mine), self.side(theirs))
    }

    /// Returns the value that a seat maximises: its lead, mainly over its best opponent.
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

    /// Appraises the position for every seat.
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

    /// Returns each seat's share of the win if the game is over after this round.
    pub(crate) fn settled(&self) -> Option<Vec<f64>> {
        self.is_over.then(|| self.appraisal().chances)
    }

    /// Returns the chance that the first seat finishes ahead of the second.
    fn chance(&self, mine: usize, theirs: usize) -> f32 {
        if !self.is_over {
            return self.evaluation.boards.chance(self.side(mine), self.side(theirs));
        }
        // A12: complete rows break ties.
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

    fn known(&self, seat: usize) -> &TiledBoard<B::Seen> {
        self.evaluation.known(self.places[seat])
    }

    fn side(&self, seat: usize) -> ComparedBoard<'_, B::Seen> {
        let starts = u8::from(usize::from(self.starter) == seat);
        ComparedBoard { seen: &self.known(seat).seen, score: self.score(seat), starts }
    }

    /// Returns the score of a seat after the round, without bonuses.
    fn score(&self, seat: usize) -> i32 {
        self.known(seat).tiled.score(self.evaluation.standings.scores[seat], self.floors[seat])
    }
}

impl<B: BoardEvaluation> Evaluator<DraftRound> for Evaluation<B> {
    fn value(&mut self, round: &DraftRound, seat: Seat) -> f32 {
        let value = self.leads(round).aim(seat.index());
        if round.tiles == 0 {
            return value;
        }
        value + self.boards.rest_of_round(round, seat.index())
    }

    fn move_priority(&mut self, round: &DraftRound, draft: DraftMove) -> f32 {
        let seat = usize::from(round.to_move);
        let board = &round.boards[seat];
        let dropped = round.dropped(draft);
        let slots = (usize::from(board.floor) + dropped as usize).min(FLOOR_LINE_SLOTS);
        let cost = (FLOOR_COSTS[slots] - FLOOR_COSTS[usize::from(board.floor)]) as f32;
        let marker = if draft.source == CENTRE && round.marker == UNTAKEN { MARKER } else { 0.0 };
        let line = if draft.line == FLOOR {
            0.0
        } else {
            let (row, colour) = (usize::from(draft.line), usize::from(draft.colour));
            let count = board.lines.count(row) + round.heap(draft.source).count(colour);
            let missing = (row as u32 + 1).saturating_sub(count);
            self.promised[seat][row][colour] * PROMISED[missing as usize]
        };
        line + marker - cost
    }

    fn width(&self, ply: u32) -> usize {
        if ply == 0 { usize::MAX } else { WIDTH }
    }
}

/// Returns the promise of each filled line, by seat, row and colour.
fn promises(standings: &Standings) -> [[[f32; 5]; 5]; MAX_PLAYERS] {
    standings.walls.map(|wall| {
        std::array::from_fn(|row| {
            std::array::from_fn(|colour| {
                let points = f32::from(best_points(&wall, standings.side, row, colour));
                let columns = wall.free_columns(standings.side, row, colour);
                let column = columns.map(|column| wall.column(column).count_ones()).max();
                FILLED
                    + points
                    + FILLED_COLUMN * column.unwrap_or(0) as f32
                    + FILLED_COLOR * wall.rows_with(colour).count_ones() as f32
            })
        })
    })
}
