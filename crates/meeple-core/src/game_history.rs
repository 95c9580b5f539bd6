//! A game with its history: the position and the log of events that led to it.
//!
//! A game *is* its log. Every change goes through [`GameHistory::apply`], which validates it, so a log
//! written by it can always be read back. To run a game, use a [`crate::Table`], which also
//! supplies the deals.

use crate::{
    AnyGame, DealError, Event, Header, Outcome, PlayError, Seat, SeatResult, Turn,
    record::{Consequence, EndEvent, EndedBy},
};
use std::sync::Arc;

/// A game being played, with its whole history.
#[derive(Debug, Clone)]
pub struct GameHistory {
    header: Header,
    position: Box<dyn AnyGame>,
    log: Vec<Arc<Event>>,
    /// The deals and moves not undone, each with the position before it.
    plies: Vec<Ply>,
    /// How many deals of each sequence are in `plies`.
    dealt: Vec<u32>,
    /// Players who left before the end.
    departed: Vec<DepartedSeat>,
    end: Option<EndEvent>,
}

/// A deal or move that was made.
#[derive(Debug, Clone)]
pub struct Ply {
    /// The event: a deal or a move.
    pub event: Arc<Event>,
    /// The position before the event.
    pub before: Box<dyn AnyGame>,
}

/// A player who left before the end.
#[derive(Debug, Clone)]
struct DepartedSeat {
    seat: Seat,
    /// Number of plies when the player left; undoing further brings the player back.
    at: usize,
    by: EndedBy,
    /// Whether the game ends because of it.
    ends: bool,
    reason: String,
}

/// Why an event cannot happen now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// The text is not a move, or the move is illegal.
    #[error("move {mv:?}: {error}")]
    Move {
        /// The move's text.
        mv: String,
        /// Why the move was refused.
        error: PlayError,
    },
    /// The text is not a deal, or the deal is impossible.
    #[error("deal {deal:?}: {error}")]
    Deal {
        /// The deal's text.
        deal: String,
        /// Why the deal was refused.
        error: DealError,
    },
    /// The deal source has not decided the deal yet.
    #[error("no deal has been decided")]
    NoDeal,
    /// A seat moved out of turn.
    #[error("seat {seat} moved, but {}", describe_turn(*turn))]
    OutOfTurn {
        /// The seat that moved.
        seat: Seat,
        /// Whose turn it was.
        turn: Turn,
    },
    /// The game has no such seat.
    #[error("there is no seat {seat}: the game has {seats}")]
    NoSeat {
        /// The seat given.
        seat: Seat,
        /// How many seats the game has.
        seats: usize,
    },
    /// A player who has already left tried to leave again.
    #[error("seat {seat} has left the game already")]
    AlreadyGone {
        /// The seat.
        seat: Seat,
    },
    /// More deals and moves were undone than had been made.
    #[error("cannot take back {asked} deals and moves: only {there} were made")]
    UndoTooFar {
        /// How many should be undone.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// The header names the wrong number of seats.
    #[error("{given} seats are named, but the game has {needed}")]
    WrongSeats {
        /// How many seats the header names.
        given: usize,
        /// How many seats the game has.
        needed: usize,
    },
    /// The end event differs from the one computed from the position, or no end is due.
    #[error("the results are not those of the last position")]
    WrongEnd,
    /// The game is decided; only the end event may follow.
    #[error("the game is over: {0}")]
    OnlyEnd(String),
    /// An event follows the end.
    #[error("the game has already ended")]
    AfterEnd,
    /// A record has a second start event.
    #[error("a record has only one start")]
    SecondStart,
}

fn describe_turn(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("it is seat {seat}'s turn"),
        Turn::Chance => "a deal is due".into(),
        Turn::Over => "the game is over".into(),
    }
}

impl GameHistory {
    /// Starts a game at this position; the header must name as many seats as the game has.
    pub fn start(header: Header, position: Box<dyn AnyGame>) -> Result<Self, EventError> {
        let (given, needed) = (header.seats.len(), position.seats());
        if given != needed {
            return Err(EventError::WrongSeats { given, needed });
        }
        let log = vec![Arc::new(Event::Start(header.clone()))];
        let (plies, dealt, departed) = (Vec::new(), Vec::new(), Vec::new());
        Ok(GameHistory { header, position, log, plies, dealt, departed, end: None })
    }

    /// Returns what is played and by whom.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the current position.
    pub fn position(&self) -> &dyn AnyGame {
        &*self.position
    }

    /// Returns every event, starting with the start event and including undone moves.
    pub fn log(&self) -> &[Arc<Event>] {
        &self.log
    }

    /// Returns the deals and moves that led to the current position, without undone ones.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns how the game ended, once there is an end event.
    pub fn end(&self) -> Option<&EndEvent> {
        self.end.as_ref()
    }

    /// Returns the position after the first `plies` deals and moves; `None` if there are fewer.
    pub fn position_at(&self, plies: usize) -> Option<&dyn AnyGame> {
        match self.plies.get(plies) {
            Some(ply) => Some(&*ply.before),
            None => (plies == self.plies.len()).then_some(&*self.position),
        }
    }

    /// Returns how many deals of this sequence led to the current position.
    pub fn deals_made(&self, sequence: u32) -> u32 {
        self.dealt.get(sequence as usize).copied().unwrap_or(0)
    }

    /// Returns whether this seat's player has left, so that someone else must move for it.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.departed.iter().any(|gone| gone.seat == seat)
    }

    /// Returns the outcome if the current position is over by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Returns the end event that is due, if any: by the rules, by a fault, or because all others
    /// left.
    pub fn due_end(&self) -> Option<EndEvent> {
        if self.end.is_some() {
            return None;
        }
        if let Some(outcome) = self.outcome() {
            let results = outcome.results.iter().map(|result| (result.rank, result.score));
            let results = self.ranked(results.map(|(rank, score)| (-i32::from(rank), score)));
            return Some(EndEvent {
                by: EndedBy::Rules,
                results,
                reason: outcome.reason.to_string(),
            });
        }
        let last = self.departed.last()?;
        if !self.departed.iter().any(|gone| gone.ends)
            && self.departed.len() + 1 < self.position.seats()
        {
            return None;
        }
        let seats = (0..self.position.seats()).map(Seat::new);
        let points = seats.map(|seat| self.position.points(seat));
        let results = self.ranked(points.map(|points| (points, points)));
        let reasons: Vec<&str> = self.departed.iter().map(|gone| gone.reason.as_str()).collect();
        Some(EndEvent { by: last.by, results, reason: reasons.join("; ") })
    }

    /// Ranks seats by standing (higher is better); players who left rank behind everyone who
    /// stayed.
    fn ranked(&self, seats: impl Iterator<Item = (i32, i32)>) -> Vec<SeatResult> {
        let standing = seats.enumerate().map(|(index, (standing, score))| {
            let stayed = !self.has_left(Seat::new(index));
            ((stayed, if stayed { standing } else { 0 }), score)
        });
        Outcome::by_standing(standing, "").results.to_vec()
    }

    /// Validates and applies an event; on error nothing has changed.
    pub fn apply(&mut self, event: Event) -> Result<(), EventError> {
        if self.end.is_some() {
            return Err(EventError::AfterEnd);
        }
        let event = Arc::new(event);
        match &*event {
            Event::Start(_) => return Err(EventError::SecondStart),
            Event::Undo { plies } => self.take_back(*plies)?,
            Event::End(end) => self.finish(end)?,
            Event::Fault { seat, verdict, seen, then, .. } => {
                let reason = format!("{} failed: {verdict}: {seen}", self.name(*seat));
                self.record_departure(*seat, EndedBy::Forfeit, *then, reason)?;
            }
            Event::Resign { seat } => {
                self.check_not_decided()?;
                let reason = format!("{} gave up", self.name(*seat));
                self.record_departure(*seat, EndedBy::Resignation, Consequence::Out, reason)?;
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

    fn deal(&mut self, deal: &str, event: &Arc<Event>) -> Result<(), EventError> {
        self.check_not_decided()?;
        let (before, sequence) = (self.position.clone(), self.position.deal_sequence() as usize);
        let applied = self.position.apply_deal_text(deal);
        applied.map_err(|error| EventError::Deal { deal: deal.into(), error })?;
        self.plies.push(Ply { event: Arc::clone(event), before });
        if self.dealt.len() <= sequence {
            self.dealt.resize(sequence + 1, 0);
        }
        self.dealt[sequence] += 1;
        Ok(())
    }

    fn play(&mut self, seat: Seat, mv: &str, event: &Arc<Event>) -> Result<(), EventError> {
        if self.position.turn() != Turn::Seat(seat) {
            return Err(EventError::OutOfTurn { seat, turn: self.position.turn() });
        }
        self.check_not_decided()?;
        let before = self.position.clone();
        let played = self.position.play_text(mv);
        played.map_err(|error| EventError::Move { mv: mv.into(), error })?;
        self.plies.push(Ply { event: Arc::clone(event), before });
        Ok(())
    }

    fn record_departure(
        &mut self,
        seat: Seat,
        by: EndedBy,
        then: Consequence,
        reason: String,
    ) -> Result<(), EventError> {
        let seats = self.position.seats();
        if seat.index() >= seats {
            return Err(EventError::NoSeat { seat, seats });
        }
        if self.position.turn() == Turn::Over {
            return self.check_not_decided();
        }
        if then == Consequence::Plays {
            return Ok(());
        }
        if self.has_left(seat) {
            return Err(EventError::AlreadyGone { seat });
        }
        let (at, ends) = (self.plies.len(), then == Consequence::Ends);
        self.departed.push(DepartedSeat { seat, at, by, ends, reason });
        Ok(())
    }

    /// Returns an error if the end is due. Undo is still allowed then, and so is a fault, because
    /// both players may fail before either has been asked for a move.
    fn check_not_decided(&self) -> Result<(), EventError> {
        let is_over = self.position.turn() == Turn::Over || !self.departed.is_empty();
        match is_over.then(|| self.due_end()).flatten() {
            Some(end) => Err(EventError::OnlyEnd(end.reason)),
            None => Ok(()),
        }
    }

    fn take_back(&mut self, plies: usize) -> Result<(), EventError> {
        let there = self.plies.len();
        let Some(keep) = there.checked_sub(plies) else {
            return Err(EventError::UndoTooFar { asked: plies, there });
        };
        for ply in self.plies.drain(keep..).rev() {
            if matches!(*ply.event, Event::Deal { .. }) {
                self.dealt[ply.before.deal_sequence() as usize] -= 1;
            }
            self.position = ply.before;
        }
        self.departed.retain(|gone| gone.at <= keep);
        Ok(())
    }

    fn finish(&mut self, end: &EndEvent) -> Result<(), EventError> {
        if self.due_end().as_ref() != Some(end) {
            return Err(EventError::WrongEnd);
        }
        self.end = Some(end.clone());
        Ok(())
    }
}
