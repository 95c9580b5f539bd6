//! What a search found out.

use super::{Budget, RANKED};
use meeple_core::{Choice, Ranked};

/// The best move and what is expected of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought<M> {
    /// The best move.
    pub mv: M,
    /// What each seat may expect; empty if nothing was looked at.
    pub values: Vec<f64>,
    /// What is expected to happen, the move itself first.
    pub line: Vec<M>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many plies ahead was looked everywhere; where some are followed further than others,
    /// how far the line goes.
    pub depth: u32,
    /// Whether the whole tree was searched, so that looking further would change nothing.
    pub is_whole: bool,
    /// The moves whose value is known, the best first.
    pub ranking: Vec<Ranked<M>>,
    /// What is expected to happen after each of these, the move itself first.
    pub lines: Vec<Vec<M>>,
    /// How often each of these was tried, where a search counts that.
    pub visits: Vec<u64>,
}

impl<M: Copy> Thought<M> {
    /// A move of which nothing more is known: there was no time to look.
    pub fn unseen(mv: M) -> Self {
        Thought {
            mv,
            values: Vec::new(),
            line: vec![mv],
            nodes: 0,
            depth: 0,
            is_whole: false,
            ranking: Vec::new(),
            lines: Vec::new(),
            visits: Vec::new(),
        }
    }

    /// The thought as a choice.
    pub fn choice(self, budget: &Budget<'_>) -> Choice<M> {
        let Thought { mv, values, line, depth, mut ranking, .. } = self;
        ranking.truncate(RANKED);
        let (nodes, depth) = (Some(budget.nodes()), Some(depth));
        Choice { values, line, nodes, depth, ranking, ..Choice::silent(mv) }
    }
}
