//! What is counted, as Prometheus reads it.

use crate::app::App;
use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering},
};

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Sockets that are open.
    pub(crate) sockets: Gauge,
    /// Rooms that were made.
    pub(crate) rooms_made: Gauge,
    /// Moves that were accepted.
    pub(crate) moves: Gauge,
    /// What was refused.
    pub(crate) refusals: Gauge,
    /// Sockets that fell behind and got the whole state anew.
    pub(crate) lagged: Gauge,
}

/// A number that goes up, and down where that makes sense.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicU64);

impl Gauge {
    /// One more.
    pub(crate) fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// So many more.
    pub(crate) fn add(&self, count: usize) {
        self.0.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// One less.
    pub(crate) fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// How many.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The page for Prometheus.
pub(crate) fn page(app: &App) -> String {
    let (waiting, running, done) = app.pool.figures();
    let metrics = &app.metrics;
    let mut page = String::new();
    let mut say = |kind: &str, name: &str, about: &str, value: u64| {
        let _ = writeln!(page, "# HELP meeple_{name} {about}");
        let _ = writeln!(page, "# TYPE meeple_{name} {kind}\nmeeple_{name} {value}");
    };
    say("gauge", "sockets", "Sockets that are open.", metrics.sockets.get());
    say("gauge", "rooms", "Rooms that are awake.", app.lobby.awake() as u64);
    say("counter", "rooms_made_total", "Rooms that were made.", metrics.rooms_made.get());
    say("counter", "moves_total", "Moves that were accepted.", metrics.moves.get());
    say("counter", "refusals_total", "What was refused.", metrics.refusals.get());
    say("counter", "lagged_total", "Sockets that fell behind.", metrics.lagged.get());
    say("gauge", "thoughts_waiting", "What waits to be thought about.", waiting as u64);
    say("gauge", "thoughts_running", "What is thought about.", running as u64);
    say("counter", "thoughts_total", "What was thought about.", done);
    page
}
