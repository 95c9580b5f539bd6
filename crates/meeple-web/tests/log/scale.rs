//! Measures a log with a million finished games against an empty one.
//!
//! `cargo test --release -p meeple-web --test log -- --ignored --nocapture`

use crate::conformance::{append, finished, later};
use meeple_web::log::{EventLog, ListQuery, LogAppend, SqliteLog, StoredKind};
use rusqlite::{Connection, params};
use std::{
    path::Path,
    time::{Duration, Instant},
};

const GAMES: i64 = 1_000_000;
const LINES: i64 = 4;
/// The number of games in the log that counts as empty.
const FEW: i64 = 1000;
const GAME_NAMES: [&str; 4] = ["azul", "chomp", "filler", "grass"];
/// The number of times that everything is measured; the median counts.
const REPEATS: usize = 101;

#[tokio::test]
#[ignore = "it measures, for a minute, and checks nothing"]
async fn a_million_games_cost_as_much_as_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let [empty, full] = ["empty", "full"].map(|name| folder.path().join(name));
    for path in [&empty, &full] {
        let log = SqliteLog::open(path).expect("a log");
        log.close().await.expect("it closes");
    }
    let since = Instant::now();
    fill(&full, GAMES);
    fill(&empty, FEW); // so that pages are full
    let bytes = std::fs::metadata(&full).expect("a file").len();
    println!("{GAMES} games, {} MiB, created in {:.1?}", bytes >> 20, since.elapsed());
    for (name, path, games) in [("empty", empty, FEW), ("full", full, GAMES)] {
        let log = SqliteLog::open(&path).expect("a log");
        let middle = i64::from(games as i32) / 2;
        println!("{name}:");
        let page = |game: Option<&str>, before| {
            let query = ListQuery { game: game.map(Into::into), before, limit: 101 };
            log.finished_games(query)
        };
        let mut cursor = page(None, None).await.expect("a page")[0].cursor.clone();
        cursor.changed = middle;
        measure("first page", async |_| drop(page(None, None).await.expect("a page"))).await;
        measure("first page of a game", async |_| {
            drop(page(Some("azul"), None).await.expect("a page"));
        })
        .await;
        measure("page in the middle", async |_| {
            drop(page(None, Some(cursor.clone())).await.expect("a page"));
        })
        .await;
        measure("read a log", async |turn| {
            let room = room_name(turn as i64 * 7919 % games);
            assert_eq!(log.read(&room).await.expect("lines").len(), LINES as usize);
        })
        .await;
        measure("create a room", async |turn| {
            let append = append(&format!("new {turn}"), 0, &["made", "sat"]);
            assert_eq!(log.append(append).await, Ok(2));
        })
        .await;
        measure("finish a game", async |turn| {
            let summary = Some(finished("azul", &summary(turn as i64)));
            let append = append(&format!("new {turn}"), 2, &["end"]);
            assert_eq!(log.append(LogAppend { summary, ..append }).await, Ok(3));
        })
        .await;
        if games == GAMES {
            measure("remove 32 old games", async |_| {
                let old = log.old_logs(StoredKind::Finished, later(), 32).await.expect("names");
                let removed: Vec<_> = old
                    .iter()
                    .map(|name| log.remove_old_log(name, StoredKind::Finished, later()))
                    .collect();
                for removed in removed {
                    assert_eq!(removed.await, Ok(true));
                }
            })
            .await;
            measure("release space", async |_| {
                log.release_space().await.expect("space");
            })
            .await;
        }
        log.close().await.expect("it closes");
    }
}

async fn measure(what: &str, mut work: impl AsyncFnMut(usize)) {
    let mut times = Vec::new();
    for turn in 0..REPEATS {
        let since = Instant::now();
        work(turn).await;
        times.push(since.elapsed());
    }
    times.sort();
    let [median, worst]: [Duration; 2] = [times[REPEATS / 2], times[REPEATS - 1]];
    println!("  {what:22} {median:>10.1?}, at most {worst:>10.1?}");
}

/// Returns the name of a room; like ids, names aren't in order.
fn room_name(number: i64) -> String {
    format!("{:010x}", (number.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64) as u64) >> 24)
}

fn summary(number: i64) -> String {
    let game = GAME_NAMES[number as usize % GAME_NAMES.len()];
    let room = room_name(number);
    format!(
        r#"{{"room":"{room}","game":"{game}","options":["players=2"],"phase":"over","public":true,"seats":[{{"kind":"person","name":"Ann"}},{{"kind":"computer","name":"normal"}}],"ply":40,"started":"2026-03-01T18:04:05Z"}}"#
    )
}

/// Adds finished public games with direct SQL, in one transaction.
fn fill(path: &Path, games: i64) {
    let mut file = Connection::open(path).expect("a log");
    let all = file.transaction().expect("a transaction");
    let sql = "INSERT INTO logs (name, length, last, kind, hour) VALUES (?, ?, ?, 1, ?)";
    let mut log = all.prepare(sql).expect("SQL");
    let mut line = all.prepare("INSERT INTO lines (before, line) VALUES (?, ?)").expect("SQL");
    let sql = "INSERT INTO summaries (log, name, changed, summary, finished, public, game) \
               VALUES (?, ?, ?, ?, TRUE, TRUE, ?)";
    let mut insert = all.prepare(sql).expect("SQL");
    for game in 0..games {
        let name = room_name(game);
        let mut last = None;
        for number in 0..LINES {
            let text =
                format!(r#"{{"event":"move","seat":{},"move":"2,2","ms":5120}}"#, number % 2);
            last = Some(line.insert(params![last, text]).expect("a line"));
        }
        let id = log.insert(params![name, LINES, last, game / 1000]).expect("a log");
        let of_game = GAME_NAMES[game as usize % GAME_NAMES.len()];
        insert.execute(params![id, name, game, summary(game), of_game]).expect("a summary");
    }
    drop((log, line, insert));
    all.commit().expect("it is written");
}
