//! The players of one table: notified, asked and judged here.
//!
//! ```text
//! ask: notify of events ─► choose ─┬─ a legal move, in time ─► it is played
//!                                  └─ anything else ─► a verdict ─► Referee ─► a fault
//! ```
//!
//! All players are judged alike, by the clock and by the rules; a built-in player that panics has
//! failed like any other.

pub use meeple_session::thinking_time::ThinkingTime;

use crate::Players;
use meeple_core::{
    AnyPlayer, Choice, ChooseError, EventError, Limits, Millis, Notes, Penalty, Seat, Table,
    TableDue, Verdict,
};
use meeple_session::{Clocks, Referee, TimeControl, illegal_move_verdict};
use rand::seq::IndexedRandom;
use std::time::Duration;

/// Runs a game between computer players and programs: asks them for moves, times them and penalises them.
pub struct GameRunner {
    players: Players,
    seats: Vec<SeatState>,
    referee: Referee,
    clocks: Clocks,
}

/// The state of a seat.
#[derive(Default)]
struct SeatState {
    /// Whether the player is not asked any more.
    is_lost: bool,
    verdict: Option<Verdict>,
    time: ThinkingTime,
}

/// The result of asking a player.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnResult {
    /// The seat that was asked.
    pub seat: Seat,
    /// Its move, legal or not; `None` if the answer could not be understood.
    pub choice: Option<Choice<String>>,
    /// The verdict on it, if it failed.
    pub verdict: Option<Verdict>,
    /// How long it thought.
    pub time: Duration,
}

/// How far a game was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// The game is over.
    Over,
    /// The game reached the maximum length.
    CutOff,
}

/// The game was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game was stopped")]
pub struct GameStopped;

/// The player for a seat: a player, a person (`None`), or the verdict on one that failed to start.
pub type StartedPlayer = Result<Option<Box<dyn AnyPlayer>>, Verdict>;

impl GameRunner {
    /// Seats all players. A player that failed to start is penalised before the game begins.
    pub fn open(table: &mut Table, started: Vec<StartedPlayer>, referee: Referee) -> Self {
        let (mut players, mut failed) = (Vec::new(), Vec::new());
        for (index, player) in started.into_iter().enumerate() {
            match player {
                Ok(player) => players.push(player),
                Err(verdict) => {
                    players.push(None);
                    failed.push((Seat::new(index), verdict));
                }
            }
        }
        let seats = players.iter().map(|_| SeatState::default()).collect();
        let (players, clocks) = (Players::new(players), Clocks::default());
        let mut runner = GameRunner { players, seats, referee, clocks };
        for (seat, verdict) in failed {
            runner.penalise(table, seat, &verdict);
        }
        runner
    }

    /// Applies a time control from now on, whatever limits the players are asked with.
    #[must_use]
    pub fn with_control(self, control: TimeControl) -> Self {
        let clocks = Clocks::new(control, self.seats.len());
        GameRunner { clocks, ..self }
    }

    /// Returns the time left for this seat, if there is a clock for the whole game.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        self.clocks.left(seat)
    }

    /// Returns the latest verdict on this seat, if any.
    pub fn verdict(&self, seat: Seat) -> Option<&Verdict> {
        self.seats[seat.index()].verdict.as_ref()
    }

    /// Returns how long this seat has thought.
    pub fn thinking_time(&self, seat: Seat) -> ThinkingTime {
        self.seats[seat.index()].time
    }

    /// Returns the last lines that a seat's program wrote to stderr.
    pub fn stderr_tail(&self, seat: Seat) -> Vec<String> {
        self.players.stderr_tail(seat)
    }

    /// Asks the player of this seat, judges its answer, and applies the move or the penalty.
    ///
    /// For a seat whose player is lost, a random legal move is played. Not for the seats of people.
    pub fn ask(
        &mut self,
        table: &mut Table,
        seat: Seat,
        limits: &Limits,
    ) -> Result<TurnResult, GameStopped> {
        if limits.is_stopped() {
            return Err(GameStopped);
        }
        if self.seats[seat.index()].is_lost {
            self.notify(table);
            return Ok(play_random_move(table, seat));
        }
        let limits = self.clocks.limits(seat, limits);
        let mut rng = table.rng_for(seat);
        let (reply, time) = self.players.ask(table.game(), seat, &limits, &mut rng);
        self.seats[seat.index()].time.add(time);
        self.clocks.charge(seat, time);
        let (choice, verdict) = match reply {
            Ok(choice) => {
                let verdict = self.play(table, seat, &choice, (time, limits.time)).err();
                (Some(choice), verdict)
            }
            Err(ChooseError::Stopped) => return Err(GameStopped),
            Err(ChooseError::Failed(verdict)) => (None, Some(verdict)),
            Err(error) => (None, Some(Verdict::InternalError { reason: error.to_string() })),
        };
        let verdict = verdict.map(|verdict| self.clocks.as_flag(verdict));
        match &verdict {
            Some(verdict) => self.penalise(table, seat, verdict),
            None => self.clocks.add_increment(seat),
        }
        Ok(TurnResult { seat, choice, verdict, time })
    }

    /// Plays the game to its end; `each` is called after every answer.
    pub fn play_out(
        &mut self,
        table: &mut Table,
        limits: &Limits,
        each: impl FnMut(&Table, &TurnResult),
    ) -> Result<(), GameStopped> {
        self.play_until(table, limits, usize::MAX, each).map(|_| ())
    }

    /// Plays the game to its end, or until `longest` deals and moves have been made.
    pub fn play_until(
        &mut self,
        table: &mut Table,
        limits: &Limits,
        longest: usize,
        mut each: impl FnMut(&Table, &TurnResult),
    ) -> Result<Completion, GameStopped> {
        loop {
            match table.due() {
                TableDue::Deal | TableDue::Seat(_) if table.game().plies().len() >= longest => {
                    self.end(table);
                    return Ok(Completion::CutOff);
                }
                TableDue::Deal => drop(table.deal().expect("the table's source has deals")),
                TableDue::Seat(seat) => {
                    let asked = self.ask(table, seat, limits)?;
                    each(table, &asked);
                }
                TableDue::End => drop(table.end().expect("the end is due")),
                TableDue::Over => {
                    self.end(table);
                    return Ok(Completion::Over);
                }
            }
        }
    }

    /// Notifies all players of the events since the last call.
    pub fn notify(&mut self, table: &Table) {
        self.players.notify(table.game());
    }

    /// Notifies all players of the end of the game; programs are ended.
    pub fn end(&mut self, table: &Table) {
        self.players.end(table.game());
    }

    fn penalise(&mut self, table: &mut Table, seat: Seat, verdict: &Verdict) {
        let penalty = self.referee.penalty(table.position(), verdict);
        let chair = &mut self.seats[seat.index()];
        chair.verdict = Some(verdict.clone());
        // After an illegal move a player can still be asked; after any other failure it cannot.
        chair.is_lost = penalty == Penalty::Out || !matches!(verdict, Verdict::Illegal { .. });
        if chair.is_lost {
            self.players.dismiss(seat); // so that all of its stderr is available
        }
        let stderr = self.stderr_tail(seat);
        let fault = table.fault_with_stderr(seat, verdict, &penalty, stderr);
        fault.expect("the referee knows what is possible");
    }

    /// Plays the chosen move if it is legal and came in time.
    fn play(
        &self,
        table: &mut Table,
        seat: Seat,
        choice: &Choice<String>,
        (time, limit): (Duration, Option<Duration>),
    ) -> Result<(), Verdict> {
        if let Some(limit) = limit.filter(|&limit| time > limit) {
            return Err(Verdict::Late { took: time, limit });
        }
        let notes = Notes {
            ms: Some(Millis::from_duration(time)),
            value: choice.values.get(seat.index()).copied(),
            nodes: choice.nodes,
            comment: choice.remark.clone(),
            info: choice.info.clone(),
        };
        match table.play(seat, &choice.mv, notes) {
            Ok(_) => Ok(()),
            Err(EventError::Move { mv, error }) => {
                Err(illegal_move_verdict(table.position(), &mv, &error, &|mv| {
                    self.players.format_move(seat, mv)
                }))
            }
            Err(error) => Err(Verdict::InternalError { reason: error.to_string() }),
        }
    }
}

/// Plays a random legal move for a lost player, using the seat's own generator.
fn play_random_move(table: &mut Table, seat: Seat) -> TurnResult {
    let moves = table.position().legal_move_texts();
    let mv = moves.choose(&mut table.rng_for(seat)).expect("a seat to move has moves");
    table.play(seat, mv, Notes::default()).expect("a listed move is legal");
    TurnResult {
        seat,
        choice: Some(Choice::from_move(mv.clone())),
        verdict: None,
        time: Duration::ZERO,
    }
}
