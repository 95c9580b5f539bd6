//! Parallel search: every thread searches the whole tree, and threads share results through one table.
//!
//! ```text
//! thread 0   depth 1  2  3  4 ...
//! thread 1         2  3  4  5 ...    a ply ahead, so that they don't repeat the same work
//! ```

use super::{SearchSettings, tree::PvsSearch};
use crate::search::{
    Budget, evaluate::Evaluator, search_result::SearchResult, state::SearchState,
    transposition_table::TranspositionTable,
};
use meeple_core::Turn;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

/// Runs [`super::pvs`] on as many threads as the limits allow. Under a node limit it uses one thread: the
/// answer must depend on the limit alone, and shared results arrive in an unpredictable order.
pub fn pvs_on_threads<S, E>(
    state: &S,
    evaluation: &mut E,
    plan: &SearchSettings<S::Move>,
    table: &TranspositionTable,
    budget: &mut Budget<'_>,
) -> Option<SearchResult<S::Move>>
where
    S: SearchState<Move: Send + Sync> + Sync,
    E: Evaluator<S> + Clone + Send,
{
    let Turn::Seat(us) = state.turn() else { return None };
    let others = if budget.nodes_left().is_some() { 0 } else { budget.threads() - 1 };
    table.start_search();
    let done = AtomicBool::new(false);
    let helpers: Vec<_> =
        (0..others).map(|_| (evaluation.clone(), budget.share(u64::MAX, &done))).collect();
    let mut thoughts = thread::scope(|scope| {
        let think = |(at, (mut evaluation, mut budget)): (usize, (E, Budget<'_>))| {
            let mut search = PvsSearch::new(us, &mut evaluation, plan, table, &mut budget);
            search.deepen(state, 1 + (at as u32 + 1) % 2)
        };
        let running: Vec<_> = helpers
            .into_iter()
            .enumerate()
            .map(|helper| scope.spawn(move || think(helper)))
            .collect();
        let ours = PvsSearch::new(us, evaluation, plan, table, budget).deepen(state, 1);
        done.store(true, Ordering::Relaxed);
        let theirs = running.into_iter().map(|thread| thread.join().expect("no search panics"));
        let theirs: Vec<_> = theirs.flatten().collect();
        ours.into_iter().chain(theirs).collect::<Vec<_>>()
    });
    let nodes: Vec<u64> = thoughts.iter().skip(1).map(|thought| thought.nodes).collect();
    budget.count(nodes.into_iter().sum());
    // The deepest result; on ties the first, which is from the calling thread.
    let depth = thoughts.iter().map(|thought| thought.depth).max()?;
    let at = thoughts.iter().position(|thought| thought.depth == depth)?;
    Some(SearchResult { nodes: budget.nodes(), ..thoughts.swap_remove(at) })
}
