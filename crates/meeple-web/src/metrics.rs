//! The server's counters, in the text format of Prometheus.

use crate::{app_state::AppState, guard::Held};
use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering},
};

/// The server's counters, all since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Rooms created.
    pub(crate) rooms_made: Counter,
    /// Moves accepted.
    pub(crate) moves: Counter,
    /// Actions refused by rooms.
    pub(crate) refusals: Counter,
    /// Clients that fell behind and were sent the whole state again.
    pub(crate) lagged: Counter,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Adds `count`.
    pub(crate) fn add(&self, count: usize) {
        self.0.fetch_add(count as u64, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Returns the page for Prometheus.
pub(crate) fn page(app: &AppState) -> String {
    let (waiting, running, done) = app.pool.counts();
    let (rooms, sockets) = (app.lobby.room_count() as u64, app.guard.total(Held::Sockets));
    let Metrics { rooms_made, moves, refusals, lagged } = &*app.metrics;
    let figures = [
        ("gauge", "sockets", "Open WebSockets and event streams.", sockets),
        ("gauge", "rooms", "Rooms in memory.", rooms),
        ("counter", "rooms_made_total", "Rooms created.", rooms_made.get()),
        ("counter", "moves_total", "Moves accepted.", moves.get()),
        ("counter", "refusals_total", "Requests refused by rooms.", refusals.get()),
        ("counter", "lagged_total", "Clients that fell behind.", lagged.get()),
        ("gauge", "thoughts_waiting", "Searches waiting for a thread.", waiting as u64),
        ("gauge", "thoughts_running", "Searches running.", running as u64),
        ("counter", "thoughts_total", "Searches finished.", done),
    ];
    let mut page = String::new();
    for (kind, name, help, value) in figures {
        let _ = writeln!(page, "# HELP meeple_{name} {help}");
        let _ = writeln!(page, "# TYPE meeple_{name} {kind}\nmeeple_{name} {value}");
    }
    page
}
