//! The clock of the games: time during which the server stands still doesn't count.
//!
//! ```text
//! real time     ├──────── running ────────┤ paused 60 s ├─────── running ──────
//! server clock  ├──────── running ────────┤├─────── running ──────
//! ```
//!
//! If the process is stopped, or the machine is so overloaded that no task runs, no player can move. So nobody
//! loses time, or the game, because of it. While only the disk hangs, tasks run, and so does this clock; but a
//! turn begins when the move before it is stored, and a move counts from when it arrived.

use crate::lock::lock;
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval};

/// How often the clock is read even if nobody asks for the time.
const TICK: Duration = Duration::from_millis(250);
/// If the clock was not read for longer than this, the server stood still.
const MAX_GAP: Duration = Duration::from_secs(2);

/// A clock that stops while the server stands still. Clones are handles to the same clock.
#[derive(Debug, Clone)]
pub(crate) struct ServerClock {
    state: Arc<Mutex<ClockState>>,
}

#[derive(Debug)]
struct ClockState {
    /// The real time at which the clock was last read.
    read: Instant,
    /// How long the server has stood still in total.
    lost: Duration,
}

impl ServerClock {
    /// Starts the clock. It works as intended while [`ServerClock::run`] runs.
    pub(crate) fn start() -> Self {
        let state = ClockState { read: Instant::now(), lost: Duration::ZERO };
        ServerClock { state: Arc::new(Mutex::new(state)) }
    }

    /// Reads the clock regularly, so that it notices when the server stands still.
    pub(crate) async fn run(self) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.now();
        }
    }

    /// Returns the time. It never runs backwards.
    pub(crate) fn now(&self) -> Instant {
        lock(&self.state).read_at(Instant::now())
    }

    /// Returns the real time at which this clock will show `at`, if the server doesn't stand still until then.
    pub(crate) fn real_time(&self, at: Instant) -> Instant {
        at + lock(&self.state).lost
    }
}

impl ClockState {
    fn read_at(&mut self, real: Instant) -> Instant {
        let gap = real.saturating_duration_since(self.read);
        if gap > MAX_GAP {
            tracing::warn!(seconds = gap.as_secs_f64(), "the server stood still; the clocks too");
            self.lost += gap;
        }
        self.read = self.read.max(real);
        self.read.checked_sub(self.lost).expect("what was lost has passed before")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_without_ticks_does_not_count() {
        let start = Instant::now();
        let mut state = ClockState { read: start, lost: Duration::ZERO };
        let seconds = Duration::from_secs_f64;
        let mut at = |real: f64| state.read_at(start + seconds(real)) - start;
        assert_eq!(at(1.5), seconds(1.5));
        assert_eq!(at(3.0), seconds(3.0));
        assert_eq!(at(63.0), seconds(3.0), "it stood still");
        assert_eq!(at(64.0), seconds(4.0));
        assert_eq!(at(62.0), seconds(4.0), "it never runs backwards");
        assert_eq!(at(164.0), seconds(4.0));
        assert_eq!(at(166.0), seconds(6.0), "so long a gap still counts");
        assert_eq!(state.lost, seconds(160.0));
    }

    #[test]
    fn real_time_is_later_by_what_was_lost() {
        let (start, lost) = (Instant::now(), Duration::from_secs(5));
        let state = ClockState { read: start, lost };
        let clock = ServerClock { state: Arc::new(Mutex::new(state)) };
        assert_eq!(clock.real_time(start), start + lost);
    }

    #[tokio::test]
    async fn a_clock_that_runs_reads_itself() {
        let clock = ServerClock::start();
        let first = lock(&clock.state).read;
        let running = tokio::spawn(clock.clone().run());
        let read_again = async {
            while lock(&clock.state).read == first {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), read_again).await.expect("it is read");
        running.abort();
    }
}
