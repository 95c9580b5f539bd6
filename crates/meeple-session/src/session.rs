//! The session: the single owner of a running game.
//!
//! ```text
//! front end ──action──► Session ──► Table ──► log
//!     ▲                    │ legality, clocks, referee, undo, offers
//!     └──update, snapshot──┘
//! ```
//!
//! It does no IO, starts no threads and reads no clock: time is a parameter. The caller stores the
//! entries of an [`Update`] before showing anything, and runs the players that are
//! [due](Session::due).

use crate::{
    Clocks, Refusal, TimeControl,
    action::{Action, Due, LogEntry, MoveRequest, Ticket, Update, UpdateResult},
    clocks::SpentTime,
    config::{COMPUTER_GRACE, People, SessionConfig},
    narration::{NarrationEntry, narrate},
    offers::Offers,
};
use meeple_core::{
    Contestant, Event, GameHistory, Limits, Millis, Notes, Seat, Table, table, text::printable,
    verdict::is_illegal_move,
};
use rand::Rng;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A running game with people, computer players and programs.
pub struct Session {
    pub(crate) table: Table,
    pub(crate) config: SessionConfig,
    pub(crate) clocks: Clocks,
    pub(crate) offers: Offers,
    pub(crate) narration: Vec<NarrationEntry>,
    /// Whether a computer player moves for the player in each seat until they return.
    pub(crate) stand_ins: Vec<bool>,
    /// Undone plies, one entry per undo, the latest last.
    pub(crate) undone: Vec<Vec<Arc<Event>>>,
    /// Log entries not yet returned in an update.
    pending: Vec<LogEntry>,
    /// How many events of the log have been processed.
    followed: usize,
    /// A counter that changes whenever the position does.
    pub(crate) moment: u64,
    /// When the current turn started...
    began: Instant,
    /// ...and up to when its time is already in the log.
    since: Instant,
    /// The first ply to narrate again in the next update.
    narrated_from: usize,
}

/// Who moves for a seat.
pub(crate) enum SeatMover {
    Person,
    Program,
    Computer(Contestant),
}

impl Session {
    /// Starts a session at a newly opened table; the first update contains the whole log.
    pub fn start(table: Table, config: SessionConfig, now: Instant) -> Self {
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

    /// Resumes a session from its log: the game's events, and the thinking time that is not part of
    /// any move, each with the number of events before it.
    pub fn resume(
        game: GameHistory,
        spent: &[(usize, SpentTime)],
        config: SessionConfig,
        now: Instant,
    ) -> Self {
        let seats = game.position().seats();
        let clocks = Clocks::from_log(config.control, seats, game.log(), spent);
        let followed = game.log().len();
        let session = Session::start(Table::resume(game), config, now);
        let mut session = Session { clocks, followed, ..session };
        session.narrate();
        session
    }

    /// Returns the game so far.
    pub fn game(&self) -> &GameHistory {
        self.table.game()
    }

    /// Returns the configuration.
    pub fn config(&self) -> &SessionConfig {
        &self.config
    }

    /// Returns the narration of all plies.
    pub fn narration(&self) -> &[NarrationEntry] {
        &self.narration
    }

    /// Creates the random generator for this seat's next decision; it depends on the seed, the seat
    /// and the ply.
    pub fn rng_for(&self, seat: Seat) -> impl Rng + Clone + Send + 'static {
        self.table.rng_for(seat)
    }

    /// Returns the name of this seat's player, safe to display.
    pub fn name(&self, seat: Seat) -> String {
        let seats = &self.game().header().seats;
        seats.get(seat.index()).map_or_else(|| "nobody".into(), |info| printable(&info.name))
    }

    /// Returns whether a person plays this seat and has not left.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.was_person(seat) && !self.game().has_left(seat)
    }

    /// Returns whether a person was seated here at the start, even if they have left.
    pub fn was_person(&self, seat: Seat) -> bool {
        let seats = &self.game().header().seats;
        seats.get(seat.index()).is_some_and(|info| info.who == Contestant::Person)
    }

    /// Returns all seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.game().position().seats()).map(Seat::new)
    }

    /// Returns the seats of people who still play.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|&seat| self.is_person(seat))
    }

    /// Returns whether a computer player moves for a player who has left or is away.
    pub fn has_stand_in(&self, seat: Seat) -> bool {
        self.game().has_left(seat) || self.is_away(seat)
    }

    /// Returns whether a computer player moves for this player until they return.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.stand_ins.get(seat.index()).is_some_and(|&is_away| is_away)
    }

    /// Returns the seat to move; `None` if a deal is due or the game is over.
    pub fn seat_to_move(&self) -> Option<Seat> {
        match self.table.due() {
            table::TableDue::Seat(seat) => Some(seat),
            table::TableDue::Deal | table::TableDue::End | table::TableDue::Over => None,
        }
    }

    /// Returns whether the log contains the end of the game.
    pub fn is_over(&self) -> bool {
        self.game().end().is_some()
    }

    /// Returns whether a program failed in any way other than an illegal move, which is a normal
    /// part of a game.
    pub fn has_failed_program(&self) -> bool {
        let seats = &self.game().header().seats;
        self.game().log().iter().any(|event| match &**event {
            Event::Fault { seat, verdict, .. } => {
                let who = seats.get(seat.index()).map(|info| &info.who);
                matches!(who, Some(Contestant::Program { .. })) && !is_illegal_move(verdict)
            }
            _ => false,
        })
    }

    /// Returns what the session is waiting for.
    pub fn due(&self) -> Due {
        let seat = match self.table.due() {
            table::TableDue::Over => return Due::Over,
            table::TableDue::Deal if self.game().header().deals.is_some() => return Due::Deal,
            table::TableDue::Deal | table::TableDue::End => return Due::Advance,
            table::TableDue::Seat(seat) => seat,
        };
        match self.mover(seat) {
            SeatMover::Person if self.automatic().is_some() => Due::Advance,
            SeatMover::Person => Due::Person(seat),
            SeatMover::Program => Due::Program(self.request(seat, Some(self.config.program_time))),
            SeatMover::Computer(who) => {
                Due::Computer(who, self.request(seat, self.config.computer_time))
            }
        }
    }

    pub(crate) fn mover(&self, seat: Seat) -> SeatMover {
        if self.has_stand_in(seat) {
            return SeatMover::Computer(self.config.stand_in.clone());
        }
        match &self.game().header().seats[seat.index()].who {
            Contestant::Person => SeatMover::Person,
            Contestant::Program { .. } => SeatMover::Program,
            computer @ Contestant::Computer { .. } => SeatMover::Computer(computer.clone()),
        }
    }

    /// Returns the move to play without asking the person, if any.
    fn automatic(&self) -> Option<String> {
        self.config.view.forced_move(self.game().position())
    }

    fn request(&self, seat: Seat, usual: Option<Duration>) -> MoveRequest {
        let ticket = Ticket { seat, moment: self.moment };
        let usual = Limits { time: usual, ..Limits::default() };
        if self.game().has_left(seat) {
            return MoveRequest { ticket, limits: usual }; // the clock was the player's
        }
        let mut limits = self.clocks.limits(seat, &usual).into_owned();
        // The clock may shorten a computer player's time, but never lengthen it.
        if matches!(self.mover(seat), SeatMover::Computer(_)) {
            limits.time = limits.time.into_iter().chain(usual.time).min();
        }
        MoveRequest { ticket, limits }
    }

    /// Returns when the current turn started.
    pub fn turn_began(&self) -> Instant {
        self.began
    }

    /// Lets the current turn start now: before, the player could not see that it was their turn. Time of the
    /// turn that is in the log already still counts.
    pub fn begin_turn(&mut self, now: Instant) {
        (self.began, self.since) = (now, now);
    }

    /// Returns up to when the time of the current turn is in the log.
    pub fn logged_until(&self) -> Instant {
        self.since
    }

    /// Returns how long the current turn has taken so far.
    pub fn turn_time(&self, now: Instant) -> Duration {
        self.clocks.logged_turn_time() + now.saturating_duration_since(self.since)
    }

    /// Returns the time each seat has left, including the current turn; `None` without a clock.
    pub fn time_left(&self, now: Instant) -> Option<Vec<Duration>> {
        let running = self.seat_to_move();
        let spent = now.saturating_duration_since(self.since);
        let left = |seat: Seat| {
            let is_running = running == Some(seat);
            let left = match self.config.control {
                TimeControl::Move(time) if !is_running => time,
                _ => self.clocks.time_allowed(seat)?,
            };
            Some(if is_running { left.saturating_sub(spent) } else { left })
        };
        self.seats().map(left).collect()
    }

    /// Returns when the seat to move runs out of time, if it has a clock; call [tick](Action::Tick)
    /// then.
    pub fn deadline(&self) -> Option<Instant> {
        let seat = self.seat_to_move().filter(|&seat| !self.game().has_left(seat))?;
        let grace = match self.mover(seat) {
            SeatMover::Computer(_) => COMPUTER_GRACE,
            SeatMover::Person | SeatMover::Program => Duration::ZERO,
        };
        Some(self.since + self.clocks.time_allowed(seat)? + grace)
    }

    /// Checks whether this person may have a hint now.
    pub fn check_hint(&self, seat: Seat, at: Option<usize>) -> Result<(), Refusal> {
        self.check_running(at)?;
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

    /// Does everything that needs no decision: deals from the seed, forced moves, the end.
    pub fn advance(&mut self, now: Instant) -> UpdateResult {
        while let Due::Advance = self.due() {
            match self.table.due() {
                table::TableDue::Deal => drop(self.table.deal()?),
                table::TableDue::End => drop(self.table.end()?),
                table::TableDue::Seat(seat) => {
                    let Some(mv) = self.automatic() else { break };
                    self.table.play(seat, &mv, Notes::default())?;
                    self.offers.take_back = None;
                }
                table::TableDue::Over => break,
            }
            self.process_new_events(now);
        }
        Ok(self.update(now))
    }

    /// Applies an action; a refused action changes nothing.
    pub fn apply(&mut self, action: Action<'_>, now: Instant) -> UpdateResult {
        let mut is_rematch = false;
        let mut notices = Vec::new();
        match action {
            Action::Play { seat, mv, at } => self.play(seat, mv, at, now)?,
            Action::Deal(deal) => self.deal(deal)?,
            Action::Answer(ticket, reply) => notices = self.answer(ticket, reply)?,
            Action::Fail(seat, verdict) => {
                notices = self.fail(seat, verdict, &[], self.turn_time(now))?;
            }
            Action::Undo { by, at } => self.request_undo(by, at, now)?,
            Action::Accept(seat) => self.accept_undo(seat, now)?,
            Action::Decline(seat) => self.decline_undo(seat)?,
            Action::Redo => self.redo()?,
            Action::Resign(seat) => notices = self.resign(seat)?,
            Action::Rematch(seat) => is_rematch = self.request_rematch(seat)?,
            Action::StandIn(seat) => self.set_stand_in(seat, true)?,
            Action::Return(seat) => self.set_stand_in(seat, false)?,
            Action::Tick => notices = self.tick(now)?,
            Action::Checkpoint => self.log_spent_time(now),
        }
        self.process_new_events(now);
        Ok(Update { notices, is_rematch, ..self.update(now) })
    }

    /// Refuses actions if the game is over or has moved on from ply `at`.
    pub(crate) fn check_running(&self, at: Option<usize>) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let now = self.game().plies().len();
        match at.filter(|&at| at != now) {
            Some(meant) => Err(Refusal::Stale { meant, at: now }),
            None => Ok(()),
        }
    }

    /// Writes the time used by the current turn to the log, if there is a clock.
    pub(crate) fn log_spent_time(&mut self, now: Instant) {
        if let Some(seat) = self.seat_to_move()
            && self.log_turn_time(seat, self.turn_time(now))
        {
            self.since = now;
        }
    }

    /// Writes to the log that this seat's current turn has taken this long, if there is a clock;
    /// returns whether there was anything to write.
    pub(crate) fn log_turn_time(&mut self, seat: Seat, took: Duration) -> bool {
        let ms = Millis::from_duration(took.saturating_sub(self.clocks.logged_turn_time()));
        if self.config.control == TimeControl::None || ms == Millis::default() {
            return false;
        }
        let spent = SpentTime { seat, ms };
        self.clocks.charge_unfinished_turn(spent);
        self.pending.push(LogEntry::Spent(spent));
        true
    }

    /// Updates clocks and requests with new events of the log.
    fn process_new_events(&mut self, now: Instant) {
        for event in &self.table.game().log()[self.followed..] {
            self.clocks.on_event(event);
            if matches!(**event, Event::Deal { .. } | Event::Move { .. } | Event::Undo { .. }) {
                (self.moment, self.began, self.since) = (self.moment + 1, now, now);
            }
            self.pending.push(LogEntry::Event(Arc::clone(event)));
        }
        self.followed = self.table.game().log().len();
    }

    /// Returns everything new since the last update.
    fn update(&mut self, now: Instant) -> Update {
        self.process_new_events(now);
        let narrated_from = self.narrate();
        let entries = std::mem::take(&mut self.pending);
        Update { entries, narrated_from, ..Update::default() }
    }

    /// Narrates new plies; returns the index of the first.
    fn narrate(&mut self) -> usize {
        let from = self.narrated_from.min(self.narration.len());
        self.narration.truncate(from);
        let game = self.table.game();
        let plies = from + 1..=game.plies().len();
        self.narration.extend(plies.map(|ply| narrate(self.config.view, game, ply)));
        self.narrated_from = self.narration.len();
        from
    }

    /// Marks the plies from this index on as undone, so that they are narrated again.
    pub(crate) fn truncate_narration(&mut self, from: usize) {
        self.narrated_from = self.narrated_from.min(from);
    }
}
