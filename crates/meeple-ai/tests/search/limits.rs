//! Checks that every search observes its limits and always returns an answer.

use crate::world::{EVERYTHING, Guess, Wins, moves, nodes, plan, trees};
use meeple_ai::search::{
    BeamSettings, Budget, Forest, MctsSettings, Rollout, SearchResult, TranspositionTable, beam,
    max_n, mcts, pvs, pvs_on_threads,
};
use meeple_core::{
    Limits,
    tree_game::{BranchName, TreeGame},
};
use std::{num::NonZeroUsize, sync::atomic::Ordering, time::Duration};

type Search = fn(&TreeGame, &mut Budget<'_>) -> Option<SearchResult<BranchName>>;

/// Every search, with settings for a full search.
const SEARCHES: [(&str, Search); 6] = [
    ("pvs", |tree, budget| {
        pvs(tree, &mut Guess, &plan(9, EVERYTHING), &TranspositionTable::new(6), budget)
    }),
    ("pvs on threads", |tree, budget| {
        pvs_on_threads(tree, &mut Guess, &plan(9, EVERYTHING), &TranspositionTable::new(8), budget)
    }),
    ("max-n", |tree, budget| max_n(tree, &mut Guess, &plan(9, EVERYTHING), budget)),
    ("beam", |tree, budget| {
        let wide = BeamSettings { width: 100, depth: 9 };
        beam(tree, &mut Guess, wide, &mut |_| (), budget)
    }),
    ("mcts", |tree, budget| {
        mcts(tree, &Guess, &MctsSettings::default(), &mut Forest::default(), budget)
    }),
    ("mcts of three trees with playouts", |tree, budget| {
        let growth = MctsSettings { trees: 3, seed: 7, ..MctsSettings::default() };
        mcts(tree, &Rollout::new(Wins), &growth, &mut Forest::default(), budget)
    }),
];

fn threads(threads: usize, limits: Limits) -> Limits {
    Limits { threads: NonZeroUsize::new(threads), ..limits }
}

#[test]
fn after_any_number_of_nodes_there_is_a_legal_answer() {
    for (name, search) in SEARCHES {
        for tree in trees(40, 25, 2) {
            let limits = Limits::default();
            let mut budget = Budget::start(&limits);
            search(&tree, &mut budget).expect("a seat is to move");
            for limit in 0..=budget.nodes() + 1 {
                let limits = nodes(limit);
                let mut budget = Budget::start(&limits);
                let thought = search(&tree, &mut budget).expect("a seat is to move");
                assert!(moves(&tree).contains(&thought.mv), "{name}: {limit} nodes of {tree}");
                assert!(thought.nodes <= limit, "{name}: {} of {limit} nodes", thought.nodes);
                assert_eq!(thought.nodes, budget.nodes(), "{name}");
            }
        }
    }
}

#[test]
fn a_node_limit_means_the_same_for_any_number_of_threads() {
    for (name, search) in SEARCHES {
        for tree in trees(50, 60, 2) {
            let answer = |count| {
                let limits = threads(count, nodes(40));
                let thought = search(&tree, &mut Budget::start(&limits));
                format!("{thought:?}") // as text, so that NaNs compare as equal
            };
            let one = answer(1);
            assert_eq!(answer(2), one, "{name}");
            assert_eq!(answer(4), one, "{name}");
        }
    }
}

#[test]
fn without_time_or_when_stopped_there_is_a_move_and_no_search() {
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for limits in [stopped, no_time] {
        for (name, search) in SEARCHES {
            for tree in trees(55, 10, 3) {
                let limits = threads(2, limits.clone());
                let thought = search(&tree, &mut Budget::start(&limits)).expect("a move");
                assert_eq!(
                    (thought.nodes, thought.depth, thought.is_complete),
                    (0, 0, false),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn several_threads_find_what_one_thread_finds() {
    for tree in trees(60, 200, 3) {
        let answer = |count| {
            let limits = threads(count, Limits::default());
            let mut budget = Budget::start(&limits);
            let plan = plan(9, EVERYTHING);
            pvs_on_threads(&tree, &mut Guess, &plan, &TranspositionTable::new(8), &mut budget)
        };
        let (one, three) = (answer(1).expect("a move"), answer(3).expect("a move"));
        assert_eq!(three.values, one.values, "{tree}");
        assert!(three.is_complete, "{tree}");
    }
}

#[test]
fn kept_trees_reuse_earlier_results() {
    let mut kept = 0;
    for tree in trees(65, 100, 2) {
        let think = |tree: &TreeGame, forest: &mut Forest<TreeGame>, limit| {
            let limits = nodes(limit);
            mcts(tree, &Guess, &MctsSettings::default(), forest, &mut Budget::start(&limits))
        };
        let mut forest = Forest::default();
        let thought = think(&tree, &mut forest, 60).expect("a seat is to move");
        let mut next = tree;
        for &mv in thought.line.iter().take(2) {
            next = crate::world::after(&next, mv);
        }
        let Some(without) = think(&next, &mut Forest::default(), 5) else { continue };
        let with = think(&next, &mut forest, 5).expect("a seat is to move");
        assert!(forest.visits() >= with.nodes);
        kept += u64::from(forest.visits() > with.nodes);
        assert!(with.is_complete || !without.is_complete, "what is known is not forgotten: {next}");
    }
    assert!(kept > 20, "only {kept} positions were found again");
}
