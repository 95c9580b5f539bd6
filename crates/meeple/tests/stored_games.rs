//! `meeple backup`, `meeple restore` and `meeple rooms` as users run them.

#[path = "support/server.rs"]
mod server;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::{Value, json};
use server::{TIMEOUT, TestServer, get, make, program};
use std::{
    io::Read as _,
    process::{self, Stdio},
    thread,
    time::{Duration, Instant},
};

fn run(words: &[&str]) -> assert_cmd::assert::Assert {
    Command::new(program()).args(words).timeout(TIMEOUT).assert()
}

#[test]
fn games_are_backed_up_while_the_server_runs_and_restored_once_it_has_stopped() {
    let parent = tempfile::tempdir().expect("a folder");
    let path = |name: &str| parent.path().join(name).to_str().expect("text").to_owned();
    let (data, file) = (path("data"), path("backup.sqlite"));
    run(&["backup", &data, &file]).code(2).stderr(predicate::str::contains("no stored games"));
    let mut server = TestServer::start(&parent.path().join("data"), 0);
    let made = make(server.address, &json!({ "game": "chomp", "seats": ["me", "random"] }));
    let state = format!("/api/rooms/{}", made["room"].as_str().expect("a room"));
    let one = predicate::str::contains("1 room,");
    run(&["backup", &data, &file]).success().stdout(one.clone());
    run(&["backup", &data, &file]).code(2).stderr(predicate::str::contains("--force"));
    run(&["backup", &data, &path(".")]).code(2).stderr(predicate::str::contains("is a folder"));
    let nowhere = path("nowhere");
    run(&["backup", &data, &format!("{nowhere}/file")])
        .code(1)
        .stderr(predicate::str::contains(&nowhere).and(predicate::str::contains(".meeple-").not()));
    run(&["backup", &data, &file, "--force"]).success().stdout(one.clone());
    run(&["restore", &file, &data, "--force"])
        .code(1)
        .stderr(predicate::str::contains(format!("(process {})", server.child.id())));
    run(&["rooms", "compact", &data]).code(1).stderr(predicate::str::contains("another server"));
    let mut second = Command::new(program());
    second.args(["serve", "--listen", "127.0.0.1:0", "--data", &data]).timeout(TIMEOUT);
    second.assert().code(1).stderr(predicate::str::contains(format!("{data}: another server")));
    let before: Value = serde_json::from_slice(&get(server.address, &state).1).expect("JSON");
    server.kill();
    run(&["restore", &file, &data]).code(2).stderr(predicate::str::contains("--force"));
    run(&["restore", &file, &data, "--force"]).success().stdout(one.clone());
    let other = parent.path().join("data/server.lock").to_str().expect("text").to_owned();
    run(&["restore", &other, &path("new")]).code(1);
    assert!(!parent.path().join("new").exists(), "nothing has changed");
    run(&["restore", &file, &path("new")]).success().stdout(one);
    run(&["rooms", "compact", &path("new")]).success().stdout(predicate::str::contains("now"));
    for folder in ["data", "new"] {
        let server = TestServer::start(&parent.path().join(folder), 0);
        let now: Value = serde_json::from_slice(&get(server.address, &state).1).expect("JSON");
        assert_eq!(now["state"]["told"], before["state"]["told"], "{folder}");
    }
}

/// Waits until the start of a game is stored: a room begins it after it was created.
fn until_started(server: &TestServer, room: &str) {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let (_, body) = get(server.address, &format!("/api/rooms/{room}"));
        let room: Value = serde_json::from_slice(&body).expect("JSON");
        if room["state"]["phase"] == "playing" {
            return;
        }
        assert!(Instant::now() < deadline, "{room}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn rooms_are_exported_as_json_lines_and_a_closed_pipe_ends_it_quietly() {
    let parent = tempfile::tempdir().expect("a folder");
    let data = parent.path().join("data");
    let server = TestServer::start(&data, 0);
    for game in ["chomp", "azul", "chomp"] {
        let made = make(server.address, &json!({ "game": game, "seats": ["me", "random"] }));
        until_started(&server, made["room"].as_str().expect("a room"));
    }
    let (folder, file) = (data.to_str().expect("text"), parent.path().join("out.jsonl"));
    let file = file.to_str().expect("text");
    let output = run(&["rooms", "export", folder, "--game", "chomp"]).success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let room: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&room["game"], &room["kind"]), (&json!("chomp"), &json!("unfinished")));
        assert_eq!(room["events"][0]["event"], "start");
    }
    run(&["rooms", "export", folder, "--game", "chomp", "-o", file]).success().stdout("");
    assert_eq!(std::fs::read_to_string(file).expect("a file"), text);
    run(&["rooms", "export", folder, "-o", file])
        .code(2)
        .stderr(predicate::str::contains("--force"));
    assert_eq!(std::fs::read_to_string(file).expect("a file"), text, "it is left as it was");
    run(&["rooms", "export", folder, "--game", "chomp", "-o", file, "--force"]).success();
    assert_eq!(std::fs::read_to_string(file).expect("a file"), text);
    run(&["rooms", "export", folder, "--finished"]).success().stdout("");
    let mut child = process::Command::new(program());
    child.args(["rooms", "export", folder]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("it starts");
    drop(child.stdout.take());
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut said).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), &*said), (Some(0), ""));
}
