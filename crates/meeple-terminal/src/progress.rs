//! Progress bars for work that takes longer than expected.

use indicatif::{ProgressBar, ProgressStyle};
use meeple_core::Limits;
use std::{
    cell::Cell,
    io::{IsTerminal, stderr},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Work that takes less time than this gets no bar.
const BAR_DELAY: Duration = Duration::from_millis(500);
/// Thinking for longer than this is shown.
const THINKING_DELAY: Duration = Duration::from_secs(1);
/// How often a bar moves to show activity.
pub const TICK: Duration = Duration::from_millis(120);

/// A progress bar on standard error, shown only on a terminal and only after half a second.
#[derive(Clone, Default)]
pub struct DelayedProgress {
    state: Arc<Mutex<BarState>>,
}

#[derive(Default)]
struct BarState {
    since: Option<Instant>,
    bar: Option<ProgressBar>,
    /// Incremented whenever a piece of work begins or ends, so that a thread watching one piece notices its
    /// end.
    pieces: u64,
    /// Whether the completed share is being reported.
    has_share: bool,
}

impl DelayedProgress {
    /// Returns limits that restrict nothing and report progress on this bar.
    pub fn limits(&self, what: &'static str) -> Limits {
        let progress = self.clone();
        Limits {
            progress: Some(Arc::new(move |part| progress.show(what, part))),
            ..Limits::default()
        }
    }

    /// Starts watching a piece of work. If it takes over a second, the elapsed (and expected) time is shown,
    /// unless the completed share is being reported.
    pub fn begin(&self, what: &'static str, expected: Option<Duration>) {
        if !stderr().is_terminal() {
            return;
        }
        let Ok(mut state) = self.state.lock() else { return };
        state.pieces += 1;
        let (piece, since, watcher) = (state.pieces, Instant::now(), self.clone());
        // Without the thread nothing is shown; that is the only effect.
        let _ = thread::Builder::new().spawn(move || {
            while watcher.is_at(piece) {
                let taken = since.elapsed();
                if taken > THINKING_DELAY {
                    watcher.show_thinking(what, taken, expected);
                }
                thread::sleep(TICK);
            }
        });
    }

    fn is_at(&self, piece: u64) -> bool {
        self.state.lock().is_ok_and(|state| state.pieces == piece)
    }

    fn show_thinking(&self, what: &'static str, taken: Duration, expected: Option<Duration>) {
        let Ok(mut state) = self.state.lock() else { return };
        if state.has_share {
            return;
        }
        let seconds = |time: Duration| format!("{:.0}", time.as_secs_f64());
        let of = expected.map(|time| format!(" of {}", seconds(time))).unwrap_or_default();
        let said = format!("{what}: {}{of} s", seconds(taken));
        let bar = state.bar.get_or_insert_with(ProgressBar::new_spinner);
        bar.set_message(said);
        bar.tick();
    }

    /// Removes the bar when the work is done.
    pub fn done(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        state.pieces += 1;
        state.has_share = false;
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        state.since = None;
    }

    fn show(&self, what: &'static str, part: f64) {
        let Ok(mut state) = self.state.lock() else { return };
        if !state.has_share {
            // Replace the display of elapsed time.
            if let Some(bar) = state.bar.take() {
                bar.finish_and_clear();
            }
            state.has_share = true;
        }
        let since = *state.since.get_or_insert_with(Instant::now);
        if state.bar.is_none() && since.elapsed() > BAR_DELAY && stderr().is_terminal() {
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

/// Progress of a known number of steps, shown only on a terminal and only after half a second.
pub struct StepsBar {
    what: &'static str,
    steps: usize,
    done: Cell<usize>,
    progress: DelayedProgress,
}

impl StepsBar {
    /// Creates a bar for a number of steps.
    pub fn start(what: &'static str, steps: usize) -> Self {
        let bar =
            StepsBar { what, steps, done: Cell::new(0), progress: DelayedProgress::default() };
        bar.progress.show(what, 0.0);
        bar
    }

    /// Counts a finished step.
    pub fn advance(&self) {
        self.done.set(self.done.get() + 1);
        self.progress.show(self.what, self.done.get() as f64 / self.steps.max(1) as f64);
    }

    /// Removes the bar, whether or not all steps are done.
    pub fn finish(&self) {
        self.progress.done();
    }
}

/// The number of finished games, on standard error. Shows nothing if that isn't a terminal.
pub struct GamesBar(ProgressBar);

impl GamesBar {
    /// Creates a bar for a number of games.
    pub fn start(what: &str, games: u64) -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg}: {pos} of {len} games {elapsed}");
        let bar =
            if stderr().is_terminal() { ProgressBar::new(games) } else { ProgressBar::hidden() };
        let bar = bar.with_message(what.to_owned());
        let bar = style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style));
        bar.tick(); // shown immediately, even if the games are over before the first tick
        bar.enable_steady_tick(TICK);
        GamesBar(bar)
    }

    /// Creates a bar that shows nothing.
    pub fn hidden() -> Self {
        GamesBar(ProgressBar::hidden())
    }

    /// Counts a finished game.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// Removes the bar when all games are over.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
