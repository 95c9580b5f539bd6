//! How much thinking each step of a game gets.

use meeple_core::{Limits, Millis};
use meeple_games::GameKind;
use serde::{Deserialize, Serialize};

/// How many of the best moves are named by default.
const TOP: usize = 3;

/// How much thinking each deal and each move gets. What is found depends on it, so it is part of
/// every [`StepKey`](super::StepKey).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effort {
    /// How many of the best moves are named.
    pub top: usize,
    /// How many positions are looked at, at most.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// How long a step may take. With a time limit, the result depends on the machine.
    #[serde(rename = "ms", skip_serializing_if = "Option::is_none", default)]
    pub time: Option<Millis>,
}

impl Effort {
    /// The effort of every front end unless somebody asks for another one: positions are counted
    /// and no clock is read, so that a move has the same grade on every machine.
    pub const fn of(kind: GameKind) -> Self {
        Effort { top: TOP, nodes: Some(default_nodes(kind)), time: None }
    }

    /// The limits for one step. Threads, progress and the stop flag are the caller's.
    pub fn within(&self, limits: &Limits) -> Limits {
        let time = self.time.map(Millis::duration);
        Limits { nodes: self.nodes, time, clock: None, ..limits.clone() }
    }
}

/// How many positions each step gets: about 0.2 s at most on one core of an ordinary server in a
/// release build. Measured in seconds of processor time with `meeple analyze GAME RECORD --no-save`:
///
/// ```text
/// game      positions    mean a step                      most
/// chomp    67,108,864    0.00                             0.18  a table of 14x14, built once
/// filler       20,000    0.01 map00 and map01             0.04
///                        0.14 map02                       0.22
/// azul        400,000    0.07 two players, 0.18 four      0.20  where the limit binds
/// grass       150,000    0.05 two players, 0.04 nine      0.20
/// ```
///
/// In Filler and Laying Grass the adviser is usually done before the limit binds. In Chomp the
/// limit is the size of the largest box that is solved: larger bars are judged by what is known
/// without a table.
const fn default_nodes(kind: GameKind) -> u64 {
    match kind {
        GameKind::Chomp => 1 << 26,
        GameKind::Filler => 20_000,
        GameKind::Azul => 400_000,
        GameKind::Grass => 150_000,
    }
}
