//! `meeple serve` and `meeple bot --connect` as users run them.

#[path = "support/server.rs"]
mod server;
mod support;

use assert_cmd::Command;
use predicates::prelude::*;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use serde_json::{Value, json};
use server::{TIMEOUT, TestServer, get, make, program};
use std::{
    fs,
    net::{SocketAddr, TcpListener, TcpStream},
    process::{self, Child, Stdio},
    thread,
    time::{Duration, Instant},
};
use support::pseudo_terminal::{TerminalUser, terminal};
use tungstenite::{Message, WebSocket, stream::MaybeTlsStream};

const RANDOM_BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/random_bot.py");

/// Checks that `meeple serve` fails to start with this message.
fn check_refused(words: &[&str], message: &str) {
    let mut command = Command::new(program());
    command.arg("serve").args(words).timeout(TIMEOUT);
    command.assert().code(1).stderr(predicate::str::contains(message));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("it listens").to_string();
    let data = folder.path().to_str().expect("text");
    check_refused(&["--listen", &address, "--data", data], &address);
}

#[test]
fn bad_times_and_sizes_are_refused_before_anything_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let check = |words: &[&str], message: &str| {
        let mut command = Command::new(program());
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).args(words);
        let refused = command.timeout(TIMEOUT).assert().code(2);
        refused.stderr(predicate::str::contains(message));
        assert!(!data.exists(), "{words:?}");
    };
    check(&["--keep", "90"], "\"90\" is not a time");
    check(&["--keep", "over=3d"], "\"over\" is not unfinished, finished or analysed");
    check(&["--keep", "1d", "--keep", "2d"], "--keep is given twice");
    check(&["--min-free", "512"], "\"512\" is not a size");
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").expect("it can be written");
    let file = file.to_str().expect("text");
    check_refused(&["--listen", "127.0.0.1:0", "--data", file], file);
    // Not writable, not even for root.
    check_refused(&["--listen", "127.0.0.1:0", "--data", "/proc/meeple"], "/proc/meeple");
    let damaged = folder.path().join("damaged");
    fs::create_dir(&damaged).expect("it can be made");
    fs::write(damaged.join("rooms.sqlite"), "this is no log at all, and long enough to be seen")
        .expect("it can be written");
    let damaged = damaged.to_str().expect("text");
    check_refused(&["--listen", "127.0.0.1:0", "--data", damaged], "rooms.sqlite");
}

#[test]
fn on_a_terminal_it_says_that_it_listens_and_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let size = (140, 24);
    let (person, own) = terminal(size.0, size.1);
    let shared = || Stdio::from(own.try_clone().expect("it can be shared"));
    let mut command = process::Command::new(program());
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
    command.stdin(shared()).stdout(shared()).stderr(shared());
    let child = command.spawn().expect("it starts");
    let mut person = TerminalUser::new((person, own), child, size);
    person.wait_for("Meeple is at http://127.0.0.1:");
    let text = person.look().text();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let says =
        |line: Option<&str>, what| assert!(line.is_some_and(|line| line.contains(what)), "{text}");
    says(lines.next(), "listening");
    says(lines.next(), "Meeple is at");
    assert_eq!(lines.next(), None, "{text}");
    person.signal(Signal::INT);
    assert_eq!(person.exit_code(), Some(130));
}

#[test]
fn a_signal_ends_it_although_people_are_connected() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut server = TestServer::start(folder.path(), 0);
        let made = make(server.address, &json!({ "game": "azul", "seats": ["me", "hard"] }));
        let mut people: Vec<RoomClient> =
            (0..5).map(|_| RoomClient::come(server.address, &made["room"])).collect();
        for person in &mut people {
            drop(person.hear());
        }
        kill_process(Pid::from_child(&server.child), signal).expect("it runs");
        assert_eq!(server.exit_code(TIMEOUT), Some(code));
    }
}

#[test]
fn a_server_that_is_stopped_for_longer_than_a_clock_costs_nobody_the_game() {
    const CLOCK: &str = "8s+0";
    const STOP: Duration = Duration::from_secs(9);
    /// What the State and its numbers may be wrong by.
    const TOLERANCE: Duration = Duration::from_millis(500);
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), 0);
    let address = server.address;
    let wish = json!({ "game": "chomp", "seats": ["me", "open"], "clock": CLOCK });
    let made = make(address, &wish);
    let path = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
    let act =
        |secret, action: Value| server::post(address, &format!("{path}/do"), secret, &action).0;
    let sit = json!({ "do": "sit", "seat": 1, "name": "Bo", "invite": made["invite"] });
    assert_eq!(act(None, sit), 200);
    let begun = Instant::now();
    let before = time_left(address, &path);
    let pid = Pid::from_child(&server.child);
    kill_process(pid, Signal::STOP).expect("it runs");
    let (_, status) = waitpid(Some(pid), WaitOptions::UNTRACED).expect("a child").expect("news");
    assert!(status.stopped(), "{status:?}");
    let stopped = Instant::now();
    thread::sleep(STOP);
    let stopped = stopped.elapsed();
    kill_process(pid, Signal::CONT).expect("it is there");
    let after = time_left(address, &path);
    // On a busy machine the clock runs on for a while, but only while the server runs.
    let (used, ran) = (before.saturating_sub(after), begun.elapsed().saturating_sub(stopped));
    assert!(used <= ran + TOLERANCE, "{used:?} of the clock in {ran:?}");
    let play = json!({ "do": "play", "ply": 0, "move": "3,3" });
    assert_eq!(act(made["secret"].as_str(), play), 200, "{after:?} were left");
}

/// Returns how long the first player may still think; it is their turn.
fn time_left(address: SocketAddr, path: &str) -> Duration {
    let (_, state) = get(address, path);
    let state: Value = serde_json::from_slice(&state).expect("JSON");
    assert_eq!(state["state"]["phase"], "playing", "{state}");
    assert_eq!(state["state"]["clock"]["running"], 0, "{state}");
    let left = state["state"]["clock"]["left_ms"][0].as_u64();
    Duration::from_millis(left.expect("a time"))
}

#[test]
fn bots_of_ours_and_of_others_play_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), 0);
    for bot in ["hard", &format!("python3 {RANDOM_BOT}")] {
        // No person is present: a connected program is enough to keep the game going.
        let made = make(server.address, &json!({ "game": "chomp", "seats": ["random", "bot"] }));
        let mut bot = connect_bot(server.address, bot, &made);
        assert_eq!(wait(&mut bot), Some(0));
        assert_over(server.address, &made);
    }
}

#[test]
fn bots_come_back_when_the_server_does() {
    for bot in ["hard", &format!("python3 {RANDOM_BOT}")] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut server = TestServer::start(folder.path(), 0);
        let address = server.address;
        let wish = json!({ "game": "chomp", "seats": ["me", "bot"], "options": ["width=6"] });
        let made = make(address, &wish);
        let mut bot = connect_bot(address, bot, &made);
        let mut ann = RoomClient::come(address, &made["room"]);
        ann.secret = made["secret"].as_str().map(str::to_owned);
        ann.play(&["3,5"]);
        server.kill();
        server = TestServer::start(folder.path(), address.port());
        let mut ann = RoomClient { secret: ann.secret, ..RoomClient::come(address, &made["room"]) };
        ann.play(&["0,0"]);
        assert_eq!(wait(&mut bot), Some(0));
        assert_over(address, &made);
        server.kill();
    }
}

#[test]
fn a_wrong_token_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), 0);
    let made = make(server.address, &json!({ "game": "chomp", "seats": ["me", "bot"] }));
    let room = made["room"].as_str().expect("a room");
    let secret = made["secret"].as_str().expect("a secret");
    for token in ["AAAAAAAAAAAAAAAAAAAAAA", secret] {
        let url = format!("http://{}/room/{room}#bot={token}", server.address);
        let mut command = Command::new(program());
        command.args(["bot", "chomp", "hard", "--connect", &url]).timeout(TIMEOUT);
        let refused = predicate::str::contains("403").and(predicate::str::contains("token"));
        command.assert().code(1).stderr(refused);
    }
}

fn connect_bot(address: SocketAddr, bot: &str, made: &Value) -> Child {
    let room = made["room"].as_str().expect("a room");
    let token = made["bots"][0]["token"].as_str().expect("a token");
    let url = format!("http://{address}/room/{room}#bot={token}");
    let mut command = std::process::Command::new(program());
    command.args(["bot", "chomp", bot, "--connect", &url]);
    command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// Returns the exit code, or `None` if the process doesn't end in time.
fn wait(child: &mut Child) -> Option<i32> {
    let since = Instant::now();
    while since.elapsed() < TIMEOUT {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    None
}

fn assert_over(address: SocketAddr, made: &Value) {
    let room = made["room"].as_str().expect("a room");
    let (_, state) = get(address, &format!("/api/rooms/{room}"));
    let state: Value = serde_json::from_slice(&state).expect("JSON");
    assert_eq!(state["state"]["phase"], "over", "{state}");
    assert_eq!(state["state"]["ending"]["by"], "rules", "{state}");
}

/// A client connected to a room's socket.
struct RoomClient {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    address: SocketAddr,
    room: String,
    secret: Option<String>,
}

impl RoomClient {
    fn come(address: SocketAddr, room: &Value) -> Self {
        let room = room.as_str().expect("a room").to_owned();
        let url = format!("ws://{address}/api/rooms/{room}/socket");
        let (mut socket, _) = tungstenite::connect(url).expect("a socket");
        socket.send(Message::text(r#"{"id":0,"do":"hello"}"#)).expect("it is heard");
        RoomClient { socket, address, room, secret: None }
    }

    /// Plays these moves, each when it is seat 0's turn; returns when the opponent has answered or the game
    /// is over.
    fn play(&mut self, moves: &[&str]) {
        let act = format!("/api/rooms/{}/do", self.room);
        let mut left = moves.iter();
        loop {
            let message = self.hear();
            let now =
                if message["state"].is_object() { &message["state"] } else { &message["update"] };
            if now["phase"] == "over" || (now["to_move"] == 0 && left.len() == 0) {
                return;
            }
            if now["to_move"] == 0
                && let Some(mv) = left.next()
            {
                let play = json!({ "do": "play", "ply": now["ply"], "move": mv });
                let (status, said) =
                    server::post(self.address, &act, self.secret.as_deref(), &play);
                assert_eq!(status, 200, "{}", String::from_utf8_lossy(&said));
            }
        }
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("news") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }
}
