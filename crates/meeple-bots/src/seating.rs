//! The players of one table: they are told, asked and judged here.
//!
//! ```text
//! ask: tell what happened ─► choose ─┬─ a legal move, in time ─► it is played
//!                                    └─ anything else ─► a verdict ─► Referee ─► a fault
//! ```
//!
//! Everybody is judged alike, ours too: by the clock, by the rules, and one of
//! ours that panics has failed like any other.

pub use meeple_session::thinking_time::ThinkingTime;

use crate::Players;
use meeple_core::{
    AnyPlayer, BadEvent, Choice, Due, Limits, Millis, NoChoice, Notes, Penalty, Seat, Table,
    Verdict,
};
use meeple_session::{Clocks, Referee, TimeControl, illegal};
use rand::seq::IndexedRandom;
use std::time::Duration;

/// The players of one table.
pub struct Seating {
    players: Players,
    chairs: Vec<Chair>,
    referee: Referee,
    clocks: Clocks,
}

/// What is known of who sits on a seat.
#[derive(Default)]
struct Chair {
    /// Whether the player cannot be asked any more.
    is_lost: bool,
    verdict: Option<Verdict>,
    time: ThinkingTime,
}

/// What came of asking a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Whom.
    pub seat: Seat,
    /// What it chose, be that legal or not; nothing if it could not be understood.
    pub choice: Option<Choice<String>>,
    /// How it failed, if it did.
    pub verdict: Option<Verdict>,
    /// How long it thought.
    pub time: Duration,
}

/// How far a game was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// To its end.
    Over,
    /// As far as it was allowed to go.
    CutOff,
}

/// The game was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the game was stopped")]
pub struct Stopped;

/// Who takes a seat: a player, a person (`None`), or somebody who could not come.
pub type Arrival = Result<Option<Box<dyn AnyPlayer>>, Verdict>;

impl Seating {
    /// Seats everybody who has come. Whoever has not failed before the game begins.
    pub fn open(table: &mut Table, arrivals: Vec<Arrival>, referee: Referee) -> Self {
        let (mut players, mut failed) = (Vec::new(), Vec::new());
        for (index, arrival) in arrivals.into_iter().enumerate() {
            match arrival {
                Ok(player) => players.push(player),
                Err(verdict) => {
                    players.push(None);
                    failed.push((Seat::new(index), verdict));
                }
            }
        }
        let chairs = players.iter().map(|_| Chair::default()).collect();
        let (players, clocks) = (Players::new(players), Clocks::default());
        let mut seating = Seating { players, chairs, referee, clocks };
        for (seat, verdict) in failed {
            seating.punish(table, seat, &verdict);
        }
        seating
    }

    /// The same players, whose time is controlled here from now on, whatever the limits say that
    /// they are asked with.
    #[must_use]
    pub fn with_control(self, control: TimeControl) -> Self {
        let clocks = Clocks::new(control, self.chairs.len());
        Seating { clocks, ..self }
    }

    /// What this seat has left, where there is a clock for the whole game.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        self.clocks.left(seat)
    }

    /// How this seat failed last, if it did.
    pub fn verdict(&self, seat: Seat) -> Option<&Verdict> {
        self.chairs[seat.index()].verdict.as_ref()
    }

    /// How long this seat thought.
    pub fn thinking_time(&self, seat: Seat) -> ThinkingTime {
        self.chairs[seat.index()].time
    }

    /// The last lines that a seat's program wrote to stderr.
    pub fn last_words(&self, seat: Seat) -> Vec<String> {
        self.players.stderr_tail(seat)
    }

    /// Asks the player of this seat, judges the answer and lets what follows happen. For a seat
    /// whose player is lost any legal move is made. A person is not asked.
    pub fn ask(
        &mut self,
        table: &mut Table,
        seat: Seat,
        limits: &Limits,
    ) -> Result<Asked, Stopped> {
        if limits.is_stopped() {
            return Err(Stopped);
        }
        if self.chairs[seat.index()].is_lost {
            self.tell(table);
            return Ok(stand_in(table, seat));
        }
        let limits = self.clocks.limits(seat, limits);
        let mut rng = table.generator(seat);
        let (reply, time) = self.players.ask(table.game(), seat, &limits, &mut rng);
        self.chairs[seat.index()].time.add(time);
        self.clocks.charge(seat, time);
        let (choice, verdict) = match reply {
            Ok(choice) => {
                let verdict = self.play(table, seat, &choice, (time, limits.time)).err();
                (Some(choice), verdict)
            }
            Err(NoChoice::Stopped) => return Err(Stopped),
            Err(NoChoice::Failed(verdict)) => (None, Some(verdict)),
            Err(error) => (None, Some(Verdict::Broken { reason: error.to_string() })),
        };
        let verdict = verdict.map(|verdict| self.clocks.named(verdict));
        match &verdict {
            Some(verdict) => self.punish(table, seat, verdict),
            None => self.clocks.moved(seat),
        }
        Ok(Asked { seat, choice, verdict, time })
    }

    /// Drives the table to its end; `each` hears of every answer.
    pub fn play_out(
        &mut self,
        table: &mut Table,
        limits: &Limits,
        each: impl FnMut(&Table, &Asked),
    ) -> Result<(), Stopped> {
        self.play_until(table, limits, usize::MAX, each).map(|_| ())
    }

    /// Drives the table to its end, or until so many deals and moves were made.
    pub fn play_until(
        &mut self,
        table: &mut Table,
        limits: &Limits,
        longest: usize,
        mut each: impl FnMut(&Table, &Asked),
    ) -> Result<Ending, Stopped> {
        loop {
            match table.due() {
                Due::Deal | Due::Seat(_) if table.game().line().len() >= longest => {
                    self.end(table);
                    return Ok(Ending::CutOff);
                }
                Due::Deal => drop(table.deal().expect("the table's source has deals")),
                Due::Seat(seat) => {
                    let asked = self.ask(table, seat, limits)?;
                    each(table, &asked);
                }
                Due::End => drop(table.end().expect("the end is due")),
                Due::Over => {
                    self.end(table);
                    return Ok(Ending::Over);
                }
            }
        }
    }

    /// Tells everybody what has happened since they were told last.
    pub fn tell(&mut self, table: &Table) {
        self.players.tell(table.game());
    }

    /// Tells everybody how it ended; programs are gone afterwards.
    pub fn end(&mut self, table: &Table) {
        self.players.end(table.game());
    }

    fn punish(&mut self, table: &mut Table, seat: Seat, verdict: &Verdict) {
        let penalty = self.referee.penalty(table.position(), verdict);
        let chair = &mut self.chairs[seat.index()];
        chair.verdict = Some(verdict.clone());
        // Who made an illegal move still understands us; who failed otherwise is not asked again.
        chair.is_lost = penalty == Penalty::Out || !matches!(verdict, Verdict::Illegal { .. });
        if chair.is_lost {
            self.players.send_home(seat); // then all of its stderr is there
        }
        let stderr = self.last_words(seat);
        let fault = table.fault_of_program(seat, verdict, &penalty, stderr);
        fault.expect("the referee knows what is possible");
    }

    /// Plays what was chosen, if it is legal and came in time.
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
            ms: Some(Millis::of(time)),
            value: choice.values.get(seat.index()).copied(),
            nodes: choice.nodes,
            comment: choice.remark.clone(),
            info: choice.info.clone(),
        };
        match table.play(seat, &choice.mv, notes) {
            Ok(_) => Ok(()),
            Err(BadEvent::Move { mv, error }) => {
                Err(illegal(table.position(), &mv, &error, &|mv| self.players.spell(seat, mv)))
            }
            Err(error) => Err(Verdict::Broken { reason: error.to_string() }),
        }
    }
}

/// A legal move for somebody who is not there, drawn from the seat's own numbers.
fn stand_in(table: &mut Table, seat: Seat) -> Asked {
    let moves = table.position().legal_texts();
    let mv = moves.choose(&mut table.generator(seat)).expect("a seat to move has moves");
    table.play(seat, mv, Notes::default()).expect("a listed move is legal");
    Asked { seat, choice: Some(Choice::silent(mv.clone())), verdict: None, time: Duration::ZERO }
}
