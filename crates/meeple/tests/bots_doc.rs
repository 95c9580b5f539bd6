//! `docs/bots.md` is true: its transcripts are replayed, its commands are read.

use assert_cmd::Command;
use clap::Parser;
use meeple::{cli::Cli, official_words::normalised};
use meeple_arena::filler::{Dialect, Questions};
use std::{ffi::OsString, fs};

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");
    fs::read_to_string(path).expect("the document is there")
}

/// The fenced blocks that are marked so.
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
    // Our bot answers what the document says.
    let mut bot = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    bot.args(["bot", "filler", "heat"])
        .write_stdin(read.clone())
        .assert()
        .success()
        .stdout(written);
    // Our engine asks what the document says.
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

#[test]
fn the_commands_are_understood() {
    for line in blocks("console").concat().lines() {
        let words = normalised(line.split(' ').map(OsString::from));
        Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}
