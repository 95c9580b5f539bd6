//! A game with its history: the position, and the log of events that led to it.
//!
//! A match *is* its log. Every change goes through [`Match::apply`], which
//! checks it, so a log that a match has made can always be read again. Who
//! runs a game holds a [`crate::Table`], which adds where deals come from.

use crate::{
    AnyGame, DealError, Event, Header, Outcome, PlayError, Seat, SeatResult, Turn,
    record::{Consequence, End, EndedBy},
};
use std::sync::Arc;

/// A game being played, with its whole history.
#[derive(Debug, Clone)]
pub struct Match {
    header: Header,
    position: Box<dyn AnyGame>,
    log: Vec<Arc<Event>>,
    /// The deals and moves that count, each with the position before it.
    line: Vec<Ply>,
    /// How many deals of each sequence are in the line.
    dealt: Vec<u32>,
    /// Who left before the end.
    gone: Vec<Gone>,
    end: Option<End>,
}

/// A deal or a move that was made.
#[derive(Debug, Clone)]
pub struct Ply {
    /// The event, a deal or a move.
    pub event: Arc<Event>,
    /// The position in which it was made.
    pub before: Box<dyn AnyGame>,
}

/// A player who left before the end.
#[derive(Debug, Clone)]
struct Gone {
    seat: Seat,
    /// How long the line was then: taking back more brings the player back.
    at: usize,
    by: EndedBy,
    /// Whether the game ends with it.
    ends: bool,
    reason: String,
}

/// Why an event cannot happen now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    /// The move is not one, or is not legal.
    #[error("move {mv:?}: {error}")]
    Move {
        /// The move's text.
        mv: String,
        /// What is wrong with it.
        error: PlayError,
    },
    /// The deal is not one, or is not possible.
    #[error("deal {deal:?}: {error}")]
    Deal {
        /// The deal's text.
        deal: String,
        /// What is wrong with it.
        error: DealError,
    },
    /// Whoever decides the deals has none yet.
    #[error("no deal has been decided")]
    NoDeal,
    /// A seat moved out of turn.
    #[error("seat {seat} moved, but {}", whose(*turn))]
    OutOfTurn {
        /// The seat that moved.
        seat: Seat,
        /// Whose turn it was.
        turn: Turn,
    },
    /// The game has no such seat.
    #[error("there is no seat {seat}: the game has {seats}")]
    NoSeat {
        /// The seat that was named.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// Somebody who is gone cannot leave again.
    #[error("seat {seat} has left the game already")]
    AlreadyGone {
        /// The seat.
        seat: Seat,
    },
    /// More was taken back than had been played.
    #[error("cannot take back {asked} deals and moves: only {there} were made")]
    UndoTooFar {
        /// How many were to be taken back.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// The number of seats differs from the game's.
    #[error("{given} seats are named, but the game has {needed}")]
    WrongSeats {
        /// How many are named.
        given: usize,
        /// How many the game has.
        needed: usize,
    },
    /// The end is not the one that the rules give.
    #[error("the results are not those of the last position")]
    WrongEnd,
    /// Nothing but the end can happen any more.
    #[error("the game is over: {0}")]
    OnlyEnd(String),
    /// Something follows the end.
    #[error("the game has already ended")]
    AfterEnd,
    /// A second start.
    #[error("a record has only one start")]
    SecondStart,
}

fn whose(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("it is seat {seat}'s turn"),
        Turn::Chance => "a deal is due".into(),
        Turn::Over => "the game is over".into(),
    }
}

impl Match {
    /// A match at its first position.
    pub fn start(header: Header, position: Box<dyn AnyGame>) -> Result<Self, BadEvent> {
        let (given, needed) = (header.seats.len(), position.seats());
        if given != needed {
            return Err(BadEvent::WrongSeats { given, needed });
        }
        let log = vec![Arc::new(Event::Start(header.clone()))];
        let (line, dealt, gone) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Match { header, position, log, line, dealt, gone, end: None })
    }

    /// What is played, by whom.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The position now.
    pub fn position(&self) -> &dyn AnyGame {
        &*self.position
    }

    /// Everything that happened, the start first; what was taken back is among it.
    pub fn log(&self) -> &[Arc<Event>] {
        &self.log
    }

    /// The deals and moves that led here; what was taken back is not among them.
    pub fn line(&self) -> &[Ply] {
        &self.line
    }

    /// How the match ended, once an end event says so.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The position after the first `plies` deals and moves.
    pub fn position_at(&self, plies: usize) -> Option<&dyn AnyGame> {
        match self.line.get(plies) {
            Some(ply) => Some(&*ply.before),
            None => (plies == self.line.len()).then_some(&*self.position),
        }
    }

    /// How many deals of this sequence led here.
    pub fn deals_made(&self, sequence: u32) -> u32 {
        self.dealt.get(sequence as usize).copied().unwrap_or(0)
    }

    /// Whether the player of this seat has left, so that somebody else must move for it.
    pub fn is_gone(&self, seat: Seat) -> bool {
        self.gone.iter().any(|gone| gone.seat == seat)
    }

    /// The outcome of the position now, if the rules have ended the game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The end that is due: by the rules, because somebody failed, or because all others left.
    pub fn due_end(&self) -> Option<End> {
        if self.end.is_some() {
            return None;
        }
        if let Some(outcome) = self.outcome() {
            let results = outcome.results.iter().map(|result| (result.rank, result.score));
            let results = self.ranked(results.map(|(rank, score)| (-i32::from(rank), score)));
            return Some(End { by: EndedBy::Rules, results, reason: outcome.reason.to_string() });
        }
        let last = self.gone.last()?;
        if !self.gone.iter().any(|gone| gone.ends) && self.gone.len() + 1 < self.position.seats() {
            return None;
        }
        let seats = (0..self.position.seats()).map(Seat::new);
        let points = seats.map(|seat| self.position.points(seat));
        let results = self.ranked(points.map(|points| (points, points)));
        let reasons: Vec<&str> = self.gone.iter().map(|gone| gone.reason.as_str()).collect();
        Some(End { by: last.by, results, reason: reasons.join("; ") })
    }

    /// Ranks by standing (more is better); whoever left comes behind all who stayed.
    fn ranked(&self, seats: impl Iterator<Item = (i32, i32)>) -> Vec<SeatResult> {
        let standing = seats.enumerate().map(|(index, (standing, score))| {
            let stayed = !self.is_gone(Seat::new(index));
            ((stayed, if stayed { standing } else { 0 }), score)
        });
        Outcome::by_standing(standing, "").results.to_vec()
    }

    /// Lets an event happen; on error nothing has changed.
    pub fn apply(&mut self, event: Event) -> Result<(), BadEvent> {
        if self.end.is_some() {
            return Err(BadEvent::AfterEnd);
        }
        let event = Arc::new(event);
        match &*event {
            Event::Start(_) => return Err(BadEvent::SecondStart),
            Event::Undo { plies } => self.take_back(*plies)?,
            Event::End(end) => self.finish(end)?,
            Event::Fault { seat, verdict, seen, then, .. } => {
                let reason = format!("{} failed: {verdict}: {seen}", self.name(*seat));
                self.leave(*seat, EndedBy::Forfeit, *then, reason)?;
            }
            Event::Resign { seat } => {
                self.check_going()?;
                let reason = format!("{} gave up", self.name(*seat));
                self.leave(*seat, EndedBy::Resignation, Consequence::Out, reason)?;
            }
            Event::Deal { deal } => self.deal(deal, &event)?,
            Event::Move { seat, mv, .. } => self.play(*seat, mv, &event)?,
        }
        self.log.push(event);
        Ok(())
    }

    fn name(&self, seat: Seat) -> &str {
        self.header.seats.get(seat.index()).map_or("nobody", |info| info.name.as_str())
    }

    fn deal(&mut self, deal: &str, event: &Arc<Event>) -> Result<(), BadEvent> {
        self.check_going()?;
        let (before, sequence) = (self.position.clone(), self.position.deal_sequence() as usize);
        let applied = self.position.apply_deal_text(deal);
        applied.map_err(|error| BadEvent::Deal { deal: deal.into(), error })?;
        self.line.push(Ply { event: Arc::clone(event), before });
        if self.dealt.len() <= sequence {
            self.dealt.resize(sequence + 1, 0);
        }
        self.dealt[sequence] += 1;
        Ok(())
    }

    fn play(&mut self, seat: Seat, mv: &str, event: &Arc<Event>) -> Result<(), BadEvent> {
        if self.position.turn() != Turn::Seat(seat) {
            return Err(BadEvent::OutOfTurn { seat, turn: self.position.turn() });
        }
        self.check_going()?;
        let before = self.position.clone();
        let played = self.position.play_text(mv);
        played.map_err(|error| BadEvent::Move { mv: mv.into(), error })?;
        self.line.push(Ply { event: Arc::clone(event), before });
        Ok(())
    }

    fn leave(
        &mut self,
        seat: Seat,
        by: EndedBy,
        then: Consequence,
        reason: String,
    ) -> Result<(), BadEvent> {
        let seats = self.position.seats();
        if seat.index() >= seats {
            return Err(BadEvent::NoSeat { seat, seats });
        }
        if self.position.turn() == Turn::Over {
            return self.check_going();
        }
        if then == Consequence::Plays {
            return Ok(());
        }
        if self.is_gone(seat) {
            return Err(BadEvent::AlreadyGone { seat });
        }
        let (at, ends) = (self.line.len(), then == Consequence::Ends);
        self.gone.push(Gone { seat, at, by, ends, reason });
        Ok(())
    }

    /// Where the end is due, only it can follow, or taking something back; or another fault,
    /// because both players may have failed before either was asked.
    fn check_going(&self) -> Result<(), BadEvent> {
        let is_over = self.position.turn() == Turn::Over || !self.gone.is_empty();
        match is_over.then(|| self.due_end()).flatten() {
            Some(end) => Err(BadEvent::OnlyEnd(end.reason)),
            None => Ok(()),
        }
    }

    fn take_back(&mut self, plies: usize) -> Result<(), BadEvent> {
        let there = self.line.len();
        let Some(keep) = there.checked_sub(plies) else {
            return Err(BadEvent::UndoTooFar { asked: plies, there });
        };
        for ply in self.line.drain(keep..).rev() {
            if matches!(*ply.event, Event::Deal { .. }) {
                self.dealt[ply.before.deal_sequence() as usize] -= 1;
            }
            self.position = ply.before;
        }
        self.gone.retain(|gone| gone.at <= keep);
        Ok(())
    }

    fn finish(&mut self, end: &End) -> Result<(), BadEvent> {
        if self.due_end().as_ref() != Some(end) {
            return Err(BadEvent::WrongEnd);
        }
        self.end = Some(end.clone());
        Ok(())
    }
}
