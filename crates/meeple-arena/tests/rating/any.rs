//! For arbitrary games, ratings are finite, and their intervals are unbounded exactly where the games
//! determine no bound.

use meeple_arena::rating::{Estimate, Observation, rate};
use proptest::prelude::*;

/// Generates games of up to five seats, in which an entrant may occupy two seats.
fn games(entrants: usize, most: usize) -> impl Strategy<Value = Vec<Observation>> {
    let game = (0..8_usize, prop::collection::vec((0..entrants, 1..=3_u8), 1..=5));
    let observation = |(block, seats): (usize, Vec<(usize, u8)>)| {
        let (entrants, ranks) = seats.into_iter().unzip();
        Observation { block, entrants, ranks }
    };
    prop::collection::vec(game.prop_map(observation), 0..most)
}

/// Generates games of two entrants, won by the first or drawn (`true`), in blocks of one game.
fn duels(entrants: usize, most: usize) -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0..entrants, 0..entrants, prop::bool::weighted(0.3)), 0..most)
        .prop_map(|all| all.into_iter().filter(|(a, b, _)| a != b).collect())
}

fn is_sound(found: Estimate) -> bool {
    found.value.is_finite() && found.low <= found.value && found.value <= found.high
}

/// Returns how far each entrant may rise above each other without making any game less likely, as a multiple
/// of how much ties rise (`tie`, 0 or 1). This is the reference implementation, by shortest paths: a winner
/// must rise by at least `tie` more than the loser, and entrants that drew must stay within `tie` of each
/// other. `None` if that is impossible.
fn max_rise(entrants: usize, duels: &[(usize, usize, bool)], tie: f64) -> Option<Vec<Vec<f64>>> {
    let mut room = vec![vec![f64::INFINITY; entrants]; entrants];
    (0..entrants).for_each(|at| room[at][at] = 0.0);
    for &(a, b, is_drawn) in duels {
        room[b][a] = room[b][a].min(if is_drawn { tie } else { -tie });
        if is_drawn {
            room[a][b] = room[a][b].min(tie);
        }
    }
    for over in 0..entrants {
        for a in 0..entrants {
            for b in 0..entrants {
                room[a][b] = room[a][b].min(room[a][over] + room[over][b]);
            }
        }
    }
    (0..entrants).all(|at| room[at][at] >= 0.0).then_some(room)
}

/// Returns whether the games bound how far `a` may be above `b`.
fn is_bounded(entrants: usize, duels: &[(usize, usize, bool)], a: usize, b: usize) -> bool {
    // Whether ties may become ever more likely only matters if there are any.
    let ties = if duels.iter().any(|duel| duel.2) { &[0.0, 1.0][..] } else { &[0.0] };
    ties.iter().all(|&tie| max_rise(entrants, duels, tie).is_none_or(|room| room[a][b] <= 0.0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn ratings_are_numbers(games in games(5, 20)) {
        let ratings = rate(5, &games);
        for a in 0..5 {
            prop_assert!(ratings.elo(a).is_none_or(is_sound), "{:?}", ratings.elo(a));
            for b in 0..5 {
                let found = ratings.difference(a, b);
                prop_assert!(found.is_none_or(is_sound), "{a} {b} {found:?}");
                let likely = ratings.superiority(a, b);
                prop_assert_eq!(found.is_some(), likely.is_some());
                prop_assert!(likely.is_none_or(|it| (0.0..=1.0).contains(&it)), "{likely:?}");
            }
        }
        prop_assert!(ratings.tie_weights().iter().all(|tie| tie.1.is_finite() && tie.1 > 0.0));
    }

    #[test]
    fn an_interval_is_open_where_games_leave_it_open(duels in duels(4, 14)) {
        // Every game three times, so that the interval is never unbounded just for lack of blocks.
        let thrice = duels.iter().chain(&duels).chain(&duels).enumerate();
        let game = |(block, &(a, b, is_drawn)): (usize, &(usize, usize, bool))| {
            Observation { block, entrants: vec![a, b], ranks: vec![1, 2 - u8::from(is_drawn)] }
        };
        let ratings = rate(4, &thrice.map(game).collect::<Vec<_>>());
        for (a, b) in [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)] {
            let Some(found) = ratings.difference(a, b) else { continue };
            if found.low.to_bits() == found.high.to_bits() {
                continue; // results that cancel out leave no uncertainty
            }
            prop_assert_eq!(found.high < f64::INFINITY, is_bounded(4, &duels, a, b), "{:?}", found);
            prop_assert_eq!(found.low > f64::NEG_INFINITY, is_bounded(4, &duels, b, a), "{:?}", found);
        }
    }
}
