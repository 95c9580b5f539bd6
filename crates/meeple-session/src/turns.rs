//! What people, players and time do to a session: moves, answers, failures, leaving.

use crate::{
    Refusal, Session, TimeControl,
    action::{Notice, Reply, Ticket},
    config::{COMPUTER_GRACE, STAND_IN_COMMENT},
    referee::illegal,
    session::Mover,
};
use meeple_core::{
    BadEvent, Choice, Contestant, Millis, NoChoice, Notes, Penalty, Seat, Verdict, table,
    text::printable,
};
use meeple_view::words::sentence;
use std::time::{Duration, Instant};

impl Session {
    pub(crate) fn play(
        &mut self,
        seat: Seat,
        mv: &str,
        at: Option<usize>,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.check_going(at)?;
        if self.game().is_gone(seat) {
            return Err(Refusal::Left);
        }
        if self.seat_to_move() != Some(seat) || !self.is_person(seat) {
            return Err(Refusal::NotYourTurn);
        }
        // Nobody moves to the microsecond.
        let spent = Duration::from_millis(self.turn_time(now).as_millis() as u64);
        let notes = Notes { ms: Some(Millis::of(spent)), ..Notes::default() };
        if let Err(error) = self.table.play(seat, mv, notes) {
            return Err(self.refused(mv, error));
        }
        self.stand_ins[seat.index()] = false; // whoever moves is there again
        self.went_on();
        Ok(())
    }

    /// Why the table refused a move, in words for the person who wanted it.
    fn refused(&self, mv: &str, error: BadEvent) -> Refusal {
        let BadEvent::Move { error, .. } = error else { return error.into() };
        let words = self.config.view.refusal(self.game(), mv);
        Refusal::Illegal {
            mv: mv.into(),
            message: sentence(&printable(&words.unwrap_or_else(|| error.to_string()))),
            legal: self.game().position().legal_texts().into_iter().next(),
        }
    }

    pub(crate) fn deal(&mut self, deal: &str) -> Result<(), Refusal> {
        self.check_going(None)?;
        let dealt = self.table.deal_as(deal).map(drop);
        dealt.map_err(|error| Refusal::BadDeal(sentence(&printable(&error.to_string()))))?;
        self.went_on();
        Ok(())
    }

    /// The game went on by something new: nothing can be redone, and nobody is asked to take back
    /// what was asked about before.
    fn went_on(&mut self) {
        self.undone.clear();
        self.offers.take_back = None;
    }

    pub(crate) fn answer(
        &mut self,
        ticket: Ticket,
        reply: &Reply<'_>,
    ) -> Result<Vec<Notice>, Refusal> {
        let Ticket { seat, moment } = ticket;
        if self.is_over() || moment != self.moment || self.seat_to_move() != Some(seat) {
            return Err(Refusal::StaleAnswer);
        }
        let verdict = match &reply.choice {
            Ok(choice) => match self.answered(seat, choice, reply) {
                Ok(()) => return Ok(remarks(seat, choice)),
                Err(verdict) => verdict,
            },
            Err(NoChoice::Stopped) => return Ok(Vec::new()), // it is asked again
            Err(NoChoice::Failed(verdict)) => verdict.clone(),
            Err(error) => Verdict::Broken { reason: error.to_string() },
        };
        self.fail(seat, &self.clocks.named(verdict), &reply.stderr)
    }

    /// Plays what was chosen, if it is legal and came in time.
    fn answered(
        &mut self,
        seat: Seat,
        choice: &Choice<String>,
        reply: &Reply<'_>,
    ) -> Result<(), Verdict> {
        let (limit, grace) = match self.mover(seat) {
            // Ours stop by themselves; only a clock that everybody sees can fall.
            Mover::Computer(_) => (self.clocks.allowed(seat), COMPUTER_GRACE),
            Mover::Person | Mover::Program => {
                let usual = self.clocks.allowed(seat).unwrap_or(self.config.program_time);
                (Some(usual), Duration::ZERO)
            }
        };
        if let Some(limit) = limit.filter(|&limit| reply.time > limit + grace) {
            return Err(Verdict::Late { took: reply.time, limit });
        }
        let is_stand_in = self.has_stand_in(seat);
        let notes = Notes {
            ms: Some(Millis::of(reply.time)),
            value: choice.values.get(seat.index()).copied(),
            nodes: choice.nodes,
            comment: match &choice.remark {
                None if is_stand_in => Some(STAND_IN_COMMENT.into()),
                remark => remark.clone(),
            },
            info: choice.info.clone(),
        };
        match self.table.play(seat, &choice.mv, notes) {
            Ok(_) => {
                self.went_on();
                Ok(())
            }
            Err(BadEvent::Move { mv, error }) => {
                Err(illegal(self.game().position(), &mv, &error, reply.spell))
            }
            Err(error) => Err(Verdict::Broken { reason: error.to_string() }),
        }
    }

    /// A player failed; what follows is the referee's business.
    pub(crate) fn fail(
        &mut self,
        seat: Seat,
        verdict: &Verdict,
        stderr: &[String],
    ) -> Result<Vec<Notice>, Refusal> {
        self.check_going(None)?;
        let penalty = self.config.referee.penalty(self.game().position(), verdict);
        self.table.fault_of_program(seat, verdict, &penalty, stderr.to_vec())?;
        self.went_on();
        let seen = printable(&verdict.to_string());
        let mut notices = vec![Notice::Failed {
            seat,
            message: format!("{} failed: {}: {seen}", self.name(seat), verdict.name()),
            verdict: verdict.name(),
            stderr: stderr.to_vec(),
        }];
        if penalty == Penalty::Out {
            notices.extend(self.replaced(seat, "is out"));
        }
        Ok(notices)
    }

    pub(crate) fn resign(&mut self, seat: Seat) -> Result<Vec<Notice>, Refusal> {
        self.check_going(None)?;
        if self.game().is_gone(seat) {
            return Err(Refusal::Left);
        }
        self.table.resign(seat)?;
        self.went_on();
        self.stand_ins[seat.index()] = false;
        Ok(self.replaced(seat, "resigned").into_iter().collect())
    }

    /// Says who plays on in a seat, where somebody does.
    fn replaced(&self, seat: Seat, what: &str) -> Option<Notice> {
        if self.table.due() == table::Due::End {
            return None;
        }
        let Contestant::Computer { player, .. } = &self.config.stand_in else { return None };
        let message = format!("{} {what}. {player} plays on in this seat.", self.name(seat));
        Some(Notice::Replaced { seat, message })
    }

    pub(crate) fn set_stand_in(&mut self, seat: Seat, is_away: bool) -> Result<(), Refusal> {
        self.check_going(None)?;
        if self.game().is_gone(seat) {
            return Err(Refusal::Left);
        }
        let place = self.stand_ins.get_mut(seat.index()).ok_or(Refusal::NoSeat(seat))?;
        if std::mem::replace(place, is_away) != is_away && self.seat_to_move() == Some(seat) {
            self.moment += 1; // whoever was asked is not asked any more
        }
        Ok(())
    }

    /// The time has come for something: whose clock has run out has failed.
    pub(crate) fn tick(&mut self, now: Instant) -> Result<Vec<Notice>, Refusal> {
        let Some(seat) =
            self.seat_to_move().filter(|_| self.deadline().is_some_and(|at| at <= now))
        else {
            return Ok(Vec::new());
        };
        let limit = match self.config.control {
            TimeControl::Move(time) | TimeControl::Game { time, .. } => time,
            TimeControl::None => return Ok(Vec::new()),
        };
        let verdict = Verdict::TimeOut { limit, heard: Vec::new() };
        self.fail(seat, &self.clocks.named(verdict), &[])
    }
}

fn remarks(seat: Seat, choice: &Choice<String>) -> Vec<Notice> {
    let remark = |words: &String| Notice::Remark { seat, message: printable(words) };
    choice.remark.iter().map(remark).collect()
}
