//! Many games: both sides, the same pieces, and what can be concluded from them.
//!
//! Games come in pairs. In both games of a pair the k-th piece of player 1 is
//! the same, and the k-th of player 2; the contestants change sides between
//! them. So neither the start position nor luck with the pieces favours one.
//!
//! ```text
//! game 1   seed s      A as player 1, B as player 2
//! game 2   seed s      B as player 1, A as player 2
//! game 3   seed s+1    A as player 1, ...
//! ```

use super::{Contestant, FillerGame, Setup, Stopped, Tally};
use crate::Verdict;
use meeple_core::{BadOptions, Event, Seat, record::EndedBy};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Series {
    /// Who plays; the first is player 1 in the first game.
    pub contestants: [Contestant; 2],
    /// Everything else; its seed is that of the first pair.
    pub setup: Setup,
    /// How many games.
    pub games: u64,
    /// How many at a time.
    pub threads: usize,
}

/// A game of a series. Where there is one item a contestant, the order is that of the series.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Its number, from 0.
    pub number: u64,
    /// The seed of its pieces.
    pub seed: u64,
    /// Where each contestant sat.
    pub seats: [Seat; 2],
    /// Each one's score.
    pub scores: [i32; 2],
    /// Who won; `None` is a draw.
    pub winner: Option<usize>,
    /// Whether the rules ended it, and not a failure.
    pub by: EndedBy,
    /// Why it ended.
    pub reason: String,
    /// How each failed, if it did.
    pub verdicts: [Option<Verdict>; 2],
    /// How long each thought.
    pub tallies: [Tally; 2],
    /// The last lines of each one's stderr, if it failed.
    pub stderr: [Vec<String>; 2],
    /// The record, line by line.
    pub record: Vec<Event>,
}

/// Plays all games; `each` hears of every finished one, in their order.
/// A series that is stopped returns what was finished by then.
pub fn play(series: &Series, mut each: impl FnMut(&Finished)) -> Result<Summary, BadOptions> {
    let next = AtomicU64::new(0);
    let mut summary = Summary::new(&series.contestants);
    let refused = Mutex::new(None);
    let (results, finished) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..series.threads.clamp(1, 64) {
            let (next, refused, results) = (&next, &refused, results.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= series.games {
                        return;
                    }
                    match play_one(series, number) {
                        Ok(Ok(game)) => drop(results.send(game)),
                        Ok(Err(Stopped)) => return,
                        Err(error) => {
                            *refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            return;
                        }
                    }
                }
            });
        }
        drop(results);
        // Threads finish out of order; the listener hears in order.
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for game in finished {
            waiting.insert(game.number, game);
            while let Some(game) = waiting.remove(&due) {
                summary.add(&game);
                each(&game);
                due += 1;
            }
        }
        for game in waiting.values() {
            summary.add(game); // behind a game that was stopped
            each(game);
        }
    });
    match refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

fn play_one(series: &Series, number: u64) -> Result<Result<Finished, Stopped>, BadOptions> {
    let seed = series.setup.seed.wrapping_add(number / 2);
    let setup = Setup { seed, ..series.setup.clone() };
    let is_swapped = number % 2 == 1;
    let of_seat = if is_swapped { [1, 0] } else { [0, 1] }; // the contestant on each seat
    let contestants = of_seat.map(|contestant| &series.contestants[contestant]);
    let mut game = FillerGame::start(setup, contestants)?;
    let mut record = vec![game.start_event()];
    let Ok(ending) = game.play(|turned| record.extend(turned.events.iter().cloned())) else {
        return Ok(Err(Stopped));
    };
    record.push(ending.event);
    game.close();
    let seats = of_seat.map(Seat::new); // swapping is its own inverse
    let results = seats.map(|seat| ending.end.results[seat.index()]);
    let winner = match results.map(|result| result.rank) {
        [1, 1] => None,
        [1, _] => Some(0),
        _ => Some(1),
    };
    let verdicts = seats.map(|seat| game.verdicts()[seat.index()].clone());
    let stderr = [0, 1].map(|contestant: usize| match &verdicts[contestant] {
        Some(_) => game.stderr_lines(seats[contestant]),
        None => Vec::new(),
    });
    Ok(Ok(Finished {
        number,
        seed,
        seats,
        scores: results.map(|result| result.score),
        winner,
        by: ending.end.by,
        reason: ending.end.reason,
        verdicts,
        tallies: seats.map(|seat| game.tallies()[seat.index()]),
        stderr,
        record,
    }))
}

/// What a series showed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// How many games were finished.
    pub games: u64,
    /// How many ended equal.
    pub draws: u64,
    /// One report a contestant.
    pub contestants: [Report; 2],
}

/// What a series showed of one contestant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// How it was called.
    pub name: String,
    /// Games won.
    pub wins: u64,
    /// Of these, as player 1.
    pub wins_as_player_1: u64,
    /// Wins and half the draws, of all games, from 0 to 1.
    pub share: f64,
    /// Where the true share lies, with a certainty of 95 %.
    pub interval: [f64; 2],
    /// The average score.
    pub average_score: f64,
    /// The average answer, in milliseconds.
    pub average_ms: f64,
    /// The slowest answer, in milliseconds.
    pub slowest_ms: f64,
    /// How often it failed, by the verdict's name.
    pub failures: BTreeMap<&'static str, u64>,
    #[serde(skip)]
    score_sum: i64,
    #[serde(skip)]
    asked: u64,
    #[serde(skip)]
    time_sum: Duration,
}

impl Summary {
    /// No games yet.
    pub fn new(contestants: &[Contestant; 2]) -> Self {
        Summary { games: 0, draws: 0, contestants: contestants.each_ref().map(Report::new) }
    }

    /// Counts one more game.
    pub fn add(&mut self, game: &Finished) {
        self.games += 1;
        self.draws += u64::from(game.winner.is_none());
        for (index, report) in self.contestants.iter_mut().enumerate() {
            report.add(game, index);
        }
        for report in &mut self.contestants {
            let points = report.wins as f64 + self.draws as f64 / 2.0;
            report.share = points / self.games as f64;
            report.interval = wilson(report.share, self.games);
            report.average_score = report.score_sum as f64 / self.games as f64;
        }
    }
}

impl Report {
    fn new(contestant: &Contestant) -> Self {
        Report {
            name: contestant.name().into(),
            wins: 0,
            wins_as_player_1: 0,
            share: 0.0,
            interval: [0.0, 1.0],
            average_score: 0.0,
            average_ms: 0.0,
            slowest_ms: 0.0,
            failures: BTreeMap::new(),
            score_sum: 0,
            asked: 0,
            time_sum: Duration::ZERO,
        }
    }

    fn add(&mut self, game: &Finished, index: usize) {
        let won = game.winner == Some(index);
        self.wins += u64::from(won);
        self.wins_as_player_1 += u64::from(won && game.seats[index] == Seat::new(0));
        self.score_sum += i64::from(game.scores[index]);
        if let Some(verdict) = &game.verdicts[index] {
            *self.failures.entry(verdict.name()).or_default() += 1;
        }
        let tally = game.tallies[index];
        self.asked += u64::from(tally.asked);
        self.time_sum += tally.total;
        self.average_ms = self.time_sum.as_secs_f64() * 1e3 / self.asked.max(1) as f64;
        self.slowest_ms = self.slowest_ms.max(tally.slowest.as_secs_f64() * 1e3);
    }
}

/// Wilson's interval: where the true share lies when `share` of so many games
/// was seen, with a certainty of 95 %. It stays within 0..=1 and is honest for few games.
fn wilson(share: f64, games: u64) -> [f64; 2] {
    let (z, n) = (1.96_f64, games as f64);
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    [((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn interval(share: f64, games: u64, low: f64, high: f64) {
        let found = wilson(share, games);
        assert!((found[0] - low).abs() < 5e-4 && (found[1] - high).abs() < 5e-4, "{found:?}");
    }

    #[test]
    fn the_interval_is_wilsons() {
        interval(0.5, 100, 0.404, 0.596);
        interval(0.9, 10, 0.596, 0.982);
        interval(1.0, 5, 0.566, 1.0);
    }
}
