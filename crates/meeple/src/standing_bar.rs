//! How a tournament stands while it is played, as a bar.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use meeple_arena::tournament::Origin;
use meeple_terminal::progress::TICK;
use std::{
    fmt::Write,
    io::{IsTerminal, stderr},
};

/// How a tournament stands, on standard error while it is played; nothing where that is no
/// terminal.
pub(crate) struct StandingBar(ProgressBar);

impl StandingBar {
    /// A bar that is shown.
    pub(crate) fn start() -> Self {
        if !stderr().is_terminal() {
            return Self::hidden();
        }
        let style = ProgressStyle::with_template(
            "{prefix}{pos} of {len} games, {rate} a second, {eta} left [{wide_bar}]\n{wide_msg}",
        );
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.1}", state.per_sec());
        };
        let style = style.map(|style| style.with_key("rate", rate));
        let bar = ProgressBar::new(0);
        let bar = style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style));
        StandingBar(bar)
    }

    /// One that is not.
    pub(crate) fn hidden() -> Self {
        StandingBar(ProgressBar::hidden())
    }

    /// A round begins, of so many games.
    pub(crate) fn add_games(&self, round: &str, games: u64) {
        let prefix = if round.is_empty() { String::new() } else { format!("{round}: ") };
        self.0.set_prefix(prefix);
        self.0.inc_length(games);
        self.0.enable_steady_tick(TICK); // before, there is nothing to show
    }

    /// One more game is over. How fast they are played is told by those played just now.
    pub(crate) fn advance(&self, origin: Origin) {
        self.0.inc(1);
        if origin == Origin::Found {
            self.0.reset_eta();
        }
    }

    /// Who leads.
    pub(crate) fn show(&self, standing: &str) {
        self.0.set_message(standing.to_owned());
    }

    /// Says something else without spoiling the bar.
    pub(crate) fn aside(&self, say: impl FnOnce()) {
        self.0.suspend(say);
    }

    /// All games are over: the bar goes away.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
