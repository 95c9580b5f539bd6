//! A progress bar for work that takes longer than it should.

use indicatif::{ProgressBar, ProgressStyle};
use meeple_core::Limits;
use std::{
    io::{IsTerminal, stderr},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// Work that is done sooner gets no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on standard error, shown only on a terminal and only after half a second.
#[derive(Clone, Default)]
pub struct Progress {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    since: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Limits that bind nothing and show their progress on this bar.
    pub fn limits(&self, what: &'static str) -> Limits {
        let progress = self.clone();
        Limits {
            progress: Some(Arc::new(move |part| progress.show(what, part))),
            ..Limits::default()
        }
    }

    /// The work is done: the bar goes away.
    pub fn done(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        state.since = None;
    }

    fn show(&self, what: &'static str, part: f64) {
        let Ok(mut state) = self.state.lock() else { return };
        let since = *state.since.get_or_insert_with(Instant::now);
        if state.bar.is_none() && since.elapsed() > PATIENCE && stderr().is_terminal() {
            let style =
                ProgressStyle::with_template("{msg} [{bar:40}] {percent}% (about {eta} left)");
            let bar = ProgressBar::new(1000).with_message(what);
            state.bar =
                Some(style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style)));
        }
        if let Some(bar) = &state.bar {
            bar.set_position((part * 1000.0) as u64);
        }
    }
}
