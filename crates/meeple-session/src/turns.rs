//! Moves, answers, failures, resignations and time-outs in a session.

use crate::{
    Refusal, Session, TimeControl,
    action::{Notice, Reply, Ticket},
    config::{COMPUTER_GRACE, STAND_IN_COMMENT},
    referee::illegal_move_verdict,
    session::SeatMover,
};
use meeple_core::{
    Choice, ChooseError, Contestant, EventError, Millis, Notes, Penalty, Seat, Verdict, table,
    text::printable,
};
use meeple_view::words::to_sentence;
use std::time::{Duration, Instant};

impl Session {
    pub(crate) fn play(
        &mut self,
        seat: Seat,
        mv: &str,
        at: Option<usize>,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.check_running(at)?;
        if self.game().has_left(seat) {
            return Err(Refusal::Left);
        }
        if self.seat_to_move() != Some(seat) || !self.is_person(seat) {
            return Err(Refusal::NotYourTurn);
        }
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            return Err(Refusal::OutOfTime);
        }
        // People's times are recorded in whole milliseconds.
        let spent = Duration::from_millis(self.turn_time(now).as_millis() as u64);
        let notes = Notes { ms: Some(Millis::from_duration(spent)), ..Notes::default() };
        if let Err(error) = self.table.play(seat, mv, notes) {
            return Err(self.refused(mv, error));
        }
        self.stand_ins[seat.index()] = false; // a person who moves is back
        self.clear_pending();
        Ok(())
    }

    /// Converts the table's refusal of a move into a message for the player.
    fn refused(&self, mv: &str, error: EventError) -> Refusal {
        let EventError::Move { error, .. } = error else { return error.into() };
        let words = self.config.view.explain_illegal(self.game(), mv);
        Refusal::Illegal {
            mv: mv.into(),
            message: to_sentence(&printable(&words.unwrap_or_else(|| error.to_string()))),
            legal: self.game().position().legal_move_texts().into_iter().next(),
        }
    }

    pub(crate) fn deal(&mut self, deal: &str) -> Result<(), Refusal> {
        self.check_running(None)?;
        let dealt = self.table.apply_deal(deal).map(drop);
        dealt.map_err(|error| Refusal::BadDeal(to_sentence(&printable(&error.to_string()))))?;
        self.clear_pending();
        Ok(())
    }

    /// Clears redo and the pending take-back after something new happened.
    fn clear_pending(&mut self) {
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
            Ok(choice) => match self.play_reply(seat, choice, reply) {
                Ok(()) => return Ok(remarks(seat, choice)),
                Err(verdict) => verdict,
            },
            Err(ChooseError::Stopped) => return Ok(Vec::new()), // it will be asked again
            Err(ChooseError::Failed(verdict)) => verdict.clone(),
            Err(error) => Verdict::InternalError { reason: error.to_string() },
        };
        self.fail(seat, &self.clocks.as_flag(verdict), &reply.stderr, reply.time)
    }

    /// Plays the chosen move if it is legal and came in time.
    fn play_reply(
        &mut self,
        seat: Seat,
        choice: &Choice<String>,
        reply: &Reply<'_>,
    ) -> Result<(), Verdict> {
        let (limit, grace) = match self.mover(seat) {
            // The clock was the player's, not the stand-in's.
            SeatMover::Computer(_) if self.game().has_left(seat) => (None, Duration::ZERO),
            // Computer players stop by themselves; only the time control can make them lose on
            // time.
            SeatMover::Computer(_) => (self.clocks.turn_limit(seat), COMPUTER_GRACE),
            SeatMover::Person | SeatMover::Program => {
                let usual = self.clocks.turn_limit(seat).unwrap_or(self.config.program_time);
                (Some(usual), Duration::ZERO)
            }
        };
        if let Some(limit) = limit.filter(|&limit| reply.time > limit + grace) {
            return Err(Verdict::Late { took: reply.time, limit });
        }
        let is_stand_in = self.has_stand_in(seat);
        let notes = Notes {
            ms: Some(Millis::from_duration(reply.time)),
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
                self.clear_pending();
                Ok(())
            }
            Err(EventError::Move { mv, error }) => {
                Err(illegal_move_verdict(self.game().position(), &mv, &error, reply.spell))
            }
            Err(error) => Err(Verdict::InternalError { reason: error.to_string() }),
        }
    }

    /// Records a failure in a turn that took this long, and applies the referee's penalty.
    pub(crate) fn fail(
        &mut self,
        seat: Seat,
        verdict: &Verdict,
        stderr: &[String],
        took: Duration,
    ) -> Result<Vec<Notice>, Refusal> {
        self.check_running(None)?;
        let penalty = self.config.referee.penalty(self.game().position(), verdict);
        self.table.fault_with_stderr(seat, verdict, &penalty, stderr.to_vec())?;
        if let Penalty::Plays(_) = penalty {
            self.log_turn_time(seat, took); // the move that was played for it has no time
        }
        self.clear_pending();
        let seen = printable(&verdict.to_string());
        let mut notices = vec![Notice::Failed {
            seat,
            message: format!("{} failed: {}: {seen}", self.name(seat), verdict.name()),
            verdict: verdict.name(),
            stderr: stderr.to_vec(),
        }];
        if penalty == Penalty::Out {
            notices.extend(self.replacement_notice(seat, "is out"));
        }
        Ok(notices)
    }

    pub(crate) fn resign(&mut self, seat: Seat) -> Result<Vec<Notice>, Refusal> {
        self.check_running(None)?;
        if self.game().has_left(seat) {
            return Err(Refusal::Left);
        }
        self.table.resign(seat)?;
        self.clear_pending();
        self.stand_ins[seat.index()] = false;
        Ok(self.replacement_notice(seat, "resigned").into_iter().collect())
    }

    /// Creates the notice about who takes over a seat, unless the game ends.
    fn replacement_notice(&self, seat: Seat, what: &str) -> Option<Notice> {
        if self.table.due() == table::TableDue::End {
            return None;
        }
        let Contestant::Computer { player, .. } = &self.config.stand_in else { return None };
        let message = format!("{} {what}. {player} plays on in this seat.", self.name(seat));
        Some(Notice::Replaced { seat, message })
    }

    pub(crate) fn set_stand_in(&mut self, seat: Seat, is_away: bool) -> Result<(), Refusal> {
        self.check_running(None)?;
        if self.game().has_left(seat) {
            return Err(Refusal::Left);
        }
        let place = self.stand_ins.get_mut(seat.index()).ok_or(Refusal::NoSeat(seat))?;
        if std::mem::replace(place, is_away) != is_away && self.seat_to_move() == Some(seat) {
            self.moment += 1; // the pending request is outdated
        }
        Ok(())
    }

    /// Fails the seat to move if its clock has run out.
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
        self.fail(seat, &self.clocks.as_flag(verdict), &[], self.turn_time(now))
    }
}

fn remarks(seat: Seat, choice: &Choice<String>) -> Vec<Notice> {
    let remark = |words: &String| Notice::Remark { seat, message: printable(words) };
    choice.remark.iter().map(remark).collect()
}
