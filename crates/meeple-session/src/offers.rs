//! Taking back, playing again, and another game: what people must agree on.
//!
//! ```text
//! undo ──► nobody else has a say ─────────────► done
//!      └─► an offer ──► everybody accepts ────► done
//!                   └─► somebody declines, or the game goes on ──► gone
//! ```

use crate::{Refusal, Session, config::People};
use meeple_core::{Event, Match, Notes, Seat, Table};
use std::{sync::Arc, time::Instant};

/// What is asked of the others at a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offers {
    /// Somebody wants to take back a move.
    pub take_back: Option<TakeBack>,
    /// Who wants another game.
    pub rematch: Vec<Seat>,
}

/// Somebody wants to take back a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// Who.
    pub by: Seat,
    /// Who has agreed.
    pub agreed: Vec<Seat>,
    /// The ply before the move that would be taken back.
    pub(crate) to: usize,
}

impl Session {
    /// Somebody wants to take back their last choice; it is done at once where nobody else has a
    /// say.
    pub(crate) fn ask_undo(
        &mut self,
        by: Option<Seat>,
        at: Option<usize>,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.check_going(at)?;
        if by.is_some_and(|by| self.game().is_gone(by)) {
            return Err(Refusal::Left);
        }
        let is_theirs = |seat| by.map_or(self.is_person(seat), |by| by == seat);
        let to = last_choice(self.game(), is_theirs).ok_or(Refusal::NothingToUndo)?;
        match by.filter(|&by| self.have_a_say(by).next().is_some()) {
            None => self.undo_to(to, now),
            Some(by) => {
                self.offers.take_back = Some(TakeBack { by, agreed: vec![by], to });
                Ok(())
            }
        }
    }

    /// Somebody agrees to a take-back; when everybody has, it is done.
    pub(crate) fn accept_undo(&mut self, seat: Seat, now: Instant) -> Result<(), Refusal> {
        self.check_going(None)?;
        if self.game().is_gone(seat) {
            return Err(Refusal::Left);
        }
        let offer = self.offers.take_back.as_mut().ok_or(Refusal::NoOffer)?;
        if !offer.agreed.contains(&seat) {
            offer.agreed.push(seat);
        }
        let offer = offer.clone();
        if self.have_a_say(offer.by).all(|seat| offer.agreed.contains(&seat)) {
            return self.undo_to(offer.to, now);
        }
        Ok(())
    }

    /// Somebody does not agree to a take-back.
    pub(crate) fn decline_undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_going(None)?;
        if self.game().is_gone(seat) {
            return Err(Refusal::Left);
        }
        self.offers.take_back.take().map(drop).ok_or(Refusal::NoOffer)
    }

    /// Who must agree when this person wants to take something back: the other people who still
    /// play, unless all of them share a screen.
    fn have_a_say(&self, by: Seat) -> impl Iterator<Item = Seat> + '_ {
        let is_apart = self.config.people == People::Apart;
        self.people().filter(move |&seat| is_apart && seat != by)
    }

    fn undo_to(&mut self, to: usize, now: Instant) -> Result<(), Refusal> {
        let line = self.game().line();
        let undone = line[to..].iter().map(|ply| Arc::clone(&ply.event)).collect();
        let plies = line.len() - to;
        self.note_spent(now); // the time of whoever was thinking is not given back
        self.table.undo(plies)?;
        self.offers.take_back = None;
        self.undone.push(undone);
        self.forget_narration(to);
        Ok(())
    }

    /// Plays again what was taken back last.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        self.check_going(None)?;
        for event in self.undone.pop().ok_or(Refusal::NothingToRedo)? {
            replay(&mut self.table, &event)?;
        }
        self.offers.take_back = None;
        Ok(())
    }

    /// Somebody wants another game; whether everybody does by now.
    pub(crate) fn ask_rematch(&mut self, seat: Seat) -> Result<bool, Refusal> {
        if !self.is_over() {
            return Err(Refusal::NotOver);
        }
        if !self.was_person(seat) {
            return Err(Refusal::NoSeat(seat));
        }
        if !self.offers.rematch.contains(&seat) {
            self.offers.rematch.push(seat);
        }
        let is_agreed = |seat: Seat| !self.was_person(seat) || self.offers.rematch.contains(&seat);
        Ok(self.config.people == People::SharedScreen || self.seats().all(is_agreed))
    }
}

/// The ply before the last move that one of these seats chose among several.
fn last_choice(game: &Match, is_theirs: impl Fn(Seat) -> bool) -> Option<usize> {
    let line = game.line();
    (0..line.len()).rev().find(|&at| match &*line[at].event {
        Event::Move { seat, .. } => is_theirs(*seat) && line[at].before.legal_texts().len() > 1,
        _ => false,
    })
}

/// Lets a deal or a move of another line happen at this table, but for the time it took.
pub fn replay(table: &mut Table, event: &Event) -> Result<(), Refusal> {
    match event {
        Event::Deal { deal } => table.deal_as(deal)?,
        Event::Move { seat, mv, value, nodes, comment, info, .. } => {
            let (comment, info) = (comment.clone(), info.clone());
            table.play(
                *seat,
                mv,
                Notes { ms: None, value: *value, nodes: *nodes, comment, info },
            )?
        }
        _ => return Ok(()),
    };
    Ok(())
}

/// Everybody moves one seat on, so that somebody else begins the next game.
pub fn rotate_seats<T>(seats: &mut [T]) {
    seats.rotate_left(1);
}
