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

use crate::guarded::guarded;
use meeple_core::{
    AnyPlayer, BadEvent, Choice, Due, Limits, Millis, NoChoice, Notes, Penalty, Seat, Table,
    Verdict,
};
use meeple_session::{Clocks, Referee, TimeControl, illegal};
use rand::seq::IndexedRandom;
use std::time::{Duration, Instant};

/// The players of one table.
pub struct Seating {
    chairs: Vec<Chair>,
    referee: Referee,
    clocks: Clocks,
    /// How much of the log everybody has heard.
    heard: usize,
}

/// One seat, and what is known of who sits there.
#[derive(Default)]
struct Chair {
    /// Who can be asked; nobody where a person drives the table from outside.
    player: Option<Box<dyn AnyPlayer>>,
    /// Whether the player cannot be asked any more.
    is_lost: bool,
    verdict: Option<Verdict>,
    time: ThinkingTime,
    /// How it broke down while it was told something: found out when it is asked.
    broken: Option<String>,
}

type Reply = Result<Choice<String>, NoChoice>;

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
        let clocks = Clocks::default();
        let mut seating = Seating { chairs: Vec::new(), referee, clocks, heard: 0 };
        for (index, arrival) in arrivals.into_iter().enumerate() {
            let (player, failed) = match arrival {
                Ok(player) => (player, None),
                Err(verdict) => (None, Some(verdict)),
            };
            seating.chairs.push(Chair { player, ..Chair::default() });
            if let Some(verdict) = failed {
                seating.punish(table, Seat::new(index), &verdict);
            }
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

    /// Whether a person has to move here: nobody sits there who can be asked.
    pub fn is_person(&self, seat: Seat) -> bool {
        let chair = &self.chairs[seat.index()];
        chair.player.is_none() && !chair.is_lost
    }

    /// Somebody else sits down where the player has left.
    pub fn take_over(&mut self, seat: Seat, player: Box<dyn AnyPlayer>) {
        let chair = &mut self.chairs[seat.index()];
        chair.player = Some(player);
        chair.is_lost = false;
        chair.broken = None;
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
        let player = self.chairs[seat.index()].player.as_ref();
        player.map(|player| player.last_words()).unwrap_or_default()
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
        self.tell(table);
        let chair = &mut self.chairs[seat.index()];
        if chair.is_lost {
            return Ok(stand_in(table, seat));
        }
        let limits = self.clocks.limits(seat, limits);
        let (reply, time) = chair.choose(table, seat, &limits);
        self.clocks.charge(seat, time);
        let (choice, verdict) = match reply {
            Ok(choice) => {
                let verdict = chair.play(table, seat, &choice, (time, limits.time)).err();
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
        let log = table.game().log();
        for event in &log[self.heard..] {
            for chair in &mut self.chairs {
                chair.call(|player| player.hear(event, table.position()));
            }
        }
        self.heard = log.len();
    }

    /// Tells everybody how it ended; programs are gone afterwards.
    pub fn end(&mut self, table: &Table) {
        self.tell(table);
        for chair in &mut self.chairs {
            chair.call(|player| player.end(table.game().end()));
        }
    }

    fn punish(&mut self, table: &mut Table, seat: Seat, verdict: &Verdict) {
        let penalty = self.referee.penalty(table.position(), verdict);
        let chair = &mut self.chairs[seat.index()];
        chair.verdict = Some(verdict.clone());
        // Who made an illegal move still understands us; who failed otherwise is not asked again.
        chair.is_lost = penalty == Penalty::Out || !matches!(verdict, Verdict::Illegal { .. });
        if chair.is_lost {
            chair.call(|player| player.end(None)); // then all of its stderr is there
        }
        let stderr = self.last_words(seat);
        let fault = table.fault_of_program(seat, verdict, &penalty, stderr);
        fault.expect("the referee knows what is possible");
    }
}

impl Chair {
    /// Tells the player something, unless it has broken down.
    fn call(&mut self, tell: impl FnOnce(&mut dyn AnyPlayer)) {
        if let Some(player) = self.player.as_deref_mut().filter(|_| self.broken.is_none()) {
            self.broken = guarded(|| tell(player)).err();
        }
    }

    /// Asks the player, and says how long it thought.
    fn choose(&mut self, table: &Table, seat: Seat, limits: &Limits) -> (Reply, Duration) {
        if let Some(reason) = &self.broken {
            return (Err(NoChoice::broken(reason)), Duration::ZERO);
        }
        let player = self.player.as_mut().expect("whoever drives the table moves for people");
        let mut rng = table.generator(seat);
        let begin = Instant::now();
        let reply = guarded(|| player.choose_text(table.position(), limits, &mut rng));
        let elapsed = begin.elapsed();
        let reply = reply.unwrap_or_else(|reason| {
            self.broken = Some(reason.clone());
            Err(NoChoice::broken(reason))
        });
        let time = player.thought().unwrap_or(elapsed);
        self.time.add(time);
        (reply, time)
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
                Err(illegal(table.position(), &mv, &error, &|mv| self.spell(mv)))
            }
            Err(error) => Err(Verdict::Broken { reason: error.to_string() }),
        }
    }

    fn spell(&self, mv: &str) -> String {
        self.player.as_ref().map_or_else(|| mv.into(), |player| player.spell(mv))
    }
}

/// A legal move for somebody who is not there, drawn from the seat's own numbers.
fn stand_in(table: &mut Table, seat: Seat) -> Asked {
    let moves = table.position().legal_texts();
    let mv = moves.choose(&mut table.generator(seat)).expect("a seat to move has moves");
    table.play(seat, mv, Notes::default()).expect("a listed move is legal");
    Asked { seat, choice: Some(Choice::silent(mv.clone())), verdict: None, time: Duration::ZERO }
}
