//! Undo, redo and rematch: what people have to agree on.
//!
//! ```text
//! undo ──► nobody has to agree ────────────────► done
//!      └─► request ──► everyone accepts ────────► done
//!                  └─► someone declines, or the game goes on ──► dropped
//! ```

use crate::{Refusal, Session, config::People};
use meeple_core::{Event, GameHistory, Notes, Seat, Table};
use std::{sync::Arc, time::Instant};

/// Requests that wait for the agreement of other people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offers {
    /// The pending take-back request, if any.
    pub take_back: Option<TakeBackRequest>,
    /// The seats that want a rematch.
    pub rematch: Vec<Seat>,
}

/// A request to take back a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBackRequest {
    /// The seat that asks.
    pub by: Seat,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
    /// How many plies remain after the take-back.
    pub(crate) to: usize,
}

impl Session {
    /// Undoes the seat's last choice, or makes a request if other people have to agree.
    pub(crate) fn request_undo(
        &mut self,
        by: Option<Seat>,
        at: Option<usize>,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.check_running(at)?;
        if by.is_some_and(|by| self.game().has_left(by)) {
            return Err(Refusal::Left);
        }
        let is_theirs = |seat| by.map_or(self.is_person(seat), |by| by == seat);
        let to = last_choice(self.game(), is_theirs).ok_or(Refusal::NothingToUndo)?;
        match by.filter(|&by| self.required_agreement(by).next().is_some()) {
            None => self.undo_to(to, now),
            Some(by) => {
                self.offers.take_back = Some(TakeBackRequest { by, agreed: vec![by], to });
                Ok(())
            }
        }
    }

    /// Agrees to a take-back, which happens once everyone has agreed.
    pub(crate) fn accept_undo(&mut self, seat: Seat, now: Instant) -> Result<(), Refusal> {
        self.check_running(None)?;
        if self.game().has_left(seat) {
            return Err(Refusal::Left);
        }
        let offer = self.offers.take_back.as_mut().ok_or(Refusal::NoOffer)?;
        if !offer.agreed.contains(&seat) {
            offer.agreed.push(seat);
        }
        let offer = offer.clone();
        if self.required_agreement(offer.by).all(|seat| offer.agreed.contains(&seat)) {
            return self.undo_to(offer.to, now);
        }
        Ok(())
    }

    /// Declines a take-back.
    pub(crate) fn decline_undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.check_running(None)?;
        if self.game().has_left(seat) {
            return Err(Refusal::Left);
        }
        self.offers.take_back.take().map(drop).ok_or(Refusal::NoOffer)
    }

    /// Returns the people who have to agree when `by` wants to undo: all others who still play, or
    /// nobody if people share a screen.
    fn required_agreement(&self, by: Seat) -> impl Iterator<Item = Seat> + '_ {
        let is_apart = self.config.people == People::Apart;
        self.people().filter(move |&seat| is_apart && seat != by)
    }

    fn undo_to(&mut self, to: usize, now: Instant) -> Result<(), Refusal> {
        let line = self.game().plies();
        let undone = line[to..].iter().map(|ply| Arc::clone(&ply.event)).collect();
        let plies = line.len() - to;
        self.log_spent_time(now); // the time already used is not given back
        self.table.undo(plies)?;
        self.offers.take_back = None;
        self.undone.push(undone);
        self.truncate_narration(to);
        Ok(())
    }

    /// Replays what was undone last.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        self.check_running(None)?;
        for event in self.undone.pop().ok_or(Refusal::NothingToRedo)? {
            replay_event(&mut self.table, &event)?;
        }
        self.offers.take_back = None;
        Ok(())
    }

    /// Records a wish for a rematch; returns whether everyone has agreed. All people who were seated at the
    /// start count, also those who resigned, lost on time or were replaced: they would be seated again.
    pub(crate) fn request_rematch(&mut self, seat: Seat) -> Result<bool, Refusal> {
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

/// Returns the ply before the last move that one of these seats chose among several legal moves.
fn last_choice(game: &GameHistory, is_theirs: impl Fn(Seat) -> bool) -> Option<usize> {
    let line = game.plies();
    (0..line.len()).rev().find(|&at| match &*line[at].event {
        Event::Move { seat, .. } => {
            is_theirs(*seat) && line[at].before.legal_move_texts().len() > 1
        }
        _ => false,
    })
}

/// Repeats a deal or move at this table, without its thinking time; other events are ignored.
pub fn replay_event(table: &mut Table, event: &Event) -> Result<(), Refusal> {
    match event {
        Event::Deal { deal } => table.apply_deal(deal)?,
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

/// Moves every player by one seat, so that another player starts the next game.
pub fn rotate_seats<T>(seats: &mut [T]) {
    seats.rotate_left(1);
}
