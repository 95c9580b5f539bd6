//! The server's counters, in the text format of Prometheus.

use crate::app_state::AppState;
use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering},
};

/// The server's counters.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Open WebSockets of people; those of bots aren't counted.
    pub(crate) sockets: Gauge,
    /// Rooms created since the start.
    pub(crate) rooms_made: Gauge,
    /// Moves accepted since the start.
    pub(crate) moves: Gauge,
    /// Verbs refused by rooms since the start.
    pub(crate) refusals: Gauge,
    /// Sockets that fell behind and were sent the whole state again.
    pub(crate) lagged: Gauge,
}

/// A counter or gauge.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicU64);

impl Gauge {
    /// Adds one.
    pub(crate) fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds `count`.
    pub(crate) fn add(&self, count: usize) {
        self.0.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Subtracts one.
    pub(crate) fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the current value.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Returns the page for Prometheus.
pub(crate) fn page(app: &AppState) -> String {
    let (waiting, running, done) = app.pool.counts();
    let metrics = &app.metrics;
    let mut page = String::new();
    let mut say = |kind: &str, name: &str, about: &str, value: u64| {
        let _ = writeln!(page, "# HELP meeple_{name} {about}");
        let _ = writeln!(page, "# TYPE meeple_{name} {kind}\nmeeple_{name} {value}");
    };
    say("gauge", "sockets", "Sockets that are open.", metrics.sockets.get());
    say("gauge", "rooms", "Rooms that are awake.", app.lobby.room_count() as u64);
    say("counter", "rooms_made_total", "Rooms that were made.", metrics.rooms_made.get());
    say("counter", "moves_total", "Moves that were accepted.", metrics.moves.get());
    say("counter", "refusals_total", "What was refused.", metrics.refusals.get());
    say("counter", "lagged_total", "Sockets that fell behind.", metrics.lagged.get());
    say("gauge", "thoughts_waiting", "What waits to be thought about.", waiting as u64);
    say("gauge", "thoughts_running", "What is thought about.", running as u64);
    say("counter", "thoughts_total", "What was thought about.", done);
    page
}
