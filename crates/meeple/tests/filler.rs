//! `meeple filler` and `meeple bot` as a student runs them.

use assert_cmd::Command;
use meeple_ai::roster::roster;
use meeple_games::GameKind;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{self, Child, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("meeple").into()
}

/// Returns the names of the computer players.
fn bots() -> impl Iterator<Item = &'static str> {
    roster(GameKind::Filler).players.iter().map(|player| player.name)
}

/// Returns the same player with a small search limit: its output matters here, not its strength.
fn hasty(name: &str) -> String {
    let thinks = roster(GameKind::Filler).find(name).is_some_and(|kind| kind.pace.is_some());
    if thinks { format!("{name}:nodes=200") } else { name.into() }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the path of the example bot.
fn python() -> String {
    root().join("bots/python_filler.py").display().to_string()
}

/// Returns a computer player as a separate program, as a command line.
fn ours(name: &str) -> String {
    format!("'{}' bot filler {name}", program().display())
}

/// Returns a misbehaving bot, with a word by which its processes can be found.
fn fixture(name: &str, marker: &str) -> String {
    let path = root().join("crates/meeple-bots/tests/bots").join(name);
    format!("env MEEPLE_TEST={marker} '{}' {marker}", path.display())
}

fn filler(words: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.arg("filler").args(words).env_remove("NO_COLOR");
    command
}

#[track_caller]
fn output(words: &[&str]) -> String {
    let output = filler(words).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

#[test]
fn the_official_words_work_with_one_dash_or_two() {
    let expected = output(&["-f", "map00", "-p1", "heat", "-p2", "bender", "-q", "-s", "1"]);
    assert_eq!(expected.lines().count(), 6, "{expected}");
    let long = ["-file", "map00", "-player1", "heat", "-player2", "bender", "-quiet", "-seed", "1"];
    assert_eq!(output(&long), expected);
    let double = ["--f=map00", "--p1=heat", "--player2", "bender", "--q", "--seed=1", "-time", "3"];
    assert_eq!(output(&double), expected);
}

#[test]
fn our_bots_are_programs_that_play_in_both_dialects() {
    for name in bots() {
        for (dialect, map) in [("edu", "map00"), ("42", "42-map00")] {
            let words = ["-f", map, "-p1", &ours(&hasty(name)), "-p2", &python(), "-q", "--strict"];
            let words = [&words[..], &["--dialect", dialect, "-s", "5"]].concat();
            // The school's robots give up if only negative positions are left: stuck, not fatal.
            let end = if dialect == "edu" { "\nPlayer2 (" } else { "\n== X fin: " };
            let game = filler(&words).assert().stdout(contains(end));
            game.stderr(contains("(F7)").not());
        }
    }
}

#[test]
fn our_bots_play_under_an_engine_that_knows_only_the_protocol() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny_engine.py");
    for (number, name) in bots().enumerate() {
        for (dialect, columns, rows) in [("edu", "23", "11"), ("42", "9", "35")] {
            let mut command = Command::new(&engine);
            command.args([dialect, columns, rows, &number.to_string()]);
            command.arg(program()).args(["bot", "filler", &hasty(name)]);
            let laid = command.assert().success().get_output().stdout.clone();
            let laid: u32 = String::from_utf8_lossy(&laid).trim().parse().expect("a number");
            assert!(laid > 0, "{name} laid nothing in the dialect {dialect}");
        }
    }
}

#[test]
fn every_bot_has_a_wrapper() {
    for name in bots() {
        let path = root().join(format!("bots/filler-{name}"));
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(text.contains(&format!("bot filler {name} ")), "{}", path.display());
    }
}

#[test]
fn a_bot_that_misbehaves_is_named_with_its_stderr_and_the_exit_code_is_1() {
    let crash = fixture("crash.sh", &marker());
    filler(&["-p1", &crash, "-p2", "wall_e", "-q"])
        .assert()
        .code(1)
        .stdout(contains("\nseed: ").and(contains("won!").not()))
        .stderr(contains("player 1 (").and(contains("loses (F7): crash: ")))
        .stderr(contains("exited with status 3"))
        .stderr(contains("  stderr: no memory for the board"));
    let silent = fixture("silent.sh", &marker());
    filler(&["-p1", "wall_e", "-p2", &silent, "-q", "-t", "2"])
        .assert()
        .code(1)
        .stdout(contains("won!").not())
        .stderr(contains("time-out: no answer within 2 s"));
    filler(&["-p1", "./nobody", "-p2", "wall_e", "-q"])
        .assert()
        .code(1)
        .stderr(contains("cannot-start: \"./nobody\": no such file"));
    let half = fixture("half_a_line.sh", &marker());
    filler(&["-p1", &half, "-p2", "wall_e", "-q", "--strict"])
        .assert()
        .code(1)
        .stderr(contains("bad-answer: said \"7 2\": the line feed is missing"));
}

#[test]
fn an_illegal_answer_is_reported_but_the_game_is_played_to_its_end() {
    let eager = fixture("eager.sh", &marker());
    filler(&["-p1", &eager, "-p2", "wall_e", "-q"])
        .assert()
        .success()
        .stderr(contains("is stuck (F5): illegal: chose \"0 0\""))
        .stderr(contains("would have been legal"));
}

#[test]
fn column_and_row_exchanged_are_recognised_and_moves_are_spelled_in_the_dialect() {
    for (dialect, map, first) in [("edu", "map00", "column"), ("42", "42-map00", "row")] {
        let swap = r"sed -u 's/\(.*\) \(.*\)/\2 \1/'";
        let bot = format!("sh -c \"'{}' | {swap}\"", python());
        let words = ["-f", map, "-p1", &bot, "-p2", "wall_e", "-q", "-s", "1"];
        let words = [&words[..], &["--dialect", dialect]].concat();
        let output = filler(&words).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let advice = format!("is legal; the {first} comes first");
        assert!(said.contains("column and row are swapped: ") && said.contains(&advice), "{said}");
        let spelled =
            |part: &str| part.split_once(' ').is_some_and(|(_, row)| row.parse::<i16>().is_ok());
        let legal = said.split("; ").find_map(|part| part.split_once(" would have been legal"));
        assert!(legal.is_some_and(|(legal, _)| spelled(legal)), "{said}");
    }
}

#[test]
fn wrong_words_and_bad_maps_are_refused_with_a_reason() {
    let wrong = |words: &[&str], reason: &str| {
        filler(words).assert().code(2).stderr(contains(reason)).stdout("");
    };
    wrong(&["-p1", "wall_e"], "--player2 <BOT>");
    wrong(&["-p1", "terminatr", "-p2", "wall_e"], "did you mean \"terminator\"?");
    wrong(&["-p1", "a 'b", "-p2", "wall_e"], "the quotes in \"a 'b\" do not match");
    wrong(&["-p1", "", "-p2", "wall_e"], "empty");
    wrong(&["-p1", "wall_e", "-p2", "wall_e", "-t", "0"], "between 0.001 and 86400 seconds");
    wrong(&["-p1", "wall_e", "-p2", "wall_e", "--dialect", "43"], "did you mean \"42\"?");
    wrong(&["-p1", "wall_e", "-p2", "wall_e", "--watch"], "--watch needs a terminal");
    let failed = |words: &[&str], reason: &str| {
        filler(words).assert().code(1).stderr(contains(reason)).stdout("");
    };
    failed(&["-f", "map03", "-p1", "wall_e", "-p2", "wall_e"], "did you mean \"map0");
    let folder = tempfile::tempdir().expect("a folder");
    let bad = |text: &str, reason: &str| {
        let path = folder.path().join("map");
        fs::write(&path, text).expect("a file");
        let path = path.display().to_string();
        failed(&["-f", &path, "-p1", "wall_e", "-p2", "wall_e"], reason);
    };
    bad("..@\n..\n", "line 2, column 3: this row has 2 cells, the first has 3");
    bad("..@\r\n..$\r\n", "line 1, column 4: the line ends in a carriage return");
    bad("..@\n.x$\n", "line 2, column 2: 'x' is not a cell");
    bad("..O\n.x.\n", "line 2, column 2: 'x' is not a cell");
    bad("..O\n..$\n", "line 1, column 3: 'O' is not a cell"); // the letters of one school
    bad("", "line 1, column 1: the first row is empty");
    Command::new(program())
        .args(["bot", "filler", "terminatr"])
        .assert()
        .code(2)
        .stderr(contains("did you mean \"terminator\"?"));
}

#[test]
fn maps_of_any_size_are_played_and_those_of_the_other_school_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("map");
    let play = |text: &str, first_line: &str| {
        fs::write(&path, text).expect("a file");
        let path = path.display().to_string();
        let text = output(&["-f", &path, "-p1", "wall_e", "-p2", "terminator", "-s", "1"]);
        assert_eq!(text.lines().nth(2), Some(first_line));
    };
    play("@..$\n....\n", "Anfield 4 2:");
    let row = ".".repeat(198);
    let rows = [format!("@{row}."), format!(".{row}.\n").repeat(198) + &format!(".{row}$")];
    play(&rows.join("\n"), "Anfield 200 200:");
    play("Plateau 2 3:\n    012\n000 O..\n001 ..X\n", "Anfield 3 2:");
    play("O..\n..X\n", "Anfield 3 2:");
    play("@..$\n", "Anfield 4 1:"); // one row
    play("@$", "Anfield 2 1:"); // one row without an empty cell
    play("OX\n", "Anfield 2 1:");
}

#[test]
fn a_record_is_written_as_the_game_goes_and_can_be_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let replayed = |name: &str| -> Value {
        let mut command = Command::new(program());
        let output = command.args(["replay", "--json", &path(name)]).assert().success();
        serde_json::from_slice(&output.get_output().stdout).expect("JSON")
    };
    output(&["-p1", "terminator", "-p2", "wall_e", "-q", "-s", "7", "--record", &path("game")]);
    assert_eq!(replayed("game")["outcome"]["by"], "rules");

    let crash = fixture("crash.sh", &marker());
    let lost = path("lost");
    filler(&["-p1", &crash, "-p2", "wall_e", "-q", "--record", &lost]).assert().code(1);
    let lost = replayed("lost");
    assert_eq!(lost["outcome"]["by"], "forfeit");
    assert_eq!(lost["start"]["seats"][0]["who"], "program");

    let many = path("many.jsonl");
    let words = ["-p1", "wall_e", "-p2", "wall_e", "-q", "--games", "2", "--record", &many];
    output(&words);
    for name in ["many-1.jsonl", "many-2.jsonl"] {
        assert_eq!(replayed(name)["finished"], true);
    }
    // A full disk ends the record, not the game.
    let full = ["-p1", "wall_e", "-p2", "wall_e", "-q", "--record", "/dev/full"];
    filler(&full)
        .assert()
        .code(1)
        .stdout(contains(" won!").or(contains("a draw")))
        .stderr(contains("the record /dev/full is incomplete: No space left"));
    let there = path("game");
    let words = ["-p1", "wall_e", "-p2", "wall_e", "-q", "--record", &there];
    let refused = filler(&words).assert().code(1).stderr(contains("choose another name"));
    refused.stderr(contains("--resume").not());
}

#[test]
fn a_record_says_who_failed_and_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let fault = |name: &str, bot: &str, dialect: &str| -> Value {
        let record = path(name);
        let words = ["-p1", bot, "-p2", "wall_e", "-q", "--dialect", dialect, "--record", &record];
        let _ = filler(&words).output().expect("it runs");
        let text = fs::read_to_string(&record).expect("a record");
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        events.into_iter().find(|event| event["event"] == "fault").expect("somebody failed")
    };
    let (crash, eager) = (fixture("crash.sh", &marker()), fixture("eager.sh", &marker()));
    let ends = fault("crash", &crash, "edu");
    assert_eq!((&ends["verdict"], &ends["then"]), (&"crash".into(), &"ends".into()));
    assert_eq!(ends["seen"], "exited with status 3");
    let goes_on = fault("out", &crash, "42");
    assert_eq!((&goes_on["verdict"], &goes_on["then"]), (&"crash".into(), &"plays".into()));
    let illegal = fault("illegal", &eager, "edu");
    assert_eq!((&illegal["verdict"], &illegal["then"]), (&"illegal".into(), &"plays".into()));
    let replay = Command::new(program()).args(["replay", &path("crash")]).assert().success();
    replay.stdout(contains("failed: crash: exited with status 3"));
}

#[test]
fn in_42s_dialect_a_failed_bot_is_stuck_and_the_other_may_still_lose() {
    let crash = fixture("crash.sh", &marker());
    filler(&["-p1", &crash, "-p2", "wall_e", "-q", "--dialect", "42", "-f", "42-map00"])
        .assert()
        .code(2) // X has placed more pieces
        .stderr(contains("is stuck; the opponent continues (F7): crash"))
        .stderr(contains("loses").not());
}

#[test]
fn the_same_seed_gives_the_same_game_as_meeple_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let events = |name: &str| -> Vec<Value> {
        let text = fs::read_to_string(path(name)).expect("a record");
        let event = |line: &str| {
            let mut event: Value = serde_json::from_str(line).expect("JSON");
            event.as_object_mut().expect("an object").remove("ms");
            event
        };
        text.lines().skip(1).map(event).collect()
    };
    let words = ["-p1", "terminator", "-p2", "wall_e", "-q", "-s", "11", "--record", &path("a")];
    output(&words);
    Command::new(program())
        .args(["play", "filler", "pieces=school", "--seats", "terminator,wall_e", "--seed", "11"])
        .args(["--record", &path("b")])
        .assert()
        .success();
    assert_eq!(events("a"), events("b"));
}

#[test]
fn one_signal_stops_our_own_bots_too() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut engine = start(&["-p1", "champion", "-p2", "heat", "--games", "1000"]);
        // Nothing is printed before the first game is over; by then the bot has started thinking.
        let mut output = BufReader::new(engine.stdout.take().expect("it is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        kill_process(Pid::from_child(&engine), signal).expect("it is there");
        assert_eq!(engine.wait().expect("it ends").code(), Some(code));
    }
}

#[test]
fn many_games_end_in_a_table_or_in_json() {
    let text = output(&["-p1", "terminator", "-p2", "wall_e", "--games", "4", "-s", "1"]);
    assert!(text.contains("game 4: terminator "), "{text}");
    assert!(text.contains("4 games, 0 draws\nseed: 1\n"), "{text}");
    let text = output(&["-p1", "terminator", "-p2", "wall_e", "--games", "4", "-s", "1", "--json"]);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["summary"]["games"], 4);
    assert_eq!(json["summary"]["contestants"][0]["name"], "terminator");
    assert_eq!(json["games"][1]["players"], serde_json::json!([2, 1]));
    let crash = fixture("crash.sh", &marker());
    let words = ["-p1", "wall_e", "-p2", &crash, "--games", "2", "--json"];
    let failed = filler(&words).assert().code(1).get_output().stdout.clone();
    let json: Value = serde_json::from_slice(&failed).expect("JSON");
    assert_eq!(json["games"][0]["verdicts"][1]["name"], "crash");
    assert_eq!(json["summary"]["contestants"][1]["failures"]["crash"], 2);
}

/// Creates a bot that plays well but writes each answer in two parts, as Python's unbuffered `print` does.
fn in_two_writes(folder: &Path) -> String {
    let path = folder.join("two writes.py");
    let text = fs::read_to_string(root().join("bots/python_filler.py")).expect("the example");
    let (line, rest) = text.split_once('\n').expect("its first line");
    let slowly = "import os, time\n\
                  def slowly(answer):\n    os.write(1, answer[:-1].encode())\n    \
                  time.sleep(2)\n    os.write(1, b'\\n')\n";
    assert!(rest.contains("sys.stdout.write("), "the example has changed");
    let rest = rest.replace("sys.stdout.write(", "slowly(");
    fs::write(&path, format!("{line}\n{slowly}{rest}")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file");
    path.display().to_string()
}

#[test]
fn an_answer_in_two_writes_is_warned_of_in_a_series_and_fails_the_audit() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = in_two_writes(folder.path());
    let map = folder.path().join("map");
    fs::write(&map, "@....\n.....\n....$\n").expect("a file");
    let map = map.display().to_string();
    let words = ["-f", &map, "-p1", &bot, "-p2", "wall_e", "--games", "2", "-s", "1"];
    let warned = filler(&words).assert().success().get_output().stderr.clone();
    let warned = String::from_utf8(warned).expect("text");
    assert_eq!(warned.matches("the official engine ends the game here").count(), 1, "{warned}");
    assert!(warned.starts_with(&format!("meeple: {bot}, ")), "{warned}");
    let json = output(&[&words[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    for game in json["games"].as_array().expect("a list") {
        assert!(game["warnings"][0]["answers"].as_u64().expect("a number") > 0, "{game}");
        assert!(game["warnings"][0]["first"].as_str().expect("text").contains("ends the game"));
        assert_eq!(game["warnings"][1], Value::Null);
    }
    filler(&["audit", &bot, "-s", "1"])
        .assert()
        .code(1)
        .stdout(contains("wall_e      map00  0/5").and(contains("the line feed is missing")));
}

#[test]
fn the_failed_bot_is_named_after_the_sides_were_swapped() {
    let crash = fixture("crash.sh", &marker());
    let failed = filler(&["-p1", "wall_e", "-p2", &crash, "--games", "2"]).assert().code(1);
    failed
        .stderr(contains(format!("game 1: player 2 ({crash}) loses (F7): crash")))
        .stderr(contains(format!("game 2: player 1 ({crash}) loses (F7): crash")));
}

#[test]
fn the_audit_says_why_a_game_was_not_won_and_how_to_play_it_again() {
    let failed = filler(&["audit", "h2_d2", "-s", "-4", "--json"]).assert().code(1);
    let json: Value = serde_json::from_slice(&failed.get_output().stdout).expect("JSON");
    let task = &json["tasks"][0];
    let lost = task["not_won"].as_array().expect("a list");
    assert_eq!(lost.len() as u64 + task["summary"]["contestants"][0]["wins"].as_u64().unwrap(), 5);
    for game in lost {
        let command = game["replay"].as_str().expect("a command");
        let words = shlex::split(command).expect("a command line");
        assert_eq!((words[0].as_str(), words[1].as_str()), ("meeple", "filler"));
        let words: Vec<&str> = words[2..].iter().map(String::as_str).collect();
        let text = output(&[&words[..], &["-q"]].concat());
        let is_first = words[3] == "h2_d2";
        let [ours, theirs] = [0, 1].map(|side| game["scores"][side].as_i64().expect("a score"));
        let (first, second) = if is_first { (ours, theirs) } else { (theirs, ours) };
        assert!(
            text.contains(&format!("Player1 ({:>40}): {first}\n", words[3])),
            "{command}\n{text}"
        );
        assert!(
            text.contains(&format!("Player2 ({:>40}): {second}\n", words[5])),
            "{command}\n{text}"
        );
    }
    let text = filler(&["audit", "h2_d2", "-s", "-4"]).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(text).expect("text");
    let command = lost[0]["replay"].as_str().expect("a command");
    let [ours, theirs] = [0, 1].map(|side| &lost[0]["scores"][side]);
    let number = &lost[0]["game"];
    let told = format!("  game {number}: lost {ours}:{theirs}\n    {command}\n");
    assert!(text.contains(&told), "{text}");
}

#[test]
fn the_command_of_the_audit_is_fit_for_a_shell() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = folder.path().join("it's mine; really");
    fs::write(&bot, "#!/bin/sh\nread -r line\nexit 4\n").expect("a file");
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).expect("a file");
    let bot = bot.display().to_string();
    let words = ["audit", &bot, "-s", "1", "-t", "2.5", "--pieces", "fair", "--json"];
    let failed = filler(&words).assert().code(1);
    let json: Value = serde_json::from_slice(&failed.get_output().stdout).expect("JSON");
    let game = &json["tasks"][1]["not_won"][1];
    assert_eq!(game["verdict"]["name"], "crash");
    let command = game["replay"].as_str().expect("a command");
    let words = shlex::split(command).expect("a command line");
    let rest = ["-s", "1", "--strict", "--pieces", "fair", "-t", "2.5"];
    let expected = [&["meeple", "filler", "-f", "map01", "-p1", "h2_d2", "-p2", &bot], &rest[..]];
    assert_eq!(words, expected.concat());
}

#[test]
fn the_audit_refuses_at_once_what_cannot_start() {
    filler(&["audit", "./nope"])
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("meeple: \"./nope\": no such file"));
    let words = ["audit", "terminator", "--strict"];
    filler(&words).assert().code(2).stderr(contains("unexpected argument '--strict'"));
}

#[test]
fn the_help_fits_into_80_columns() {
    for words in [&["--help"][..], &["-h"], &["audit", "--help"]] {
        let text = filler(words).env("COLUMNS", "80").assert().success().get_output().clone();
        let text = String::from_utf8(text.stdout).expect("text");
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{words:?}");
    }
}

#[test]
fn the_audit_passes_the_strong_and_fails_the_weak() {
    let text = output(&["audit", "terminator", "-s", "1"]);
    assert!(text.contains("wall_e      map00  5/5"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("terminator: passed")));
    let failed = filler(&["audit", "h2_d2", "-s", "1", "--json"]).assert().code(1);
    let json: Value = serde_json::from_slice(&failed.get_output().stdout).expect("JSON");
    assert_eq!(json["passed"], false);
    assert_eq!(json["tasks"][3]["bonus"], true);
    let not_won = json["tasks"]
        .as_array()
        .expect("tasks")
        .iter()
        .flat_map(|task| task["not_won"].as_array().expect("games").iter());
    let commands: Vec<&str> = not_won.filter_map(|game| game["replay"].as_str()).collect();
    assert!(!commands.is_empty() && !commands.iter().any(|command| command.contains("--strict")));
    filler(&["audit", &fixture("crash.sh", &marker())])
        .assert()
        .code(1)
        .stdout(contains("game 1: lost 1:1 (crash: exited with status 3)"));
}

/// Returns a unique word for the command line or the environment of everything that one fixture starts.
fn marker() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    // Without the final letter, the first marker would be a prefix of the eleventh.
    format!("meeple-cli-{}-{}x", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Returns how many processes carry the marker, not counting `meeple` itself.
fn still_running(marker: &str) -> usize {
    let entries = fs::read_dir("/proc").expect("these tests need /proc").flatten();
    let has = |path: PathBuf, word: &str| {
        let bytes = fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(word)
    };
    let bots = entries.map(|entry| entry.path()).filter(|path| {
        has(path.join("environ"), marker)
            || has(path.join("cmdline"), marker) && !has(path.join("cmdline"), "-p2")
    });
    bots.count()
}

#[track_caller]
fn wait_until(mut has_happened: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !has_happened() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not happen");
        thread::yield_now();
    }
}

fn start(words: &[&str]) -> Child {
    let mut command = process::Command::new(program());
    command.arg("filler").args(words).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

#[test]
fn stopping_the_engine_leaves_no_bot_behind() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        for name in ["deaf.sh", "setsid_child.sh", "wiped_child.sh"] {
            let marker = marker();
            let mut engine = start(&["-q", "-p1", &fixture(name, &marker), "-p2", "wall_e"]);
            wait_until(|| still_running(&marker) >= 2);
            kill_process(Pid::from_child(&engine), signal).expect("it is there");
            let status = engine.wait().expect("it ends");
            assert_eq!(status.code(), Some(code), "{name}");
            assert_eq!(still_running(&marker), 0, "{name} left somebody behind");
        }
    }
}

#[test]
fn a_reader_who_leaves_ends_the_game_and_the_bots() {
    let marker = marker();
    let slow = fixture("eager.sh", &marker);
    let mut engine = start(&["-p1", &slow, "-p2", &ours("wall_e")]);
    let mut output = BufReader::new(engine.stdout.take().expect("it is piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert!(line.starts_with("$$$ exec p1 : "), "{line}");
    drop(output); // as `| head -1` does
    let status = engine.wait().expect("it ends");
    let mut errors = String::new();
    engine.stderr.take().expect("it is piped").read_to_string(&mut errors).expect("text");
    assert_eq!((status.code(), errors.contains("panicked")), (Some(0), false), "{errors}");
    assert_eq!(still_running(&marker), 0);
}
