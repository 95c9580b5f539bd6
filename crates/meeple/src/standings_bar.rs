//! A progress bar that shows the standings while a tournament is played.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use meeple_arena::tournament::GameOrigin;
use meeple_terminal::progress::TICK;
use std::{
    fmt::Write,
    io::{IsTerminal, stderr},
};

/// The progress and the standings of a tournament, on standard error. Shows nothing if that isn't a terminal.
pub(crate) struct StandingsBar(ProgressBar);

impl StandingsBar {
    /// Creates a visible bar.
    pub(crate) fn start() -> Self {
        if !stderr().is_terminal() {
            return Self::hidden();
        }
        let style = ProgressStyle::with_template(
            "{prefix}{pos} of {len} games, {rate} per second, {eta} left [{wide_bar}]\n{wide_msg}",
        );
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.1}", state.per_sec());
        };
        let style = style.map(|style| style.with_key("rate", rate));
        let bar = ProgressBar::new(0);
        let bar = style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style));
        StandingsBar(bar)
    }

    /// Creates a bar that shows nothing.
    pub(crate) fn hidden() -> Self {
        StandingsBar(ProgressBar::hidden())
    }

    /// Starts a round of `games` games.
    pub(crate) fn add_games(&self, round: &str, games: u64) {
        let prefix = if round.is_empty() { String::new() } else { format!("{round}: ") };
        self.0.set_prefix(prefix);
        self.0.inc_length(games);
        self.0.enable_steady_tick(TICK); // until now there was nothing to show
    }

    /// Counts a finished game. Games loaded from disk don't count towards the speed.
    pub(crate) fn advance(&self, origin: GameOrigin) {
        self.0.inc(1);
        if origin == GameOrigin::Found {
            self.0.reset_eta();
        }
    }

    /// Shows who leads.
    pub(crate) fn show(&self, standing: &str) {
        self.0.set_message(standing.to_owned());
    }

    /// Hides the bar while `print` prints something else.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }

    /// Removes the bar when all games are over.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
