//! The server's figures for Prometheus, in the `OpenMetrics` text format. `docs/hosting.md` explains each.
//!
//! No label's value comes from a client: routes are patterns such as `/api/rooms/{room}`, and anything unknown
//! is `other`.

use crate::{
    api_error::ErrorCode, app_state::AppState, disk::DiskFigures, guard::Held, log::StoredKind,
    room::RoomPhase,
};
use axum::http::{Method, StatusCode};
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Registry, Unit},
};
use std::{
    sync::{Mutex, atomic::AtomicU64},
    time::Duration,
};

/// The content type of the page.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Counters with labels.
pub(crate) type LabelledCounter<const LABELS: usize = 1> =
    Family<[(&'static str, &'static str); LABELS], Counter>;

/// The server's figures, all since the start.
pub(crate) struct Metrics {
    /// Rooms created.
    pub(crate) rooms_made: Counter,
    /// Moves accepted.
    pub(crate) moves: Counter,
    /// Clients that fell behind and were sent the whole state again.
    pub(crate) lagged: Counter,
    /// What was removed for its age, by kind.
    removed: LabelledCounter,
    /// Requests that a limit has refused, by limit.
    pub(crate) limits: LabelledCounter<2>,
    refusals: LabelledCounter<2>,
    requests: Family<RequestLabels, Histogram>,
    actions: Histogram,
    log_operations: Family<[(&'static str, &'static str); 1], Histogram>,
    log_errors: LabelledCounter,
    computer_waits: Histogram,
    computer_moves: Histogram,
    /// Figures that are read when the page is requested.
    gauges: Gauges,
    registry: Mutex<Registry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: &'static str,
    status: &'static str,
}

#[derive(Default)]
struct Gauges {
    connections: Gauge,
    sockets: Gauge,
    rooms: Family<[(&'static str, &'static str); 1], Gauge>,
    thoughts_waiting: Gauge,
    thoughts_running: Gauge,
    thoughts: Counter,
    disk_free: Gauge<f64, AtomicU64>,
    database: Gauge<f64, AtomicU64>,
}

/// How a refusal reached the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    /// As an HTTP response.
    Http,
    /// As a message on a WebSocket.
    Socket,
    /// As a line of a stream.
    Stream,
}

/// An operation on the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogOperation {
    /// Lines are appended.
    Append,
    /// All lines are read.
    Read,
}

impl LogOperation {
    fn labels(self) -> [(&'static str, &'static str); 1] {
        let name = match self {
            LogOperation::Append => "append",
            LogOperation::Read => "read",
        };
        [("operation", name)]
    }
}

impl Metrics {
    /// Returns figures that are all zero.
    pub(crate) fn new() -> Self {
        let mut metrics = Metrics {
            rooms_made: Counter::default(),
            moves: Counter::default(),
            lagged: Counter::default(),
            removed: Family::default(),
            limits: Family::default(),
            refusals: Family::default(),
            requests: Family::new_with_constructor(from_1_ms),
            actions: from_100_us(),
            log_operations: Family::new_with_constructor(from_100_us),
            log_errors: Family::default(),
            computer_waits: from_10_ms(),
            computer_moves: from_10_ms(),
            gauges: Gauges::default(),
            registry: Mutex::default(),
        };
        metrics.registry = Mutex::new(metrics.registry());
        for operation in [LogOperation::Append, LogOperation::Read] {
            let _ = metrics.log_errors.get_or_create(&operation.labels()); // so that the first error shows as a change
        }
        for kind in StoredKind::ALL {
            metrics.count_removed(kind.name(), 0);
        }
        metrics
    }

    /// Registers everything under its name.
    fn registry(&self) -> Registry {
        let mut all = Registry::with_prefix("meeple");
        let gauges = &self.gauges;
        let connections = "Open connections, not counting WebSockets";
        all.register("connections", connections, gauges.connections.clone());
        let sockets = "Open WebSockets and event streams of people and bots";
        all.register("sockets", sockets, gauges.sockets.clone());
        all.register("rooms", "Rooms in memory", gauges.rooms.clone());
        all.register("rooms_made", "Rooms created", self.rooms_made.clone());
        all.register("moves", "Moves accepted", self.moves.clone());
        all.register("refusals", "Errors sent to clients", self.refusals.clone());
        all.register("limit_refusals", "Requests over a limit", self.limits.clone());
        all.register("lagged", "Clients that fell behind", self.lagged.clone());
        all.register("removed", "Games and results removed for their age", self.removed.clone());
        let free = "Free space on the disk of the data folder";
        let database = "Size of the database";
        all.register_with_unit("disk_free", free, Unit::Bytes, gauges.disk_free.clone());
        all.register_with_unit("database", database, Unit::Bytes, gauges.database.clone());
        all.register("log_errors", "Failed operations of the log", self.log_errors.clone());
        let waiting = "Searches waiting for a thread";
        all.register("thoughts_waiting", waiting, gauges.thoughts_waiting.clone());
        all.register("thoughts_running", "Searches running", gauges.thoughts_running.clone());
        all.register("thoughts", "Searches finished", gauges.thoughts.clone());
        let mut time = |name, help, times: Histogram| {
            all.register_with_unit(name, help, Unit::Seconds, times);
        };
        time("action_duration", "From an action in a room to the disk", self.actions.clone());
        time("computer_wait", "From asking a computer to its search", self.computer_waits.clone());
        time("computer_move", "From asking a computer to its move", self.computer_moves.clone());
        let requests = "From a request to its response";
        all.register_with_unit("request_duration", requests, Unit::Seconds, self.requests.clone());
        let operations = self.log_operations.clone();
        all.register_with_unit("log_duration", "Operations of the log", Unit::Seconds, operations);
        all
    }

    /// Counts what was removed for its age.
    pub(crate) fn count_removed(&self, kind: &'static str, count: u64) {
        self.removed.get_or_create(&[("kind", kind)]).inc_by(count);
    }

    /// Counts an error sent to a client.
    pub(crate) fn count_refusal(&self, via: Transport, code: ErrorCode) {
        let via = match via {
            Transport::Http => "http",
            Transport::Socket => "socket",
            Transport::Stream => "stream",
        };
        self.refusals.get_or_create(&[("code", code.name()), ("via", via)]).inc();
    }

    /// Counts a response; `route` is a pattern, or `None` if no route matched.
    pub(crate) fn observe_request(
        &self,
        route: Option<&str>,
        method: &Method,
        status: StatusCode,
        time: Duration,
    ) {
        let method = match *method {
            Method::GET => "GET",
            Method::POST => "POST",
            Method::HEAD => "HEAD",
            _ => "other",
        };
        let status = match status.as_u16() / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        };
        let labels = RequestLabels { route: route.unwrap_or("other").into(), method, status };
        self.requests.get_or_create(&labels).observe(time.as_secs_f64());
    }

    /// Counts an action that a room has answered.
    pub(crate) fn observe_action(&self, time: Duration) {
        self.actions.observe(time.as_secs_f64());
    }

    /// Counts an operation on the log.
    pub(crate) fn observe_log(&self, operation: LogOperation, time: Duration, is_ok: bool) {
        let labels = operation.labels();
        self.log_operations.get_or_create(&labels).observe(time.as_secs_f64());
        if !is_ok {
            self.log_errors.get_or_create(&labels).inc();
        }
    }

    /// Counts how long a computer player waited for a thread.
    pub(crate) fn observe_computer_wait(&self, time: Duration) {
        self.computer_waits.observe(time.as_secs_f64());
    }

    /// Counts how long it took until a computer player had its move.
    pub(crate) fn observe_computer_move(&self, time: Duration) {
        self.computer_moves.observe(time.as_secs_f64());
    }
}

/// Returns the page for Prometheus.
pub(crate) async fn page(app: &AppState) -> String {
    let gauges = &app.metrics.gauges;
    let DiskFigures { free, database } = app.disk.figures().await;
    for (gauge, bytes) in [(&gauges.disk_free, free), (&gauges.database, database)] {
        gauge.set(bytes.map_or(f64::NAN, |bytes| bytes as f64)); // as usual for what isn't known
    }
    let (waiting, running, done) = app.pool.counts();
    gauges.connections.set(app.guard.total(Held::Connections) as i64);
    gauges.sockets.set(app.guard.total(Held::Sockets) as i64);
    gauges.thoughts_waiting.set(waiting as i64);
    gauges.thoughts_running.set(running as i64);
    gauges.thoughts.inner().store(done, std::sync::atomic::Ordering::Relaxed);
    let phases = app.lobby.phases();
    for phase in [RoomPhase::Open, RoomPhase::Playing, RoomPhase::Over] {
        let rooms = phases.iter().filter(|other| **other == phase).count();
        gauges.rooms.get_or_create(&[("phase", phase.name())]).set(rooms as i64);
    }
    let mut page = String::new();
    let registry = crate::lock::lock(&app.metrics.registry);
    encode(&mut page, &registry).expect("a string takes everything");
    page
}

/// Returns a histogram from 0.1 ms to 3 s.
fn from_100_us() -> Histogram {
    Histogram::new(exponential_buckets(0.000_1, 2.0, 16))
}

/// Returns a histogram from 1 ms to 16 s.
fn from_1_ms() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 15))
}

/// Returns a histogram from 10 ms to 41 s.
fn from_10_ms() -> Histogram {
    Histogram::new(exponential_buckets(0.01, 2.0, 13))
}
