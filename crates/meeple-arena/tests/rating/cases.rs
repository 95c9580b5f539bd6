//! Ratings of games for which the result can be calculated by hand.

use meeple_arena::rating::{Estimate, Observation, Ratings, rate};

/// Tolerance between a closed form and the numerical maximum, in Elo.
const CLOSE: f64 = 1e-6;

/// Tolerance where the maximum is at infinity and the ridge ends the climb. The ridge pulls with 1e-8 at each
/// of up to thirty strengths of up to a few hundred: less than a ten-thousandth of a game, which is less than
/// this.
const CLOSE_TO_THE_RIDGE: f64 = 0.01;

/// Creates a game of two: a win (`w`), draw (`d`) or loss (`l`) of the first.
fn game(block: usize, a: usize, b: usize, result: char) -> Observation {
    let ranks = match result {
        'w' => vec![1, 2],
        'd' => vec![1, 1],
        'l' => vec![2, 1],
        _ => panic!("{result} is no result"),
    };
    Observation { block, entrants: vec![a, b], ranks }
}

/// Creates the blocks of two entrants, each a string of results of the first: `["wl", "dd"]`.
fn duel(blocks: &[&str]) -> Vec<Observation> {
    let numbered = blocks.iter().enumerate();
    numbered.flat_map(|(block, word)| word.chars().map(move |it| game(block, 0, 1, it))).collect()
}

fn logistic(share: f64) -> f64 {
    400.0 * libm::log10(share / (1.0 - share))
}

#[track_caller]
fn check(found: Option<Estimate>, [value, low, high]: [f64; 3]) {
    let found = found.expect("it is rated");
    for (found, expected) in [(found.value, value), (found.low, low), (found.high, high)] {
        let is_same = found.to_bits() == expected.to_bits();
        assert!(is_same || (found - expected).abs() < CLOSE, "{found} is not {expected}");
    }
}

const ALL: f64 = f64::INFINITY;

#[test]
fn two_entrants_are_rated_by_wins_and_losses() {
    let blocks = ["ww", "wl", "dw", "ld", "dd", "wl", "lw", "wd"];
    let ratings = rate(2, &duel(&blocks));
    let (wins, draws, losses) = (7.0_f64, 5.0, 4.0_f64);
    let found = ratings.difference(0, 1).unwrap();
    assert!((found.value - 400.0 * libm::log10(wins / losses)).abs() < CLOSE, "{found:?}");
    // A tie has the weight δ √(α β), compared with α + β.
    let [(2, weight)] = ratings.tie_weights()[..] else { panic!("{:?}", ratings.tie_weights()) };
    assert!((weight - draws / (wins * losses).sqrt()).abs() < CLOSE, "{weight}");
    let each = ratings.elo(0).unwrap();
    assert!(
        (each.value - found.value / 2.0).abs() < CLOSE
            && (each.low - found.low / 2.0).abs() < CLOSE
    );
    assert!(found.low < 0.0 && found.high > found.value && found.high < ALL);
}

#[test]
fn the_interval_without_draws_is_students_on_block_scores() {
    // 12 blocks of one game, 8 won. The derivative of the log-odds is 1 / (p q), and the sample variance of
    // the share is p q B / (B - 1).
    let ratings = rate(2, &duel(&["w", "w", "l", "w", "w", "l", "w", "w", "l", "w", "w", "l"]));
    let (p, q, blocks, t11) = (8.0 / 12.0, 4.0 / 12.0, 12.0_f64, 2.200_985_160_1);
    let reach = t11 / (p * q * (blocks - 1.0)).sqrt() * 400.0 / std::f64::consts::LN_10;
    let value = 400.0 * libm::log10(2.0);
    check(ratings.difference(0, 1), [value, value - reach, value + reach]);
}

#[test]
fn two_equal_players_who_win_by_their_seat_are_equal_for_certain() {
    let ratings = rate(2, &duel(&["wl"; 20]));
    check(ratings.difference(0, 1), [0.0, 0.0, 0.0]);
    check(ratings.elo(1), [0.0, 0.0, 0.0]);
    assert_eq!(ratings.superiority(0, 1), Some(0.5));
    // Four entrants whose results depend on the seat alone, each in each seat once.
    let turn = |block, turn: usize| Observation {
        block,
        entrants: (0..4).map(|seat| (seat + turn) % 4).collect(),
        ranks: vec![1, 2, 3, 4],
    };
    let games: Vec<Observation> = (0..20).map(|game| turn(game / 4, game)).collect();
    let ratings = rate(4, &games);
    (0..4).for_each(|entrant| check(ratings.elo(entrant), [0.0, 0.0, 0.0]));
    // All games drawn.
    check(rate(2, &duel(&["dd"; 20])).difference(0, 1), [0.0, 0.0, 0.0]);
}

#[test]
fn blocks_that_are_one_toss_count_once() {
    let games = |words: [&str; 4]| duel(&words.repeat(5));
    let tosses = rate(2, &games(["ww", "ll", "ww", "ll"])).difference(0, 1).unwrap();
    let apart = rate(2, &duel(&["w", "l"].repeat(20))).difference(0, 1).unwrap();
    let single = rate(2, &games(["w", "l", "w", "l"])).difference(0, 1).unwrap();
    assert!((tosses.high - single.high).abs() < CLOSE, "twenty tosses: {tosses:?} {single:?}");
    assert!(tosses.high > apart.high * 1.4, "not forty: {tosses:?} {apart:?}");
}

#[test]
fn all_won_is_open_above_and_as_sure_as_so_many_blocks_can_be() {
    let ratings = rate(2, &duel(&["ww"; 5]));
    // As if each had also half a win and half a loss against an average opponent.
    let found = ratings.difference(0, 1).unwrap();
    assert!(found.value > 300.0 && found.value < 1500.0, "{found:?}");
    assert!((found.low - logistic(libm::pow(0.025, 0.2))).abs() < CLOSE_TO_THE_RIDGE, "{found:?}");
    assert!(found.high == ALL, "{found:?}");
    let turned = ratings.difference(1, 0).unwrap();
    check(Some(turned), [-found.value, -ALL, -found.low]);
    let half = ratings.elo(0).unwrap();
    assert!((half.low - found.low / 2.0).abs() < CLOSE_TO_THE_RIDGE && half.high == ALL);
    let superiority = ratings.superiority(0, 1).unwrap();
    assert!((superiority - (1.0 - 1.0 / 64.0)).abs() < CLOSE, "{superiority}");
    assert!((ratings.superiority(1, 0).unwrap() - 1.0 / 64.0).abs() < CLOSE);
}

#[test]
fn wins_and_draws_without_a_loss_are_open_above() {
    let found = rate(2, &duel(&["wd"; 3].into_iter().chain(["dd"; 3]).collect::<Vec<_>>()));
    let found = found.difference(0, 1).unwrap();
    assert!(found.high == ALL && found.low < 0.0 && found.low > -1000.0, "{found:?}");
    assert!(found.value > 0.0 && found.value < 2000.0, "{found:?}");
}

#[test]
fn one_block_bounds_nothing() {
    for block in ["w", "d", "ww", "wl", "wwl", "dd"] {
        let ratings = rate(2, &duel(&[block]));
        let found = ratings.difference(0, 1).unwrap();
        assert!(
            (found.low, found.high) == (-ALL, ALL) && found.value.is_finite(),
            "{block} {found:?}"
        );
        let superiority = ratings.superiority(0, 1).unwrap();
        assert!((0.5..=0.75 + CLOSE).contains(&superiority), "{block} {superiority}");
    }
    // An entrant with a single block is just as unknown, even if there are many other blocks.
    let games: Vec<Observation> = duel(&["wl", "ww", "ll", "wd"])
        .into_iter()
        .chain([game(9, 1, 2, 'w'), game(9, 1, 2, 'l')])
        .collect();
    let ratings = rate(3, &games);
    check(ratings.difference(1, 2), [0.0, -ALL, ALL]);
    assert!(ratings.difference(0, 1).unwrap().high < ALL);
}

#[test]
fn without_games_nothing_is_known() {
    assert_eq!(rate(0, &[]).tie_weights(), []);
    let ratings = rate(3, &duel(&["wl"]));
    assert_eq!(
        (ratings.elo(2), ratings.difference(0, 2), ratings.superiority(2, 2)),
        (None, None, None)
    );
    assert_eq!(rate(1, &[]).elo(0), None);
    // A game without players, one with a single player, and one of an entrant against itself.
    let alone =
        |entrants: Vec<usize>| Observation { block: 0, ranks: vec![1; entrants.len()], entrants };
    let ratings = rate(2, &[alone(vec![]), alone(vec![0]), alone(vec![1, 1])]);
    check(ratings.elo(0), [0.0, 0.0, 0.0]);
    check(ratings.elo(1), [0.0, 0.0, 0.0]);
    check(ratings.difference(1, 1), [0.0, 0.0, 0.0]);
}

#[test]
fn those_whom_no_game_connects_are_not_compared() {
    let pair = |a, b| (0..6).map(move |block| game(block, a, b, if block < 4 { 'w' } else { 'l' }));
    let ratings = rate(4, &pair(0, 1).chain(pair(2, 3)).collect::<Vec<_>>());
    assert_eq!((ratings.difference(0, 2), ratings.superiority(1, 3)), (None, None));
    let value = 400.0 * libm::log10(2.0) / 2.0;
    for (entrant, value) in [(0, value), (1, -value), (2, value), (3, -value)] {
        assert!((ratings.elo(entrant).unwrap().value - value).abs() < CLOSE);
    }
}

/// Creates a round robin of these entrants, five blocks per pair.
fn round_robin(entrants: &[usize]) -> Vec<Observation> {
    let mut games = Vec::new();
    for (at, &a) in entrants.iter().enumerate() {
        for &b in &entrants[..at] {
            for result in ["ww", "wl", "wl", "ll", "wd"] {
                let block = games.len();
                games.extend(result.chars().map(|result| game(block, a, b, result)));
            }
        }
    }
    games
}

#[test]
fn a_hopeless_entrant_does_not_blur_the_others() {
    let core = round_robin(&[0, 1, 2, 3]);
    let without = rate(5, &core);
    let lost = (0..40).map(|at| game(1000 + at / 2, at / 10, 4, 'w'));
    let with = rate(5, &core.iter().cloned().chain(lost).collect::<Vec<_>>());
    for entrant in 0..4 {
        let (without, with) = (without.elo(entrant).unwrap(), with.elo(entrant).unwrap());
        assert!((without.value - with.value).abs() < CLOSE_TO_THE_RIDGE, "{without:?} {with:?}");
        assert!((without.low - with.low).abs() < CLOSE_TO_THE_RIDGE, "{without:?} {with:?}");
    }
    let hopeless = with.elo(4).unwrap();
    assert!(hopeless.low == -ALL && hopeless.high < -100.0, "{hopeless:?}");
    assert!(hopeless.value < hopeless.high && hopeless.value > -3000.0, "{hopeless:?}");
    let gap = with.difference(0, 4).unwrap();
    assert!((gap.value - (with.elo(0).unwrap().value - hopeless.value)).abs() < CLOSE);
    assert!(gap.high == ALL && gap.low > 100.0, "{gap:?}");
}

#[test]
fn two_who_lost_nothing_and_never_met_are_open_both_ways() {
    let core = round_robin(&[0, 1, 2]);
    let won = (0..12).map(|at| game(1000 + at, 3 + at % 2, at % 3, 'w'));
    let ratings = rate(5, &core.into_iter().chain(won).collect::<Vec<_>>());
    let found = ratings.difference(3, 4).unwrap();
    assert!((found.low, found.high) == (-ALL, ALL), "{found:?}");
    assert!((ratings.superiority(3, 4).unwrap() - 0.5).abs() < 1e-3);
    assert!(ratings.difference(3, 0).unwrap().low > 0.0);
}

#[test]
fn a_long_ladder_of_winners_has_finite_values() {
    let ladder =
        (0..29).flat_map(|at| (0..10).map(move |block| game(at * 10 + block, at, at + 1, 'w')));
    let ratings = rate(30, &ladder.collect::<Vec<_>>());
    let each: Vec<Estimate> = (0..30).map(|entrant| ratings.elo(entrant).unwrap()).collect();
    assert!(each.windows(2).all(|pair| pair[0].value > pair[1].value), "{each:?}");
    assert!(
        each.iter().all(|it| it.value.is_finite() && it.low <= it.value && it.value <= it.high)
    );
    let next = ratings.difference(3, 4).unwrap();
    assert!((next.low - logistic(libm::pow(0.025, 0.1))).abs() < CLOSE_TO_THE_RIDGE, "{next:?}");
    assert!(next.high == ALL, "{next:?}");
}

#[test]
fn a_player_under_two_names_gets_the_same_rating_twice() {
    // Entrants 1 and 2 have the same results against 0 and 3.
    let mut games = round_robin(&[0, 1, 3]);
    let copied = round_robin(&[0, 2, 3])
        .into_iter()
        .map(|game| Observation { block: game.block + 500, ..game });
    games.extend(copied.filter(|game| game.entrants.contains(&2)));
    let ratings = rate(4, &games);
    let (one, two) = (ratings.elo(1).unwrap(), ratings.elo(2).unwrap());
    check(Some(one), [two.value, two.low, two.high]);
    assert_eq!(ratings.difference(1, 2).unwrap().value.to_bits(), 0.0_f64.to_bits());
    assert_eq!(ratings.superiority(1, 2), Some(0.5));
}

fn all(ratings: &Ratings, order: &[usize]) -> Vec<Estimate> {
    let pairs = order.iter().flat_map(|&a| order.iter().map(move |&b| (a, b)));
    let each = order.iter().map(|&entrant| ratings.elo(entrant).unwrap());
    each.chain(pairs.map(|(a, b)| ratings.difference(a, b).unwrap())).collect()
}

/// Creates games of three and four players with ties.
fn tables() -> Vec<Observation> {
    let ranks =
        [[1, 2, 3, 4], [1, 1, 3, 4], [2, 1, 2, 4], [4, 3, 1, 2], [1, 1, 1, 4], [3, 4, 2, 1]];
    let four = (0..30).map(|at: usize| Observation {
        block: at / 3,
        entrants: (0..4).map(|seat| (seat * (at % 2 + 1) * 2 + at) % 5).collect(),
        ranks: ranks[(at * at) % 6].to_vec(),
    });
    let three = (0..12).map(|at: usize| Observation {
        block: at / 3,
        entrants: vec![at % 5, (at + 1) % 5, (at + 3) % 5],
        ranks: ranks[at % 3][..3].to_vec(),
    });
    four.chain(three).collect()
}

#[test]
fn the_order_of_games_and_blocks_makes_no_difference_at_all() {
    let games = tables();
    let turned: Vec<Observation> = games.iter().rev().cloned().collect();
    let order: Vec<usize> = (0..5).collect();
    assert_eq!(all(&rate(5, &games), &order), all(&rate(5, &turned), &order));
}

#[test]
fn numbers_and_seats_of_entrants_make_no_difference() {
    let games = tables();
    let number = |entrant: usize| (entrant * 2 + 3) % 5;
    let renamed = games.iter().map(|game| Observation {
        block: 1000 - game.block,
        entrants: game.entrants.iter().rev().map(|&entrant| number(entrant)).collect(),
        ranks: game.ranks.iter().rev().map(|rank| rank * 10).collect(),
    });
    let here = all(&rate(5, &games), &[0, 1, 2, 3, 4]);
    let there = all(&rate(5, &renamed.collect::<Vec<_>>()), &[3, 0, 2, 4, 1]);
    for (here, there) in here.iter().zip(there) {
        check(Some(there), [here.value, here.low, here.high]);
    }
}

#[test]
fn differences_are_those_of_the_ratings_whose_average_is_zero() {
    let ratings = rate(5, &tables());
    let elo: Vec<f64> = (0..5).map(|entrant| ratings.elo(entrant).unwrap().value).collect();
    assert!(elo.iter().sum::<f64>().abs() < CLOSE, "{elo:?}");
    for (a, b) in [(0, 1), (1, 4), (3, 2)] {
        let found = ratings.difference(a, b).unwrap();
        assert!((found.value - (elo[a] - elo[b])).abs() < CLOSE);
        let superiority = ratings.superiority(a, b).unwrap();
        assert_eq!(superiority > 0.975, found.low > 0.0);
        assert_eq!(superiority < 0.025, found.high < 0.0);
    }
}
