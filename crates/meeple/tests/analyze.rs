//! `meeple analyze`: positions and records of every game, the analysis stored beside a record, interruption
//! and closed pipes.

use assert_cmd::Command;
use meeple_ai::grade::Grade;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{self, Stdio},
};
use tempfile::TempDir;

/// A short game of each kind, and its players.
const GAMES: [(&str, &str, &str); 4] = [
    ("chomp", "width=4 height=3", "random,random"),
    ("filler", "map=..../.@../..../$...", "random,random"),
    ("azul", "", "random,random"),
    ("grass", "players=3", "random,random,random"),
];

fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("meeple")
}

fn meeple(words: &str) -> Command {
    let mut command = Command::new(program());
    command.args(words.split_whitespace());
    command
}

/// The record of a game played at random.
struct RandomRecord {
    folder: TempDir,
    game: &'static str,
}

impl RandomRecord {
    fn new(game: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let played = RandomRecord { folder, game };
        let &(_, options, seats) = GAMES.iter().find(|(name, ..)| *name == game).expect("a game");
        let record = played.record();
        let words = format!("play {game} {options} --seats {seats} --seed 5 --plain --record");
        meeple(&words).arg(record).assert().success();
        played
    }

    fn record(&self) -> PathBuf {
        self.folder.path().join("game.jsonl")
    }

    fn side_file(&self) -> PathBuf {
        self.folder.path().join("game.jsonl.analysis.jsonl")
    }

    fn analyze(&self, more: &str) -> Command {
        let mut command = meeple(&format!("analyze {}", self.game));
        command.arg(self.record()).args(more.split_whitespace());
        command
    }

    /// Returns the JSON output, line by line.
    fn lines(&self, more: &str) -> Vec<Value> {
        lines(&mut self.analyze(&format!("{more} --json")))
    }

    /// Returns how many steps are computed; each is written to the file beside the record.
    fn computed(&self, more: &str) -> usize {
        let stored = || fs::read_to_string(self.side_file()).map_or(0, |text| text.lines().count());
        let before = stored();
        self.lines(more);
        stored() - before
    }
}

fn said(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

fn lines(command: &mut Command) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).expect("one object a line");
    said(command).lines().map(read).collect()
}

#[test]
fn a_record_of_every_game_is_judged_to_its_end_and_only_once() {
    for (game, ..) in GAMES {
        let played = RandomRecord::new(game);
        let first = played.lines("--nodes 300");
        let (summary, steps) = first.split_last().expect("there are lines");
        assert_eq!(summary["summary"]["complete"], true, "{game}");
        assert_eq!(summary["summary"]["steps"], steps.len(), "{game}");
        assert!(steps.last().expect("an end")["end"]["chances"].is_array(), "{game}");
        for (at, step) in steps.iter().enumerate() {
            assert_eq!(step["ply"], (at + 1).min(steps.len() - 1), "{game}: {step}");
            let mv = &step["move"];
            let Some(lost) = mv["lost_chance"].as_f64() else { continue };
            assert_eq!(mv["grade"], Grade::of(lost, 0.0).word(), "{game}: {step}");
        }
        assert!(steps.iter().any(|step| step["move"]["played"]["move"].is_string()), "{game}");
        assert_eq!(played.computed("--nodes 300"), 0, "{game}: nothing is computed twice");
        assert_eq!(played.lines("--nodes 300"), first, "{game}: stored or not, it is the same");
        let shown = said(&mut played.analyze("--nodes 300 --all --plain"));
        assert!(shown.is_ascii(), "{game}: {shown}");
        let widest = shown.lines().map(str::len).max().unwrap_or(0);
        assert!(widest <= 80, "{game}: {widest} columns\n{shown}");
        for part in ["Win chance of ", "accuracy", "   1. "] {
            assert!(shown.contains(part), "{game}: {part} is missing in\n{shown}");
        }
    }
}

#[test]
fn a_position_of_every_game_has_its_best_moves() {
    for (game, options, _) in GAMES {
        let words = format!("analyze {game} {options} --nodes 300");
        let found = lines(meeple(&words).arg("--json"));
        let [found] = &found[..] else { panic!("{game}: {found:?}") };
        assert!(found["chances"].is_array(), "{game}: {found}");
    }
    let shown = said(&mut meeple("analyze chomp width=3 height=2 --top 2 --plain"));
    assert!(shown.starts_with("player 1 to move; values in "), "{shown}");
    assert!(shown.contains(" 1. C2") && shown.contains(" 2. "), "{shown}");
    assert!(!shown.contains(" 3. "), "{shown}");
    let played = RandomRecord::new("chomp");
    let shown = said(&mut played.analyze("--at 1 --plain"));
    assert!(
        shown.starts_with("random 2 to move; ") || shown.starts_with("random to move; "),
        "{shown}"
    );
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    for (words, reason) in [
        ("analyze chess", "invalid value 'chess'"),
        ("analyze chomp rows=3,9", "row 1 has 9 squares"),
        ("analyze chomp hello world", "expected key=value"),
        ("analyze chomp rows=3,2 --all", "--all is only for whole records"),
        ("analyze chomp rows=3,2 --no-save", "--no-save is only for whole records"),
        ("analyze chomp rows=3,2 --top 0", "invalid value '0'"),
        ("analyze chomp rows=3,2 --time 0", "a time limit must be more than 0"),
        ("analyze chomp rows=3,2 --nodes many", "not a number"),
        ("analyze chomp --json --plain", "cannot be used with"),
    ] {
        let output = meeple(words).assert().code(2).get_output().stderr.clone();
        let output = String::from_utf8_lossy(&output).into_owned();
        assert!(output.contains(reason), "{words}: {output}");
    }
    meeple("analyze chomp nowhere.jsonl").assert().code(1);
    let played = RandomRecord::new("chomp");
    meeple("analyze azul").arg(played.record()).assert().code(2);
}

#[test]
fn another_effort_game_or_record_is_computed_again() {
    let played = RandomRecord::new("chomp");
    let steps = played.computed("--nodes 200");
    assert!(steps > 2);
    assert_eq!(played.computed("--nodes 100"), steps, "less thinking");
    assert_eq!(played.computed("--nodes 400"), steps, "more thinking");
    assert_eq!(played.computed("--nodes 400 --top 5"), steps, "more moves");
    assert_eq!(played.computed("--time 40ms"), steps, "a time");
    assert_eq!(played.computed("--nodes 400"), 0, "all of them are stored");
    // The same file beside another game: steps that don't match aren't used.
    let other = RandomRecord::new("azul");
    fs::copy(played.side_file(), other.side_file()).expect("it can be copied");
    assert!(other.computed("--nodes 100") > steps, "another game");
    // A changed record: only the steps that still match are used.
    let record = fs::read_to_string(played.record()).expect("a record");
    let moves = record.lines().filter(|line| line.contains("\"move\"")).count();
    let cut: Vec<&str> = record.lines().take(moves).collect(); // without the last move and the end
    fs::write(played.record(), cut.join("\n") + "\n").expect("it can be written");
    assert_eq!(played.computed("--nodes 400"), 1, "only how it stands is new");
    // Results of another version aren't used.
    let stored = fs::read_to_string(played.side_file()).expect("it was stored");
    let version = concat!("\"program\":\"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(stored.contains(version));
    let stored = stored.replace(version, "\"program\":\"0.0.9\"");
    fs::write(played.side_file(), stored).expect("it can be written");
    assert_eq!(played.computed("--nodes 400"), moves, "another version");
}

#[test]
fn a_damaged_file_beside_a_record_is_survived_and_named() {
    let played = RandomRecord::new("chomp");
    played.lines("--nodes 100");
    let whole = fs::read_to_string(played.side_file()).expect("it was kept");
    let count = whole.lines().count();
    let damaged = format!("{{\"format\":2\n\u{0}\n{}", &whole[..whole.len() - 20]);
    fs::write(played.side_file(), damaged).expect("it can be written");
    let output = played.analyze("--nodes 100 --json").assert().success().get_output().clone();
    let warned = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warned.contains("skipped 3 damaged lines"), "{warned}");
    // The one step that was computed again is on its own line after the three damaged ones.
    let stored = fs::read_to_string(played.side_file()).expect("it was stored");
    assert_eq!(stored.lines().count(), 2 + count + 1);
    assert_eq!(played.computed("--nodes 100"), 0);
}

#[test]
fn an_analysis_that_cannot_be_saved_is_printed_with_a_warning() {
    let played = RandomRecord::new("chomp");
    fs::create_dir(played.side_file()).expect("a folder in the way");
    let output = played.analyze("--nodes 100").assert().success().get_output().clone();
    let warned = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warned.contains("not a regular file") && warned.lines().count() == 1, "{warned}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("accuracy"));

    let played = RandomRecord::new("chomp");
    played.lines("--nodes 100 --no-save");
    assert!(!played.side_file().exists(), "nothing was to be kept");
    let record = fs::read(played.record()).expect("a record");
    let piped = lines(meeple("analyze chomp - --nodes 100 --json").write_stdin(record));
    assert!(piped.last().expect("a summary")["summary"]["complete"].as_bool().expect("a word"));
}

/// Starts an analysis and returns its first line.
fn begun(played: &RandomRecord) -> (process::Child, BufReader<process::ChildStdout>, String) {
    let mut child = process::Command::new(program())
        .args(["analyze", played.game, "--json", "--time", "300ms"])
        .arg(played.record())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("it can be read");
    (child, output, line)
}

#[test]
fn ctrl_c_shows_what_is_known_and_keeps_it() {
    let played = RandomRecord::new("azul");
    let (mut child, output, first) = begun(&played);
    assert!(first.starts_with("{\"ply\":1,"), "{first}");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    let rest: Vec<String> = output.lines().map(|line| line.expect("UTF-8")).collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let summary: Value = serde_json::from_str(rest.last().expect("a summary")).expect("JSON");
    assert_eq!(summary["summary"]["complete"], false);
    let known = fs::read_to_string(played.side_file()).expect("it was stored");
    assert_eq!(known.lines().count(), rest.len(), "the first and all but the summary");
}

#[test]
fn closing_the_output_is_not_a_failure() {
    let played = RandomRecord::new("azul");
    let (mut child, output, _) = begun(&played);
    drop(output);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
