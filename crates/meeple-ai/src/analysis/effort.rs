//! The effort spent on each step of an analysis: a deal, a move or the final position.

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
    pub const fn for_game(kind: GameKind) -> Self {
        AnalysisEffort { top: DEFAULT_TOP, nodes: Some(default_nodes(kind)), time: None }
    }

    /// Returns the limits for one step: nodes and time from this effort, no game clock, and the threads,
    /// progress callback and stop flag of `limits`.
    pub fn within(&self, limits: &Limits) -> Limits {
        let time = self.time.map(Millis::to_duration);
        Limits { nodes: self.nodes, time, clock: None, ..limits.clone() }
    }
}

/// Returns the default number of positions per step, chosen so that a step takes about 0.2 s or less on
/// one core of an ordinary server in a release build. Mean processor time per step, in seconds, measured
/// with `meeple analyze GAME RECORD --no-save` when the limits were chosen:
///
/// ```text
/// game      positions    mean per step
/// chomp    67,108,864    0.00, plus 0.18 once to build a 14x14 table
/// filler       20,000    0.01 map00 and map01, 0.14 map02
/// azul        400,000    0.07 two players, 0.18 four
/// grass       150,000    0.05 two players, 0.04 nine
/// ```
///
/// In Filler and Laying Grass the adviser usually finishes before it reaches the limit. In Chomp a bar
/// whose bounding box has more positions than the limit is judged without a table.
const fn default_nodes(kind: GameKind) -> u64 {
    match kind {
        GameKind::Chomp => 1 << 26,
        GameKind::Filler => 20_000,
        GameKind::Azul => 400_000,
        GameKind::Grass => 150_000,
    }
}
