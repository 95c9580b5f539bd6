//! Rooms on a server: how many moves a second, and how long until the other one sees it.
//!
//! ```text
//! Ann ── play ──► socket ─► room ─► log on disk ─► update ──► Ann and Bo
//! Ann ── play ──► socket ─────────► relay ───────► as long ──► Ann and Bo      (the peer)
//! ```
//!
//! Everybody plays over a real socket of this machine, in this process, which
//! has two threads for both ends. Each room plays Chomp and bites off the last
//! square each time; when a game is over the rematch goes on in another room.
//! The peer is the same stack and the same clients without anything behind it:
//! a relay that answers the sender and sends both as many bytes as an update has.
//! Where everybody moves as soon as it is their turn, the time to the other's
//! screen is the time in a queue; a row with a move a second each shows the rest.

mod clients;
mod relay;

use crate::table::{Bench, Goal};
use clients::{Crowd, Pace, Played};
use meeple_web::{Config, Limits, Server};
use relay::Relay;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{fs, time::Duration};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// How many rooms, and the least moves a second with them.
const CROWDS: [(usize, Option<f64>); 2] = [(200, Some(21_000.0)), (1000, None)];
/// The relay may do so many times as much.
const CLOSE_TO_THE_STACK: f64 = 1.0 / 3.0;
/// The longest that 99 of 100 moves may take where nobody hurries.
const AT_ONCE: f64 = 0.050;

/// All rows about rooms.
pub(crate) fn rows(bench: &mut Bench) {
    if bench.wants_any(&["rooms: moves, time to the other's screen, memory"]) {
        allow_many_sockets();
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("two threads can be started");
        memory(bench, &runtime);
        for (rooms, least) in CROWDS {
            speed(bench, &runtime, rooms, least);
        }
        unhurried(bench, &runtime);
        runtime.shutdown_background();
    }
}

/// A server with its log on the disk that this program is on; `/tmp` may be memory.
struct House {
    server: Server,
    _folder: TempDir,
}

impl House {
    async fn open() -> Self {
        let program = std::env::current_exe().expect("this program runs");
        let beside = program.parent().expect("it is in a folder");
        let folder = TempDir::new_in(beside).expect("a folder can be made");
        let limits = Limits {
            rooms: usize::MAX,
            made: u32::MAX,
            connections_of_one: usize::MAX,
            sockets: usize::MAX,
            sockets_of_one: usize::MAX,
            verbs: u32::MAX,
            idle: Duration::from_secs(1),
            ..Limits::default()
        };
        let listen = "127.0.0.1:0".parse().expect("an address");
        let config = Config { listen, data: folder.path().into(), hosts: Vec::new(), limits };
        let server = Server::start(config).await.expect("the server starts");
        House { server, _folder: folder }
    }
}

fn memory(bench: &mut Bench, runtime: &Runtime) {
    let what = "rooms: memory of one with two sockets, both ends";
    let rooms = 1000;
    let (mut grown, kib) = (Vec::new(), |bytes: f64| bytes / 1024.0 / rooms as f64);
    runtime.block_on(async {
        let relay = Relay::open(1024).await;
        let before = resident();
        let pairs = Crowd::at_relay(relay.address, rooms).await;
        grown.push(kib(resident() - before));
        let house = House::open().await;
        let before = resident();
        let crowd = Crowd::in_rooms(house.server.address, rooms).await;
        grown.push(kib(resident() - before));
        drop((pairs, crowd));
        relay.close();
        house.server.close().await;
    });
    bench.figure(what, grown[1], "KiB", Some(Goal::AtMost(100.0)));
    bench.figure("rooms: memory of a pair at the relay", grown[0], "KiB", None);
}

/// Everybody moves as soon as it is their turn.
fn speed(bench: &mut Bench, runtime: &Runtime, rooms: usize, least: Option<f64>) {
    let ours = runtime.block_on(async {
        let house = House::open().await;
        let crowd = Crowd::in_rooms(house.server.address, rooms).await;
        let played = crowd.play(Pace::AtOnce).await;
        house.server.close().await;
        played
    });
    let theirs = runtime.block_on(async {
        let relay = Relay::open(ours.bytes).await;
        let played = Crowd::at_relay(relay.address, rooms).await.play(Pace::AtOnce).await;
        relay.close();
        played
    });
    let what = format!("rooms: moves with {rooms} rooms, each on disk");
    let goal = Some(Goal::RatioAtLeast(CLOSE_TO_THE_STACK));
    bench.pair(&what, (ours.rate, "/s"), ("a relay on the same stack", theirs.rate), goal);
    if let Some(least) = least {
        bench.figure(&format!("{what}, at least"), ours.rate, "/s", Some(Goal::AtLeast(least)));
    }
    bench.figure(
        &format!("rooms: bytes of an update, {rooms} rooms"),
        ours.bytes as f64,
        "B",
        None,
    );
    screens(bench, &format!("{rooms} rooms that hurry"), (&ours, Some(&theirs)));
}

/// Everybody waits a while before they move.
fn unhurried(bench: &mut Bench, runtime: &Runtime) {
    let rooms = 1000;
    let played = runtime.block_on(async {
        let house = House::open().await;
        let crowd = Crowd::in_rooms(house.server.address, rooms).await;
        let played = crowd.play(Pace::EverySecond).await;
        house.server.close().await;
        played
    });
    screens(bench, "1000 rooms, a move a second each", (&played, None));
}

/// From a move to the other's screen.
fn screens(bench: &mut Bench, whose: &str, (ours, theirs): (&Played, Option<&Played>)) {
    for (name, percent) in [("median", 50), ("99 of 100", 99)] {
        let what = format!("rooms: to the other's screen, {name}, {whose}");
        let ours = ours.within(percent);
        match theirs {
            Some(theirs) => {
                bench.pair(&what, (ours, "s"), ("the relay", theirs.within(percent)), None);
            }
            None => bench.figure(&what, ours, "s", Some(Goal::AtMost(AT_ONCE))),
        }
    }
}

/// As many files as the system allows: each socket has two ends here.
fn allow_many_sockets() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Bytes of memory that this process has.
fn resident() -> f64 {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    pages.unwrap_or(f64::NAN) * 4096.0
}
