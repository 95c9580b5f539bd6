//! The effort spent on each step of an analysis: a deal, a move or the final position.

use crate::entry::AiEntry;
use meeple_core::{Limits, Millis};
use meeple_games::GameKind;
use serde::{Deserialize, Serialize};

/// The default of [`AnalysisEffort::top`].
const DEFAULT_TOP: usize = 3;

/// The effort spent on each step. The result depends on it, so it is part of every
/// [`StepKey`](super::StepKey).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnalysisEffort {
    /// The number of best moves to report.
    pub top: usize,
    /// The maximum number of positions to search in a step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// The time limit for a step. With a time limit the result depends on the machine.
    #[serde(rename = "ms", skip_serializing_if = "Option::is_none", default)]
    pub time: Option<Millis>,
}

impl AnalysisEffort {
    /// Returns the default effort, used by every front end. It limits positions rather than time, so a move
    /// gets the same grade on every machine.
    pub fn for_game(kind: GameKind) -> Self {
        let nodes = AiEntry::of(kind).analysis_nodes;
        AnalysisEffort { top: DEFAULT_TOP, nodes: Some(nodes), time: None }
    }

    /// Returns the limits for one step: nodes and time from this effort, no game clock, and the threads,
    /// progress callback and stop flag of `limits`.
    pub fn within(&self, limits: &Limits) -> Limits {
        let time = self.time.map(Millis::to_duration);
        Limits { nodes: self.nodes, time, clock: None, ..limits.clone() }
    }
}
