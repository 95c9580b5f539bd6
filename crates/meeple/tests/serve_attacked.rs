//! All attacks at once on a server that is also killed: a short form of `cargo xtask attack`, without assertions
//! on how fast anything is.

use meeple_attack::{
    attacker::attack_all,
    games::{OrdinaryGames, Pace},
    journal::compare,
    kills::survive,
    server::{ServerProcess, counted_refusals},
    tally::Counts,
    withstand::disk_allowed,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{path::Path, thread, time::Duration};
use tokio::{
    runtime::{Builder, Runtime},
    task::{LocalSet, spawn_blocking},
};

/// How long the attackers attack.
const TIME: Duration = Duration::from_secs(8);
/// How often the server is killed.
const KILLS: usize = 3;
/// The seed of everything random here.
const SEED: u64 = 7;
const PACE: Pace = Pace { think: Duration::from_millis(30), seed: SEED };
/// The most memory in bytes: a debug build with debug assertions needs more than a release build.
const MAX_MEMORY: u64 = 1 << 30;

fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("meeple")
}

/// Returns a runtime; each client needs a socket.
fn runtime() -> Runtime {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

#[test]
fn ordinary_games_go_on_under_attack_and_every_refusal_is_counted() {
    LocalSet::new().block_on(&runtime(), async {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let mut server = ServerProcess::start(program(), &data, 0).expect("it starts");
        let mut games = OrdinaryGames::begin(server.address, PACE);
        let address = server.address;
        let attacks = spawn_blocking(move || attack_all(address, TIME));
        let attacks = attacks.await.expect("no attacker panics");
        let finished = games.measured.borrow().finished;
        while games.measured.borrow().finished == finished {
            tokio::time::sleep(Duration::from_millis(20)).await; // games go on after the attack
        }
        games.stop().await;
        assert!(server.is_alive());
        let memory = server.memory().most;
        assert!(memory < MAX_MEMORY, "{memory} bytes of memory");
        let disk = server.disk();
        assert!(disk <= disk_allowed(TIME), "{disk} bytes on disk");
        let mut seen: Counts = games.tally.counts();
        for (_, counts) in &attacks {
            seen.add(counts);
        }
        assert!(seen.refusals.contains_key("too-many http"), "{seen:?}");
        assert_eq!(seen.broken, [""; 0]);
        let observer = server.observer();
        let counted = counted_refusals(&observer).await.expect("the metrics");
        assert_eq!(seen.refusals, counted);
        let rooms = games.journal.borrow().rooms(|_| true);
        let comparison = compare(&rooms, &observer).await;
        assert_eq!(comparison.problems, [""; 0]);
        assert_eq!(comparison.moves, games.journal.borrow().acknowledged());
    });
}

#[test]
fn no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed_under_attack() {
    LocalSet::new().block_on(&runtime(), async {
        let attack = |address| Ok(thread::spawn(move || attack_all(address, TIME)));
        let survived = survive(program(), KILLS, SEED, attack).await.expect("it starts again");
        assert_eq!(survived.problems, [""; 0]);
        assert_eq!(survived.kills, KILLS);
        assert!(survived.found > 0 && survived.found == survived.acknowledged, "{survived:?}");
    });
}
