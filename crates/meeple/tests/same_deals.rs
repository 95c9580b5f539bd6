//! The same seed gives the same game: for any players, after undo, after resuming, and after being killed at
//! any moment.

use assert_cmd::Command;
use meeple_core::rng::{RngStream, seeded};
use rand::RngExt;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{self, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Each game with options that make it short, and its number of seats.
const GAMES: [(&str, &str, usize); 6] = [
    ("chomp", "width=7 height=6", 2),
    ("filler", "map=map00", 2),
    ("filler", "pieces=school", 2),
    ("filler", "map=42-map00 pieces=42", 2),
    ("azul", "players=2", 2),
    ("grass", "players=3", 3),
];

fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("meeple").into()
}

/// Returns `meeple play GAME ...` with this seed, `who` in every seat, and a record.
fn play((game, options, seats): (&str, &str, usize), who: &str, record: &Path) -> Command {
    let mut command = Command::new(program());
    command.args(["play", game]).args(options.split(' ')).args(["--seed", "41"]);
    command.args(["--seats", &vec![who; seats].join(",")]);
    command.arg("--record").arg(record);
    command
}

fn resume(record: &Path) -> Command {
    let mut command = Command::new(program());
    command.args(["play", "--resume"]).arg(record);
    command
}

/// Returns the events after the first line, without times.
fn events(record: &Path) -> Vec<Value> {
    let text = fs::read_to_string(record).expect("a record");
    let event = |line: &str| {
        let mut event: Value = serde_json::from_str(line).expect("a whole line");
        event.as_object_mut().expect("an object").remove("ms");
        event
    };
    text.lines().skip(1).map(event).collect()
}

/// Returns the deals and moves that count, without those taken back.
fn line(events: &[Value]) -> Vec<Value> {
    let mut line = Vec::new();
    for event in events {
        match event["event"].as_str() {
            Some("undo") => {
                let plies = event["plies"].as_u64().expect("a number") as usize;
                line.truncate(line.len() - plies);
            }
            Some("deal" | "move") => line.push(event.clone()),
            _ => {}
        }
    }
    line
}

/// Returns what a person types to make these moves; a player who is stuck in Filler isn't asked.
fn typed(line: &[Value]) -> Vec<String> {
    let moves = line.iter().filter_map(|event| event["move"].as_str());
    moves.filter(|&mv| mv != "stop").map(str::to_owned).collect()
}

/// People who repeat the moves of a game between computer players get the same deals, even if they take back
/// everything and start over, or resume later.
#[test]
fn taken_back_or_resumed_a_game_is_the_same() {
    for game in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        play(game, "random", &path("first")).assert().success();
        let first = line(&events(&path("first")));
        let moves = typed(&first);

        let some = (moves.len() / 2).min(12);
        let colours = if game.0 == "grass" { "\n".repeat(2 * game.2) } else { String::new() };
        let again = [&moves[..some], &vec!["undo".to_owned(); some], &moves[..]].concat();
        let input = colours.clone() + &again.join("\n") + "\n";
        play(game, "you", &path("undone")).write_stdin(input).assert().success();
        let undone = events(&path("undone"));
        assert!(undone.iter().any(|event| event["event"] == "undo"), "{}", game.0);
        assert_eq!(line(&undone), first, "{}: taken back", game.0);

        let half = moves.len() / 2;
        let input = colours + &moves[..half].join("\n") + "\n";
        play(game, "you", &path("resumed")).write_stdin(input).assert().success();
        assert!(line(&events(&path("resumed"))).len() < first.len(), "{}: left early", game.0);
        let input = moves[half..].join("\n") + "\n";
        resume(&path("resumed")).write_stdin(input).assert().success();
        assert_eq!(line(&events(&path("resumed"))), first, "{}: resumed", game.0);
    }
}

/// A game killed at any moment leaves a record in which at most the last line is incomplete, and continues
/// from there to the same end.
#[test]
fn killed_at_any_moment_a_game_goes_on_to_the_same_end() {
    let mut rng = seeded(9, RngStream::Deals);
    for game in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = folder.path().join("whole");
        play(game, "random", &whole).assert().success();
        let size = fs::metadata(&whole).expect("a record").len();
        for moment in 0..20 {
            let record = folder.path().join(format!("killed-{moment}"));
            let until = rng.random_range(1..size);
            kill_when(&play(game, "random", &record), &record, until);
            let bytes = fs::read(&record).expect("a record");
            if !bytes.contains(&b'\n') {
                continue; // killed before the first line was complete: there is no game yet
            }
            let whole_lines = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            for line in bytes[..whole_lines].split_inclusive(|&byte| byte == b'\n') {
                serde_json::from_slice::<Value>(line).expect("every line but the last is whole");
            }
            if !String::from_utf8_lossy(&bytes[..whole_lines]).contains(r#"{"event":"end""#) {
                resume(&record).assert().success();
            }
            assert_eq!(events(&record), events(&whole), "{} killed at {until} bytes", game.0);
        }
    }
}

/// Kills the program as soon as its record has this many bytes.
fn kill_when(command: &Command, record: &Path, bytes: u64) {
    let mut child = process::Command::new(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let begin = Instant::now();
    while fs::metadata(record).map_or(0, |file| file.len()) < bytes {
        if child.try_wait().expect("it is ours").is_some() {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "the game does not go on");
        thread::yield_now();
    }
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
}
