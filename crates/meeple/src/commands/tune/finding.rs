//! What was found, in letters and as data.
//!
//! ```text
//! slip  40 -> 2   0..60  ██▇▆▅▄▃▂▁▁
//!
//! 100 steps of 20 games found perfect:slip=2.
//! perfect:slip=2 is better than perfect:slip=40: 400 games on fresh seeds ..., 71.3 %, +158 Elo, +120 .. +199.
//! ```

use super::{curve, print};
use crate::commands::{
    announcer::Voice,
    elo::{between, signed},
    paint,
};
use meeple_arena::tuning::{Comparison, Plan, Spsa};
use meeple_bots::program::shell_word;
use meeple_core::{options::value_text, text::printable};
use meeple_terminal::{failure::Failure, prompt::today, window};
use serde_json::{Value, json};
use std::fmt::Write;

/// What was found.
pub(super) struct Finding<'a> {
    pub(super) plan: &'a Plan,
    pub(super) search: &'a Spsa,
    pub(super) found: Vec<u32>,
    /// The final match; nothing if what was found is what there was.
    pub(super) comparison: Option<Comparison>,
}

impl Finding<'_> {
    pub(super) fn tell(&self, voice: Voice) -> Result<(), Failure> {
        if voice == Voice::Programs {
            let mut result = self.json();
            result["event"] = "result".into();
            return print(&result.to_string());
        }
        let columns = window::of_stdout().unwrap_or(usize::MAX);
        let (steps, games) = (self.search.done(), self.plan.games_a_step());
        let tuned = self.plan.player_with(&self.found);
        let mut text = curve::lines(self.plan, self.search, &self.found, paint(false));
        let said = [
            format!("{steps} steps of {games} games found {tuned}."),
            self.verdict(),
            String::new(),
            "To be written beside the numbers:".into(),
        ];
        text.push('\n');
        for sentence in said {
            let _ = writeln!(text, "{}", window::wrap(&printable(&sentence), columns));
        }
        let _ = writeln!(text, "{}", printable(&self.note())); // in one piece, to be copied
        print(&text)
    }

    /// All of it as data.
    pub(super) fn json(&self) -> Value {
        let config = self.plan.config();
        let parameters = config.parameters.iter().zip(&config.start).zip(&self.found);
        let parameters = parameters.map(|((range, start), found)| {
            json!({"name": range.name, "low": range.low, "high": range.high, "start": start, "found": found})
        });
        json!({
            "config": config,
            "steps": self.search.done(),
            "games": self.search.done() as u64 * self.plan.games_a_step(),
            "parameters": parameters.collect::<Vec<_>>(),
            "player": self.plan.player_with(&self.found),
            "final": self.comparison,
            "verdict": self.verdict(),
            "note": self.note(),
        })
    }

    /// Whether what was found is better.
    fn verdict(&self) -> String {
        let Some(comparison) = &self.comparison else {
            let player = self.plan.player();
            return format!("That is what {player} has: there is nothing to compare.");
        };
        let Comparison { tuned, usual, .. } = comparison;
        let judged = match comparison.elo {
            Some(elo) if elo.low > 0.0 => format!("{tuned} is better than {usual}"),
            Some(elo) if elo.high < 0.0 => format!("{tuned} is worse than {usual}"),
            _ => format!("Nothing shows that {tuned} is better than {usual}"),
        };
        format!("{judged}: {}.", figures(comparison))
    }

    /// The line that belongs beside the numbers: the command, the day, and what came of it.
    fn note(&self) -> String {
        format!("{} ({}): {}", self.command(), today(), self.verdict())
    }

    /// The command that does the same again.
    fn command(&self) -> String {
        let config = self.plan.config();
        let options =
            config.options.iter().map(|(key, value)| format!("{key}={}", value_text(value)));
        let mut words = vec!["meeple".into(), "tune".into(), config.game.clone()];
        words.push(shell_word(&config.player));
        words.extend(config.parameters.iter().map(ToString::to_string));
        words.extend(options.map(|option| shell_word(&option)));
        words.push(format!("--games {} --batch {}", config.games, config.batch));
        words.push(format!("--final {} --seed {}", config.final_games, config.seed));
        words.extend(config.time.map(|time| format!("--time {time}")));
        words.extend(config.nodes.map(|nodes| format!("--nodes {nodes}")));
        words.join(" ")
    }
}

/// `400 games on the fresh seeds 1000 to 1199, 53.1 %, +22 Elo, -3 .. +47`
fn figures(comparison: &Comparison) -> String {
    let Comparison { seeds: [first, last], games, share, elo, .. } = comparison;
    let (first, last) = (*first as i64, *last as i64);
    let elo =
        elo.map_or("no Elo".into(), |elo| format!("{} Elo, {}", signed(elo.value), between(elo)));
    format!("{games} games on the fresh seeds {first} to {last}, {:.1} %, {elo}", share * 100.0)
}
