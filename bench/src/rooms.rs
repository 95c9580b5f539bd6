//! Benchmarks of rooms on a server: moves per second, and latency to the opponent's screen.
//!
//! ```text
//! Ann ── play ──► socket ─► room ─► log on disk ─► update ──► Ann and Bo
//! Ann ── play ──► socket ─────────► relay ───────► same size ──► Ann and Bo      (the peer)
//! ```
//!
//! All clients play over real sockets of this machine, in this process, which has two threads for both ends.
//! Each room plays Chomp, biting off the last square each time; when a game is over, the rematch continues in
//! another room. The peer is the same stack with the same clients and nothing behind it: a relay that answers
//! the sender and sends both clients as many bytes as an update has. If all clients move as soon as it is
//! their turn, the latency is time spent in a queue; a row with one move per second each shows the rest.

mod clients;
mod relay;

use crate::table::{BenchGoal, BenchTable};
use clients::{ClientPairs, CrowdResult, Pace};
use meeple_web::{HeldLimit, RateLimit, Server, ServerConfig, ServerLimits};
use relay::EchoRelay;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{fs, path::Path, time::Duration};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// Numbers of rooms, with the minimum ratio of the server's rate to the relay's, and the minimum moves per second.
const CROWDS: [(usize, f64, Option<f64>); 2] =
    [(200, 1.0 / 3.0, Some(21_000.0)), (1000, 0.4, None)];
/// Maximum latency of 99 % of the moves with unhurried clients, in seconds.
const MAX_LATENCY: f64 = 0.050;

/// Adds all rows about rooms.
pub(crate) fn rows(bench: &mut BenchTable) {
    if bench.is_any_selected(&["rooms: moves, time to the other's screen, memory"]) {
        allow_many_sockets();
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("two threads can be started");
        memory(bench, &runtime);
        for (rooms, min_ratio, least) in CROWDS {
            speed(bench, &runtime, rooms, (min_ratio, least));
        }
        unhurried(bench, &runtime);
        runtime.shutdown_background();
    }
}

/// A server with its log on the disk of this program, since `/tmp` may be in memory.
pub(crate) struct BenchServer {
    pub(crate) server: Server,
    folder: TempDir,
}

/// Returns a new folder on the disk of this program.
pub(crate) fn new_folder() -> TempDir {
    let program = std::env::current_exe().expect("this program runs");
    let beside = program.parent().expect("it is in a folder");
    TempDir::new_in(beside).expect("a folder can be made")
}

impl BenchServer {
    async fn open() -> Self {
        BenchServer::open_in(new_folder()).await
    }

    /// Returns the data folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a server without limits per client, whose rooms sleep after a second.
    pub(crate) async fn open_in(folder: TempDir) -> Self {
        let limits = ServerLimits {
            rooms: HeldLimit::UNLIMITED,
            creations: RateLimit::UNLIMITED,
            connections: HeldLimit::UNLIMITED,
            sockets: HeldLimit::UNLIMITED,
            requests: RateLimit::UNLIMITED,
            bytes_read: RateLimit::UNLIMITED,
            bytes_stored: RateLimit::UNLIMITED,
            wake_ups: RateLimit::UNLIMITED,
            actions: RateLimit::UNLIMITED,
            idle_timeout: Duration::from_secs(1),
            ..ServerLimits::default()
        };
        let listen = "127.0.0.1:0".parse().expect("an address");
        let config = ServerConfig { limits, ..ServerConfig::new(listen, folder.path()) };
        let server = Server::start(config).await.expect("the server starts");
        BenchServer { server, folder }
    }
}

fn memory(bench: &mut BenchTable, runtime: &Runtime) {
    let what = "rooms: memory of one with two sockets, both ends";
    let rooms = 1000;
    let (mut grown, kib) = (Vec::new(), |bytes: f64| bytes / 1024.0 / rooms as f64);
    runtime.block_on(async {
        let relay = EchoRelay::open(1024).await;
        let before = resident_bytes();
        let pairs = ClientPairs::at_relay(relay.address, rooms).await;
        grown.push(kib(resident_bytes() - before));
        let bench = BenchServer::open().await;
        let before = resident_bytes();
        let crowd = ClientPairs::in_rooms(bench.server.address, rooms).await;
        grown.push(kib(resident_bytes() - before));
        drop((pairs, crowd));
        relay.close();
        bench.server.close().await;
    });
    bench.figure(what, grown[1], "KiB", Some(BenchGoal::AtMost(100.0)));
    bench.figure("rooms: memory of a pair at the relay", grown[0], "KiB", None);
}

/// Measures clients that move as soon as it is their turn.
fn speed(
    bench: &mut BenchTable,
    runtime: &Runtime,
    rooms: usize,
    (min_ratio, least): (f64, Option<f64>),
) {
    let ours = runtime.block_on(async {
        let bench = BenchServer::open().await;
        let crowd = ClientPairs::in_rooms(bench.server.address, rooms).await;
        let played = crowd.play(Pace::AtOnce).await;
        bench.server.close().await;
        played
    });
    let theirs = runtime.block_on(async {
        let relay = EchoRelay::open(ours.bytes).await;
        let played = ClientPairs::at_relay(relay.address, rooms).await.play(Pace::AtOnce).await;
        relay.close();
        played
    });
    let what = format!("rooms: moves with {rooms} rooms, each on disk");
    let goal = Some(BenchGoal::RatioAtLeast(min_ratio));
    bench.pair(&what, (ours.rate, "/s"), ("a relay on the same stack", theirs.rate), goal);
    if let Some(least) = least {
        bench.figure(
            &format!("{what}, at least"),
            ours.rate,
            "/s",
            Some(BenchGoal::AtLeast(least)),
        );
    }
    bench.figure(
        &format!("rooms: bytes of an update, {rooms} rooms"),
        ours.bytes as f64,
        "B",
        None,
    );
    latency_rows(bench, &format!("{rooms} rooms that hurry"), (&ours, Some(&theirs)));
}

/// Measures clients that wait before each move.
fn unhurried(bench: &mut BenchTable, runtime: &Runtime) {
    let rooms = 1000;
    let played = runtime.block_on(async {
        let bench = BenchServer::open().await;
        let crowd = ClientPairs::in_rooms(bench.server.address, rooms).await;
        let played = crowd.play(Pace::EverySecond).await;
        bench.server.close().await;
        played
    });
    latency_rows(bench, "1000 rooms, a move a second each", (&played, None));
}

/// Adds rows for the latency from a move to the opponent's screen.
fn latency_rows(
    bench: &mut BenchTable,
    whose: &str,
    (ours, theirs): (&CrowdResult, Option<&CrowdResult>),
) {
    for (name, percent) in [("median", 50), ("99 of 100", 99)] {
        let what = format!("rooms: to the other's screen, {name}, {whose}");
        let ours = ours.within(percent);
        match theirs {
            Some(theirs) => {
                bench.pair(&what, (ours, "s"), ("the relay", theirs.within(percent)), None);
            }
            None => bench.figure(&what, ours, "s", Some(BenchGoal::AtMost(MAX_LATENCY))),
        }
    }
}

/// Raises the limit of open files to the system's maximum, since both ends of each socket are here.
fn allow_many_sockets() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Returns the resident memory of this process in bytes.
fn resident_bytes() -> f64 {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    pages.unwrap_or(f64::NAN) * 4096.0
}
