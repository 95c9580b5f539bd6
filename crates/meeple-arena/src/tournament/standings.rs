//! The results of a tournament: standings, crosstable and rating history.

use super::{GameLine, GameStatus, Ledger};
use crate::rating::{Estimate, Observation, Ratings, rate, share_interval};
use serde::Serialize;
use std::{cmp::Ordering, collections::BTreeMap};

/// Approximate number of checkpoints in the rating history.
const MAX_CHECKPOINTS: usize = 30;

/// The results of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TournamentStandings {
    /// One row per entrant, best first; withdrawn entrants come last.
    pub rows: Vec<StandingRow>,
    /// Results of each entrant (row) against each other (column), by index; `None` if they never met.
    pub crosstable: Vec<Vec<Option<CrosstableCell>>>,
    /// Number of games that count.
    pub games: u64,
    /// Number of blocks that count.
    pub blocks: u64,
    /// Number of counted games without a sole winner.
    pub shared_wins: u64,
    /// Number of counted games with any tie.
    pub shared_ranks: u64,
    /// Number of counted games with a fault.
    pub faults: u64,
    /// Number of games spoilt by an internal error of Meeple.
    pub voids: u64,
    /// Number of games that were cut off.
    pub truncated: u64,
    /// Number of games annulled because an entrant was withdrawn.
    pub annulled: u64,
    /// Number of games that don't count because another game of their block doesn't.
    pub incomplete: u64,
}

/// The results of one entrant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingRow {
    /// Index of the entrant.
    pub entrant: usize,
    /// Its name.
    pub name: String,
    /// Place from 1, shared by equals; `None` if it was withdrawn or no game counts.
    pub place: Option<usize>,
    /// Number of games that count.
    pub games: u64,
    /// Points, at most one per game.
    pub points: f64,
    /// Points per game, 0 to 1.
    pub share: f64,
    /// 95 % confidence interval of the share.
    pub share_interval: [f64; 2],
    /// Rating relative to the average of the comparable entrants; `None` if no game counts.
    pub elo: Option<Estimate>,
    /// Probability that it is stronger than the next entrant in the standings, 0 to 1.
    pub superior_to_next: Option<f64>,
    /// Number of games won alone.
    pub wins: u64,
    /// Number of games with a shared first place.
    pub shared_wins: u64,
    /// Average rank.
    pub average_rank: f64,
    /// Average score.
    pub average_score: f64,
    /// Average thinking time per move, in milliseconds.
    pub average_ms: f64,
    /// Longest thinking time for a move, in milliseconds.
    pub slowest_ms: f64,
    /// Total thinking time, in milliseconds.
    pub total_ms: f64,
    /// Number of counted or annulled games with a fault, by the verdict's name.
    pub faults: BTreeMap<String, u64>,
    /// Why it was withdrawn, if so.
    pub withdrawn: Option<String>,
}

/// Results of one entrant against another, in counted games.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct CrosstableCell {
    /// Number of games in which both played.
    pub games: u64,
    /// Number of games in which it ranked above the other.
    pub ahead: u64,
    /// Number of games in which they tied.
    pub level: u64,
}

/// The ratings after some of the games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Checkpoint {
    /// Number of games counted so far.
    pub games: u64,
    /// Rating of each entrant, by index; `None` if it has none yet.
    pub elo: Vec<Option<Estimate>>,
}

/// Computes the ratings from all counted games.
pub(super) fn ratings(ledger: &Ledger) -> Ratings {
    rate(ledger.entrants.len(), &observations(&ledger.lines))
}

/// Computes the standings from all counted games.
pub(super) fn standings(ledger: &Ledger) -> TournamentStandings {
    let ratings = ratings(ledger);
    let count = |test: &dyn Fn(&GameLine) -> bool| {
        ledger.lines.iter().filter(|game| test(game)).count() as u64
    };
    let counted = |test: &dyn Fn(&GameLine) -> bool| count(&|game| game.is_counted() && test(game));
    let mut blocks: Vec<usize> =
        ledger.lines.iter().filter(|game| game.is_counted()).map(|game| game.block).collect();
    blocks.dedup();
    TournamentStandings {
        rows: rows(ledger, &ratings),
        crosstable: crosstable(ledger),
        games: counted(&|_| true),
        blocks: blocks.len() as u64,
        shared_wins: counted(&|game| winners(game) > 1),
        shared_ranks: counted(&has_shared_rank),
        faults: counted(&|game| !game.faults.is_empty()),
        voids: count(&|game| game.state == GameStatus::Void),
        truncated: count(&|game| game.state == GameStatus::Truncated),
        annulled: count(&|game| game.state == GameStatus::Annulled),
        incomplete: count(&|game| game.state == GameStatus::BlockIncomplete),
    }
}

/// Computes the ratings at up to [`MAX_CHECKPOINTS`] points of the tournament, the last after all counted games.
pub(super) fn rating_history(ledger: &Ledger) -> Vec<Checkpoint> {
    let games = observations(&ledger.lines);
    let blocks = games.chunk_by(|a, b| a.block == b.block).map(<[Observation]>::len);
    let ends: Vec<usize> = blocks
        .scan(0, |end, len| {
            *end += len;
            Some(*end)
        })
        .collect();
    let every = ends.len().div_ceil(MAX_CHECKPOINTS).max(1);
    let checkpoint = |&end: &usize| {
        let ratings = rate(ledger.entrants.len(), &games[..end]);
        let elo = (0..ledger.entrants.len()).map(|entrant| ratings.elo(entrant)).collect();
        Checkpoint { games: end as u64, elo }
    };
    let last = ends.last().into_iter();
    let before = ends.iter().skip(every - 1).step_by(every).filter(|end| Some(*end) != ends.last());
    before.chain(last).map(checkpoint).collect()
}

fn observations(lines: &[GameLine]) -> Vec<Observation> {
    let counted = lines.iter().filter(|game| game.is_counted());
    let observation = |game: &GameLine| Observation {
        block: game.block,
        entrants: game.seats.clone(),
        ranks: game.ranks.clone(),
    };
    counted.map(observation).collect()
}

fn winners(game: &GameLine) -> usize {
    (0..game.ranks.len()).filter(|&seat| game.ranks[seat] == 1).count()
}

fn has_shared_rank(game: &GameLine) -> bool {
    let ranks = &game.ranks;
    ranks.iter().enumerate().any(|(seat, rank)| ranks[..seat].contains(rank))
}

fn crosstable(ledger: &Ledger) -> Vec<Vec<Option<CrosstableCell>>> {
    let entrants = ledger.entrants.len();
    let mut table = vec![vec![None; entrants]; entrants];
    for game in ledger.lines.iter().filter(|game| game.is_counted()) {
        for (seat, &one) in game.seats.iter().enumerate() {
            for (other_seat, &other) in game.seats.iter().enumerate().filter(|&(at, _)| at != seat)
            {
                let cell: &mut CrosstableCell = table[one][other].get_or_insert_default();
                cell.games += 1;
                match game.ranks[seat].cmp(&game.ranks[other_seat]) {
                    Ordering::Less => cell.ahead += 1,
                    Ordering::Equal => cell.level += 1,
                    Ordering::Greater => {}
                }
            }
        }
    }
    table
}

/// Returns the rows, best first, with their places.
fn rows(ledger: &Ledger, ratings: &Ratings) -> Vec<StandingRow> {
    let mut rows: Vec<StandingRow> = tally(ledger, ratings);
    let figures = |row: &StandingRow| match &ledger.order {
        Some(order) => {
            let found = order.iter().find(|one| one.entrant == row.entrant);
            found.map_or_else(Vec::new, |one| one.sort_keys.clone())
        }
        None => vec![row.share],
    };
    let figures: Vec<Vec<f64>> = rows.iter().map(figures).collect();
    let compare = |a: &StandingRow, b: &StandingRow| {
        let pairs = figures[a.entrant].iter().zip(&figures[b.entrant]);
        let compared = pairs
            .map(|(a, b)| if (a - b).abs() < 1e-12 { Ordering::Equal } else { b.total_cmp(a) });
        let out = a.withdrawn.is_some().cmp(&b.withdrawn.is_some());
        out.then((a.games == 0).cmp(&(b.games == 0)))
            .then(compared.fold(Ordering::Equal, Ordering::then))
    };
    rows.sort_by(|a, b| {
        let elo = |row: &StandingRow| row.elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
        compare(a, b).then(elo(b).total_cmp(&elo(a))).then(a.entrant.cmp(&b.entrant))
    });
    for index in 0..rows.len() {
        let is_shared = index > 0 && compare(&rows[index - 1], &rows[index]) == Ordering::Equal;
        rows[index].place = match index.checked_sub(1).filter(|_| is_shared) {
            _ if rows[index].withdrawn.is_some() || rows[index].games == 0 => None,
            Some(before) => rows[before].place,
            None => Some(index + 1),
        };
        let next = rows.get(index + 1).filter(|next| next.withdrawn.is_none());
        rows[index].superior_to_next =
            next.and_then(|next| ratings.superiority(rows[index].entrant, next.entrant));
    }
    rows
}

/// Returns a row for each entrant, by index, without places.
fn tally(ledger: &Ledger, ratings: &Ratings) -> Vec<StandingRow> {
    let mut tallies: Vec<EntrantTally> = vec![EntrantTally::default(); ledger.entrants.len()];
    for game in &ledger.lines {
        for (seat, &entrant) in game.seats.iter().enumerate() {
            tallies[entrant].add(game, seat);
        }
    }
    let rows = ledger.entrants.iter().zip(tallies).enumerate();
    let row = |(number, (entrant, tally)): (usize, (&super::Entrant, EntrantTally))| StandingRow {
        entrant: number,
        name: entrant.info.name.clone(),
        elo: ratings.elo(number),
        withdrawn: entrant.withdrawn.clone(),
        ..tally.row(ledger.games_per_block)
    };
    rows.map(row).collect()
}

/// Running totals of one entrant.
#[derive(Debug, Clone, Default)]
struct EntrantTally {
    games: u64,
    points: f64,
    wins: u64,
    shared_wins: u64,
    ranks: u64,
    scores: i64,
    asked: u64,
    total_ms: f64,
    slowest_ms: f64,
    faults: BTreeMap<String, u64>,
    /// Points of each game, by block.
    blocks: BTreeMap<usize, Vec<f64>>,
}

impl EntrantTally {
    fn add(&mut self, game: &GameLine, seat: usize) {
        if matches!(game.state, GameStatus::Counted | GameStatus::Annulled) {
            let faults = game.faults.iter().filter(|fault| fault.seat.index() == seat);
            let names: std::collections::BTreeSet<&String> =
                faults.map(|fault| &fault.verdict).collect();
            for name in names {
                *self.faults.entry(name.clone()).or_default() += 1;
            }
        }
        if !game.is_counted() {
            return;
        }
        self.games += 1;
        self.points += game.share(seat);
        let is_first = game.ranks[seat] == 1;
        self.wins += u64::from(is_first && winners(game) == 1);
        self.shared_wins += u64::from(is_first && winners(game) > 1);
        self.ranks += u64::from(game.ranks[seat]);
        self.scores += i64::from(game.scores[seat]);
        self.asked += u64::from(game.asked[seat]);
        self.total_ms += game.total_ms[seat];
        self.slowest_ms = self.slowest_ms.max(game.slowest_ms[seat]);
        self.blocks.entry(game.block).or_default().push(game.share(seat));
    }

    fn row(self, games_per_block: usize) -> StandingRow {
        let games = self.games.max(1) as f64;
        let whole = self.blocks.values().filter(|points| points.len() == games_per_block);
        let shares: Vec<f64> =
            whole.map(|points| points.iter().sum::<f64>() / games_per_block as f64).collect();
        StandingRow {
            entrant: 0,
            name: String::new(),
            place: None,
            games: self.games,
            points: self.points,
            share: self.points / games,
            share_interval: share_interval(&shares),
            elo: None,
            superior_to_next: None,
            wins: self.wins,
            shared_wins: self.shared_wins,
            average_rank: self.ranks as f64 / games,
            average_score: self.scores as f64 / games,
            average_ms: self.total_ms / self.asked.max(1) as f64,
            slowest_ms: self.slowest_ms,
            total_ms: self.total_ms,
            faults: self.faults,
            withdrawn: None,
        }
    }
}
