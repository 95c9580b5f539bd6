//! Limits are kept, and whatever they are there is an answer.

use crate::world::{EVERYTHING, Guess, moves, nodes, plan, trees};
use meeple_ai::search::{Budget, Table, pvs, pvs_on_threads};
use meeple_core::Limits;
use std::num::NonZeroUsize;

#[test]
fn after_any_number_of_nodes_there_is_a_legal_answer() {
    for tree in trees(40, 60, 2) {
        let plan = plan(9, EVERYTHING);
        for limit in 0.. {
            let limits = nodes(limit);
            let mut budget = Budget::start(&limits);
            let thought = pvs(&tree, &mut Guess, &plan, &Table::new(6), &mut budget);
            let thought = thought.expect("a seat is to move");
            assert!(moves(&tree).contains(&thought.mv), "{limit} nodes of {tree}");
            assert!(thought.nodes <= limit && thought.nodes == budget.nodes());
            if thought.is_whole {
                break;
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_means_the_same_for_any_number_of_threads() {
    for tree in trees(50, 100, 2) {
        let answer = |threads| {
            let limits = Limits { threads: NonZeroUsize::new(threads), ..nodes(40) };
            let mut budget = Budget::start(&limits);
            let plan = plan(9, EVERYTHING);
            pvs_on_threads(&tree, &mut Guess, &plan, &Table::new(8), &mut budget)
        };
        let one = answer(1);
        assert_eq!(answer(2), one);
        assert_eq!(answer(4), one);
    }
}

#[test]
fn threads_find_what_one_finds() {
    for tree in trees(60, 200, 3) {
        let answer = |threads| {
            let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::default() };
            let mut budget = Budget::start(&limits);
            let plan = plan(9, EVERYTHING);
            pvs_on_threads(&tree, &mut Guess, &plan, &Table::new(8), &mut budget)
        };
        let (one, three) = (answer(1).expect("a move"), answer(3).expect("a move"));
        assert_eq!(three.values, one.values, "{tree}");
        assert!(three.is_whole, "{tree}");
    }
}
