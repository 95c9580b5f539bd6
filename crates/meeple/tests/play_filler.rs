//! Filler at the prompt.

mod support;

use assert_cmd::Command;
use std::{
    fs,
    io::{Read, Write},
    process::{self, Stdio},
};

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace()).env_remove("CLICOLOR_FORCE");
    command
}

/// Returns the program's output when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    let input = lines.join("\n");
    let output = meeple(words).write_stdin(input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// A map on which the only piece is 1x2:O/O.
const SMALL: &str = "play filler map=..../.@../..../$... --plain --seed 1 --seats you,champion";

#[test]
fn a_person_sees_the_board_the_piece_and_both_scores() {
    let said = typed(SMALL, &["board", "quit"]);
    let drawing = "
  ABCD  @ you: 1 cell, 0 pieces
1 ....  $ champion: 1 cell, 0 pieces
2 .@..  The piece:
3 ....    O
4 $...    O
Your cell (such as H3): ";
    assert_eq!(said.matches(drawing).count(), 2, "`board` draws it again: {said}");
}

#[test]
fn bad_placements_are_refused_with_a_reason() {
    let lines =
        ["nonsense", "1", "1 2 3", "+1 1", "- 1", "9 9", "J10", "0,0", "A1", "1,-1", "quit"];
    let said = typed(SMALL, &lines);
    let count = |text: &str| said.matches(text).count();
    assert_eq!(count("is not a cell: type one such as H3"), 5, "{said}");
    assert_eq!(count("Part of the piece would be off the board."), 3, "{said}");
    assert_eq!(count("The piece would cover none of your cells"), 2, "{said}");
}

#[test]
fn a_number_that_is_far_too_large_is_named_as_it_was_typed() {
    let said =
        typed(SMALL, &["999999999999999999999999999 2", "1,-32769", "32768 0", "ZZZZ9", "quit"]);
    for quoted in ["999999999999999999999999999 2", "1,-32769", "32768 0", "ZZZZ9"] {
        let refusal = format!("\"{quoted}\" is off the board, which ends at D4");
        assert!(said.contains(&refusal), "{said}");
    }
    assert!(!said.contains("32767"), "{said}");
}

#[test]
fn long_nonsense_is_cut_and_its_control_characters_are_escaped() {
    let said = typed(SMALL, &[&"x".repeat(4000), "\u{1b}[2J\u{7}", "quit"]);
    assert!(said.contains(&format!("\"{}…\" is not a cell", "x".repeat(40))), "{said}");
    assert!(said.contains(r#""\u{1b}[2J\u{7}" is not a cell"#), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{7}']), "{said}");
}

#[test]
fn moves_hint_undo_and_stop_do_what_they_say() {
    let said = typed(SMALL, &["moves", "hint", "b2", "undo", "stop"]);
    assert!(said.contains("3 moves: B1  B2  stop"), "{said}");
    assert!(said.contains("Hint: B"), "{said}");
    assert!(said.contains("champion places a piece of 2 cells at A3"), "{said}");
    assert!(said.contains("You are stuck\nchampion plays on alone\n"), "{said}");
    assert!(said.contains("The piece fits nowhere: champion is stuck"), "{said}");
    let end = "\
1. champion: 4 cells, 3 pieces
2. you: 1 cell, 0 pieces
Both players are stuck, 4 cells to 1: champion wins.
";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn a_player_whose_piece_fits_nowhere_is_stuck_and_the_other_plays_on() {
    let said = typed("play filler map=@./$./.. --plain --seed 1 --seats you,champion", &[]);
    let stuck = "
You get a piece of 2 cells
The piece fits nowhere: you are stuck
champion plays on alone
";
    assert!(said.contains(stuck), "{said}");
    assert!(!said.to_lowercase().contains("your cell"), "there was nothing to choose: {said}");
    assert!(said.contains("champion places a piece of 2 cells at A2"), "{said}");
    assert!(said.ends_with("Both players are stuck, 2 cells to 1: champion wins.\n"), "{said}");
}

#[test]
fn the_enemys_piece_is_hidden_until_it_is_laid() {
    let said = typed("play filler --plain --seed 3 --seats terminator,you", &["quit"]);
    assert!(said.contains("terminator gets a piece\nterminator places "), "{said}");
    let said = typed("play filler --plain --seed 3 --seats terminator,wall_e", &[]);
    assert!(!said.contains("gets a piece\n"), "nobody is there to hide it from");
    assert!(said.contains("terminator gets ") && said.contains("wall_e gets "), "{said}");
    assert!(said.contains("wall_e is stuck\nterminator plays on alone\n"), "{said}");
    assert!(said.contains("Both players are stuck, "), "{said}");
}

#[test]
fn a_record_is_shown_replayed_and_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    let said = typed(&format!("{SMALL} --record {path}"), &["B2"]);
    assert!(said.ends_with(&format!("Continue with: meeple play --resume {path}\n")), "{said}");
    let said = typed(&format!("play --resume {path} --plain"), &["stop"]);
    assert!(said.contains("\n3 sa..  "), "the board is as it was left: {said}");
    let text = fs::read_to_string(path).expect("it was recorded");
    assert!(text.contains(r#""options":{"map":"..../.@../..../$..."}"#), "{text}");
    let said = typed(&format!("replay {path} --plain"), &[]);
    assert!(said.contains("1. you get a piece of 2 cells\n"), "{said}");
    assert!(said.contains("2. you place a piece of 2 cells at B2\n"), "{said}");
    assert!(said.contains("Both players are stuck, "), "{said}");
    let said = typed(&format!("show filler {path} --at 2 --plain"), &[]);
    let drawing = "  ABCD\n1 ....\n2 .a..\n3 .a..  @ you: 2 cells, 1 piece\n\
                   4 $...  $ champion: 1 cell, 0 pieces\n";
    assert_eq!(said, drawing);
    let said = typed(&format!("moves filler {path} --at 1"), &[]);
    assert_eq!(said, "1,0   B1\n1,1   B2\nstop\n");
}

#[test]
fn columns_are_letters_and_after_z_comes_aa() {
    let said = typed("play filler --plain --seed 1 --seats you,champion", &["quit"]);
    assert!(said.contains("\n   ABCDEFGHIJKLMNOPQRST\n 1 ...................."), "{said}");
    let said = typed("play filler map=map01 --plain --seed 1 --seats you,champion", &["quit"]);
    let first = format!("\n   {:26}A\n   ABC", "");
    assert!(said.contains(&first) && said.contains("XYZABCD"), "{said}");
}

/// Returns the lines from the last empty one to the question, which is the last.
fn last_drawing(said: &str) -> Vec<&str> {
    let question = said.find("Your cell").expect("a question is asked");
    let drawn = &said[..question];
    let start = drawn.rfind("\n\n").expect("an empty line stands above");
    drawn[start + 2..].lines().collect()
}

#[test]
fn a_board_of_twenty_columns_fits_a_window_with_its_piece_above_the_question() {
    for seed in 0..20 {
        let said = typed(&format!("play filler --plain --seed {seed}"), &["quit"]);
        let lines = last_drawing(&said);
        assert!(lines.len() <= 22, "{said}");
        assert!(lines.iter().all(|line| line.len() <= 78), "{said}");
        let piece = lines[lines.len() - 1].chars().skip(23);
        assert!(piece.clone().all(|sign| " .O".contains(sign)) && piece.count() > 2, "{said}");
    }
}

/// Returns what the program shows in a window of 80 columns.
fn in_a_window(words: &str, input: &str) -> String {
    let (mut window, screen) = support::pseudo_terminal::terminal(80, 24);
    let mut program = process::Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    program.args(words.split_whitespace()).env("COLUMNS", "80").env("TERM", "xterm");
    let mut running =
        program.stdin(Stdio::piped()).stdout(screen).spawn().expect("the program starts");
    drop(program); // and with it this process's handle on the screen
    let mut typing = running.stdin.take().expect("it was piped");
    typing.write_all(input.as_bytes()).expect("it is read");
    drop(typing);
    // When no process holds the screen any more, reading from it ends or fails.
    let mut seen = Vec::new();
    let _ = window.read_to_end(&mut seen);
    assert!(running.wait().expect("it ends").success());
    String::from_utf8(seen).expect("UTF-8").replace('\r', "")
}

#[test]
fn what_a_narrow_window_cuts_of_a_board_is_said_and_the_piece_is_whole() {
    let said = in_a_window("play filler map=map02 --plain --seed 3 --seats you,wall_e", "quit\n");
    let lines = last_drawing(&said);
    let at = |text: &str| lines.iter().position(|line| line.starts_with(text));
    assert!(lines[1].starts_with("    ABCDEFGHIJ") && lines[1].ends_with('>'), "{said}");
    assert!(lines.iter().all(|line| line.len() <= 80), "{said}");
    let piece = at("The piece:").expect("there is one");
    assert!(at("100 ..").expect("the last row") < piece, "{said}");
    let cut = at("(Cut at >: to show all of it, the window needs 103 columns.)");
    assert_eq!(cut, Some(lines.len() - 1), "{said}");
    assert!(lines.len() - piece <= 23, "{said}");
    let whole = typed("play filler map=map02 --plain --seed 3 --seats you,wall_e", &["quit"]);
    let whole = last_drawing(&whole);
    let start = whole.iter().position(|line| line.starts_with("The piece:")).expect("it is drawn");
    assert_eq!(lines[piece..cut.expect("it is said")], whole[start..], "{said}");
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let said = typed("--color always play filler --seed 1", &["quit"]);
    assert!(said.contains("\u{1b}[36m@\u{1b}[0m"), "{said}");
    let mut command = meeple("--color auto play filler --seed 1");
    let output = command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1").write_stdin("quit\n");
    assert!(!output.assert().success().get_output().stdout.contains(&0x1b));
}

#[test]
fn filler_cannot_be_solved() {
    for command in ["solve filler", "prove filler"] {
        let assert = meeple(command).assert().code(2);
        let said = String::from_utf8(assert.get_output().stderr.clone()).expect("UTF-8");
        assert!(said.contains("filler cannot be solved"), "{said}");
    }
}

#[test]
fn an_illegal_move_of_a_program_ends_its_game_and_not_the_opponents() {
    let folder = tempfile::tempdir().expect("a folder");
    let (bot, record) = (folder.path().join("bot.sh"), folder.path().join("game.jsonl"));
    let answers =
        "while read -r line; do case \"$line\" in *'\"type\":\"turn\"'*) echo 90,90 ;; esac; done";
    fs::write(&bot, answers).expect("a file");
    let words = format!("play filler --plain --seed 1 --record {}", record.display());
    let seats = format!("json:sh {},random", bot.display());
    let said = meeple(&words).args(["--seats", &seats]).assert().get_output().stdout.clone();
    let said = String::from_utf8(said).expect("UTF-8");
    assert!(said.contains("failed: illegal"), "{said}");
    let record = fs::read_to_string(&record).expect("a record");
    let events: Vec<serde_json::Value> =
        record.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let moves = |seat: u64| {
        events.iter().filter(move |event| event["event"] == "move" && event["seat"] == seat)
    };
    // F5: it is stuck from its first answer on, and the other one fills the board.
    assert!(moves(0).all(|event| event["move"] == "stop"), "{record}");
    assert!(moves(1).count() > 10, "{record}");
    assert_eq!(events.last().expect("an end")["by"], "rules", "{record}");
}
