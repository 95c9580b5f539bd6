//! What a search found out.

use super::{Budget, RANKED};
use meeple_core::{Choice, Ranked};

/// The best move and what is expected of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought<M> {
    /// The best move.
    pub mv: M,
    /// What each seat may expect.
    pub values: Vec<f64>,
    /// What is expected to happen, the move itself first.
    pub line: Vec<M>,
    /// How many plies ahead was looked everywhere.
    pub depth: u32,
    /// Whether the whole tree was searched, so that looking further would change nothing.
    pub is_whole: bool,
    /// The moves whose value is known exactly, the best first.
    pub ranking: Vec<Ranked<M>>,
}

impl<M: Copy> Thought<M> {
    /// The thought as a choice.
    pub fn choice(self, budget: &Budget<'_>) -> Choice<M> {
        let Thought { mv, values, line, depth, mut ranking, .. } = self;
        ranking.truncate(RANKED);
        let (nodes, depth) = (Some(budget.nodes()), Some(depth));
        Choice { values, line, nodes, depth, ranking, ..Choice::silent(mv) }
    }
}
