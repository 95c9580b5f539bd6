//! Compares the searches with the reference implementations on random trees.

use crate::world::{DEEPEST, EVERYTHING, Guess, Wins, after, moves, nodes, plan, trees};
use meeple_ai::search::{
    BeamSettings, Budget, Evaluator, Forest, MctsSettings, Rollout, SearchResult, SearchSettings,
    SearchState, TranspositionTable, UnsolvedReason, Widening, beam, max_n, max_n_reference, mcts,
    negamax, pvs, solve,
};
use meeple_core::{Limits, Seat, Turn, tree_game::TreeGame};

fn think<S: SearchState>(
    state: &S,
    evaluation: &mut impl Evaluator<S>,
    plan: &SearchSettings<S::Move>,
    table: &TranspositionTable,
) -> SearchResult<S::Move> {
    let limits = Limits::default();
    pvs(state, evaluation, plan, table, &mut Budget::start(&limits)).expect("a seat is to move")
}

/// Returns the value of each move for the seat to move, by the reference implementation.
fn worths(
    tree: &TreeGame,
    depth: u32,
    evaluation: &mut impl Evaluator<TreeGame>,
) -> Vec<(<TreeGame as SearchState>::Move, f64)> {
    let Turn::Seat(us) = SearchState::turn(tree) else { panic!("a seat is to move") };
    let worth = |mv| negamax(&after(tree, mv), us, depth - 1, EVERYTHING, evaluation).into();
    let listed = moves(tree);
    let worths: Vec<f64> = listed.iter().copied().map(worth).collect();
    listed.into_iter().zip(worths).collect()
}

#[track_caller]
fn equals_negamax(tree: &TreeGame, evaluation: &mut (impl Evaluator<TreeGame> + Copy), bits: u32) {
    for depth in 1..=DEEPEST + 1 {
        let table = TranspositionTable::new(bits);
        let thought = think(tree, evaluation, &plan(depth, EVERYTHING), &table);
        let worths = worths(tree, depth, evaluation);
        let best = worths.iter().map(|&(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max);
        let Turn::Seat(us) = SearchState::turn(tree) else { panic!("a seat is to move") };
        assert_eq!(thought.values[us.index()], best, "depth {depth} of {tree}");
        assert!(worths.contains(&(thought.mv, best)), "{:?} at {depth} of {tree}", thought.mv);
        assert_eq!(thought.line[0], thought.mv);
        assert!(thought.is_complete || depth <= DEEPEST, "{tree}");
    }
}

#[test]
fn principal_variation_search_equals_negamax() {
    for seats in [2, 3] {
        for (number, tree) in trees(seats as u64, 1500, seats).enumerate() {
            let bits = number as u32 % 9; // small tables lose entries, but must not return wrong ones
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
        let wanted = SearchSettings { exact, also: vec![last], ..plan(depth, EVERYTHING) };
        let thought = think(&tree, &mut Guess, &wanted, &TranspositionTable::new(8));
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
        let table = TranspositionTable::new(8);
        let mut next = tree;
        while let Turn::Seat(us) = SearchState::turn(&next) {
            let thought = think(
                &next,
                &mut Guess,
                &SearchSettings { chance: EVERYTHING, ..SearchSettings::default() },
                &table,
            );
            let worth = negamax(&next, us, DEEPEST, EVERYTHING, &mut Guess);
            assert_eq!(thought.values[us.index()], f64::from(worth), "{next}");
            next = after(&next, thought.mv);
        }
    }
}

#[test]
fn max_n_equals_its_reference() {
    for seats in [2, 3, 4] {
        for tree in trees(70 + seats as u64, 400, seats) {
            for depth in 1..=DEEPEST + 1 {
                max_n_equals(&tree, depth, &mut Guess);
                max_n_equals(&tree, depth, &mut Wins);
            }
        }
    }
}

#[track_caller]
fn max_n_equals(tree: &TreeGame, depth: u32, evaluation: &mut impl Evaluator<TreeGame>) {
    let limits = Limits::default();
    let mut budget = Budget::start(&limits);
    let thought = max_n(tree, evaluation, &plan(depth, EVERYTHING), &mut budget);
    let thought = thought.expect("a seat is to move");
    let plain = max_n_reference(tree, depth, EVERYTHING, evaluation);
    let plain: Vec<f64> = plain.as_slice().iter().map(|&value| value.into()).collect();
    assert_eq!(thought.values, plain, "depth {depth} of {tree}");
    let Turn::Seat(us) = SearchState::turn(tree) else { panic!("a seat is to move") };
    for ranked in thought.ranking {
        let values = max_n_reference(&after(tree, ranked.mv), depth - 1, EVERYTHING, evaluation);
        assert_eq!(f64::from(values.seat(us)), ranked.value, "depth {depth} of {tree}");
    }
}

#[test]
fn the_solver_equals_the_reference_searches() {
    let limits = Limits::default();
    for seats in [2, 3] {
        for tree in trees(80 + seats as u64, 600, seats) {
            let solved = solve(&tree, &mut Guess, usize::MAX, &mut Budget::start(&limits));
            let solved = solved.expect("a small tree");
            let plain = max_n_reference(&tree, DEEPEST, EVERYTHING, &mut Guess);
            assert_eq!(solved.values, plain, "{tree}");
            let mv = solved.mv.expect("a seat is to move");
            let Turn::Seat(us) = SearchState::turn(&tree) else { panic!("a seat is to move") };
            let next = max_n_reference(&after(&tree, mv), DEEPEST, EVERYTHING, &mut Guess);
            assert_eq!(next.seat(us), plain.seat(us), "{mv} of {tree}");
            let wins = solve(&tree, &mut Wins, usize::MAX, &mut Budget::start(&limits));
            let wins = wins.expect("a small tree").values;
            assert_eq!(wins, max_n_reference(&tree, DEEPEST, EVERYTHING, &mut Wins), "{tree}");
        }
    }
}

#[test]
fn the_solver_says_why_it_failed() {
    let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:3,3)".parse().expect("a tree");
    let solved = |most, limits: &Limits| {
        solve(&tree, &mut Guess, most, &mut Budget::start(limits)).map(|solved| solved.positions)
    };
    assert_eq!(solved(5, &Limits::default()), Ok(5));
    assert_eq!(solved(4, &Limits::default()), Err(UnsolvedReason::TooMany(4)));
    assert_eq!(solved(5, &nodes(4)), Err(UnsolvedReason::Spent));
}

/// Returns the best value that up to `depth` moves of this seat lead to; the line ends as soon as the
/// seat isn't to move.
fn exhaustive(tree: &TreeGame, us: Seat, depth: u32) -> f32 {
    if depth == 0 || SearchState::turn(tree) != Turn::Seat(us) {
        return Guess.value(tree, us);
    }
    let follow = |mv| exhaustive(&after(tree, mv), us, depth - 1);
    moves(tree).into_iter().map(follow).fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn a_wide_beam_is_the_exhaustive_search() {
    let limits = Limits::default();
    let think = |tree: &TreeGame, width, depth| {
        let mut budget = Budget::start(&limits);
        beam(tree, &mut Guess, BeamSettings { width, depth }, &mut |_| (), &mut budget)
    };
    let mut worse = 0;
    for tree in trees(90, 600, 2) {
        let Turn::Seat(us) = SearchState::turn(&tree) else { panic!("a seat is to move") };
        for depth in 1..=DEEPEST {
            let wide = think(&tree, usize::MAX, depth).expect("a seat is to move");
            let best = f64::from(exhaustive(&tree, us, depth));
            assert_eq!(wide.values[us.index()], best, "depth {depth} of {tree}");
            let end = wide.line.iter().fold(tree.clone(), |tree, &mv| after(&tree, mv));
            assert_eq!(f64::from(Guess.value(&end, us)), best, "{:?} in {tree}", wide.line);
            let narrow = think(&tree, 1, depth).expect("a seat is to move");
            assert!(narrow.values[us.index()] <= best, "depth {depth} of {tree}");
            worse += u32::from(narrow.values[us.index()] < best);
        }
    }
    assert!(worse > 0, "a narrow beam overlooks something now and then");
}

/// Returns settings with fast widening, so that every move is examined.
fn growth(seed: u64) -> MctsSettings {
    MctsSettings { moves: Widening { first: 1, power: 0.7 }, seed, ..MctsSettings::default() }
}

#[track_caller]
fn converges(tree: &TreeGame, evaluation: impl Evaluator<TreeGame> + Clone + Send, seed: u64) {
    let limits = nodes(200_000);
    let mut budget = Budget::start(&limits);
    let thought = mcts(tree, &evaluation, &growth(seed), &mut Forest::default(), &mut budget);
    let thought = thought.expect("a seat is to move");
    let mut evaluation = evaluation;
    let plain = max_n_reference(tree, DEEPEST, EVERYTHING, &mut evaluation);
    assert!(thought.is_complete, "not all of it was seen: {tree}");
    for (&found, &value) in thought.values.iter().zip(plain.as_slice()) {
        assert!((found - f64::from(value)).abs() < 1e-4, "{found} for {value} in {tree}");
    }
    let Turn::Seat(us) = SearchState::turn(tree) else { panic!("a seat is to move") };
    let chosen = max_n_reference(&after(tree, thought.mv), DEEPEST, EVERYTHING, &mut evaluation);
    assert!((chosen.seat(us) - plain.seat(us)).abs() < 1e-4, "{:?} in {tree}", thought.mv);
}

#[test]
fn a_tree_that_has_grown_enough_has_the_values_of_max_n() {
    for seats in [2, 3] {
        for (tree, seed) in trees(100 + seats as u64, 300, seats).zip(0..) {
            converges(&tree, Guess, seed);
            converges(&tree, Wins, seed);
            converges(&tree, Rollout::new(Wins), seed);
        }
    }
}
