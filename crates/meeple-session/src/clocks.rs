//! The clocks of one table: what each seat may still think, exactly.
//!
//! ```text
//! 60+0.5    left 60.0 ─ thinks 1.2 ─► 58.8 ─ has moved ─► 59.3 ─ thinks 60 ─► flag
//! ```

use crate::TimeControl;
use meeple_core::{GameClock, Limits, Seat, Verdict};
use std::{borrow::Cow, time::Duration};

/// The clocks of one table.
#[derive(Debug, Clone, Default)]
pub struct Clocks {
    control: TimeControl,
    /// What each seat has left; empty where there is no clock for the whole game.
    left: Vec<Duration>,
}

impl Clocks {
    /// The clocks of so many seats, at the beginning.
    pub fn new(control: TimeControl, seats: usize) -> Self {
        let left = match control {
            TimeControl::Game { time, .. } => vec![time; seats],
            TimeControl::None | TimeControl::Move(_) => Vec::new(),
        };
        Clocks { control, left }
    }

    /// What this seat has left, where there is a clock for the whole game.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.left.get(seat.index()).copied()
    }

    /// The limits of this seat's next move; where no time is controlled, those that are given.
    pub fn limits<'a>(&self, seat: Seat, limits: &'a Limits) -> Cow<'a, Limits> {
        let (time, clock) = match self.control {
            TimeControl::None => return Cow::Borrowed(limits),
            TimeControl::Move(time) => (Some(time), None),
            TimeControl::Game { time: game, increment } => {
                let clock = GameClock { game, increment, left: self.left.clone() };
                (self.left(seat), Some(clock))
            }
        };
        Cow::Owned(Limits { time, clock, ..limits.clone() })
    }

    /// This seat has thought so long.
    pub fn charge(&mut self, seat: Seat, time: Duration) {
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left = left.saturating_sub(time);
        }
    }

    /// This seat has moved.
    pub fn moved(&mut self, seat: Seat) {
        if let TimeControl::Game { increment, .. } = self.control
            && let Some(left) = self.left.get_mut(seat.index())
        {
            *left = left.saturating_add(increment);
        }
    }

    /// The same verdict; for somebody who was late by the clock of the whole game, in its words.
    pub fn named(&self, verdict: Verdict) -> Verdict {
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

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_runs_down_and_gains_with_each_move() {
        let control = TimeControl::Game { time: seconds(60), increment: seconds(2) };
        let (mut clocks, [first, second]) = (Clocks::new(control, 2), [0, 1].map(Seat::new));
        clocks.charge(first, seconds(10));
        assert_eq!(clocks.left(first), Some(seconds(50)));
        clocks.moved(first);
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
        clocks.moved(seat);
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
        assert_eq!(clocks.named(late.clone()), flag(Some(seconds(2))));
        assert_eq!(clocks.named(never), flag(None));
        let broken = Verdict::Broken { reason: "no".into() };
        assert_eq!(clocks.named(broken.clone()), broken);
        let a_move = Clocks::new(TimeControl::Move(seconds(3)), 2);
        assert_eq!(a_move.named(late.clone()), late);
    }
}
