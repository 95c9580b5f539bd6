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
    action::{Action, Applied, Due, Entry, Request, Ticket, Update},
    clocks::Spent,
    config::{COMPUTER_GRACE, Config, People},
    narration::{Narrated, narrate},
    offers::Offers,
};
use meeple_core::{
    Contestant, Event, Limits, Match, Millis, Notes, Seat, Table, table, text::printable,
};
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
    pub(crate) moment: u64,
    /// Since when the seat to move is due...
    began: Instant,
    /// ...and since when its time is not in the log.
    since: Instant,
    /// The first ply that is narrated anew with the next update.
    narrated_from: usize,
}

/// Who moves for a seat.
pub(crate) enum Mover {
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

    pub(crate) fn mover(&self, seat: Seat) -> Mover {
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
