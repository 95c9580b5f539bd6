//! Many games on the same deals, and what can be concluded from them.
//!
//! A *block* is one seed, played once with each contestant on each seat in
//! turn: two contestants change sides, three rotate. In all games of a block
//! the deals are the same as far as the rules allow, so neither a seat nor
//! luck favours anybody; and because they are the same, the games of a block
//! are not independent: the block is the unit of the statistics.
//!
//! ```text
//! game 1   seed s      A, B
//! game 2   seed s      B, A
//! game 3   seed s+1    A, B ...
//! ```

use crate::{
    Host, Referee, Remarks, Stopped,
    seating::{Asked, Seating, ThinkingTime},
};
use meeple_core::{CannotOpen, End, Event, Game, Header, Limits, Seat, SeatInfo, Table, Verdict};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

/// Opens a table for a seed and who sits at it.
pub type Open = dyn Fn(u64, Vec<SeatInfo>) -> Result<Table, CannotOpen> + Send + Sync;

/// What is to be played.
pub struct Series {
    /// Who plays, one for each seat; in the first game in this order.
    pub contestants: Vec<SeatInfo>,
    /// Who seats them.
    pub host: Host,
    /// Who decides what follows from a fault.
    pub referee: Referee,
    /// The tables.
    pub open: Box<Open>,
    /// How long everybody may think.
    pub limits: Limits,
    /// The seed of the first block.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// How many at a time.
    pub threads: usize,
}

impl Series {
    /// A series of game `G`: one block, one game at a time, no limits.
    pub fn of<G: Game>(options: G::Options, host: Host, contestants: Vec<SeatInfo>) -> Self {
        let open = move |seed, seats| {
            let header = Header::new::<G>(&options, seats);
            Table::open::<G>(&options, Header { seed: Some(seed), ..header })
        };
        Series {
            games: contestants.len() as u64,
            contestants,
            host,
            referee: Referee::default(),
            open: Box::new(open),
            limits: Limits::default(),
            seed: 0,
            threads: 1,
        }
    }
}

/// A game of a series. Where there is one item a contestant, the order is that of the series.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Its number, from 0.
    pub number: u64,
    /// The seed of its deals.
    pub seed: u64,
    /// Where each contestant sat.
    pub seats: Vec<Seat>,
    /// Each one's score.
    pub scores: Vec<i32>,
    /// Each one's rank, 1 being the best.
    pub ranks: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// How each failed, if it did.
    pub verdicts: Vec<Option<Verdict>>,
    /// What was remarked of each one's answers.
    pub remarks: Vec<Remarks>,
    /// How long each thought.
    pub times: Vec<ThinkingTime>,
    /// The last lines of each one's stderr, if it failed.
    pub stderr: Vec<Vec<String>>,
    /// The record, line by line.
    pub record: Vec<Arc<Event>>,
}

impl Finished {
    /// The contestant who won alone, if one did.
    pub fn winner(&self) -> Option<usize> {
        let mut winners = self.winners();
        winners.next().filter(|_| winners.next().is_none())
    }

    /// What a contestant gets of the one point that a game is worth: all of it for a win alone,
    /// a part for a shared one.
    fn points(&self, contestant: usize) -> f64 {
        let winners = self.winners().count() as f64;
        if self.ranks[contestant] == 1 { 1.0 / winners } else { 0.0 }
    }

    fn winners(&self) -> impl Iterator<Item = usize> {
        (0..self.ranks.len()).filter(|&index| self.ranks[index] == 1)
    }
}

/// Plays all games; `each` hears of every finished one, in their order.
/// A series that is stopped returns what was finished by then.
pub fn play(series: &Series, mut each: impl FnMut(&Finished)) -> Result<Summary, CannotOpen> {
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

fn play_one(series: &Series, number: u64) -> Result<Result<Finished, Stopped>, CannotOpen> {
    let count = series.contestants.len();
    let turn = (number % count as u64) as usize;
    let seed = series.seed.wrapping_add(number / count as u64);
    // In the n-th game of a block everybody sits n seats further on.
    let seats: Vec<Seat> = (0..count).map(|index| Seat::new((index + turn) % count)).collect();
    let at = |seat: usize| series.contestants[(seat + count - turn) % count].clone();
    let infos: Vec<SeatInfo> = (0..count).map(at).collect();
    let arrivals = series.host.sit_all(&infos);
    let mut table = (series.open)(seed, infos)?;
    let mut seating = Seating::open(&mut table, arrivals, series.referee);
    let mut remarks = vec![Remarks::default(); count];
    let hear = |_: &Table, asked: &Asked| remarks[asked.seat.index()].hear(asked);
    if seating.play_out(&mut table, &series.limits, hear).is_err() {
        return Ok(Err(Stopped));
    }
    let end = table.game().end().expect("it was played to its end").clone();
    let result = |seat: &Seat| end.results[seat.index()];
    let verdicts: Vec<Option<Verdict>> =
        seats.iter().map(|&seat| seating.verdict(seat).cloned()).collect();
    let stderr = seats.iter().zip(&verdicts).map(|(&seat, verdict)| match verdict {
        Some(_) => seating.last_words(seat),
        None => Vec::new(),
    });
    Ok(Ok(Finished {
        number,
        seed,
        scores: seats.iter().map(|seat| result(seat).score).collect(),
        ranks: seats.iter().map(|seat| result(seat).rank).collect(),
        stderr: stderr.collect(),
        remarks: seats.iter().map(|seat| remarks[seat.index()].clone()).collect(),
        times: seats.iter().map(|&seat| seating.thinking_time(seat)).collect(),
        record: table.game().log().to_vec(),
        verdicts,
        seats,
        end,
    }))
}

/// What a series showed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// How many games were finished.
    pub games: u64,
    /// How many were won by nobody alone.
    pub draws: u64,
    /// One report a contestant.
    pub contestants: Vec<Report>,
}

/// What a series showed of one contestant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// How it was called.
    pub name: String,
    /// Games won alone.
    pub wins: u64,
    /// Of these, on the first seat.
    pub wins_as_player_1: u64,
    /// Points of all games, from 0 to 1; a shared win is shared.
    pub share: f64,
    /// Where the true share lies, with a certainty of 95 %, judged by whole blocks.
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
    points: f64,
    #[serde(skip)]
    blocks: Blocks,
    #[serde(skip)]
    score_sum: i64,
    #[serde(skip)]
    asked: u64,
    #[serde(skip)]
    time_sum: Duration,
}

impl Summary {
    /// No games yet.
    pub fn new(contestants: &[SeatInfo]) -> Self {
        let report = |info: &SeatInfo| Report::new(&info.name, contestants.len());
        Summary { games: 0, draws: 0, contestants: contestants.iter().map(report).collect() }
    }

    /// Counts one more game.
    pub fn add(&mut self, game: &Finished) {
        self.games += 1;
        self.draws += u64::from(game.winner().is_none());
        for (index, report) in self.contestants.iter_mut().enumerate() {
            report.add(game, index, self.games);
        }
    }
}

impl Report {
    fn new(name: &str, block_size: usize) -> Self {
        Report {
            name: name.into(),
            wins: 0,
            wins_as_player_1: 0,
            share: 0.0,
            interval: [0.0, 1.0],
            average_score: 0.0,
            average_ms: 0.0,
            slowest_ms: 0.0,
            failures: BTreeMap::new(),
            points: 0.0,
            blocks: Blocks { size: block_size, ..Blocks::default() },
            score_sum: 0,
            asked: 0,
            time_sum: Duration::ZERO,
        }
    }

    fn add(&mut self, game: &Finished, index: usize, games: u64) {
        let won = game.winner() == Some(index);
        self.wins += u64::from(won);
        self.wins_as_player_1 += u64::from(won && game.seats[index] == Seat::new(0));
        self.score_sum += i64::from(game.scores[index]);
        self.points += game.points(index);
        self.share = self.points / games as f64;
        self.blocks.add(game.points(index));
        self.interval = self.blocks.interval();
        self.average_score = self.score_sum as f64 / games as f64;
        if let Some(verdict) = &game.verdicts[index] {
            *self.failures.entry(verdict.name()).or_default() += 1;
        }
        let time = game.times[index];
        self.asked += u64::from(time.asked);
        self.time_sum += time.total;
        self.average_ms = self.time_sum.as_secs_f64() * 1e3 / self.asked.max(1) as f64;
        self.slowest_ms = self.slowest_ms.max(time.slowest.as_secs_f64() * 1e3);
    }
}

/// The shares of whole blocks.
#[derive(Debug, Clone, PartialEq, Default)]
struct Blocks {
    size: usize,
    /// Points of the block that is not whole yet.
    open: Vec<f64>,
    count: f64,
    sum: f64,
    squares: f64,
}

impl Blocks {
    fn add(&mut self, points: f64) {
        self.open.push(points);
        if self.open.len() == self.size {
            let share = self.open.drain(..).sum::<f64>() / self.size as f64;
            self.count += 1.0;
            self.sum += share;
            self.squares += share * share;
        }
    }

    /// Wilson's interval for the share, in which a block counts as much as the spread of the
    /// blocks says: one that could as well have been tossed for counts once, blocks that hardly
    /// differ count many times.
    fn interval(&self) -> [f64; 2] {
        if self.count < 2.0 {
            return [0.0, 1.0];
        }
        let share = self.sum / self.count;
        let variance = (self.squares - self.sum * share).max(0.0) / (self.count - 1.0);
        let tossed = share * (1.0 - share);
        // All won or all lost: the spread says nothing, so a block counts once.
        let weight = if tossed > 1e-12 { tossed / variance.max(1e-12) } else { 1.0 };
        wilson(share, self.count * weight)
    }
}

/// Wilson's interval: where the true share lies when `share` of so many trials
/// was seen, with a certainty of 95 %. It stays within 0..=1 and is honest for few.
fn wilson(share: f64, trials: f64) -> [f64; 2] {
    let z = 1.96_f64;
    let middle = share + z * z / (2.0 * trials);
    let spread = z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + z * z / trials;
    [((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: [f64; 2], low: f64, high: f64) {
        assert!((found[0] - low).abs() < 5e-4 && (found[1] - high).abs() < 5e-4, "{found:?}");
    }

    fn blocks(shares: &[[f64; 2]]) -> Blocks {
        let mut blocks = Blocks { size: 2, ..Blocks::default() };
        shares.iter().flatten().for_each(|&points| blocks.add(points));
        blocks
    }

    #[test]
    fn the_interval_is_wilsons() {
        near(wilson(0.5, 100.0), 0.404, 0.596);
        near(wilson(0.9, 10.0), 0.596, 0.982);
        near(wilson(1.0, 5.0), 0.566, 1.0);
    }

    #[test]
    fn blocks_are_the_unit() {
        // Equals who win each game by their seat: every block is split, and that is certain.
        near(blocks(&[[1.0, 0.0]; 20]).interval(), 0.5, 0.5);
        // Whole blocks won or lost: twenty blocks are twenty trials, not forty.
        let all_or_nothing: Vec<[f64; 2]> =
            (0..20).map(|block| if block % 2 == 0 { [1.0; 2] } else { [0.0; 2] }).collect();
        let weight = 19.0 / 20.0; // the sample's variance has one degree of freedom less
        let [low, high] = wilson(0.5, 20.0 * weight);
        near(blocks(&all_or_nothing).interval(), low, high);
        // All won: as sure as so many blocks can be.
        near(blocks(&[[1.0; 2]; 5]).interval(), 0.566, 1.0);
        near(blocks(&[[1.0; 2]]).interval(), 0.0, 1.0);
    }
}
