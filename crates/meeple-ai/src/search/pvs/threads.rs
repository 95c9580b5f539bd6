//! The same on several threads: all search the whole, and what one has found the others read
//! in the table they share.
//!
//! ```text
//! thread 0   depth 1  2  3  4 ...
//! thread 1         2  3  4  5 ...    a ply ahead, so that they do not do the same
//! ```

use super::{Plan, tree::Search};
use crate::search::{Budget, evaluate::Evaluate, state::State, table::Table, thought::Thought};
use meeple_core::Turn;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

/// [`super::pvs`] on as many threads as the limits allow. Under a limit of nodes there is one,
/// as the answer must follow from the limit alone, and threads read what others find in the order
/// in which they happen to find it.
pub fn pvs_on_threads<S, E>(
    state: &S,
    evaluation: &mut E,
    plan: &Plan<S::Move>,
    table: &Table,
    budget: &mut Budget<'_>,
) -> Option<Thought<S::Move>>
where
    S: State<Move: Send + Sync> + Sync,
    E: Evaluate<S> + Clone + Send,
{
    let Turn::Seat(us) = state.turn() else { return None };
    let others = if budget.nodes_left().is_some() { 0 } else { budget.threads() - 1 };
    table.begin();
    let done = AtomicBool::new(false);
    let helpers: Vec<_> =
        (0..others).map(|_| (evaluation.clone(), budget.share(u64::MAX, &done))).collect();
    let mut thoughts = thread::scope(|scope| {
        let think = |(at, (mut evaluation, mut budget)): (usize, (E, Budget<'_>))| {
            let mut search = Search::new(us, &mut evaluation, plan, table, &mut budget);
            search.deepen(state, 1 + (at as u32 + 1) % 2)
        };
        let running: Vec<_> = helpers
            .into_iter()
            .enumerate()
            .map(|helper| scope.spawn(move || think(helper)))
            .collect();
        let ours = Search::new(us, evaluation, plan, table, budget).deepen(state, 1);
        done.store(true, Ordering::Relaxed);
        let theirs = running.into_iter().map(|thread| thread.join().expect("no search panics"));
        let theirs: Vec<_> = theirs.flatten().collect();
        ours.into_iter().chain(theirs).collect::<Vec<_>>()
    });
    let nodes: Vec<u64> = thoughts.iter().skip(1).map(|thought| thought.nodes).collect();
    budget.count(nodes.into_iter().sum());
    // The deepest, of equals the first: that is ours.
    let depth = thoughts.iter().map(|thought| thought.depth).max()?;
    let at = thoughts.iter().position(|thought| thought.depth == depth)?;
    Some(Thought { nodes: budget.nodes(), ..thoughts.swap_remove(at) })
}
