//! `meeple match` and `meeple tournament` as a user runs them.

use assert_cmd::Command;
use meeple_core::rng::{RngExt, RngStream, seeded};
use predicates::{prelude::*, str::contains};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{self, Child, Stdio},
    thread,
    time::Duration,
};
use tempfile::tempdir;

fn meeple(words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words).env("COLUMNS", "100");
    command
}

/// Returns the standard output of a command that must succeed.
#[track_caller]
fn output(words: &[&str]) -> String {
    let output = meeple(words).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

/// Parses each line as JSON.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Returns the result without times and other values that differ from run to run.
fn timeless(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|key, _| !key.ends_with("_ms") && key != "jobs");
                map.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

fn results(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("results.json")).expect("results");
    timeless(serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn a_match_says_who_is_stronger() {
    let text = output(&["match", "azul", "greedy", "random", "--games", "20"]);
    assert!(text.contains("greedy     20     20.0  100.0 %"), "{text}");
    assert!(text.contains("20 games in 10 blocks."), "{text}");
    assert!(text.contains("greedy is stronger than random by"), "{text}");
    let again = output(&["match", "azul", "greedy", "random", "--games", "20", "--jobs", "1"]);
    let standing = |text: &str| text.split("ms/move").next().map(str::to_owned);
    assert_eq!(standing(&text), standing(&again));
}

#[test]
fn equal_players_get_equal_results() {
    let words = ["match", "filler", "terminator", "terminator", "--games", "20", "--json"];
    let result = lines(&output(&words)).pop().expect("a result");
    assert_eq!(result["event"], "result");
    for row in result["standing"]["rows"].as_array().expect("rows") {
        let interval = &row["share_interval"];
        assert_eq!(
            (&row["share"], &interval[0], &interval[1]),
            (&0.5.into(), &0.5.into(), &0.5.into())
        );
        assert_eq!(row["elo"]["value"], 0.0);
    }
}

#[test]
fn programs_get_a_line_a_game() {
    let words = ["match", "chomp", "perfect", "random", "width=3", "--games", "4", "--json"];
    let lines = lines(&output(&words));
    let games: Vec<&Value> = lines.iter().filter(|line| line["event"] == "game").collect();
    assert_eq!(games.len(), 4);
    assert_eq!(games[1]["names"], serde_json::json!(["random", "perfect"]));
    assert_eq!(
        (&games[0]["seed"], &games[1]["seed"], &games[2]["seed"]),
        (&0.into(), &0.into(), &1.into())
    );
    let standing = &lines.last().expect("a result")["standing"];
    assert_eq!((&standing["games"], &standing["blocks"]), (&4.into(), &2.into()));
}

#[test]
fn nobody_need_read_it_to_the_end() {
    let mut child = process::Command::new(assert_cmd::cargo::cargo_bin!("meeple"))
        .args(["match", "chomp", "perfect", "random", "--games", "100000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends by itself");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_sequential_test_says_what_it_decided_and_at_what_risk() {
    let words = ["match", "chomp", "perfect", "random", "--games", "100000", "--sprt", "0,50"];
    let text = output(&words);
    assert!(text.contains("SPRT: 50 normalised Elo accepted, 0 rejected"), "{text}");
    assert!(text.contains("this would happen in at most 5 % of tests"), "{text}");
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let cases: [(&[&str], &str); 14] = [
        (
            &["match", "azul", "greedy"],
            "at least two contestants are needed, but only one is given",
        ),
        (&["match", "azul", "greedy", "you"], "people cannot take part"),
        (&["match", "chomp", "perfect", "random", "random"], "use meeple tournament"),
        (&["match", "azul", "greedy", "random", "plyers=3"], "did you mean \"players\"?"),
        (&["match", "azul", "greedy", "rnadom"], "did you mean \"random\"?"),
        (&["match", "azul", "greedy", "random", "--time", "fast"], "is not a time"),
        (&["match", "azul", "greedy", "random", "--nodes", "0"], "is not a number of positions"),
        (&["match", "azul", "greedy", "random", "--sprt", "10,0"], "must be greater"),
        (
            &["tournament", "azul", "greedy", "random", "--sprt", "0,10"],
            "unexpected argument '--sprt'",
        ),
        (
            &["tournament", "azul", "greedy", "random", "players=4"],
            "has 4 seats with these options",
        ),
        (
            &["tournament", "azul", "greedy", "random", "--schedule", "random"],
            "choose one of round-robin",
        ),
        (
            &["tournament", "azul", "greedy", "random", "--schedule", "knock-out", "--rounds", "3"],
            "rounds must be omitted for this schedule",
        ),
        (&["players", "azul", "--games", "5"], "such as --games, need --rate"),
        (&["tournament", "nothing.toml"], "nothing.toml"),
    ];
    for (words, expected) in cases {
        let failed = meeple(words).assert().failure();
        let code = failed.get_output().status.code();
        assert!(code == Some(2) || words[1] == "nothing.toml", "{words:?}: {code:?}");
        failed.stderr(contains(expected));
    }
}

#[test]
fn a_file_says_all_of_it_and_gives_its_name_to_the_folder() {
    let place = tempdir().expect("a folder");
    let file = place.path().join("school.toml");
    let text = "game = \"chomp\"\ncontestants = [\"perfect\", { name = \"Ann\", plays = \"random\" }]\n\
                games = 6\nseed = -3\n[options]\nwidth = 3\n";
    fs::write(&file, text).expect("it can be written");
    let name = file.to_str().expect("text");
    let text = output(&["tournament", name, "--games", "4"]);
    assert!(text.contains("Ann") && text.contains("4 games in 2 blocks."), "{text}");
    assert!(text.contains("Seed -3."), "{text}");
    let folder = place.path().join("school");
    let kept = fs::read_to_string(folder.join("tournament.toml")).expect("the config as run");
    assert!(kept.contains("games = 4") && kept.contains("width = 3"), "{kept}");
    for file in [
        "games.jsonl",
        "results.json",
        "standing.csv",
        "crosstable.csv",
        "games.csv",
        "report.html",
    ] {
        assert!(folder.join(file).metadata().is_ok_and(|about| about.len() > 0), "{file}");
    }
    // The file in the folder continues the tournament there.
    let inside = folder.join("tournament.toml");
    output(&["tournament", inside.to_str().expect("text"), "--games", "8"]);
    let games = fs::read_to_string(folder.join("games.jsonl")).expect("an index");
    assert_eq!(games.lines().count(), 8);

    fs::write(&file, "game = \"chomp\"\ncontestant = []\n").expect("it can be written");
    meeple(&["tournament", name])
        .assert()
        .code(2)
        .stderr(contains("school.toml").and(contains("contestant")));
}

#[test]
fn a_folder_of_something_else_is_not_touched() {
    let place = tempdir().expect("a folder");
    let out = place.path().to_str().expect("text");
    fs::write(place.path().join("thesis.tex"), "precious").expect("it can be written");
    let words = ["match", "chomp", "perfect", "random", "--games", "2", "--out", out];
    meeple(&words)
        .assert()
        .code(2)
        .stderr(contains("is not empty and not the folder of a tournament"));
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1);
    let inside = place.path().join("new");
    let inside = inside.to_str().expect("text");
    output(&["match", "chomp", "perfect", "random", "--games", "2", "--out", inside]);
    let words =
        ["match", "chomp", "perfect", "random", "--games", "2", "--seed", "5", "--out", inside];
    meeple(&words).assert().code(2).stderr(contains("seed was 0, now it is 5"));
}

#[test]
fn a_folder_of_bots_is_checked_and_those_that_fail_are_listed_with_why() {
    let place = tempdir().expect("a folder");
    let bots = place.path().join("bots");
    fs::create_dir(&bots).expect("a folder");
    let write = |name: &str, text: &str, mode| {
        let path = bots.join(name);
        fs::write(&path, text).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its mode");
    };
    let random = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/random_bot.sh");
    write("ann.sh", &fs::read_to_string(random).expect("a bot"), 0o755);
    write("bo.sh", "#!/bin/sh\necho 'I am new here' >&2\nexit 3\n", 0o755);
    write("cy.sh", "#!/bin/sh\ncat\n", 0o644);
    write("README.md", "Our bots.\n", 0o644);
    let (bots, out) = (bots.to_str().expect("text"), place.path().join("out"));
    let words = ["tournament", "chomp", bots, "random", "width=3", "--games", "2", "--out"];
    let ran = meeple(&words).arg(&out).assert().success();
    let ran = ran.stderr(contains("bo.sh does not play: step").and(contains("crash")));
    let ran = ran.stderr(contains("cy.sh does not play").and(contains("chmod +x")));
    ran.stderr(contains("README").not())
        .stdout(contains("ann.sh").and(contains("bo.sh did not play: step")));
    let result = results(&out);
    let refused: Vec<&str> = result["refused"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(refused, ["bo.sh", "cy.sh"]);
}

#[test]
fn a_match_with_a_player_that_cannot_play_fails() {
    let words = ["match", "chomp", "random", "./nosuch", "--games", "2"];
    meeple(&words).assert().code(1).stderr(contains("no such file"));
    let words = ["match", "chomp", "random", "json:sh -c 'exit 3'", "--games", "10"];
    let failed = meeple(&words).assert().code(1);
    failed.stderr(contains("was withdrawn")).stdout(contains("annulled"));
}

/// Returns the command that is killed and continued: a round robin, four blocks at a time.
fn tournament(out: &Path) -> process::Command {
    let mut command = process::Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(["tournament", "grass", "window", "greedy", "random", "players=2"]);
    command.args(["--games", "24", "--nodes", "1k", "--jobs", "4", "--quiet", "--out"]).arg(out);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn killed_at_twenty_random_moments_it_ends_as_if_it_had_not_been() {
    let place = tempdir().expect("a folder");
    let (calm, killed) = (place.path().join("calm"), place.path().join("killed"));
    assert!(tournament(&calm).status().expect("it runs").success());
    let mut rng = seeded(20, RngStream::Deals);
    let mut kills = 0;
    while kills < 20 {
        let mut child: Child = tournament(&killed).spawn().expect("it starts");
        thread::sleep(Duration::from_millis(rng.random_range(5..120)));
        child.kill().expect("it is ours");
        kills += usize::from(child.wait().expect("it ends").code().is_none());
        if killed.join("results.json").exists() {
            // Everything was played before the last kill: start over.
            fs::remove_dir_all(&killed).expect("it is ours");
        }
    }
    assert!(tournament(&killed).status().expect("it runs").success());
    assert_eq!(results(&killed).to_string(), results(&calm).to_string());
    let read = |folder: &Path| fs::read_to_string(folder.join("crosstable.csv")).expect("a file");
    assert_eq!(read(&killed), read(&calm));
    let index = fs::read_to_string(killed.join("games.jsonl")).expect("an index");
    let mut records: Vec<String> =
        lines(&index).iter().map(|line| line["record"].to_string()).collect();
    assert_eq!(records.len(), 72);
    records.sort_unstable();
    records.dedup();
    assert_eq!(records.len(), 72, "nothing twice");
}

#[test]
fn ctrl_c_keeps_what_was_played_and_the_same_command_goes_on() {
    let place = tempdir().expect("a folder");
    let out = place.path().join("out");
    let words = ["match", "grass", "window", "greedy", "--games", "60", "--json", "--out"];
    let mut command = process::Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words).arg(&out).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut said = std::io::BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    while !line.contains("\"event\":\"game\"") {
        line.clear();
        std::io::BufRead::read_line(&mut said, &mut line).expect("it says something");
    }
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is there");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut said, &mut rest).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(lines(&rest).pop().expect("a result")["complete"], false);
    let mut words: Vec<&str> = words.to_vec();
    words.push(out.to_str().expect("text"));
    let lines = lines(&output(&words));
    assert!(lines.iter().any(|line| line["new"] == false), "some games were there");
    assert_eq!(lines.iter().filter(|line| line["event"] == "game").count(), 60);
    assert_eq!(lines.last().expect("a result")["complete"], true);
}

#[test]
fn our_players_are_listed_and_measured() {
    let place = tempdir().expect("a folder");
    let file = place.path().join("strength.md");
    let name = file.to_str().expect("text");
    let words = ["players", "chomp", "--rate", "--games", "4", "--file", name, "width=3"];
    let text = output(&words);
    assert!(text.contains("Ratings written to"), "{text}");
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("## chomp width=3\n") && text.contains("| random | 0 |"), "{text}");
    let list = output(&["players", "azul"]);
    assert!(list.contains("greedy") && !list.contains("perfect"), "{list}");
    let players: Value = serde_json::from_str(&output(&["players", "--json"])).expect("JSON");
    assert!(players.as_array().is_some_and(|players| players.len() > 10));
    meeple(&["players", "--rate"]).assert().code(2);
}
