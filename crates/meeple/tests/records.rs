//! Records as files: locked, never overwritten, never trusted; and the commands that write them.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{self, Stdio},
};

fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("meeple").into()
}

fn meeple(words: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(words);
    command
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn two_cannot_play_one_record_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game");
    let words = ["play", "chomp", "width=5", "height=4", "--record", &text(&record)];
    meeple(&words).write_stdin("1 1\n").assert().success();
    let mut first = process::Command::new(program())
        .args(["play", "--resume", &text(&record)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut output = BufReader::new(first.stdout.take().expect("it is piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("it has begun, so the file is locked");
    let before = fs::read(&record).expect("a record");
    meeple(&["play", "--resume", &text(&record)])
        .write_stdin("0 1\n")
        .assert()
        .code(1)
        .stderr(contains("this game is open in another process"));
    assert_eq!(fs::read(&record).expect("a record"), before, "nothing was lost or written");
    first.stdin.take().expect("it is piped").write_all(b"quit\n").expect("it listens");
    assert!(first.wait().expect("it ends").success());
    meeple(&["play", "--resume", &text(&record)]).write_stdin("quit\n").assert().success();
}

#[test]
fn nothing_in_a_record_reaches_the_terminal_unescaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game");
    let evil = "\\u001b[2J\\u009b";
    let lines = format!(
        r#"{{"event":"start","format":2,"game":"chomp","rules":1,"options":{{}},"seats":[{{"name":"Ann{evil}","who":"person"}},{{"name":"Bo","who":"person"}}],"time":"now{evil}"}}
{{"event":"fault","seat":1,"verdict":"bad{evil}","seen":"seen{evil}","then":"ends"}}
{{"event":"end","by":"forfeit","results":[{{"score":0,"rank":1}},{{"score":0,"rank":2}}],"reason":"Bo failed: bad{evil}: seen{evil}"}}
"#
    );
    fs::write(&record, lines).expect("a file");
    for words in [&["replay"][..], &["show", "chomp"]] {
        let output = meeple(words).arg(&record).assert().success().get_output().stdout.clone();
        let shown = String::from_utf8(output).expect("text");
        assert!(!shown.contains(['\u{1b}', '\u{9b}']), "{words:?}: {shown:?}");
    }
    let told = meeple(&["replay"]).arg(&record).assert().success();
    told.stdout(contains(r"Ann\u{1b}[2J").and(contains(r"seen\u{1b}[2J\u{9b}")));
}

#[test]
fn what_is_no_record_is_refused_however_long_it_is() {
    let refused = |words: &[&str], why: &str| {
        meeple(words).assert().code(1).stderr(contains(why)).stdout("");
    };
    refused(&["replay", "/dev/zero"], "too large: a record has at most");
    refused(&["replay", "/"], "is a directory");
    refused(
        &["filler", "-f", "/dev/zero", "-p1", "wall_e", "-p2", "wall_e"],
        "too large: a map has at most",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old");
    let line = r#"{"event":"start","format":1,"game":"chomp","rules":1,"options":{},"seats":[],"time":""}"#;
    fs::write(&old, format!("{line}\n")).expect("a file");
    refused(&["replay", &text(&old)], "line 1: unsupported record format 1 (this program reads 2)");
}

#[test]
fn a_game_can_be_saved_while_it_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = text(&folder.path().join("kept game"));
    let input = format!("2 2\nsave\nsave {record}\n0 4\nsave other\nquit\n");
    meeple(&["play", "chomp", "width=5", "height=4", "--seats", "you,you"])
        .write_stdin(input)
        .assert()
        .success()
        .stdout(contains("Type a file name: save FILE"))
        .stdout(contains("The game is now saved in"))
        .stdout(contains("already"))
        .stdout(contains("Continue with: meeple play --resume"));
    let kept = fs::read_to_string(&record).expect("a record");
    assert_eq!(kept.lines().count(), 3, "what came before is in it, and what came after: {kept}");
    meeple(&["play", "--resume", &record]).write_stdin("quit\n").assert().success();
    meeple(&["play", "chomp", "width=5", "height=4"])
        .write_stdin(format!("save {record}\nquit\n"))
        .assert()
        .success()
        .stdout(contains("already exists"));
}

#[test]
fn resigning_loses_and_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = text(&folder.path().join("given-up"));
    meeple(&["play", "chomp", "width=5", "height=4", "--seats", "you:name=Ann,you:name=Bo"])
        .args(["--record", &record])
        .write_stdin("resign\n\n2 2\nresign\nyes\n")
        .assert()
        .success()
        .stdout(contains("Bo gave up: Ann wins."));
    let kept = fs::read_to_string(&record).expect("a record");
    assert!(kept.contains(r#"{"event":"resign","seat":1}"#), "{kept}");
    assert!(kept.contains(r#""by":"resignation""#), "{kept}");
    // With three players, two continue, and a computer player takes over the empty seat.
    meeple(&["play", "azul", "--seats", "you:name=Ann,greedy,greedy", "--seed", "3"])
        .write_stdin("resign\ny\n")
        .assert()
        .success()
        .stdout(contains("Ann resigned. normal plays on in this seat."))
        .stdout(contains("3. Ann"));
}

#[test]
fn deals_can_be_typed_as_they_fall_at_a_real_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = text(&folder.path().join("real"));
    meeple(&["play", "azul", "--seats", "you,you", "--deals", "typed", "--record", &record])
        .write_stdin("nonsense\nBBYR KKKW YYYY RRWW BBBB\nmoves\nquit\n")
        .assert()
        .success()
        .stdout(contains("Type the next deal, for example: "))
        .stdout(contains("bad deal at character 1"))
        .stdout(contains("blue from factory 1 to the floor"));
    let kept = fs::read_to_string(&record).expect("a record");
    assert!(kept.contains(r#""deals":"typed""#), "{kept}");
    meeple(&["play", "--resume", &record]).write_stdin("quit\n").assert().success();
}

#[test]
fn every_command_reports_an_incomplete_last_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game");
    let words = "play chomp width=3 height=2 --seats random,random --seed 5 --record";
    let mut words: Vec<&str> = words.split(' ').collect();
    let path = text(&record);
    words.push(&path);
    meeple(&words).assert().success();
    let whole = fs::read_to_string(&record).expect("a record");
    fs::write(&record, &whole[..whole.len() - 5]).expect("it can be written");
    let last = whole.lines().count();
    let warning = format!("game: line {last} is incomplete and was left out");
    for words in [
        &["replay", &path][..],
        &["show", "chomp", &path],
        &["moves", "chomp", &path],
        &["analyze", "chomp", &path, "--no-save"],
        &["analyze", "chomp", &path, "--at", "1"],
    ] {
        meeple(words).assert().success().stderr(contains(warning.as_str()));
    }
}
