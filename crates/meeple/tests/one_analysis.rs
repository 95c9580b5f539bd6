//! The command line, the full screen and the server give byte-identical analyses of a game.

#[path = "support/server.rs"]
mod server;

use assert_cmd::Command;
use meeple_games::GameKind;
use meeple_terminal::screen::{Appearance, HeadlessScreen};
use serde_json::Value;
use server::{TestServer, get, post_text, program};
use std::{
    collections::BTreeSet,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Returns a record of a few plies of this game.
fn record(kind: GameKind) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/analysis/{kind}.jsonl"))
}

/// Returns a copy without a stored analysis.
fn copy(kind: GameKind) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::copy(record(kind), &path).expect("it can be copied");
    (folder, path)
}

fn by_command(kind: GameKind, record: &Path) -> String {
    let mut command = Command::new(program());
    let command = command.args(["analyze", kind.name(), "--json"]).arg(record);
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

fn by_screen(record: &Path) -> String {
    let mut screen =
        HeadlessScreen::replay(Appearance::Plain, (80, 24), record).expect("it can be shown");
    screen.press("a");
    screen.analysis_lines().expect("a game is replayed")
}

fn by_server(server: SocketAddr, kind: GameKind) -> String {
    let text = fs::read_to_string(record(kind)).expect("a record");
    let (status, brought) = post_text(server, "/api/records", "", &text);
    assert_eq!(status, 201, "{kind}: {}", String::from_utf8_lossy(&brought));
    let brought: Value = serde_json::from_slice(&brought).expect("JSON");
    let id = brought["id"].as_str().expect("an id");
    let (status, lines) = get(server, &format!("/api/records/{id}/analysis"));
    assert_eq!(status, 200, "{kind}");
    String::from_utf8(lines).expect("UTF-8")
}

#[test]
fn every_front_end_says_the_same_bytes_about_a_game() {
    let data = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(data.path(), 0);
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/analysis.md");
    let document = fs::read_to_string(document).expect("a document");
    for &kind in GameKind::ALL {
        let (_folder, typed) = copy(kind);
        let (_other_folder, shown) = copy(kind);
        let command = by_command(kind, &typed);
        let [first, .., end, summary] = &command.lines().collect::<Vec<_>>()[..] else {
            panic!("{kind}: {command}")
        };
        assert!(first.starts_with("{\"ply\":1,") && end.contains("\"end\":{"), "{kind}: {command}");
        assert!(summary.starts_with("{\"summary\":{"), "{kind}: {command}");
        assert_eq!(by_screen(&shown), command, "{kind}: the screen and the command line");
        assert_eq!(by_server(server.address, kind), command, "{kind}: the server");
        check_shared(kind, &shown, &command);
        check_documented(&document, &command);
    }
}

/// Checks that the command line uses what the screen has stored, and that stored steps are the same bytes.
fn check_shared(kind: GameKind, record: &Path, lines: &str) {
    let beside = record.with_file_name("game.jsonl.analysis.jsonl");
    let stored = fs::read(&beside).expect("it was stored");
    assert_eq!(by_command(kind, record), lines, "{kind}: what was stored");
    assert_eq!(fs::read(&beside).expect("it is there"), stored, "{kind}: nothing is computed");
}

fn check_documented(document: &str, lines: &str) {
    let mut keys = BTreeSet::new();
    for line in lines.lines() {
        collect_keys(&serde_json::from_str(line).expect("one object a line"), &mut keys);
    }
    for key in keys {
        assert!(document.contains(&format!("`{key}`")), "{key} is not in docs/analysis.md");
    }
}

fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                keys.insert(key.clone());
                collect_keys(value, keys);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        _ => {}
    }
}
