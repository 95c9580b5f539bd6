//! The server is killed at random moments under attack: no acknowledged move may be lost or doubled.

use crate::{
    games::{OrdinaryGames, Pace},
    journal::{Comparison, compare},
    server::ServerProcess,
    withstand::Attackers,
};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use serde::Serialize;
use std::{
    collections::BTreeSet,
    fs, io,
    net::SocketAddr,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How long the server runs between two kills, in milliseconds.
const BETWEEN: std::ops::Range<u64> = 1_500..6_000;
/// How long people think at most.
const THINK: Duration = Duration::from_millis(150);

/// What was found.
#[derive(Debug, Default, Serialize)]
pub struct Survived {
    /// The seed of the moments.
    pub seed: u64,
    /// How often the server was killed.
    pub kills: usize,
    /// The longest time until it was there again, in milliseconds.
    pub longest_restart: f64,
    /// Moves that were acknowledged in all.
    pub acknowledged: usize,
    /// Records that were compared at the end.
    pub records: usize,
    /// Acknowledged moves that were found there.
    pub found: usize,
    /// Finished games whose deals `meeple verify` has verified.
    pub verified: usize,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// Kills the server this often while it is attacked. Must be called within a `LocalSet`.
pub async fn kill(program: &Path, kills: usize, seed: u64) -> io::Result<Survived> {
    let longest = Duration::from_millis(2 * BETWEEN.end) * kills as u32 + Duration::from_secs(60);
    survive(program, kills, seed, |server| Attackers::start(server, longest, "")).await
}

/// The same with other attackers, who are dropped after the last kill.
pub async fn survive<A>(
    program: &Path,
    kills: usize,
    seed: u64,
    attack: impl FnOnce(SocketAddr) -> io::Result<A>,
) -> io::Result<Survived> {
    let folder = tempfile::tempdir()?;
    let mut server = ServerProcess::start(program, &folder.path().join("data"), 0)?;
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut games = OrdinaryGames::begin(server.address, Pace { think: THINK, seed });
    let attackers = attack(server.address)?;
    let mut survived = Survived { seed, ..Survived::default() };
    let mut is_compared = BTreeSet::new();
    for _ in 0..kills {
        sleep(Duration::from_millis(rng.random_range(BETWEEN))).await;
        let begin = Instant::now();
        server.kill_and_restart()?;
        survived.kills += 1;
        let restart = begin.elapsed().as_secs_f64() * 1000.0;
        survived.longest_restart = survived.longest_restart.max(restart);
        // Games that are over don't change.
        let rooms = games.journal.borrow().rooms(|room| !is_compared.contains(room));
        let Comparison { finished, problems, .. } = compare(&rooms, &server.observer()).await;
        survived.problems.extend(problems);
        is_compared.extend(finished.into_iter().map(|(room, _)| room));
    }
    drop(attackers);
    games.stop().await;
    let rooms = games.journal.borrow().rooms(|_| true);
    let comparison = compare(&rooms, &server.observer()).await;
    survived.acknowledged = games.journal.borrow().acknowledged();
    survived.records = comparison.records;
    survived.found = comparison.moves;
    survived.problems.extend(comparison.problems);
    survived.problems.extend(games.tally.counts().broken);
    for (room, record) in comparison.finished {
        match verify(program, folder.path(), &record) {
            Ok(()) => survived.verified += 1,
            Err(problem) => survived.problems.push(format!("{room}: {problem}")),
        }
    }
    Ok(survived)
}

/// Runs `meeple verify` on a record.
fn verify(program: &Path, folder: &Path, record: &[u8]) -> Result<(), String> {
    let file = folder.join("game.jsonl");
    fs::write(&file, record).map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("verify").arg(&file).stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    let told = [output.stdout, output.stderr].concat();
    output.status.success().then_some(()).ok_or_else(|| String::from_utf8_lossy(&told).into_owned())
}
