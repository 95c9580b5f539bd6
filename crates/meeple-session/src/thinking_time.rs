//! Thinking times of players, measured during play or read from a log.
//!
//! ```text
//! 3 moves of 2, 5 and 1 ms ─► asked 3, total 8 ms, slowest 5 ms
//! ```

use meeple_core::{Event, Millis};
use std::{sync::Arc, time::Duration};

/// How long one seat thought in total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThinkingTime {
    /// The number of answers.
    pub asked: u32,
    /// The total time of all answers.
    pub total: Duration,
    /// The time of the slowest answer.
    pub slowest: Duration,
}

impl ThinkingTime {
    /// Adds an answer that took this long.
    pub fn add(&mut self, time: Duration) {
        self.asked += 1;
        self.total += time;
        self.slowest = self.slowest.max(time);
    }
}

/// Sums up each seat's thinking time over the moves of a log, including undone moves. Moves without
/// a time, such as those made on a player's behalf after a fault, don't count; neither do faults.
pub fn thinking_times(log: &[Arc<Event>], seats: usize) -> Vec<ThinkingTime> {
    let mut times = vec![ThinkingTime::default(); seats];
    for event in log {
        if let Event::Move { seat, ms: Some(ms), .. } = **event
            && let Some(time) = times.get_mut(seat.index())
        {
            time.add(Millis::to_duration(ms));
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
            let ms = micros.map(|micros| Millis::from_duration(Duration::from_micros(micros)));
            Arc::new(Event::new_move(Seat::new(seat), "a", Notes { ms, ..Notes::default() }))
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
