//! `docs/bots.md` is up to date: its transcripts are replayed, its commands are parsed.

use assert_cmd::Command;
use clap::Parser;
use meeple::cli::Cli;
use meeple_bots::{
    ProcessSupervisor,
    json::JsonProgram,
    school::{Dialect, Questions, official_options::rewrite_options},
};
use meeple_core::{
    AnyPlayer, Event, Game, GameClock, Header, Limits, Seat,
    rng::{RngStream, seeded},
};
use meeple_games::{
    GameKind,
    chomp::{Chomp, Options},
};
use meeple_session::protocol::AnswerLine;
use meeple_view::view;
use serde_json::Value;
use std::{
    ffi::OsString,
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    time::Duration,
};
use tempfile::TempDir;

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");
    fs::read_to_string(path).expect("the document is there")
}

/// Returns the fenced blocks with this mark.
fn blocks(mark: &str) -> Vec<String> {
    let text = document();
    let fence = format!("```{mark}\n");
    let parts = text.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

fn lines_after(block: &str, prefix: &str) -> String {
    let lines = block.lines().filter_map(|line| line.strip_prefix(prefix));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[track_caller]
fn replay(mark: &str, dialect: Dialect) {
    let [block] = &blocks(mark)[..] else { panic!("one transcript of {mark}") };
    let (read, written) = (lines_after(block, "< "), lines_after(block, "> "));
    // The computer player answers as the document says.
    let mut bot = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    bot.args(["bot", "filler", "heat"])
        .write_stdin(read.clone())
        .assert()
        .success()
        .stdout(written);
    // The engine asks what the document says.
    let mut questions = Questions::new(read.as_bytes(), None);
    let mut asked = String::new();
    while let Some(question) = questions.next_question().expect("memory can be read") {
        let question = question.expect("the document speaks well");
        assert_eq!(question.dialect, dialect);
        if asked.is_empty() {
            asked = Dialect::exec_line(question.seat, "bots/filler-heat");
        }
        asked += &dialect.question(&question.board, &question.piece);
    }
    assert_eq!(asked, read);
}

#[test]
fn the_transcripts_are_what_our_engine_asks_and_our_bot_answers() {
    replay("text edu", Dialect::Edu);
    replay("text 42", Dialect::FortyTwo);
}

/// Creates a folder with an executable `bot.py` of these lines.
fn folder_with_bot(lines: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.py");
    fs::write(&path, lines).expect("a file");
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// Returns the only block with this mark as JSON, without thinking times.
fn message(mark: &str) -> Value {
    let [block] = &blocks(mark)[..] else { panic!("one message of {mark}") };
    without_times(serde_json::from_str(block).expect("the document has JSON"))
}

fn without_times(mut message: Value) -> Value {
    let events = message.get_mut("events").and_then(Value::as_array_mut);
    for event in events.into_iter().flatten() {
        event["ms"] = 0.into();
    }
    message
}

#[test]
fn the_messages_are_what_a_bot_receives() {
    let script = "#!/bin/sh
while read -r line; do
    echo \"$line\" >> heard
    case $line in *'\"type\":\"turn\"'*) echo \"1,${moves-1}\"; moves=0 ;; esac
done";
    let folder = folder_with_bot(script);
    let mut play = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    play.args(["play", "chomp", "width=3", "height=2", "--seats", "you,./bot.py"]);
    play.current_dir(&folder).write_stdin("1 2\n0 1\n").assert().success();
    let heard = fs::read_to_string(folder.path().join("heard")).expect("it has heard something");
    let heard: Vec<Value> = heard
        .lines()
        .map(|line| without_times(serde_json::from_str(line).expect("a message is JSON")))
        .collect();
    let [start, first, _, end] = &heard[..] else { panic!("{heard:#?}") };
    assert_eq!(
        [start, first, end],
        [&message("json start"), &message("json turn"), &message("json end")]
    );
}

#[test]
fn a_game_clock_is_sent_as_documented() {
    let [limits, clocks] = ["json limits", "json clocks"].map(message);
    let ms = |value: &Value| Duration::from_millis(value.as_u64().expect("milliseconds"));
    let left = clocks["clocks_ms"].as_array().expect("one a seat").iter().map(ms).collect();
    let (game, increment) = (ms(&limits["game_ms"]), ms(&limits["increment_ms"]));
    let told = Limits {
        time: Some(ms(&clocks["time_ms"])),
        clock: Some(GameClock { game, increment, left }),
        ..Limits::default()
    };
    let program = "cat".parse().expect("a command");
    let (seat, supervisor) = (Seat::new(1), ProcessSupervisor::default());
    let started = JsonProgram::start(&program, seat, view(GameKind::Chomp), &supervisor);
    let mut program = started.expect("cat is there");
    let options = Options::default();
    let position = Chomp::new(&options).expect("the usual options");
    let start = Event::Start(Header::new::<Chomp>(&options, Vec::new()));
    program.on_event(&start, &position);
    let question = program.question(&position, &told);
    let lines = question.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let messages: Vec<Value> =
        lines.map(|line| serde_json::from_slice(line).expect("a message is JSON")).collect();
    let [start, turn] = &messages[..] else { panic!("{messages:#?}") };
    assert_eq!(start["limits"], limits);
    let end = clocks.to_string().replacen('{', ",", 1);
    assert!(turn.to_string().ends_with(&end), "{turn} ends with {end}");
}

/// Returns the first legal move of this kind found in a game of random moves.
fn choice_of_kind(game: GameKind, kind: &Value) -> Value {
    let mut rng = seeded(1, RngStream::Other(0));
    let start = game.entry().starting_position_from_values(&meeple_core::OptionValues::new());
    let mut position = start.expect("the usual options").position;
    loop {
        let choices = view(game).legal_moves(&*position);
        if let Some(found) = choices.iter().find(|choice| choice["kind"] == *kind) {
            return found.clone();
        }
        if let Some(deal) = position.sample_deal_text(&mut rng) {
            position.apply_deal_text(&deal).expect("it was drawn");
        } else {
            let mv = choices[0]["move"].as_str().expect("a move has a text");
            position.play_text(mv).expect("a listed move is legal");
        }
    }
}

#[test]
fn the_choices_have_the_keys_of_the_document() {
    let keys = |choice: &Value| -> Vec<String> {
        choice.as_object().expect("an object").keys().cloned().collect()
    };
    for game in [GameKind::Filler, GameKind::Azul, GameKind::Grass] {
        let [block] = &blocks(&format!("json choice {game}"))[..] else { panic!("{game}") };
        let shown: Value = serde_json::from_str(block).expect("the document has JSON");
        let mut found = choice_of_kind(game, &shown["kind"]);
        // A start tile has no number.
        if let (Some(found), Some(tile)) = (found.as_object_mut(), shown.get("tile"))
            && !found.contains_key("tile")
        {
            found.shift_insert(2, "tile".into(), tile.clone());
        }
        assert_eq!(keys(&found), keys(&shown), "{game}");
    }
}

#[test]
fn the_answers_are_understood() {
    let lines: Vec<AnswerLine> = blocks("text answer")
        .concat()
        .lines()
        .map(|line| AnswerLine::read(line.as_bytes()).expect("the document speaks well"))
        .collect();
    let [AnswerLine::Answer(bare), AnswerLine::Answer(json), AnswerLine::Info(info)] = &lines[..]
    else {
        panic!("{lines:?}")
    };
    assert_eq!((bare.mv.as_str(), json.mv.as_str()), ("1,1", "1,1"));
    assert_eq!((json.value, info.as_str()), (Some(0.8), "depth 3 nodes 1200"));
}

#[test]
fn the_bot_of_a_minute_plays_all_games() {
    let [script] = &blocks("python")[..] else { panic!("one bot") };
    let folder = folder_with_bot(script);
    for game in GameKind::ALL {
        let options: &[&str] =
            if *game == GameKind::Chomp { &["width=4", "height=3"] } else { &[] };
        let mut play = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
        play.args(["play", game.name(), "--seed", "1", "--seats", "random,json:./bot.py"]);
        let output = play.args(options).current_dir(&folder).assert().success();
        let said = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        assert!(said.contains("json:./bot.py") && !said.contains("failed"), "{said}");
    }
}

#[test]
fn the_commands_are_understood() {
    for line in blocks("console").concat().lines() {
        let words = rewrite_options(line.split(' ').map(OsString::from));
        Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}
