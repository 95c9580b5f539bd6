//! Benchmarks of a server that has stored a million games, against one that has stored a thousand: what players
//! wait for must not depend on it.
//!
//! Everything is asked for over HTTP, by turns from both servers. The smaller store is not quite empty, so that
//! its pages are full too.

use crate::{
    rooms::{BenchServer, new_folder},
    table::{BenchGoal, BenchTable},
};
use meeple_web::log::ListCursor;
use rusqlite::{Connection, params};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    runtime::Builder,
    time::sleep,
};

const MANY: usize = 1_000_000;
const FEW: usize = 1_000;
/// Minimum ratio of the smaller store's time to the larger one's: twice the time is allowed.
const MIN_RATIO: f64 = 0.5;
/// The number of times that each request is made; the median counts.
const REPEATS: usize = 201;
/// The same for the first page, which each server makes once a second.
const FIRST_PAGES: usize = 15;
/// Longer than the first page is used again.
const FIRST_PAGE_PAUSE: Duration = Duration::from_millis(1_050);
const GAME_NAMES: [&str; 4] = ["azul", "chomp", "filler", "grass"];

/// Adds all rows about stored games.
pub(crate) fn rows(bench: &mut BenchTable) {
    if !bench.is_any_selected(&["stored: with a million games, lists, waking and creating rooms"]) {
        return;
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("two threads can be started");
    runtime.block_on(async {
        let mut many = StoredGames::open(MANY).await;
        let mut few = StoredGames::open(FEW).await;
        let mut row =
            async |what: &str, repeats, pause, request: &dyn Fn(usize, usize) -> String| {
                let mut times = [Vec::new(), Vec::new()];
                for turn in 0..repeats {
                    sleep(pause).await;
                    for (store, times) in [&mut many, &mut few].into_iter().zip(&mut times) {
                        let request = request(turn, store.games);
                        times.push(store.time(&request).await);
                    }
                }
                let [many, few] = times.map(median);
                let what = format!("stored: {what}, with a million games");
                let goal = Some(BenchGoal::RatioAtLeast(MIN_RATIO));
                bench.pair(&what, (many, "s"), ("with a thousand", few), goal);
            };
        let no_pause = Duration::ZERO;
        row("first page of the list", FIRST_PAGES, FIRST_PAGE_PAUSE, &|_, _| get("/api/rooms"))
            .await;
        row("page in the middle", REPEATS, no_pause, &|turn, games| {
            get(&format!("/api/rooms?before={}", cursor(turn, games)))
        })
        .await;
        row("page of one game", REPEATS, no_pause, &|turn, games| {
            get(&format!("/api/rooms?game=azul&before={}", cursor(turn, games)))
        })
        .await;
        row("waking a room", REPEATS, no_pause, &|turn, games| {
            get(&format!("/api/rooms/{}", room_name(shuffled(turn, games))))
        })
        .await;
        row("creating a room", REPEATS, no_pause, &|_, _| post("/api/rooms", CREATE)).await;
        let bytes = many.bytes as f64 / f64::from(1 << 20);
        bench.figure("stored: size of a million games", bytes, "MiB", None);
        many.bench.server.close().await;
        few.bench.server.close().await;
    });
    runtime.shutdown_background();
}

const CREATE: &str = r#"{"game":"chomp","seats":["me","open"],"public":true}"#;

/// A server with stored games, and a connection to it.
struct StoredGames {
    bench: BenchServer,
    client: TcpStream,
    games: usize,
    /// The size of the database.
    bytes: u64,
}

impl StoredGames {
    async fn open(games: usize) -> Self {
        let folder = new_folder();
        let database = folder.path().join("rooms.sqlite");
        let folder = play_one(folder).await;
        fill(&database, games);
        let bytes = std::fs::metadata(&database).expect("a file").len();
        let bench = BenchServer::open_in(folder).await;
        let client = TcpStream::connect(bench.server.address).await.expect("a connection");
        client.set_nodelay(true).expect("a connection");
        StoredGames { bench, client, games, bytes }
    }

    /// Returns how many seconds a request takes.
    async fn time(&mut self, request: &str) -> f64 {
        let begin = Instant::now();
        exchange(&mut self.client, request).await;
        begin.elapsed().as_secs_f64()
    }
}

/// Plays a public game in a new data folder, which the others are copies of.
async fn play_one(folder: TempDir) -> TempDir {
    let path = folder.path().to_owned();
    let kept = TempDir::new_in(path.parent().expect("it is in a folder")).expect("a folder");
    let bench = BenchServer::open_in(kept).await;
    let mut client = TcpStream::connect(bench.server.address).await.expect("a connection");
    let created = r#"{"game":"chomp","public":true}"#;
    let made = exchange(&mut client, &post("/api/rooms", created)).await;
    let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    let word = |name: &str| made[name].as_str().expect("a word").to_owned();
    let secret = format!("authorization: Bearer {}\r\n", word("secret"));
    let path = format!("/api/rooms/{}/do", word("room"));
    let resign = request("POST", &path, &secret, r#"{"do":"resign"}"#);
    exchange(&mut client, &resign).await;
    let from = bench.folder().join("rooms.sqlite");
    let to = folder.path().join("rooms.sqlite");
    bench.server.close().await;
    std::fs::copy(from, to).expect("a copy");
    folder
}

/// Copies the only game in the database, with direct SQL in one transaction.
fn fill(database: &Path, games: usize) {
    let mut file = Connection::open(database).expect("a database");
    let all = file.transaction().expect("a transaction");
    let mut query = all.prepare("SELECT line FROM lines ORDER BY id").expect("SQL");
    let lines = query.query_map([], |row| row.get(0)).expect("lines");
    let lines: Vec<String> = lines.collect::<Result<_, _>>().expect("lines");
    let query_summary = "SELECT name, summary FROM summaries";
    let (name, summary): (String, String) = all
        .query_row(query_summary, [], |row| Ok((row.get(0)?, row.get(1)?)))
        .expect("the game is over");
    let sql = "INSERT INTO logs (name, length, last, kind, hour) VALUES (?, ?, ?, 1, ?)";
    let mut insert_log = all.prepare(sql).expect("SQL");
    let mut insert_line =
        all.prepare("INSERT INTO lines (before, line) VALUES (?, ?)").expect("SQL");
    let sql = "INSERT INTO summaries (log, name, changed, finished, public, game, summary) \
               VALUES (?, ?, ?, TRUE, TRUE, ?, ?)";
    let mut insert_summary = all.prepare(sql).expect("SQL");
    for game in 0..games {
        let mut last = None;
        for line in &lines {
            last = Some(insert_line.insert(params![last, line]).expect("a line"));
        }
        let room = room_name(game);
        let values = params![room, lines.len() as i64, last, (game / 1000) as i64];
        let id = insert_log.insert(values).expect("a log");
        let of_game = GAME_NAMES[game % GAME_NAMES.len()];
        let summary = summary.replace(&name, &room).replace("\"chomp\"", &format!("\"{of_game}\""));
        let values = params![id, room, game as i64, of_game, summary];
        insert_summary.execute(values).expect("a summary");
    }
    drop((query, insert_log, insert_line, insert_summary));
    all.commit().expect("it is written");
}

/// Returns the id of a room; like real ones, ids aren't in order.
fn room_name(number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut rest = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let letters = (0..10).map(|_| {
        let letter = LETTERS[(rest % LETTERS.len() as u64) as usize];
        rest /= LETTERS.len() as u64;
        char::from(letter)
    });
    letters.collect()
}

/// Returns a number below `games`, another one each turn, all over the range.
fn shuffled(turn: usize, games: usize) -> usize {
    (turn + 1) * 7919 % games
}

fn cursor(turn: usize, games: usize) -> ListCursor {
    // Not in the oldest part, so that the page is full.
    let changed = games / 4 + shuffled(turn, games / 2);
    ListCursor { changed: changed as i64, name: String::new() }
}

fn get(path: &str) -> String {
    request("GET", path, "", "")
}

fn post(path: &str, body: &str) -> String {
    request("POST", path, "", body)
}

fn request(method: &str, path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// Sends a request and returns the body of the response, which must be a success.
async fn exchange(client: &mut TcpStream, request: &str) -> String {
    client.write_all(request.as_bytes()).await.expect("it is heard");
    let mut response = Vec::new();
    loop {
        if let Some(body) = body_of(&response) {
            return body;
        }
        assert!(client.read_buf(&mut response).await.expect("a response") > 0, "it is complete");
    }
}

/// Returns the body of a response, once it is complete.
fn body_of(response: &[u8]) -> Option<String> {
    let end = response.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&response[..end]).expect("text");
    assert!(head.starts_with("HTTP/1.1 20"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.expect("a length").parse().expect("a number");
    let body = response.get(end + 4..end + 4 + length)?;
    Some(String::from_utf8_lossy(body).into_owned())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
