//! Filler at the prompt.

use assert_cmd::Command;
use std::fs;

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace()).env_remove("CLICOLOR_FORCE");
    command
}

/// What the program says when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    let input = lines.join("\n");
    let output = meeple(words).write_stdin(input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// On this map the only piece is 1x2:O/O.
const SMALL: &str = "play filler map=..../.@../..../$... --plain --seed 1";

#[test]
fn a_person_sees_the_board_the_piece_and_both_scores() {
    let said = typed(SMALL, &["quit"]);
    let board = "  0123\n0 ....\n1 .@..\n2 ....\n3 $...\n";
    assert!(said.contains(board), "{said}");
    assert!(said.contains("@ you: 1 cell, 0 pieces\n$ champion: 1 cell, 0 pieces\n"), "{said}");
    assert!(said.contains("The piece, 1 column and 2 rows:\n  O\n  O\n"), "{said}");
    assert!(said.contains("you, where to (column row): "), "{said}");
}

#[test]
fn bad_placements_are_refused_with_a_reason() {
    let lines = ["nonsense", "1", "1 2 3", "9 9", "0,0", "1,-1", "quit"];
    let said = typed(SMALL, &lines);
    assert_eq!(
        said.matches("is not a place: type a column and a row, such as 7 2").count(),
        3,
        "{said}"
    );
    assert!(said.contains("cell 9,9 of the piece would be off the board (F4)"), "{said}");
    assert!(said.contains("the piece would cover none of your cells"), "{said}");
    assert!(said.contains("cell 1,-1 of the piece would be off the board (F4)"), "{said}");
}

#[test]
fn moves_hint_undo_and_stop_do_what_they_say() {
    let said = typed(SMALL, &["moves", "hint", "1 1", "undo", "stop"]);
    assert!(said.contains("3 moves: 1,0  1,1  stop"), "{said}");
    assert!(said.contains("Hint: 1,"), "{said}");
    assert!(said.contains("champion lays 1x2:O/O at 0,2"), "{said}");
    assert!(said.contains("you are out (F5)"), "{said}");
    assert!(said.contains("1x2:O/O fits nowhere: champion is stuck (F5)"), "{said}");
    assert!(said.ends_with("Both players are stuck: champion wins by 4 to 1.\n"), "{said}");
}

#[test]
fn the_enemys_piece_is_hidden_until_it_is_laid() {
    let said = typed("play filler --plain --seed 3 --seats terminator,you", &["quit"]);
    assert!(said.contains("terminator gets a piece\nterminator lays "), "{said}");
    let said = typed("play filler --plain --seed 3 --seats terminator,wall_e", &[]);
    assert!(!said.contains("gets a piece"), "nobody is there to be kept from it");
    assert!(said.contains("fits nowhere: "), "{said}");
    assert!(said.trim_end().ends_with('.') && said.contains("Both players are stuck: "), "{said}");
}

#[test]
fn a_record_is_replayed_with_every_piece() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    typed(&format!("{SMALL} --record {path}"), &["1 1", "stop"]);
    let text = fs::read_to_string(path).expect("it was recorded");
    assert!(text.contains(r#""options":{"map":"..../.@../..../$..."}"#), "{text}");
    let said = typed(&format!("replay {path} --plain"), &[]);
    assert!(said.contains("1. you get 1x2:O/O\n"), "{said}");
    assert!(said.contains("2. you lay 1x2:O/O at 1,1\n"), "{said}");
    assert!(said.contains("Both players are stuck: "), "{said}");
}

#[test]
fn wide_boards_have_tens_above_the_columns() {
    let said = typed("play filler --plain --seed 1", &["quit"]);
    assert!(
        said.contains("             1\n   01234567890123456789\n 0 ...................."),
        "{said}"
    );
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let said = typed("--color always play filler --seed 1", &["quit"]);
    assert!(said.contains("\u{1b}[36m@\u{1b}[0m"), "{said}");
}

#[test]
fn filler_cannot_be_solved() {
    for command in ["solve filler", "prove filler"] {
        let assert = meeple(command).assert().code(2);
        let said = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
        assert!(said.contains("filler cannot be solved"), "{said}");
    }
}
