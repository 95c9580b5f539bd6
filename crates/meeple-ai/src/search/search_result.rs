//! The result of a search.

use super::{Budget, MAX_RANKED};
use meeple_core::{Choice, RankedMove};

/// The best move and its expected outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult<M> {
    /// The best move.
    pub mv: M,
    /// Expected value for each seat; empty if nothing was searched.
    pub values: Vec<f64>,
    /// Expected continuation, starting with the move itself.
    pub line: Vec<M>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Number of plies searched everywhere; if some moves are followed further than others, the length of the
    /// line.
    pub depth: u32,
    /// Whether the whole tree was searched, so that searching deeper would change nothing.
    pub is_complete: bool,
    /// The moves whose value is known, best first.
    pub ranking: Vec<RankedMove<M>>,
    /// Expected continuation of each ranked move, starting with the move itself.
    pub lines: Vec<Vec<M>>,
    /// How often each ranked move was tried, if the search counts that.
    pub visits: Vec<u64>,
}

impl<M: Copy> SearchResult<M> {
    /// Creates a result with only a move: there was no time to search.
    pub fn without_search(mv: M) -> Self {
        SearchResult {
            mv,
            values: Vec::new(),
            line: vec![mv],
            nodes: 0,
            depth: 0,
            is_complete: false,
            ranking: Vec::new(),
            lines: Vec::new(),
            visits: Vec::new(),
        }
    }

    /// Converts the result into a [`Choice`].
    pub fn into_choice(self, budget: &Budget<'_>) -> Choice<M> {
        let SearchResult { mv, values, line, depth, mut ranking, .. } = self;
        ranking.truncate(MAX_RANKED);
        let (nodes, depth) = (Some(budget.nodes()), Some(depth));
        Choice { values, line, nodes, depth, ranking, ..Choice::from_move(mv) }
    }
}
