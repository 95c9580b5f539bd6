//! All attacks at once for a while, compared with the same time without any.
//!
//! ```text
//! server ── ordinary games ──────────────────► figures without attack
//! server ── ordinary games, all attacks ─────► figures under attack ─► goals
//! ```

use crate::{
    attacker::ADDRESSES,
    games::{Measurements, OrdinaryGames, Pace},
    journal::compare,
    server::{ServerProcess, counted_refusals},
    tally::Counts,
};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    io,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::time::{Instant, interval, sleep, timeout};

/// How long people think at most.
const THINK: Duration = Duration::from_millis(800);
/// How often the server's memory is read.
const LOOK: Duration = Duration::from_millis(250);
/// How long the attackers may take to finish what they are doing after the end.
const GRACE: Duration = Duration::from_secs(150);
/// The highest latency of 99 % of the moves, in milliseconds.
pub const MAX_LATENCY: f64 = 250.0;
/// How much longer a computer player may take under attack.
pub const MAX_SLOWDOWN: f64 = 2.0;
/// Computer players may always take this long, in milliseconds, however fast they are without attack: people
/// perceive what takes less than a tenth of a second as immediate. The table marks the goals that are this floor.
pub const UNNOTICED: f64 = 100.0;
/// The longest time in which 99 % of the rooms that people create are open, in milliseconds.
pub const MAX_CREATION: f64 = 1000.0;
/// The highest resident memory in bytes.
pub const MAX_MEMORY: u64 = 600_000_000;
/// What the log may grow by for one client, as documented: at once, and per second.
const DISK_BURST: u64 = 32 << 20;
const DISK_RATE: u64 = 8 << 10;
/// The clients that play ordinary games.
const PEOPLE: u64 = 14;

/// Latencies in milliseconds.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Latency {
    /// How many were measured.
    pub count: usize,
    /// The median.
    pub median: f64,
    /// What 99 % stay within.
    pub p99: f64,
    /// The longest.
    pub most: f64,
}

impl Latency {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let last = times.len().saturating_sub(1);
            times.get((last as f64 * part).ceil() as usize).copied().unwrap_or(f64::NAN)
        };
        Latency { count: times.len(), median: at(0.5), p99: at(0.99), most: at(1.0) }
    }
}

/// What was measured in one run.
#[derive(Debug, Default, Serialize)]
pub struct RunFigures {
    /// From a move to its answer.
    pub moves: Latency,
    /// From a move to the other person's screen.
    pub screens: Latency,
    /// From a move to the computer player's reply, by game and player.
    pub replies: BTreeMap<String, Latency>,
    /// From asking for a room until everybody sits at it.
    pub creations: Latency,
    /// Requests of people for a room or a seat that were refused or not answered.
    pub refused_creations: usize,
    /// Ordinary games that were finished.
    pub finished: usize,
    /// Reconnections of people in ordinary games.
    pub lost: usize,
    /// The most resident memory in bytes.
    pub memory: u64,
    /// How much the data folder has grown, in bytes.
    pub disk: u64,
    /// Seconds of processor time that the server used.
    pub processor: f64,
    /// How long the run took in seconds.
    pub seconds: f64,
    /// Whether the server answered at the end.
    pub is_alive: bool,
    /// Acknowledged moves that were found in the records.
    pub moves_found: usize,
    /// What went wrong.
    pub problems: Vec<String>,
}

/// The result of both runs.
#[derive(Debug, Serialize)]
pub struct Withstood {
    /// Without attack.
    pub before: RunFigures,
    /// Under attack.
    pub under_attack: RunFigures,
    /// What each attack has seen.
    pub attacks: BTreeMap<String, Counts>,
    /// Refusals that all clients together have seen, by code and transport.
    pub seen: BTreeMap<String, u64>,
    /// Refusals that the server has counted.
    pub counted: BTreeMap<String, u64>,
    /// What the data folder may grow by, in bytes.
    pub disk_allowed: u64,
}

/// Returns how many bytes the log may grow by in this time, as documented.
pub fn disk_allowed(time: Duration) -> u64 {
    (u64::from(ADDRESSES) + PEOPLE) * (DISK_BURST + DISK_RATE * time.as_secs())
}

/// Measures both runs. Must be called within a `LocalSet`.
pub async fn measure(
    program: &Path,
    time: Duration,
    seed: u64,
    word: &str,
) -> io::Result<Withstood> {
    eprintln!("attack: {} s without attack", time.as_secs());
    let (before, _) = run(program, time, seed, |_| Ok(None)).await?;
    eprintln!("attack: {} s with all attacks from {ADDRESSES} addresses", time.as_secs());
    let (under_attack, ended) =
        run(program, time, seed, |server| Attackers::start(server, time, word).map(Some)).await?;
    let disk_allowed = disk_allowed(time);
    let Ended { attacks, seen, counted } = ended;
    Ok(Withstood { before, under_attack, attacks, seen, counted, disk_allowed })
}

/// The attackers, in a process of their own at the lowest priority. It is killed when this is dropped.
pub struct Attackers(Child);

impl Attackers {
    /// Starts them for this long.
    /// Only those attacks take part whose names contain this word.
    pub fn start(server: SocketAddr, time: Duration, word: &str) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--attackers", &server.to_string(), &time.as_secs().to_string(), word]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.spawn().map(Attackers)
    }

    /// Waits for their end; returns what they have seen.
    async fn finish(mut self) -> io::Result<BTreeMap<String, Counts>> {
        let mut output = self.0.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let reading = tokio::task::spawn_blocking(move || {
            let mut text = String::new();
            io::Read::read_to_string(&mut output, &mut text).map(|_| text)
        });
        let text = timeout(GRACE, reading).await.map_err(io::Error::other)?;
        serde_json::from_str(&text.map_err(io::Error::other)??).map_err(io::Error::other)
    }
}

impl Drop for Attackers {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What is known after a run.
#[derive(Default)]
struct Ended {
    attacks: BTreeMap<String, Counts>,
    seen: BTreeMap<String, u64>,
    counted: BTreeMap<String, u64>,
}

async fn run(
    program: &Path,
    time: Duration,
    seed: u64,
    attack: impl FnOnce(SocketAddr) -> io::Result<Option<Attackers>>,
) -> io::Result<(RunFigures, Ended)> {
    let folder = tempfile::tempdir()?;
    let mut server = ServerProcess::start(program, &folder.path().join("data"), 0)?;
    let disk_before = server.disk();
    let begin = Instant::now();
    let mut games = OrdinaryGames::begin(server.address, Pace { think: THINK, seed });
    sleep(Duration::from_secs(2)).await; // the games have begun
    let attackers = attack(server.address)?;
    let end = Instant::now() + time;
    let mut look = interval(LOOK);
    let mut memory = 0;
    while Instant::now() < end {
        look.tick().await;
        memory = memory.max(server.memory().now);
    }
    let measured = std::mem::take(&mut *games.measured.borrow_mut());
    let seconds = begin.elapsed().as_secs_f64();
    let processor = server.processor_seconds();
    let mut ended = Ended::default();
    if let Some(attackers) = attackers {
        eprintln!("attack: waiting for the last answers");
        ended.attacks = attackers.finish().await?;
    }
    games.stop().await;
    sleep(Duration::from_secs(2)).await; // what has been closed is also counted
    let observer = server.observer();
    let is_answered = observer.connection().get("/livez").await.is_some_and(|it| it.status == 200);
    ended.counted = counted_refusals(&observer).await.unwrap_or_default();
    let mut all = games.tally.counts();
    ended.attacks.values().for_each(|counts| all.add(counts));
    ended.seen = all.refusals;
    let rooms = games.journal.borrow().rooms(|_| true);
    let comparison = compare(&rooms, &observer).await;
    let mut problems = all.broken;
    problems.extend(comparison.problems);
    let Measurements { moves, screens, replies, creations, refused_creations, finished, lost } =
        measured;
    let mut by_game = BTreeMap::<_, Vec<f64>>::new();
    for (game, ms) in replies {
        by_game.entry(game).or_default().push(ms);
    }
    let figures = RunFigures {
        moves: Latency::of(moves),
        screens: Latency::of(screens),
        replies: by_game.into_iter().map(|(game, times)| (game, Latency::of(times))).collect(),
        creations: Latency::of(creations),
        refused_creations,
        finished,
        lost,
        memory: memory.max(server.memory().most),
        disk: server.disk().saturating_sub(disk_before),
        processor,
        seconds,
        is_alive: server.is_alive() && is_answered,
        moves_found: comparison.moves,
        problems,
    };
    Ok((figures, ended))
}
