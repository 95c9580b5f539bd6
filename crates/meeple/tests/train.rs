//! `meeple train`: plays, learns and compares, continues after being killed, and rejects invalid arguments.

use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread,
};
use tempfile::TempDir;

/// A training run that takes moments.
const TINY: &str =
    "train azul --generations 2 --games 30 --match 4 --nodes 60 --seed 7 --jobs 1 --json";

fn command(words: &str, out: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split(' ')).arg("--out").arg(out).env("LC_ALL", "C");
    command
}

fn run(words: &str, out: &Path) -> Output {
    command(words, out).output().expect("it runs")
}

/// Returns the JSON output, line by line.
#[track_caller]
fn events(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns everything that a training run leaves behind, independent of its location.
fn left(out: &Path) -> Vec<Vec<u8>> {
    let names =
        ["games-1.txt", "games-2.txt", "generation-1.bin", "generation-2.bin", "generation-2.json"];
    names.map(|name| fs::read(out.join(name)).expect(name)).into()
}

#[test]
fn a_training_that_was_killed_goes_on_and_comes_to_the_same() {
    let dir = TempDir::new().expect("a folder");
    let (whole, broken) = (dir.path().join("whole"), dir.path().join("broken"));
    let told = events(&run(TINY, &whole));
    assert_eq!(told[0]["new"], 30, "{told:?}");
    let mut running = command(TINY, &broken).spawn().expect("it runs");
    let games = broken.join("games-1.txt");
    loop {
        let has_ended = running.try_wait().expect("a child").is_some();
        if fs::read(&games).is_ok_and(|bytes| !bytes.is_empty()) {
            break;
        }
        assert!(!has_ended, "it ended without a game");
        thread::yield_now();
    }
    running.kill().expect("it is ours");
    running.wait().expect("it is ours");
    let mut bytes = fs::read(&games).expect("it is there");
    bytes.extend_from_slice(b"12 0"); // as if it had been killed while writing
    fs::write(&games, bytes).expect("it is ours");
    let two_jobs = TINY.replace("--jobs 1", "--jobs 2");
    let result = events(&run(&two_jobs, &broken)).pop().expect("a result");
    assert_eq!(left(&broken), left(&whole));
    assert_eq!(Some(&result["generations"]), told.last().map(|last| &last["generations"]));
    let again = events(&run(TINY, &broken));
    assert_eq!((&again[0]["new"], &again[0]["found"]), (&0.into(), &30.into()));
    assert_eq!(again.last().map(|last| &last["generations"]), Some(&result["generations"]));
}

/// Blocks are complete: every seating with both sides, and at least two deals.
#[test]
fn three_players_and_the_grey_wall_are_learned_of_their_own_games() {
    let dir = TempDir::new().expect("a folder");
    let check = |options: &str, name: &str, games: u64| {
        let words = "--generations 1 --games 4 --match 4 --nodes 20 --jobs 1 --json";
        let out = dir.path().join(name);
        let told = events(&run(&format!("train azul {options} {words}"), &out));
        let generation = &told.last().expect("a result")["generations"][0];
        assert_eq!(generation["score"]["games"], games, "{options}: {told:?}");
        let weights = fs::read(out.join("generation-1.bin")).expect("it has learned");
        let head = String::from_utf8_lossy(&weights[..120]).into_owned();
        assert!(head.contains(name), "{head}");
    };
    check("players=3", "rest-of-round-3", 12);
    check("players=4", "rest-of-round-4", 28);
    check("wall=grey", "end-of-round-grey", 4);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = TempDir::new().expect("a folder");
    let refused = |words: &str, why: &str| {
        let output = run(words, &dir.path().join("out"));
        let warned = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
        assert_eq!(output.status.code(), Some(2), "{words}: {warned}");
        assert!(warned.contains(why), "{words}: {warned}");
    };
    refused("train chomp", "chomp cannot be trained, only azul");
    refused("train azul players=5", "invalid value \"5\" for players");
    refused("train azul --games 0", "0 is not in 1..=10000000");
    fs::create_dir(dir.path().join("out")).expect("a folder");
    fs::write(dir.path().join("out/other.txt"), "mine").expect("a file");
    refused("train azul", "is not empty and not the folder of a training");
}
