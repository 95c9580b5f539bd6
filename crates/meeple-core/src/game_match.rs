//! A running game: the position, and the log of events that led to it.
//!
//! The one owner of a running game (the terminal's loop, a room's task, the
//! arena) holds a [`Match`]. Every change goes through [`Match::apply`], which
//! checks it, so a log that a match has made can always be read again.

use crate::{
    AnyGame, DealError, Event, Header, Outcome, PlayError, Seat, SeatResult, Turn, record::EndedBy,
};
use rand::Rng;

/// A game being played, with its whole history.
#[derive(Debug, Clone)]
pub struct Match {
    header: Header,
    position: Box<dyn AnyGame>,
    /// The deals and moves that count, each with the position before it.
    line: Vec<Ply>,
    end: Option<End>,
}

/// A deal or a move that was made.
#[derive(Debug, Clone)]
pub struct Ply {
    /// The event, a deal or a move.
    pub event: Event,
    /// The position in which it was made.
    pub before: Box<dyn AnyGame>,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// Who ended it.
    pub by: EndedBy,
    /// One result a seat.
    pub results: Vec<SeatResult>,
    /// Why.
    pub reason: String,
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
    /// A seat moved out of turn.
    #[error("seat {seat} moved, but {}", whose(*turn))]
    OutOfTurn {
        /// The seat that moved.
        seat: Seat,
        /// Whose turn it was.
        turn: Turn,
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
        Ok(Match { header, position, line: Vec::new(), end: None })
    }

    /// What is played, by whom.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The position now.
    pub fn position(&self) -> &dyn AnyGame {
        &*self.position
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

    /// Lets an event happen; on error nothing has changed.
    pub fn apply(&mut self, event: Event) -> Result<(), BadEvent> {
        if self.end.is_some() {
            return Err(BadEvent::AfterEnd);
        }
        match event {
            Event::Start(_) => Err(BadEvent::SecondStart),
            Event::Undo { plies } => self.take_back(plies),
            Event::End { by, results, reason } => self.finish(End { by, results, reason }),
            Event::Deal { ref deal } => {
                let before = self.position.clone();
                let applied = self.position.apply_deal_text(deal);
                applied.map_err(|error| BadEvent::Deal { deal: deal.clone(), error })?;
                self.line.push(Ply { event, before });
                Ok(())
            }
            Event::Move { seat, ref mv, .. } => {
                if self.position.turn() != Turn::Seat(seat) {
                    return Err(BadEvent::OutOfTurn { seat, turn: self.position.turn() });
                }
                let before = self.position.clone();
                let played = self.position.play_text(mv);
                played.map_err(|error| BadEvent::Move { mv: mv.clone(), error })?;
                self.line.push(Ply { event, before });
                Ok(())
            }
        }
    }

    /// Draws and applies the deal that is due; `None` if none is.
    pub fn deal(&mut self, rng: &mut dyn Rng) -> Option<Event> {
        let deal = self.position.sample_deal_text(rng)?;
        let event = Event::Deal { deal };
        self.apply(event.clone()).ok()?;
        Some(event)
    }

    /// How many plies `seat` must take back to decide its last move again, if it made one.
    pub fn plies_back_to(&self, seat: Seat) -> Option<usize> {
        let own = |ply: &Ply| matches!(ply.event, Event::Move { seat: mover, .. } if mover == seat);
        Some(self.line.len() - self.line.iter().rposition(own)?)
    }

    /// The outcome of the position now, if the rules have ended the game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn take_back(&mut self, plies: usize) -> Result<(), BadEvent> {
        let there = self.line.len();
        let Some(keep) = there.checked_sub(plies) else {
            return Err(BadEvent::UndoTooFar { asked: plies, there });
        };
        if let Some(first_undone) = self.line.drain(keep..).next() {
            self.position = first_undone.before;
        }
        Ok(())
    }

    fn finish(&mut self, end: End) -> Result<(), BadEvent> {
        let rules = self.outcome().map(|outcome| Event::end_by_rules(&outcome));
        let fits = match end.by {
            EndedBy::Rules => {
                let End { by, results, reason } = end.clone();
                rules == Some(Event::End { by, results, reason })
            }
            EndedBy::Forfeit => rules.is_none() && end.results.len() == self.position.seats(),
        };
        if !fits {
            return Err(BadEvent::WrongEnd);
        }
        self.end = Some(end);
        Ok(())
    }
}
