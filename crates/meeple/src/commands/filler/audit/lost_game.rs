//! A game of the audit that the bot didn't win: why, and the command that replays it.

use super::AuditTask;
use crate::cli::{AuditArgs, FillerCommonArgs};
use meeple_arena::tournament::PlayedGame;
use meeple_bots::{program::shell_word, school::Dialect};
use meeple_core::{Contestant, Verdict, text::printable};
use serde_json::{Value, json};
use std::{fmt::Write, time::Duration};

/// A game that the bot didn't win.
pub(super) struct LostGame {
    number: u64,
    /// The bot's score, then the opponent's.
    scores: [i32; 2],
    is_draw: bool,
    verdict: Option<Verdict>,
    stderr: Vec<String>,
    /// The command that plays the same game again.
    command: String,
}

impl LostGame {
    /// Returns the game unless the bot (contestant 0) won it.
    pub(super) fn of(
        (number, game): (u64, &PlayedGame),
        args: &AuditArgs,
        task: &AuditTask,
        options: &str,
    ) -> Option<Self> {
        let (line, winner) = (&game.line, game.line.winner());
        let seat = line.seat_of(0).filter(|_| winner != Some(0))?;
        Some(LostGame {
            number,
            scores: [line.scores[seat], line.scores[1 - seat]],
            is_draw: winner.is_none(),
            verdict: game.verdicts[seat].clone(),
            stderr: game.stderr_tail(seat),
            command: replay_command((line.seed, seat), args, task, options),
        })
    }

    pub(super) fn lines(&self) -> String {
        let mut lines = format!("  game {}: {}\n", self.number, self.reason());
        for line in &self.stderr {
            let _ = writeln!(lines, "    stderr: {line}");
        }
        let _ = writeln!(lines, "    {}", printable(&self.command));
        lines
    }

    /// Returns `lost 71:204`, followed by how the bot failed, if it did.
    fn reason(&self) -> String {
        let [ours, theirs] = self.scores;
        let ended = if self.is_draw { "drawn" } else { "lost" };
        match &self.verdict {
            Some(verdict) => format!("{ended} {ours}:{theirs} ({}: {verdict})", verdict.name()),
            None => format!("{ended} {ours}:{theirs}"),
        }
    }

    pub(super) fn json(&self) -> Value {
        let verdict = self.verdict.as_ref();
        json!({
            "game": self.number,
            "scores": self.scores,
            "draw": self.is_draw,
            "verdict": verdict.map(|v| json!({"name": v.name(), "text": v.to_string()})),
            "stderr": self.stderr,
            "replay": self.command,
        })
    }
}

/// Returns the command that plays the game again with the same sides, such as `meeple filler -f map01 -p1
/// h2_d2 -p2 ./bot -s 17 --strict`; options with default values are left out.
fn replay_command(
    (seed, seat): (u64, usize),
    args: &AuditArgs,
    task: &AuditTask,
    options: &str,
) -> String {
    let mut bots = [args.bot.as_str(), task.opponent];
    bots.rotate_left(seat);
    let [first, second] = bots.map(shell_word);
    let (map, seed) = (task.map, seed as i64);
    format!("meeple filler -f {map} -p1 {first} -p2 {second} -s {seed}{options}")
}

/// Returns the options of the command that replays a game of this bot; `--strict` and `--memory` are only for
/// programs.
pub(super) fn replay_options(common: &FillerCommonArgs, bot: &Contestant) -> String {
    let mut options = String::new();
    let is_program = matches!(bot, Contestant::Program { .. });
    if is_program {
        options.push_str(" --strict");
    }
    if common.dialect != Dialect::default() {
        let _ = write!(options, " --dialect {}", common.dialect);
    }
    if let Some(pieces) = common.pieces {
        let _ = write!(options, " --pieces {}", pieces.name());
    }
    if common.time != Duration::from_secs(10) {
        let _ = write!(options, " -t {}", common.time.as_secs_f64());
    }
    if let Some(memory) = common.memory.filter(|_| is_program) {
        let _ = write!(options, " --memory {memory}");
    }
    options
}
