//! Random trees.

use crate::world::{DEEPEST, EVERYTHING, Guess, Wins, after, moves, plan, trees};
use meeple_ai::search::{Budget, Evaluate, Plan, State, Table, Thought, negamax, pvs};
use meeple_core::{Limits, Turn, tree_game::TreeGame};

fn think<S: State>(
    state: &S,
    evaluation: &mut impl Evaluate<S>,
    plan: &Plan<S::Move>,
    table: &Table,
) -> Thought<S::Move> {
    let limits = Limits::default();
    pvs(state, evaluation, plan, table, &mut Budget::start(&limits)).expect("a seat is to move")
}

/// What each move is worth to the seat to move, by the textbook.
fn worths(
    tree: &TreeGame,
    depth: u32,
    evaluation: &mut impl Evaluate<TreeGame>,
) -> Vec<(<TreeGame as State>::Move, f64)> {
    let Turn::Seat(us) = State::turn(tree) else { panic!("a seat is to move") };
    let worth = |mv| negamax(&after(tree, mv), us, depth - 1, EVERYTHING, evaluation).into();
    let listed = moves(tree);
    let worths: Vec<f64> = listed.iter().copied().map(worth).collect();
    listed.into_iter().zip(worths).collect()
}

#[track_caller]
fn equals_negamax(tree: &TreeGame, evaluation: &mut (impl Evaluate<TreeGame> + Copy), bits: u32) {
    for depth in 1..=DEEPEST + 1 {
        let table = Table::new(bits);
        let thought = think(tree, evaluation, &plan(depth, EVERYTHING), &table);
        let worths = worths(tree, depth, evaluation);
        let best = worths.iter().map(|&(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max);
        let Turn::Seat(us) = State::turn(tree) else { panic!("a seat is to move") };
        assert_eq!(thought.values[us.index()], best, "depth {depth} of {tree}");
        assert!(worths.contains(&(thought.mv, best)), "{:?} at {depth} of {tree}", thought.mv);
        assert_eq!(thought.line[0], thought.mv);
        assert!(thought.is_whole || depth <= DEEPEST, "{tree}");
    }
}

#[test]
fn principal_variation_search_equals_negamax() {
    for seats in [2, 3] {
        for (number, tree) in trees(seats as u64, 1500, seats).enumerate() {
            let bits = number as u32 % 9; // small tables forget, and must not lie
            equals_negamax(&tree, &mut Guess, bits);
            equals_negamax(&tree, &mut Wins, bits);
        }
    }
}

#[test]
fn exact_values_are_those_of_negamax() {
    for (number, tree) in trees(20, 600, 2).enumerate() {
        let (exact, depth) = (1 + number % 3, 1 + number as u32 % 6);
        let last = *moves(&tree).last().expect("a seat is to move");
        let wanted = Plan { exact, also: vec![last], ..plan(depth, EVERYTHING) };
        let thought = think(&tree, &mut Guess, &wanted, &Table::new(8));
        let mut worths = worths(&tree, depth, &mut Guess);
        for ranked in &thought.ranking {
            assert!(worths.contains(&(ranked.mv, ranked.value)), "{tree}: {:?}", thought.ranking);
        }
        assert!(thought.ranking.iter().any(|ranked| ranked.mv == last), "{tree}");
        worths.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let ranked = thought.ranking.iter().map(|ranked| ranked.value);
        assert!(ranked.is_sorted_by(|a, b| a >= b));
        let first: Vec<f64> =
            thought.ranking.iter().map(|ranked| ranked.value).take(exact).collect();
        let best: Vec<f64> = worths.iter().map(|&(_, worth)| worth).take(exact).collect();
        assert_eq!(first, best, "{tree}");
    }
}

#[test]
fn a_table_may_serve_one_seat_after_the_other() {
    for tree in trees(30, 300, 2) {
        let table = Table::new(8);
        let mut next = tree;
        while let Turn::Seat(us) = State::turn(&next) {
            let thought =
                think(&next, &mut Guess, &Plan { chance: EVERYTHING, ..Plan::default() }, &table);
            let worth = negamax(&next, us, DEEPEST, EVERYTHING, &mut Guess);
            assert_eq!(thought.values[us.index()], f64::from(worth), "{next}");
            next = after(&next, thought.mv);
        }
    }
}
