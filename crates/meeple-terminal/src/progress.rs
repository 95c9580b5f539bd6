//! Progress bars for work that takes longer than it should.

use indicatif::{ProgressBar, ProgressStyle};
use meeple_core::Limits;
use std::{
    cell::Cell,
    io::{IsTerminal, stderr},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Work that is done sooner gets no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// Who thinks for longer than this is seen to think.
const THOUGHTFUL: Duration = Duration::from_secs(1);
/// How often a bar moves by itself, to show that something goes on.
pub const TICK: Duration = Duration::from_millis(120);

/// A bar on standard error, shown only on a terminal and only after half a second.
#[derive(Clone, Default)]
pub struct Progress {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    since: Option<Instant>,
    bar: Option<ProgressBar>,
    /// How much of this work was begun or ended before: whoever watches one piece of it sees
    /// that it is over.
    pieces: u64,
    /// Whether somebody tells what part is done.
    is_told: bool,
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

    /// Somebody begins to think. If it takes over a second, that is shown also where nobody says
    /// what part is done: how long it has taken, of how long it should.
    pub fn begin(&self, what: &'static str, expected: Option<Duration>) {
        if !stderr().is_terminal() {
            return;
        }
        let Ok(mut state) = self.state.lock() else { return };
        state.pieces += 1;
        let (piece, since, watcher) = (state.pieces, Instant::now(), self.clone());
        // Without a thread nothing is shown, and nothing else is lost.
        let _ = thread::Builder::new().spawn(move || {
            while watcher.is_at(piece) {
                let taken = since.elapsed();
                if taken > THOUGHTFUL {
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
        if state.is_told {
            return;
        }
        let seconds = |time: Duration| format!("{:.0}", time.as_secs_f64());
        let of = expected.map(|time| format!(" of {}", seconds(time))).unwrap_or_default();
        let said = format!("{what}: {}{of} s", seconds(taken));
        let bar = state.bar.get_or_insert_with(ProgressBar::new_spinner);
        bar.set_message(said);
        bar.tick();
    }

    /// The work is done: the bar goes away.
    pub fn done(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        state.pieces += 1;
        state.is_told = false;
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        state.since = None;
    }

    fn show(&self, what: &'static str, part: f64) {
        let Ok(mut state) = self.state.lock() else { return };
        if !state.is_told {
            // What was shown without knowing the part makes room.
            if let Some(bar) = state.bar.take() {
                bar.finish_and_clear();
            }
            state.is_told = true;
        }
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

/// How many steps of known number are done, shown only on a terminal and only after half a second.
pub struct StepsBar {
    what: &'static str,
    steps: usize,
    done: Cell<usize>,
    progress: Progress,
}

impl StepsBar {
    /// A bar for so many steps.
    pub fn start(what: &'static str, steps: usize) -> Self {
        let bar = StepsBar { what, steps, done: Cell::new(0), progress: Progress::default() };
        bar.progress.show(what, 0.0);
        bar
    }

    /// One more is done.
    pub fn advance(&self) {
        self.done.set(self.done.get() + 1);
        self.progress.show(self.what, self.done.get() as f64 / self.steps.max(1) as f64);
    }

    /// All are, or no more will be: the bar goes away.
    pub fn finish(&self) {
        self.progress.done();
    }
}

/// How many games are dealt with, on standard error meanwhile; nothing where that is no terminal.
pub struct GamesBar(ProgressBar);

impl GamesBar {
    /// A bar for so many games.
    pub fn start(what: &str, games: u64) -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg}: {pos} of {len} games {elapsed}");
        let bar =
            if stderr().is_terminal() { ProgressBar::new(games) } else { ProgressBar::hidden() };
        let bar = bar.with_message(what.to_owned());
        let bar = style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style));
        bar.tick(); // shown at once, also where the games are over before the first tick
        bar.enable_steady_tick(TICK);
        GamesBar(bar)
    }

    /// One that is not shown.
    pub fn hidden() -> Self {
        GamesBar(ProgressBar::hidden())
    }

    /// One more game is over.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// All are: the bar goes away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
