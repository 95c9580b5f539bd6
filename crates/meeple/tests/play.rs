//! Playing Chomp at the prompt, from the size of the bar to the result.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
};

fn play(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.arg("play").args(words.split_whitespace()).arg("--plain");
    command
}

/// Returns the program's output when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    let input: String = lines.join("\n");
    // Against a deterministic player.
    let seats = if words.contains("--seats") { "" } else { " --seats you,perfect:stall=nibble" };
    let output = play(&format!("{words}{seats}"))
        .write_stdin(input)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).expect("UTF-8")
}

#[test]
fn the_prompt_game_asks_for_a_size_plays_and_stalls() {
    let said = typed("chomp", &["", "x", "0 5", "1 1", "300 2", "3 2", "1,1", "B1"]);
    for reason in [
        "\"\" is not a size",
        "\"x\" is not a size",
        "a bar has 1 to 255 columns and 1 to 255 rows, not 0 and 5",
        "a bar of one square is only poison: choose a larger one",
        "not 300 and 2",
    ] {
        assert!(said.contains(reason), "{reason} is missing in {said}");
    }
    // B2 leaves rows of 3 and 1; the winning reply is C1. Then B1 leaves 1 and 1, and A2 wins.
    assert!(said.contains("perfect bites C1"), "{said}");
    assert!(said.contains("perfect bites A2"), "{said}");
    assert!(said.ends_with("Only the poison is left for you: perfect wins.\n"), "{said}");
}

#[test]
fn a_lost_computer_bites_the_rightmost_square_of_the_lowest_row() {
    let said = typed("chomp width=5 height=4", &["C3", "quit"]);
    assert!(said.contains("perfect bites B4"), "{said}");
}

#[test]
fn bad_bites_are_asked_again_with_a_reason() {
    let said =
        typed("chomp width=5 height=4", &["nonsense", "1", "J10", "9 9", "2 2 2", "-1 0", "0,"]);
    assert!(said.contains("\"nonsense\" is not a square: type one such as C2"), "{said}");
    let outside = "J10 is outside the bar: columns are A to E, rows 1 to 4.";
    assert_eq!(said.matches(outside).count(), 2, "{said}");
    assert_eq!(said.matches("is not a square").count(), 5, "{said}");
    assert!(said.ends_with("The game is left unfinished.\n"), "{said}");
}

#[test]
fn large_numbers_are_refused_as_they_were_typed() {
    let huge = "9".repeat(39);
    let size = format!("{huge} 4");
    let bite = format!("{huge},2");
    let name = format!("C{huge}");
    let lines = [&size, "5x4", "300 2", "2 255", &bite, &name, "ZZZZ1", "00001 2", "quit"];
    let said = typed("chomp", &lines);
    for reason in [
        format!("a bar has 1 to 255 columns and 1 to 255 rows, not {huge} and 4\n"),
        "\"300 2\" is outside the bar: columns are A to E, rows 1 to 4".into(),
        "IV3 is outside the bar: columns are A to E, rows 1 to 4".into(),
        format!("\"{}…\" is outside the bar: columns are A to E", &bite[..40]),
        format!("\"{name}\" is outside the bar: columns are A to E"),
        "\"ZZZZ1\" is outside the bar: columns are A to E".into(),
    ] {
        assert!(said.contains(&reason), "{reason} is missing in {said}");
    }
    assert!(said.contains(" 2  # # . . .\n"), "00001 2 is a bite: {said}");
}

#[test]
fn nonsense_is_quoted_in_part_and_spelled_out() {
    let long = "x".repeat(4000);
    let said = typed("chomp", &[&long, "5 4", &long, "\u{1b}[2J\u{202e}", "hnit", "quit"]);
    let cut = format!("\"{}…\" is not a ", "x".repeat(40));
    assert_eq!(said.matches(&cut).count(), 2, "{said}");
    assert!(said.contains(r#""\u{1b}[2J\u{202e}" is not a square"#), "{said}");
    assert_eq!(said.matches("did you mean").count(), 1, "{said}");
    assert!(said.contains("such as C2 (or did you mean \"hint\"?)."), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 160), "{said}");
}

#[test]
fn a_wide_bar_has_no_gaps_and_a_tall_one_no_eaten_rows() {
    let draw = |words: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
        command.args(["show", "chomp"]).args(words.split_whitespace()).arg("--plain");
        String::from_utf8(command.assert().success().get_output().stdout.clone()).expect("UTF-8")
    };
    // 27 columns of three and the margin would need 84.
    let wide =
        format!("   A         K         U\n 1 P{}\n 2 {}.\n", "#".repeat(26), "#".repeat(26));
    assert_eq!(draw("width=27 height=2 rows=27,26 turn=0"), wide);
    let tall = "     A B\n  1  P #\n  2  # .\n(rows 3 to 17 are eaten)\n";
    assert_eq!(draw("width=2 height=17 rows=2,1 turn=0"), tall);
    let whole = draw("width=2 height=17 rows=2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 turn=0");
    assert!(
        whole.starts_with("     A B\n") && whole.ends_with("\n 17  # #\n     A B\n"),
        "{whole}"
    );
    let small = draw("width=2 height=16 rows=2,1 turn=0");
    assert!(small.ends_with(" 16  . .\n"), "{small}");
}

#[test]
fn eating_the_poison_loses() {
    let said = typed("chomp width=5 height=4", &["A1"]);
    assert!(said.ends_with("You ate the poison: perfect wins.\n"), "{said}");
}

#[test]
fn a_perfect_person_wins() {
    let said = typed("chomp width=2 height=2", &["B2", "hint", "B1"]);
    assert!(said.contains("Hint: B1; value +1.0 wins, win chance 100 %"), "{said}");
    assert!(said.ends_with("Only the poison is left for perfect: you win.\n"), "{said}");
}

#[test]
fn hint_show_moves_help_and_undo_do_what_they_say() {
    let said = typed(
        "chomp width=3 height=2",
        &["undo", "help", "moves", "show", "hint", "0 2", "undo", "quit"],
    );
    assert!(said.contains("Nothing to undo."), "{said}");
    assert!(said.contains("6 moves: A1  B1  C1  A2  B2  C2"), "{said}");
    let shown = "each with the winning reply:\n  B1 -> A2   C1 -> B2   A2 -> B1   B2 -> C1\n";
    assert!(said.contains(shown), "{said}");
    assert!(said.contains(" 1  P - -\n 2  - - 5\nWinning bites:\n  C2 in 5 bites\n"), "{said}");
    assert!(said.contains("Hint: C2"), "{said}");
    let whole = "    A B C\n 1  P # #\n 2  # # #\n";
    assert_eq!(said.matches(whole).count(), 2, "undo brings the whole bar back: {said}");
}

#[test]
fn the_board_is_drawn_again_on_request() {
    let said = typed("chomp width=3 height=2", &["", "Board", "moves", "quit"]);
    assert_eq!(said.matches("    A B C\n 1  P # #\n 2  # # #\n").count(), 3, "{said}");
    assert!(!said.contains("is not a square"), "{said}");
}

#[test]
fn two_people_and_two_computers_can_play() {
    let said = typed("chomp width=2 height=1 --seats you:name=Ann,you:name=Bob", &["0 1"]);
    assert!(said.contains("Ann, your bite"), "{said}");
    assert!(said.ends_with("Only the poison is left for Bob: Ann wins.\n"), "{said}");
    let said = typed("chomp width=6 height=5 --seats perfect,perfect:stall=nibble --seed 1", &[]);
    assert!(
        said.ends_with("Only the poison is left for perfect:stall=nibble: perfect wins.\n"),
        "{said}"
    );
    let said = typed("chomp width=3 height=2 --seats perfect,you", &["quit"]);
    assert!(said.contains("perfect bites C2"), "the computer begins: {said}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: u32| {
        typed(&format!("chomp width=9 height=7 --seats random,random --seed {seed}"), &[])
    };
    assert_eq!(game(4), game(4));
    assert_ne!(game(4), game(5));
}

#[test]
fn seats_are_drawn_by_lot_on_request_and_the_seed_decides() {
    let begins = |seed: u32, shuffle: &str| {
        let words =
            format!("chomp width=3 --seats you:name=Ann,you:name=Bob --seed {seed} {shuffle}");
        let said = typed(&words, &["quit"]);
        if said.contains("Ann, your bite") { "Ann" } else { "Bob" }
    };
    assert!((0..8).all(|seed| begins(seed, "") == "Ann"));
    let lots: Vec<&str> = (0..8).map(|seed| begins(seed, "--shuffle")).collect();
    assert!(lots.contains(&"Ann") && lots.contains(&"Bob"), "{lots:?}");
    assert_eq!(lots, (0..8).map(|seed| begins(seed, "--shuffle")).collect::<Vec<_>>());
}

#[test]
fn a_guess_on_a_bar_that_is_too_large_is_labelled() {
    let said = typed("chomp width=60 height=50", &["40 40", "quit"]);
    assert!(said.contains("(a guess: the bar is too large to solve)"), "{said}");
}

fn record(folder: &Path) -> (String, String) {
    let path = folder.join("game.jsonl");
    let text = path.to_str().expect("UTF-8").to_owned();
    typed(&format!("chomp width=3 height=2 --record {text}"), &["0 2", "undo", "0 2"]);
    (fs::read_to_string(&path).expect("it was recorded"), text)
}

fn replay(path: &str, words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(["replay", path]).args(words.split_whitespace());
    if words != "--json" {
        command.arg("--plain");
    }
    command
}

#[test]
fn a_recorded_game_is_replayed_resumed_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, path) = record(folder.path());
    assert_eq!(text.lines().count(), 6, "start, bite, answer, undo, bite, answer: {text}");
    replay(&path, "").assert().success().stdout(contains("Unfinished after 2 plies."));
    replay(&path, "").assert().success().stdout(contains("1. you bite C1: 2 squares\n"));
    replay(&path, "--at 1").assert().success().stdout("    A B C\n 1  P # .\n 2  # # .\n");
    replay(&path, "--at 3").assert().code(2).stderr(contains("the game has only 2 plies"));
    replay(&path, "--json").assert().success().stdout(contains("\"finished\": false"));
    play(&format!("chomp width=3 --record {path}"))
        .assert()
        .code(1)
        .stderr(contains("already exists"));
    assert_eq!(fs::read_to_string(&path).expect("still there"), text);

    play(&format!("--resume {path}")).write_stdin("0 0\n").assert().success();
    replay(&path, "").assert().success().stdout(contains("You ate the poison: perfect wins."));
    play(&format!("--resume {path}")).assert().code(1).stderr(contains("this game is finished"));
}

#[test]
fn a_record_cut_in_its_last_line_loses_only_that_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, path) = record(folder.path());
    fs::write(&path, &text[..text.len() - 10]).expect("it can be written");
    replay(&path, "")
        .assert()
        .success()
        .stdout(contains("Unfinished after 1 ply."))
        .stderr(contains("line 6 is incomplete and was left out"));
    // It isn't the person's turn: the computer moves first, then the input ends.
    play(&format!("--resume {path}")).assert().success().stdout(contains("Line 6 of the record"));
    assert_eq!(fs::read_to_string(&path).expect("still there").lines().count(), 6);
    replay(&path, "").assert().success().stdout(contains("Unfinished after 2 plies."));
}

#[test]
fn a_bad_line_of_a_record_is_named_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, path) = record(folder.path());
    let bad = |change: (&str, &str), reason: &str| {
        let changed = text.replacen(change.0, change.1, 1);
        assert_ne!(changed, text, "{change:?} changes nothing");
        fs::write(&path, changed).expect("it can be written");
        replay(&path, "").assert().code(1).stderr(contains(reason)).stdout("");
    };
    bad(
        ("\"move\":\"0,2\"", "\"move\":\"0,3\""),
        "line 2: move \"0,3\": square 0,3 is outside the bar",
    );
    bad(("\"move\":\"0,2\"", "\"move\":\"x\""), "line 2: move \"x\": bad bite at character 2");
    bad(("\"seat\":0", "\"seat\":1"), "line 2: seat 1 moved, but it is seat 0's turn");
    bad(("\"plies\":2", "\"plies\":3"), "line 4: cannot take back 3");
    bad(
        ("\"event\":\"undo\"", "\"event\":\"redo\""),
        "line 4: not an event: unknown variant `redo`",
    );
    bad(
        ("\"format\":2", "\"format\":3"),
        "line 1: unsupported record format 3 (this program reads 2)",
    );
    bad(("\"game\":\"chomp\"", "\"game\":\"chess\""), "line 1: there is no game \"chess\"");
    bad(("\"rules\":1", "\"rules\":9"), "line 1: recorded with version 9 of the rules of chomp");
    bad(("\"width\":3", "\"width\":0"), "line 1: invalid value \"0\" for width");
}

#[test]
#[cfg(unix)]
fn a_full_disk_ends_the_record_not_the_game() {
    play("chomp width=2 height=2 --seats you,perfect:stall=nibble --record /dev/full")
        .write_stdin("1 1\n0 1\n")
        .assert()
        .code(1)
        .stdout(contains("The game continues without a record.").and(contains("you win.")))
        .stderr(contains("the record /dev/full is incomplete: No space left"));
}

#[test]
fn colours_come_only_when_wanted() {
    let coloured = |when: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
        command.args(["--color", when, "play", "chomp", "width=2"]).env("NO_COLOR", "1");
        command.write_stdin("quit\n").assert().success().get_output().stdout.contains(&0x1b)
    };
    assert!(!coloured("auto"));
    assert!(!coloured("never"));
    assert!(coloured("always"));
}

#[test]
fn a_program_plays_and_its_comments_are_shown_and_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.jsonl").display().to_string();
    let script = folder.path().join("bot.sh");
    // Two lines in one write: the second must not be lost.
    fs::write(
        &script,
        "#!/bin/sh\nwhile read -r line; do case $line in *'\"turn\"'*)\n\
         printf 'info depth 1\\n{\"move\":\"0,1\",\"value\":0.5,\"comment\":\"\\\\u001b[2Jha\"}\\n' ;;\nesac; done\n",
    )
    .expect("a file");
    let seats = format!("you,sh {}", script.display());
    let mut command = play("chomp width=3 height=2");
    command.args(["--seats", &seats, "--record", &record]).write_stdin("1 2\n1 0\n");
    let said = command.assert().success().get_output().stdout.clone();
    let said = String::from_utf8(said).expect("UTF-8");
    assert!(said.contains("bites B1") && said.contains("(\\u{1b}[2Jha)"), "{said}");
    let kept = fs::read_to_string(&record).expect("a record");
    let mv = r#""value":0.5,"comment":"\u001b[2Jha","info":["depth 1"]}"#;
    assert!(kept.contains(mv), "{kept}");
}

#[test]
fn a_failed_program_is_reported_with_its_stderr_and_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.py");
    fs::write(&path, "import json\nprint(json.loads(input()))\n").expect("a file");
    let seats = format!("python3 {},wall_e", path.display());
    let mut command = play("filler --seed 1");
    let said = command.args(["--seats", &seats]).assert().code(1);
    let said = said.stdout(contains("failed: crash: ").and(contains("  its stderr: json.decoder")));
    let advice = format!("seat it as json:python3 {}", path.display());
    said.stdout(contains(advice).and(contains("Run meeple check-bot filler to find the problem")));
}

#[test]
fn programs_are_held_to_the_time() {
    let mut command = play("chomp width=3 height=2 --time 0.2");
    command
        .args(["--seats", "'sleep 60',random"])
        .assert()
        .code(1)
        .stdout(contains("sleep 60 failed: time-out: no answer within 0.2 s"));
}

#[test]
fn a_game_does_not_begin_without_a_program_that_cannot_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let refused = |name: &str, reason: &str| {
        let mut command = play("chomp width=3 height=2");
        command.args(["--record", &path("game.jsonl")]);
        command.args(["--seats", &format!("you,{}", path(name))]);
        command.assert().code(1).stdout("").stderr(contains(reason));
        assert!(!folder.path().join("game.jsonl").exists());
    };
    refused("nobody", "no such file");
    fs::write(path("script"), "#!/usr/bin/no-such-python\n").expect("a file");
    refused("script", "it is not executable; try chmod +x ");
    fs::set_permissions(path("script"), Permissions::from_mode(0o755)).expect("it is ours");
    refused("script", "its first line names \"/usr/bin/no-such-python\", which does not exist");
    fs::write(path("script"), "print('no first line')\n").expect("a file");
    refused("script", "this machine cannot run it");
}
