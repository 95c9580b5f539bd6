//! The result of one task of the audit.
//!
//! ```text
//! opponent    map    won  needed      cells  ms/move   slowest  seed
//! h2_d2       map01  3/5  4        371:402       0.4      2 ms  17  FAILED
//!   game 2: lost 371:402
//!     meeple filler -f map01 -p1 h2_d2 -p2 ./bot -s 17 --strict
//! ```

use super::{AuditTask, GAMES, LostGame, REQUIRED_WINS};
use crate::commands::filler::summary::SeriesSummary;
use serde_json::{Value, json};
use std::fmt::Write;

/// The header above the tasks' lines.
pub(super) const HEAD: &str =
    "opponent    map    won  needed      cells  ms/move   slowest  seed\n";

/// The result of a task.
pub(super) struct AuditTaskResult<'a> {
    pub(super) task: &'a AuditTask,
    pub(super) summary: SeriesSummary,
    pub(super) lost: Vec<LostGame>,
    pub(super) seed: u64,
}

impl AuditTaskResult<'_> {
    pub(super) fn is_passed(&self) -> bool {
        self.summary.contestants[0].wins >= REQUIRED_WINS
    }

    fn status_word(&self) -> &'static str {
        match (self.is_passed(), self.task.is_bonus) {
            (true, false) => "passed",
            (false, false) => "FAILED",
            (true, true) => "bonus",
            (false, true) => "no bonus",
        }
    }

    /// Returns one line for the task, and a few for each game that wasn't won.
    pub(super) fn lines(&self) -> String {
        let mut text = String::new();
        let AuditTask { opponent, map, .. } = self.task;
        let [ours, theirs] = &self.summary.contestants[..] else { return text };
        let cells = format!("{:.0}:{:.0}", ours.average_score, theirs.average_score);
        let (wins, word, seed) = (ours.wins, self.status_word(), self.seed as i64);
        let _ = writeln!(
            text,
            "{opponent:<10}  {map}  {wins}/{GAMES}  {REQUIRED_WINS}  {cells:>13}  {:>7.1}  \
             {:>5.0} ms  {seed}  {word}",
            ours.average_ms, ours.slowest_ms,
        );
        text.extend(self.lost.iter().map(LostGame::lines));
        text
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "opponent": self.task.opponent,
            "map": self.task.map,
            "bonus": self.task.is_bonus,
            "wanted": REQUIRED_WINS,
            "passed": self.is_passed(),
            "seed": self.seed as i64,
            "not_won": self.lost.iter().map(LostGame::json).collect::<Vec<_>>(),
            "summary": self.summary,
        })
    }
}
