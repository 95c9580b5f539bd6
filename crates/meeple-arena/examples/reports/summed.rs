//! A standing to look at: shares are exact, ratings and intervals only plausible.

use meeple_arena::{
    rating::Estimate,
    tournament::{Cell, Checkpoint, Entrant, GameLine, Row, Standing},
};
use std::collections::BTreeMap;

/// The standing of these games.
pub(crate) fn standing(entrants: &[Entrant], games: &[GameLine]) -> Standing {
    let counted: Vec<&GameLine> = games.iter().filter(|game| game.counts()).collect();
    let mut rows: Vec<Row> =
        (0..entrants.len()).map(|entrant| row(entrant, entrants, &counted)).collect();
    rows.sort_by(|a, b| b.share.total_cmp(&a.share));
    for index in 0..rows.len() {
        rows[index].place = Some(index + 1);
        let gap = rows.get(index + 1).map(|next| rows[index].share - next.share);
        rows[index].superior_to_next = gap.map(|gap| 1.0 - 0.5 * (-gap * 12.0).exp());
    }
    let shares = |game: &&&GameLine, rank| {
        let first = game.ranks.iter().position(|own| *own == rank);
        first != game.ranks.iter().rposition(|own| *own == rank)
    };
    let any = |game: &&&GameLine| (1..10).any(|rank| shares(game, rank));
    Standing {
        rows,
        crosstable: crosstable(entrants.len(), &counted),
        games: counted.len() as u64,
        blocks: counted.iter().map(|game| game.block).max().map_or(0, |last| last as u64 + 1),
        shared_wins: counted.iter().filter(|game| shares(game, 1)).count() as u64,
        shared_ranks: counted.iter().filter(any).count() as u64,
        faults: counted.iter().filter(|game| !game.faults.is_empty()).count() as u64,
        voids: (games.len() - counted.len()) as u64,
        truncated: 0,
        annulled: 0,
        incomplete: 0,
    }
}

/// The ratings after each tenth of the games.
pub(crate) fn course(entrants: &[Entrant], games: &[GameLine]) -> Vec<Checkpoint> {
    let moment = |part: usize| {
        let standing = standing(entrants, &games[..games.len() * part / 20]);
        let mut elo = vec![None; entrants.len()];
        standing.rows.iter().for_each(|row| elo[row.entrant] = row.elo);
        Checkpoint { games: standing.games, elo }
    };
    (1..=20).map(moment).collect()
}

fn row(entrant: usize, entrants: &[Entrant], games: &[&GameLine]) -> Row {
    let seats = games.iter().flat_map(|game| {
        game.seats
            .iter()
            .enumerate()
            .filter(|(_, who)| **who == entrant)
            .map(move |(s, _)| (s, game))
    });
    let seats: Vec<(usize, &&GameLine)> = seats.collect();
    let sum = |of: &dyn Fn(usize, &GameLine) -> f64| -> f64 {
        seats.iter().map(|&(seat, game)| of(seat, game)).sum()
    };
    let count = seats.len().max(1) as f64;
    let points = sum(&|seat, game| game.points(seat));
    let share = points / count;
    let interval = wilson(share, count);
    let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    let [low, high] = interval;
    let bounded =
        |share: f64| if (0.02..=0.98).contains(&share) { elo(share) } else { elo(share.round()) };
    let mut faults = BTreeMap::new();
    for fault in seats.iter().flat_map(|(s, g)| g.faults.iter().filter(|f| f.seat.index() == *s)) {
        *faults.entry(fault.verdict.clone()).or_default() += 1;
    }
    let total_ms = sum(&|seat, game| game.total_ms[seat]);
    let asked = sum(&|seat, game| f64::from(game.asked[seat]));
    let slowest_ms = seats.iter().map(|(s, game)| game.slowest_ms[*s]).fold(0.0, f64::max);
    let won = |seat: usize, game: &GameLine| game.ranks[seat] == 1;
    Row {
        entrant,
        name: entrants[entrant].info.name.clone(),
        place: None,
        games: seats.len() as u64,
        points,
        share,
        share_interval: interval,
        elo: (!seats.is_empty()).then(|| Estimate {
            value: elo(share.clamp(0.04, 0.96)),
            low: bounded(low),
            high: bounded(high),
        }),
        superior_to_next: None,
        wins: seats.iter().filter(|(seat, game)| won(*seat, game)).count() as u64,
        shared_wins: 0,
        average_rank: sum(&|seat, game| f64::from(game.ranks[seat])) / count,
        average_score: sum(&|seat, game| f64::from(game.scores[seat])) / count,
        average_ms: total_ms / asked.max(1.0),
        slowest_ms,
        total_ms,
        faults,
        withdrawn: entrants[entrant].withdrawn.clone(),
    }
}

fn wilson(share: f64, count: f64) -> [f64; 2] {
    let z = 1.96_f64;
    let spread = z * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt();
    let (middle, scale) = (share + z * z / (2.0 * count), 1.0 + z * z / count);
    [(middle - spread) / scale, (middle + spread) / scale]
}

fn crosstable(count: usize, games: &[&GameLine]) -> Vec<Vec<Option<Cell>>> {
    let mut table = vec![vec![None; count]; count];
    for game in games {
        for (seat, &own) in game.seats.iter().enumerate() {
            for (other_seat, &other) in
                game.seats.iter().enumerate().filter(|(_, who)| **who != own)
            {
                let cell: &mut Cell = table[own][other].get_or_insert_default();
                cell.games += 1;
                cell.ahead += u64::from(game.ranks[seat] < game.ranks[other_seat]);
                cell.level += u64::from(game.ranks[seat] == game.ranks[other_seat]);
            }
        }
    }
    table
}
