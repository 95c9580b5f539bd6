//! The clocks of a table: how much time each seat has left.
//!
//! ```text
//! 60+0.5    left 60.0 ─ thinks 1.2 ─► 58.8 ─ has moved ─► 59.3 ─ thinks 60 ─► flag
//! ```
//!
//! Clocks are derived from the log, including undone moves: undoing gives no time back. Time that
//! is not part of any move (a turn that was undone or interrupted) is in the log as [`SpentTime`].

use crate::TimeControl;
use meeple_core::{Event, GameClock, Limits, Millis, Seat, Verdict};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc, time::Duration};

/// The clocks of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    /// The time each seat has left; empty without a clock for the whole game.
    left: Vec<Duration>,
    /// Time of the current turn already in the log: [`SpentTime`] since the last deal, move or
    /// undo.
    logged: Duration,
}

/// Thinking time that is not part of any move in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpentTime {
    /// The seat that used the time.
    pub seat: Seat,
    /// The time used.
    pub ms: Millis,
}

impl Clocks {
    /// Creates the clocks of this many seats at the start of a game.
    pub fn new(control: TimeControl, seats: usize) -> Self {
        let left = match control {
            TimeControl::Game { time, .. } => vec![time; seats],
            TimeControl::None | TimeControl::Move(_) => Vec::new(),
        };
        Clocks { control, left, logged: Duration::ZERO }
    }

    /// Computes the clocks at the end of a log. Each [`SpentTime`] comes with the number of events
    /// before it, in ascending order.
    pub fn from_log(
        control: TimeControl,
        seats: usize,
        log: &[Arc<Event>],
        spent: &[(usize, SpentTime)],
    ) -> Self {
        let (mut clocks, mut spent) = (Clocks::new(control, seats), spent.iter().peekable());
        for (index, event) in log.iter().enumerate() {
            while let Some((_, note)) = spent.next_if(|(before, _)| *before <= index) {
                clocks.charge_unfinished_turn(*note);
            }
            clocks.on_event(event);
        }
        spent.for_each(|(_, note)| clocks.charge_unfinished_turn(*note));
        clocks
    }

    /// Returns the time this seat has left; `None` without a clock for the whole game.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.left.get(seat.index()).copied()
    }

    /// Returns the time of the current turn that is already in the log.
    pub fn logged_turn_time(&self) -> Duration {
        self.logged
    }

    /// Returns how long the seat to move may still think, counted from the end of the log; `None`
    /// without a limit.
    pub fn time_allowed(&self, seat: Seat) -> Option<Duration> {
        match self.control {
            TimeControl::None => None,
            TimeControl::Move(time) => Some(time.saturating_sub(self.logged)),
            TimeControl::Game { .. } => self.left(seat),
        }
    }

    /// Returns how long the whole turn of the seat to move may take, counted from its start; `None`
    /// without a limit.
    pub fn turn_limit(&self, seat: Seat) -> Option<Duration> {
        self.time_allowed(seat).map(|left| match self.control {
            TimeControl::Move(time) => time,
            TimeControl::Game { .. } | TimeControl::None => left + self.logged,
        })
    }

    /// Returns the limits for this seat's next move: `limits`, with its time replaced by the time
    /// control, if any.
    pub fn limits<'a>(&self, seat: Seat, limits: &'a Limits) -> Cow<'a, Limits> {
        let clock = match self.control {
            TimeControl::None => return Cow::Borrowed(limits),
            TimeControl::Move(_) => None,
            TimeControl::Game { time: game, increment } => {
                Some(GameClock { game, increment, left: self.left.clone() })
            }
        };
        Cow::Owned(Limits { time: self.time_allowed(seat), clock, ..limits.clone() })
    }

    /// Subtracts thinking time from this seat's clock.
    pub fn charge(&mut self, seat: Seat, time: Duration) {
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left = left.saturating_sub(time);
        }
    }

    /// Adds the increment to this seat's clock after a move.
    pub fn add_increment(&mut self, seat: Seat) {
        if let TimeControl::Game { increment, .. } = self.control
            && let Some(left) = self.left.get_mut(seat.index())
        {
            *left = left.saturating_add(increment);
        }
    }

    /// Updates the clocks after an event of the game.
    pub fn on_event(&mut self, event: &Event) {
        match event {
            Event::Move { seat, ms, .. } => {
                // Without a time the move was made for the player: forced, replayed or a penalty.
                if let Some(took) = ms.map(Millis::to_duration) {
                    self.charge(*seat, took.saturating_sub(self.logged));
                    self.add_increment(*seat);
                }
                self.logged = Duration::ZERO;
            }
            Event::Deal { .. } | Event::Undo { .. } => self.logged = Duration::ZERO,
            Event::Start(_) | Event::Fault { .. } | Event::Resign { .. } | Event::End(_) => {}
        }
    }

    /// Charges time for a turn that is not over.
    pub fn charge_unfinished_turn(&mut self, spent: SpentTime) {
        self.charge(spent.seat, spent.ms.to_duration());
        self.logged += spent.ms.to_duration();
    }

    /// Replaces a time-out by [`Verdict::Flag`] if there is a clock for the whole game.
    pub fn as_flag(&self, verdict: Verdict) -> Verdict {
        let TimeControl::Game { time: game, increment } = self.control else { return verdict };
        let late = match verdict {
            Verdict::Late { took, limit } => Some(took.saturating_sub(limit)),
            Verdict::TimeOut { .. } => None,
            other => return other,
        };
        Verdict::Flag { game, increment, late }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::Notes;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_runs_down_and_gains_with_each_move() {
        let control = TimeControl::Game { time: seconds(60), increment: seconds(2) };
        let (mut clocks, [first, second]) = (Clocks::new(control, 2), [0, 1].map(Seat::new));
        clocks.charge(first, seconds(10));
        assert_eq!(clocks.left(first), Some(seconds(50)));
        clocks.add_increment(first);
        assert_eq!(
            (clocks.left(first), clocks.left(second)),
            (Some(seconds(52)), Some(seconds(60)))
        );
        let given = Limits { nodes: Some(5), time: Some(seconds(1)), ..Limits::default() };
        let limits = clocks.limits(first, &given);
        assert_eq!((limits.time, limits.nodes), (Some(seconds(52)), Some(5)));
        let left = vec![seconds(52), seconds(60)];
        let clock = GameClock { game: seconds(60), increment: seconds(2), left };
        assert_eq!(limits.clock, Some(clock));
        clocks.charge(first, seconds(100));
        assert_eq!(clocks.left(first), Some(Duration::ZERO));
    }

    #[test]
    fn a_time_a_move_is_the_same_each_time_and_without_control_it_is_the_callers() {
        let given = Limits { time: Some(seconds(1)), ..Limits::default() };
        let seat = Seat::new(0);
        let mut clocks = Clocks::new(TimeControl::Move(seconds(3)), 2);
        clocks.charge(seat, seconds(2));
        clocks.add_increment(seat);
        let limits = clocks.limits(seat, &given);
        assert_eq!((limits.time, limits.clock.clone()), (Some(seconds(3)), None));
        assert_eq!(Clocks::default().limits(seat, &given).time, Some(seconds(1)));
    }

    #[test]
    fn only_a_game_clock_has_a_flag() {
        let late = Verdict::Late { took: seconds(5), limit: seconds(3) };
        let never = Verdict::TimeOut { limit: seconds(3), heard: Vec::new() };
        let (game, increment) = (seconds(60), Duration::ZERO);
        let clocks = Clocks::new(TimeControl::Game { time: game, increment }, 2);
        let flag = |late| Verdict::Flag { game, increment, late };
        assert_eq!(clocks.as_flag(late.clone()), flag(Some(seconds(2))));
        assert_eq!(clocks.as_flag(never), flag(None));
        let broken = Verdict::InternalError { reason: "no".into() };
        assert_eq!(clocks.as_flag(broken.clone()), broken);
        let a_move = Clocks::new(TimeControl::Move(seconds(3)), 2);
        assert_eq!(a_move.as_flag(late.clone()), late);
    }

    fn moved(seat: usize, took: u64) -> Arc<Event> {
        let ms = Some(Millis::from_duration(seconds(took)));
        Arc::new(Event::new_move(Seat::new(seat), "a", Notes { ms, ..Notes::default() }))
    }

    fn spent(seat: usize, time: u64) -> SpentTime {
        SpentTime { seat: Seat::new(seat), ms: Millis::from_duration(seconds(time)) }
    }

    #[test]
    fn a_log_gives_the_clocks_back_what_was_taken_back_included() {
        let control = TimeControl::Game { time: seconds(60), increment: seconds(1) };
        let undo = Arc::new(Event::Undo { plies: 1 });
        // Seat 0 moves after 5 s; seat 1 thinks for 3 s; the move is undone and replaced after 2 s;
        // then seat 1 moves after 7 s, 4 of which were in the log when the server stopped.
        let log = [moved(0, 5), undo, moved(0, 2), moved(1, 7)];
        let notes = [(1, spent(1, 3)), (3, spent(1, 4))];
        let clocks = Clocks::from_log(control, 2, &log, &notes);
        assert_eq!(clocks.left(Seat::new(0)), Some(seconds(60 - 5 + 1 - 2 + 1)));
        assert_eq!(clocks.left(Seat::new(1)), Some(seconds(60 - 3 - 7 + 1)));
        assert_eq!(clocks.logged_turn_time(), Duration::ZERO);
    }

    #[test]
    fn a_turn_that_was_interrupted_has_less_time_left() {
        let seat = Seat::new(0);
        let by_move = Clocks::from_log(TimeControl::Move(seconds(9)), 2, &[], &[(0, spent(0, 4))]);
        assert_eq!(
            (by_move.time_allowed(seat), by_move.logged_turn_time()),
            (Some(seconds(5)), seconds(4))
        );
        let control = TimeControl::Game { time: seconds(60), increment: seconds(1) };
        let by_game = Clocks::from_log(control, 2, &[], &[(0, spent(0, 4))]);
        assert_eq!(by_game.time_allowed(seat), Some(seconds(56)));
        assert_eq!(Clocks::default().time_allowed(seat), None);
    }
}
