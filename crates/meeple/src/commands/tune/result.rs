//! The result of a tuning, as text and as JSON.
//!
//! ```text
//! slip  40 -> 2   0..60  ██▇▆▅▄▃▂▁▁
//!
//! Result of 100 steps of 20 games: perfect:slip=2
//! perfect:slip=2 is better than perfect:slip=40: 400 games on new deals ..., score 71.3 %, +158 Elo ...
//! ```

use super::{curve, print};
use crate::commands::{elo::with_interval, paint, progress_reporter::OutputMode};
use meeple_arena::tuning::{Comparison, Spsa, TuningPlan};
use meeple_bots::program::shell_word;
use meeple_core::text::{format_count, printable};
use meeple_terminal::{command_error::CommandError, prompt::today, window};
use serde_json::{Value, json};
use std::fmt::Write;

/// The result of a tuning.
pub(super) struct TuningResult<'a> {
    pub(super) plan: &'a TuningPlan,
    pub(super) search: &'a Spsa,
    pub(super) found: Vec<u32>,
    /// The final match; `None` if the search ended where it started.
    pub(super) comparison: Option<Comparison>,
}

impl TuningResult<'_> {
    pub(super) fn print_result(&self, mode: OutputMode) -> Result<(), CommandError> {
        if mode == OutputMode::Json {
            let mut result = self.json();
            result["event"] = "result".into();
            return print(&result.to_string());
        }
        let columns = window::stdout_columns().unwrap_or(usize::MAX);
        let (steps, games) = (self.search.steps_done(), self.plan.games_per_step());
        let tuned = self.plan.player_with(&self.found);
        let mut text = curve::lines(self.plan, self.search, &self.found, paint(false));
        let sentences = [
            format!(
                "Result of {} of {}: {tuned}",
                format_count(steps, "step"),
                format_count(games as usize, "game")
            ),
            self.verdict(),
            String::new(),
            "Note to keep with the new values:".into(),
        ];
        text.push('\n');
        for sentence in sentences {
            let _ = writeln!(text, "{}", window::wrap(&printable(&sentence), columns));
        }
        let _ = writeln!(text, "{}", printable(&self.note())); // on one line, so that it can be copied
        print(&text)
    }

    /// Returns the whole result as JSON.
    pub(super) fn json(&self) -> Value {
        let config = self.plan.config();
        let parameters = config.parameters.iter().zip(&config.start).zip(&self.found);
        let parameters = parameters.map(|((range, start), found)| {
            json!({"name": range.name, "low": range.low, "high": range.high, "start": start, "found": found})
        });
        json!({
            "config": config,
            "steps": self.search.steps_done(),
            "games": self.search.steps_done() as u64 * self.plan.games_per_step(),
            "parameters": parameters.collect::<Vec<_>>(),
            "player": self.plan.player_with(&self.found),
            "final": self.comparison,
            "verdict": self.verdict(),
            "note": self.note(),
        })
    }

    /// Returns a sentence on whether the tuned player is better.
    fn verdict(&self) -> String {
        let Some(comparison) = &self.comparison else {
            let player = self.plan.player();
            return format!("{player} already has these parameters, so no final match was played.");
        };
        let Comparison { tuned, usual, .. } = comparison;
        let verdict = match comparison.elo {
            Some(elo) if elo.low > 0.0 => format!("{tuned} is better than {usual}"),
            Some(elo) if elo.high < 0.0 => format!("{tuned} is worse than {usual}"),
            _ => format!("No significant difference between {tuned} and {usual}"),
        };
        format!("{verdict}: {}.", figures(comparison))
    }

    /// Returns the line to keep next to the new values: the command, the date and the result.
    fn note(&self) -> String {
        format!("{} ({}): {}", self.command(), today(), self.verdict())
    }

    /// Returns the command that runs the same tuning again.
    fn command(&self) -> String {
        let config = self.plan.config();
        let mut words = vec!["meeple".into(), "tune".into(), config.game.clone()];
        words.push(shell_word(&config.player));
        words.extend(config.parameters.iter().map(ToString::to_string));
        words.extend(config.options.words().iter().map(|option| shell_word(option)));
        words.push(format!("--games {} --batch {}", config.games, config.batch));
        words.push(format!("--final {} --seed {}", config.final_games, config.seed));
        words.extend(config.time.map(|time| format!("--time {time}")));
        words.extend(config.nodes.map(|nodes| format!("--nodes {nodes}")));
        words.join(" ")
    }
}

/// Returns a text such as `400 games on new deals (seeds 1000 to 1199), score 53.1 %, +22 Elo (95 % interval
/// -3 .. +47)`.
fn figures(comparison: &Comparison) -> String {
    let Comparison { seeds: [first, last], games, share, elo, .. } = comparison;
    let (first, last) = (*first as i64, *last as i64);
    let elo = elo.map_or("Elo unknown".into(), with_interval);
    let (games, score) = (format_count(*games as usize, "game"), share * 100.0);
    format!("{games} on new deals (seeds {first} to {last}), score {score:.1} %, {elo}")
}
