//! How long everybody thought, measured while it happens or read from a log.
//!
//! ```text
//! 3 moves of 2, 5 and 1 ms ─► asked 3, total 8 ms, slowest 5 ms
//! ```

use meeple_core::{Event, Millis};
use std::{sync::Arc, time::Duration};

/// How long a seat thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThinkingTime {
    /// How often it was asked.
    pub asked: u32,
    /// All its answers together.
    pub total: Duration,
    /// Its slowest answer.
    pub slowest: Duration,
}

impl ThinkingTime {
    /// One more answer, which took so long.
    pub fn add(&mut self, time: Duration) {
        self.asked += 1;
        self.total += time;
        self.slowest = self.slowest.max(time);
    }
}

/// How long each of so many seats thought about the moves of this log, those that were taken back
/// among them. A move that somebody else made for a seat has no time and does not count, and
/// neither does an answer that was a fault.
pub fn thinking_times(log: &[Arc<Event>], seats: usize) -> Vec<ThinkingTime> {
    let mut times = vec![ThinkingTime::default(); seats];
    for event in log {
        if let Event::Move { seat, ms: Some(ms), .. } = **event
            && let Some(time) = times.get_mut(seat.index())
        {
            time.add(Millis::duration(ms));
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{Notes, Seat};

    #[test]
    fn times_come_from_the_moves_that_have_one() {
        let mv = |seat, micros: Option<u64>| {
            let ms = micros.map(|micros| Millis::of(Duration::from_micros(micros)));
            Arc::new(Event::played(Seat::new(seat), "a", Notes { ms, ..Notes::default() }))
        };
        let deal = Arc::new(Event::Deal { deal: "d".into() });
        let log = [mv(0, Some(1500)), deal, mv(1, None), mv(0, Some(52)), mv(7, Some(1))];
        let time = ThinkingTime {
            asked: 2,
            total: Duration::from_micros(1552),
            slowest: Duration::from_micros(1500),
        };
        assert_eq!(thinking_times(&log, 2), [time, ThinkingTime::default()]);
    }
}
