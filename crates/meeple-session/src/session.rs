//! The session: one owner for a running game with people.
//!
//! ```text
//! front end ──action──► Session ──► Table ──► log
//!     ▲                    │ legality, clocks, referee, undo, offers
//!     └──update, snapshot──┘
//! ```
//!
//! It performs no IO, starts no threads and reads no clock: time is a
//! parameter. Whoever drives it stores the entries of an [`Update`] before
//! showing anything, and runs the players that are [due](Session::due).

use crate::{
    Clocks, Refusal, TimeControl,
    action::{Action, Applied, Due, Entry, Notice, Reply, Request, Ticket, Update},
    clocks::Spent,
    config::{COMPUTER_GRACE, Config, People, STAND_IN_COMMENT},
    narration::{Narrated, narrate},
    offers::Offers,
    referee::illegal,
};
use meeple_core::{
    BadEvent, Choice, Contestant, Event, Limits, Match, Millis, NoChoice, Notes, Penalty, Seat,
    Table, Verdict, table, text::printable,
};
use meeple_view::words::sentence;
use rand::Rng;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A running game with seats for people, computer players and programs.
pub struct Session {
    pub(crate) table: Table,
    pub(crate) config: Config,
    pub(crate) clocks: Clocks,
    pub(crate) offers: Offers,
    pub(crate) narration: Vec<Narrated>,
    /// People for whom a computer player moves until they return.
    pub(crate) stand_ins: Vec<bool>,
    /// What was taken back, the last first.
    pub(crate) undone: Vec<Vec<Arc<Event>>>,
    /// What is new in the log and was not handed out yet.
    pending: Vec<Entry>,
    /// How many events of the log have been followed.
    followed: usize,
    /// Changes whenever the position does.
    moment: u64,
    /// Since when the seat to move is due...
    began: Instant,
    /// ...and since when its time is not in the log.
    since: Instant,
    /// The first ply that is narrated anew with the next update.
    narrated_from: usize,
}

/// Who moves for a seat.
enum Mover {
    Person,
    Program,
    Computer(Contestant),
}

impl Session {
    /// A session at a table that was just opened. The first update has its whole log.
    pub fn start(table: Table, config: Config, now: Instant) -> Self {
        let seats = table.position().seats();
        Session {
            clocks: Clocks::new(config.control, seats),
            table,
            config,
            offers: Offers::default(),
            narration: Vec::new(),
            stand_ins: vec![false; seats],
            undone: Vec::new(),
            pending: Vec::new(),
            followed: 0,
            moment: 0,
            began: now,
            since: now,
            narrated_from: 0,
        }
    }

    /// A session that goes on where a log ends: the game's events, and thinking time that no move
    /// tells of, each with the number of events before it.
    pub fn resume(game: Match, spent: &[(usize, Spent)], config: Config, now: Instant) -> Self {
        let seats = game.position().seats();
        let clocks = Clocks::from_log(config.control, seats, game.log(), spent);
        let followed = game.log().len();
        let session = Session::start(Table::resume(game), config, now);
        let mut session = Session { clocks, followed, ..session };
        session.narrate();
        session
    }

    /// The game so far.
    pub fn game(&self) -> &Match {
        self.table.game()
    }

    /// What the session was set up with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What happened, ply by ply.
    pub fn narration(&self) -> &[Narrated] {
        &self.narration
    }

    /// What this seat decides with now: it follows from the seed, the seat and the ply.
    pub fn generator(&self, seat: Seat) -> impl Rng + Clone + Send + 'static {
        self.table.generator(seat)
    }

    /// The name shown of a seat.
    pub fn name(&self, seat: Seat) -> String {
        let seats = &self.game().header().seats;
        seats.get(seat.index()).map_or_else(|| "nobody".into(), |info| printable(&info.name))
    }

    /// Whether a person sits there and has not left.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.was_person(seat) && !self.game().is_gone(seat)
    }

    /// Whether a person sat down there, whatever happened since.
    pub fn was_person(&self, seat: Seat) -> bool {
        let seats = &self.game().header().seats;
        seats.get(seat.index()).is_some_and(|info| info.who == Contestant::Person)
    }

    /// Everybody who sits at the table.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.game().position().seats()).map(Seat::new)
    }

    /// People who still play.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|&seat| self.is_person(seat))
    }

    /// Whether a computer player moves for this seat, whose player has left or is away.
    pub fn has_stand_in(&self, seat: Seat) -> bool {
        self.game().is_gone(seat) || self.is_away(seat)
    }

    /// Whether a computer player moves for this seat until its player returns.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.stand_ins.get(seat.index()).is_some_and(|&is_away| is_away)
    }

    /// The seat to move, if the game goes on.
    pub fn seat_to_move(&self) -> Option<Seat> {
        match self.table.due() {
            table::Due::Seat(seat) => Some(seat),
            table::Due::Deal | table::Due::End | table::Due::Over => None,
        }
    }

    /// Whether the end of the game is in the log.
    pub fn is_over(&self) -> bool {
        self.game().end().is_some()
    }

    /// Whether a program misbehaved so that the game was not played as was asked. An illegal move
    /// is part of a game.
    pub fn has_failed_program(&self) -> bool {
        let seats = &self.game().header().seats;
        self.game().log().iter().any(|event| match &**event {
            Event::Fault { seat, verdict, .. } => {
                let who = seats.get(seat.index()).map(|info| &info.who);
                matches!(who, Some(Contestant::Program { .. })) && verdict != "illegal"
            }
            _ => false,
        })
    }

    /// What the session waits for.
    pub fn due(&self) -> Due {
        let seat = match self.table.due() {
            table::Due::Over => return Due::Over,
            table::Due::Deal if self.game().header().deals.is_some() => return Due::Deal,
            table::Due::Deal | table::Due::End => return Due::Advance,
            table::Due::Seat(seat) => seat,
        };
        match self.mover(seat) {
            Mover::Person if self.automatic().is_some() => Due::Advance,
            Mover::Person => Due::Person(seat),
            Mover::Program => Due::Program(self.request(seat, Some(self.config.program_time))),
            Mover::Computer(who) => {
                Due::Computer(who, self.request(seat, self.config.computer_time))
            }
        }
    }

    fn mover(&self, seat: Seat) -> Mover {
        if self.has_stand_in(seat) {
            return Mover::Computer(self.config.stand_in.clone());
        }
        match &self.game().header().seats[seat.index()].who {
            Contestant::Person => Mover::Person,
            Contestant::Program { .. } => Mover::Program,
            computer @ Contestant::Computer { .. } => Mover::Computer(computer.clone()),
        }
    }

    /// The move that a person need not be asked for.
    fn automatic(&self) -> Option<String> {
        self.config.view.automatic(self.game().position())
    }

    fn request(&self, seat: Seat, usual: Option<Duration>) -> Request {
        let ticket = Ticket { seat, moment: self.moment };
        let usual = Limits { time: usual, ..Limits::default() };
        let mut limits = self.clocks.limits(seat, &usual).into_owned();
        // A clock may shorten a thought of ours, never lengthen it.
        if matches!(self.mover(seat), Mover::Computer(_)) {
            limits.time = limits.time.into_iter().chain(usual.time).min();
        }
        Request { ticket, limits }
    }

    /// Since when the seat to move is due.
    pub fn turn_began(&self) -> Instant {
        self.began
    }

    /// Up to when the running turn's time is in the log.
    pub fn noted_until(&self) -> Instant {
        self.since
    }

    /// How long the running turn has taken so far.
    pub fn turn_time(&self, now: Instant) -> Duration {
        self.clocks.noted() + now.saturating_duration_since(self.since)
    }

    /// What each seat has left on its clock, the running turn counted; `None` without a clock.
    pub fn time_left(&self, now: Instant) -> Option<Vec<Duration>> {
        let running = self.seat_to_move();
        let spent = now.saturating_duration_since(self.since);
        let left = |seat: Seat| {
            let is_running = running == Some(seat);
            let left = match self.config.control {
                TimeControl::None => return None,
                TimeControl::Move(time) if !is_running => time,
                _ => self.clocks.allowed(seat)?,
            };
            Some(if is_running { left.saturating_sub(spent) } else { left })
        };
        self.seats().map(left).collect()
    }

    /// When the clock of the seat to move runs out, if it has one. Then a [tick](Action::Tick) is
    /// due.
    pub fn deadline(&self) -> Option<Instant> {
        let seat = self.seat_to_move().filter(|&seat| !self.game().is_gone(seat))?;
        let grace = match self.mover(seat) {
            Mover::Computer(_) => COMPUTER_GRACE,
            Mover::Person | Mover::Program => Duration::ZERO,
        };
        Some(self.since + self.clocks.allowed(seat)? + grace)
    }

    /// Whether this person may have a hint now.
    pub fn check_hint(&self, seat: Seat, at: Option<usize>) -> Result<(), Refusal> {
        self.check_going(at)?;
        if self.seat_to_move() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let people = self.seats().filter(|&seat| self.was_person(seat)).count();
        if self.config.people == People::Apart && people > 1 {
            return Err(Refusal::NoHintAgainstPeople);
        }
        match self.config.control {
            TimeControl::None => Ok(()),
            TimeControl::Move(_) | TimeControl::Game { .. } => Err(Refusal::NoHintOnClock),
        }
    }

    /// Lets happen what happens by itself: deals from the seed, moves that leave no choice, the
    /// end.
    pub fn advance(&mut self, now: Instant) -> Applied {
        while let Due::Advance = self.due() {
            match self.table.due() {
                table::Due::Deal => drop(self.table.deal()?),
                table::Due::End => drop(self.table.end()?),
                table::Due::Seat(seat) => {
                    let Some(mv) = self.automatic() else { break };
                    self.table.play(seat, &mv, Notes::default())?;
                    self.offers.take_back = None;
                }
                table::Due::Over => break,
            }
            self.follow(now);
        }
        Ok(self.update(now))
    }

    /// Does something, or refuses it and changes nothing.
    pub fn apply(&mut self, action: Action<'_>, now: Instant) -> Applied {
        let mut is_rematch = false;
        let mut notices = Vec::new();
        match action {
            Action::Play { seat, mv, at } => self.play(seat, mv, at, now)?,
            Action::Deal(deal) => self.deal(deal)?,
            Action::Answer(ticket, reply) => notices = self.answer(ticket, reply)?,
            Action::Fail(seat, verdict) => notices = self.fail(seat, verdict, &[])?,
            Action::Undo { by, at } => self.ask_undo(by, at, now)?,
            Action::Accept(seat) => self.accept_undo(seat, now)?,
            Action::Decline(seat) => self.decline_undo(seat)?,
            Action::Redo => self.redo()?,
            Action::Resign(seat) => notices = self.resign(seat)?,
            Action::Rematch(seat) => is_rematch = self.ask_rematch(seat)?,
            Action::StandIn(seat) => self.set_stand_in(seat, true)?,
            Action::Return(seat) => self.set_stand_in(seat, false)?,
            Action::Tick => notices = self.tick(now)?,
            Action::Checkpoint => self.note_spent(now),
        }
        self.follow(now);
        Ok(Update { notices, is_rematch, ..self.update(now) })
    }

    /// Refuses what is for a running game, or for another moment of it.
    pub(crate) fn check_going(&self, at: Option<usize>) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let now = self.game().line().len();
        match at.filter(|&at| at != now) {
            Some(meant) => Err(Refusal::Stale { meant, at: now }),
            None => Ok(()),
        }
    }

    fn play(
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

    fn deal(&mut self, deal: &str) -> Result<(), Refusal> {
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

    fn answer(&mut self, ticket: Ticket, reply: &Reply<'_>) -> Result<Vec<Notice>, Refusal> {
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
    fn fail(
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

    fn resign(&mut self, seat: Seat) -> Result<Vec<Notice>, Refusal> {
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

    fn set_stand_in(&mut self, seat: Seat, is_away: bool) -> Result<(), Refusal> {
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
    fn tick(&mut self, now: Instant) -> Result<Vec<Notice>, Refusal> {
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

    /// Writes down what the running turn has used so far, where a clock runs.
    pub(crate) fn note_spent(&mut self, now: Instant) {
        let Some(seat) = self.seat_to_move().filter(|_| self.config.control != TimeControl::None)
        else {
            return;
        };
        let ms = Millis::of(now.saturating_duration_since(self.since));
        if ms == Millis::default() {
            return;
        }
        let spent = Spent { seat, ms };
        self.clocks.note(spent);
        self.since = now;
        self.pending.push(Entry::Spent(spent));
    }

    /// Lets clocks and questions follow what is new in the log.
    fn follow(&mut self, now: Instant) {
        for event in &self.table.game().log()[self.followed..] {
            self.clocks.follow(event);
            if matches!(**event, Event::Deal { .. } | Event::Move { .. } | Event::Undo { .. }) {
                (self.moment, self.began, self.since) = (self.moment + 1, now, now);
            }
            self.pending.push(Entry::Event(Arc::clone(event)));
        }
        self.followed = self.table.game().log().len();
    }

    /// Everything that is new.
    fn update(&mut self, now: Instant) -> Update {
        self.follow(now);
        let narrated_from = self.narrate();
        let entries = std::mem::take(&mut self.pending);
        Update { entries, narrated_from, ..Update::default() }
    }

    /// Narrates what is new; gives the index of the first ply that was.
    fn narrate(&mut self) -> usize {
        let from = self.narrated_from.min(self.narration.len());
        self.narration.truncate(from);
        let game = self.table.game();
        let plies = from + 1..=game.line().len();
        self.narration.extend(plies.map(|ply| narrate(self.config.view, game, ply)));
        self.narrated_from = self.narration.len();
        from
    }

    /// The plies from here on were taken back.
    pub(crate) fn forget_narration(&mut self, from: usize) {
        self.narrated_from = self.narrated_from.min(from);
    }
}

fn remarks(seat: Seat, choice: &Choice<String>) -> Vec<Notice> {
    let remark = |words: &String| Notice::Remark { seat, message: printable(words) };
    choice.remark.iter().map(remark).collect()
}
