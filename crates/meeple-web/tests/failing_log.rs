//! A log that fails for a while: nothing is lost or shown that isn't stored, and rooms go on by themselves.

mod test_server;

use meeple_web::{
    RateLimit, ServerLimits,
    log::{EventLog, ListQuery, ListedGame, LogAppend, LogError, LogFuture, MemoryLog, StoredKind},
};
use serde_json::json;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};
use test_server::{PATIENCE, WebTestServer};
use tokio::{
    sync::Barrier,
    time::{sleep, timeout},
};

/// A log in memory that can be made to fail.
#[derive(Default)]
struct FailingLog {
    log: MemoryLog,
    fails_writing: AtomicBool,
    fails_reading: AtomicBool,
    failures: AtomicUsize,
    /// What makes writing slow, if anything.
    obstacle: Mutex<Obstacle>,
}

/// What a write has to wait for before it begins.
#[derive(Default, Clone)]
enum Obstacle {
    #[default]
    None,
    /// A slow disk.
    Pause(Duration),
    /// As many other writes at the same time.
    Others(Arc<Barrier>),
}

impl Obstacle {
    async fn overcome(self) {
        match self {
            Obstacle::None => {}
            Obstacle::Pause(pause) => sleep(pause).await,
            Obstacle::Others(barrier) => {
                barrier.wait().await;
            }
        }
    }
}

impl FailingLog {
    fn fail(&self, writing: bool, reading: bool) {
        self.fails_writing.store(writing, Ordering::SeqCst);
        self.fails_reading.store(reading, Ordering::SeqCst);
    }

    fn slow_down(&self, obstacle: Obstacle) {
        *self.obstacle.lock().expect("no panic") = obstacle;
    }

    async fn wait_for_failures(&self, count: usize) {
        let start = self.failures.load(Ordering::SeqCst);
        let failing = async {
            while self.failures.load(Ordering::SeqCst) < start + count {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, failing).await.expect("the log is used");
    }

    fn check<T: Send + 'static>(&self, fails: &AtomicBool, answer: LogFuture<T>) -> LogFuture<T> {
        if !fails.load(Ordering::SeqCst) {
            return answer;
        }
        self.failures.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Err(LogError::Store("the disk is gone".into())) })
    }
}

/// The log that the server gets; the test keeps another handle to it.
struct SharedLog(Arc<FailingLog>);

impl EventLog for SharedLog {
    fn append(&self, append: LogAppend) -> LogFuture<usize> {
        let SharedLog(log) = self;
        if log.fails_writing.load(Ordering::SeqCst) {
            return log.check(&log.fails_writing, Box::pin(async { Ok(0) }));
        }
        let obstacle = log.obstacle.lock().expect("no panic").clone();
        let log = Arc::clone(log);
        Box::pin(async move {
            obstacle.overcome().await;
            log.log.append(append).await
        })
    }

    fn read(&self, name: &str) -> LogFuture<Vec<String>> {
        self.0.check(&self.0.fails_reading, self.0.log.read(name))
    }

    fn last_change(&self, name: &str) -> LogFuture<Option<SystemTime>> {
        self.0.log.last_change(name)
    }

    fn finished_games(&self, query: ListQuery) -> LogFuture<Vec<ListedGame>> {
        self.0.log.finished_games(query)
    }

    fn cached_result(&self, key: &str) -> LogFuture<Option<String>> {
        self.0.log.cached_result(key)
    }

    fn cache_result(&self, key: &str, value: String) -> LogFuture<()> {
        self.0.log.cache_result(key, value)
    }

    fn remove_old_results(&self, unused_since: SystemTime, limit: usize) -> LogFuture<usize> {
        self.0.log.remove_old_results(unused_since, limit)
    }

    fn old_logs(
        &self,
        kind: StoredKind,
        unchanged_since: SystemTime,
        limit: usize,
    ) -> LogFuture<Vec<String>> {
        self.0.log.old_logs(kind, unchanged_since, limit)
    }

    fn remove_old_log(
        &self,
        name: &str,
        kind: StoredKind,
        unchanged_since: SystemTime,
    ) -> LogFuture<bool> {
        self.0.log.remove_old_log(name, kind, unchanged_since)
    }
}

async fn start() -> (WebTestServer, Arc<FailingLog>) {
    let log = Arc::<FailingLog>::default();
    let server = WebTestServer::with_log(ServerLimits::default(), SharedLog(Arc::clone(&log)));
    (server.await, log)
}

#[tokio::test]
async fn moves_are_refused_while_the_log_fails_and_accepted_again_afterwards() {
    for fails_reading in [false, true] {
        let (server, log) = start().await;
        let (mut ann, mut bo) = server.pair(json!({ "game": "chomp" })).await;
        ann.play_first().await;
        bo.until(|state| state["ply"] == 1).await;
        log.fail(true, fails_reading);
        let moves = bo.state["moves"].as_array().expect("moves");
        let play = json!({ "do": "play", "ply": 1, "move": moves.last().expect("one")["move"] });
        for _ in 0..3 {
            let refused = bo.ask(play.clone()).await;
            assert_eq!(refused["refused"]["code"], "unavailable", "{refused}");
        }
        let (status, seen) = server.get(&format!("/api/rooms/{}", ann.room)).await;
        assert!(status != 200 || seen["state"]["ply"] == 1, "only what is stored: {seen}");
        log.fail(false, false);
        let playing = async {
            while bo.ask(play.clone()).await["ok"].is_null() {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, playing).await.expect("the log works again");
        ann.until(|state| state["ply"] == 2).await;
    }
}

#[tokio::test]
async fn a_computer_player_moves_once_the_log_works_again() {
    let (server, log) = start().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["easy", "me"] })).await;
    log.fail(true, true);
    let room = made["room"].as_str().expect("a room");
    let secret = made["secret"].as_str().map(Into::into);
    let mut ann = test_server::TestClient::connect(&server, room).await;
    ann.secret = secret;
    let hello = json!({ "do": "hello", "secret": ann.secret });
    ann.ask(hello).await;
    log.wait_for_failures(3).await; // the move, and trying again
    log.fail(false, false);
    ann.until(|state| state["ply"] == 1).await;
}

#[tokio::test]
async fn what_fails_is_counted() {
    let (server, log) = start().await;
    let errors = async |operation: &str| -> u64 {
        let (_, _, page) = server.request("GET", "/metrics", &[], b"").await;
        let page = String::from_utf8(page).expect("text");
        let name = format!("meeple_log_errors_total{{operation=\"{operation}\"}} ");
        let figure = page.lines().find_map(|line| line.strip_prefix(&*name));
        figure.map_or(0, |figure| figure.parse().expect("a number"))
    };
    assert_eq!((errors("append").await, errors("read").await), (0, 0));
    log.fail(true, true);
    for count in 1..=3 {
        let (status, _) = server.post("/api/rooms", None, &json!({ "game": "chomp" })).await;
        assert_eq!(status, 503);
        assert_eq!((errors("append").await, errors("read").await), (count, 0));
    }
    assert_eq!(server.get("/api/rooms/k7mq2w9xt4").await.0, 503);
    assert_eq!((errors("append").await, errors("read").await), (3, 1));
    log.fail(false, false);
    server.make(json!({ "game": "chomp" })).await;
    assert_eq!((errors("append").await, errors("read").await), (3, 1));
}

#[tokio::test]
async fn a_clock_that_ran_out_while_the_log_failed_still_ends_the_game() {
    let (server, log) = start().await;
    let (mut ann, _bo) = server.pair(json!({ "game": "chomp", "clock": "1s" })).await;
    log.fail(true, false);
    log.wait_for_failures(2).await;
    log.fail(false, false);
    ann.until(|state| state["phase"] == "over").await;
    assert_eq!(ann.state["ending"]["standing"][0]["name"], "Bo");
}

#[tokio::test]
async fn the_pauses_grow_while_the_move_of_a_computer_player_cannot_be_stored() {
    let (server, log) = start().await;
    let made = server.make(json!({ "game": "chomp", "seats": ["easy", "me"] })).await;
    let room = made["room"].as_str().expect("a room");
    let (_, seen) = server.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(seen["state"]["phase"], "playing", "the start is stored");
    log.fail(true, false);
    let _ann = server.visit(room, made["secret"].as_str()).await;
    let begin = Instant::now();
    log.wait_for_failures(5).await;
    // The first attempt may already have been made.
    let pauses = Duration::from_millis(100 + 200 + 400 + 800);
    assert!(begin.elapsed() >= pauses, "five attempts within {:?}", begin.elapsed());
}

#[tokio::test]
async fn a_turn_begins_when_the_move_before_it_is_stored() {
    const SLOW: Duration = Duration::from_millis(1500);
    let (server, log) = start().await;
    let (mut ann, mut bo) = server.pair(json!({ "game": "chomp", "clock": "5m+0" })).await;
    log.slow_down(Obstacle::Pause(SLOW));
    ann.play_first().await;
    bo.until(|state| state["ply"] == 1).await;
    let left = bo.state["clock"]["left_ms"][1].as_u64().expect("a time");
    assert!(left > 300_000 - 1_000, "the disk took {SLOW:?} of Bo's time: {left} ms are left");
}

#[tokio::test]
async fn running_clocks_are_saved_together_when_the_server_is_stopped() {
    const GAMES: usize = 3;
    let (mut server, log) = start().await;
    let mut players = Vec::new();
    for _ in 0..GAMES {
        players.push(server.pair(json!({ "game": "chomp", "clock": "1h" })).await);
    }
    log.slow_down(Obstacle::Others(Arc::new(Barrier::new(GAMES))));
    timeout(PATIENCE, server.close()).await.expect("no room waits for another one");
}

#[tokio::test]
async fn a_log_that_hangs_does_not_keep_the_server_from_stopping() {
    let (mut server, log) = start().await;
    let _players = server.pair(json!({ "game": "chomp", "clock": "1h" })).await;
    log.slow_down(Obstacle::Pause(2 * PATIENCE));
    timeout(PATIENCE, server.close()).await.expect("the clocks are given up");
}

#[tokio::test]
async fn an_upload_is_charged_before_it_is_stored() {
    // Whether a client that disconnects is charged could only be seen while the log is being written.
    let limits = ServerLimits { bytes_stored: RateLimit::once(100.0), ..ServerLimits::default() };
    let log = Arc::<FailingLog>::default();
    let server = WebTestServer::with_log(limits, SharedLog(Arc::clone(&log))).await;
    let seat = json!({ "name": "Ann", "who": "person" });
    let start = json!({
        "event": "start", "format": 2, "game": "chomp", "rules": 1,
        "options": { "width": 5, "height": 4 }, "seats": [seat, seat], "time": "",
    });
    log.fail(true, false);
    assert_eq!(server.post("/api/records", None, &start).await.0, 503);
    log.fail(false, false);
    let (status, refused) = server.post("/api/records", None, &start).await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
}
