//! Finds the move with the best average value over randomly drawn futures.
//!
//! ```text
//! future     1     2     3    ...    9
//! first    2.1   2.3   1.9         2.2     all moves are evaluated in the same futures, so the
//! second   2.0   2.1   1.8         2.0     luck of the draw is the same for all of them
//! third    1.1   1.4   0.9     clearly behind
//! ```
//!
//! After every second future the worst move drops out while there are more than three. A move that is clearly
//! behind the best drops out as well. The race is decided when only one move is left.

/// Number of moves that can't drop out merely for being the worst.
const FINALISTS: usize = 3;
/// Number of futures before a move can be clearly behind.
const MIN_FUTURES: usize = 8;
/// A move is clearly behind if it trails by this many standard errors. With 850,000 nodes per move, 43 % of
/// them are used, and the choice in each of 56 moves of three games (from seed 7011) is the same as with all
/// of them; so it is with 4 (50 % used) and with 2.5 (39 %).
const CLEAR_STANDARD_ERRORS: f32 = 3.0;

/// A comparison of moves in progress.
#[derive(Debug)]
pub(super) struct MoveRace {
    /// Moves still in the race, best first.
    kept: Vec<usize>,
    /// Moves that fell clearly behind, and by how much.
    beaten: Vec<(usize, f32)>,
    /// Each move's values in the futures so far.
    seen: Vec<Vec<f32>>,
    futures: usize,
}

impl MoveRace {
    /// Starts a race between these moves, each an index less than `count`.
    pub(super) fn new(kept: Vec<usize>, count: usize) -> Self {
        MoveRace { kept, beaten: Vec::new(), seen: vec![Vec::new(); count], futures: 0 }
    }

    /// Returns the moves still in the race.
    pub(super) fn remaining(&self) -> &[usize] {
        &self.kept
    }

    /// Returns whether fewer than two moves are left.
    pub(super) fn is_decided(&self) -> bool {
        self.kept.len() < 2
    }

    /// Adds the values of the remaining moves, in the order of `kept`, in one more future.
    pub(super) fn add_future(&mut self, values: &[f32]) {
        for (&at, &value) in self.kept.iter().zip(values) {
            self.seen[at].push(value);
        }
        self.futures += 1;
        let seen = &self.seen;
        let sum = |at: usize| seen[at].iter().sum::<f32>();
        self.kept.sort_by(|&a, &b| sum(b).total_cmp(&sum(a)));
        if self.futures.is_multiple_of(2) && self.kept.len() > FINALISTS {
            self.kept.pop();
        }
        let best = self.kept[0];
        let lag = |at: usize| clear_lag(&seen[best], &seen[at]).map(|lag| (at, lag));
        self.beaten.extend(self.kept.iter().filter_map(|&at| lag(at)));
        self.kept.retain(|&at| lag(at).is_none());
    }

    /// Returns the averages of the remaining moves and estimates for those clearly behind; empty before the
    /// first future.
    pub(super) fn averages(&self) -> Vec<(usize, f32)> {
        let average = |at: usize| self.seen[at].iter().sum::<f32>() / self.futures as f32;
        let Some(&best) = self.kept.first().filter(|_| self.futures > 0) else { return Vec::new() };
        let kept = self.kept.iter().map(|&at| (at, average(at)));
        kept.chain(self.beaten.iter().map(|&(at, lag)| (at, average(best) - lag))).collect()
    }
}

/// Returns the average lag behind the best in their common futures, if it is statistically clear.
fn clear_lag(best: &[f32], other: &[f32]) -> Option<f32> {
    let count = other.len() as f32;
    let lags = || best.iter().zip(other).map(|(best, other)| best - other);
    let mean = lags().sum::<f32>() / count;
    let variance = lags().map(|lag| (lag - mean) * (lag - mean)).sum::<f32>() / (count - 1.0);
    (other.len() >= MIN_FUTURES && mean > CLEAR_STANDARD_ERRORS * (variance / count).sqrt())
        .then_some(mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a race between as many moves as there are values per future.
    fn race<const COUNT: usize>(futures: impl Iterator<Item = [f32; COUNT]>) -> MoveRace {
        let mut race = MoveRace::new((0..COUNT).collect(), COUNT);
        for future in futures {
            let values: Vec<f32> = race.remaining().iter().map(|&at| future[at]).collect();
            race.add_future(&values);
        }
        race
    }

    #[test]
    fn the_worst_drop_out_until_three_are_left() {
        let five = |future: u8| [2.0, 1.0, 5.0, 3.0, 4.0].map(|value| value + f32::from(future));
        assert_eq!(race((0..2).map(five)).remaining(), [2, 4, 3, 0]);
        assert_eq!(race((0..7).map(five)).remaining(), [2, 4, 3]);
    }

    #[test]
    fn a_move_that_is_always_behind_is_dropped_and_keeps_its_distance() {
        let two = |future: u8| [f32::from(future), f32::from(future) + 0.5];
        assert!(!race((0..7).map(two)).is_decided());
        let race = race((0..8).map(two));
        assert!(race.is_decided());
        assert_eq!(race.averages(), [(1, 4.0), (0, 3.5)]);
    }

    #[test]
    fn moves_that_take_turns_leading_stay() {
        let two = |future: u8| [1.0, if future.is_multiple_of(2) { 0.0 } else { 1.9 }];
        let race = race((0..50).map(two));
        assert_eq!(race.remaining(), [0, 1]);
    }

    #[test]
    fn nothing_is_known_before_the_first_future() {
        assert_eq!(MoveRace::new(vec![0, 1], 2).averages(), []);
    }
}
