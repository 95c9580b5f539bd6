//! Laying Grass at the prompt: names, colours, turns, reasons, records.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace());
    command
}

/// What the program says when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    let input = lines.join("\n") + "\n";
    let command = &mut meeple(&format!("play {words} --plain"));
    let output = command.write_stdin(input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

const ANN: &str = "you:name=Ann:colour=red";

#[test]
fn names_and_colours_are_asked_for_and_unique() {
    let lines = ["1", "x", "3", "Ann", "pink", "red", "Ann", "Bob", "red", "", "quit"];
    let said = typed("grass", &lines[..2]);
    assert!(said.contains("\"1\" is not a number of players: 2 to 9 play (G1)"), "{said}");
    let said = typed("grass --seats you,you,greedy --seed 1", &lines[3..]);
    for text in [
        "there is no colour \"pink\"",
        "somebody else is called Ann (G4)",
        "red is taken (G4)",
        "1 Ann (red): 0x0, 1 coupon   2 Bob (purple): 0x0, 1 coupon\n3 greedy (green): 0x0, 1 coupon",
        "Round 0 of 9: 1 Ann (red)\n",
        "Ann, your start tile (CELL): ",
    ] {
        assert!(said.contains(text), "{text} is missing in {said}");
    }
    let said = typed("grass --seats you:name=Ann:colour=pink,greedy --seed 1", &["blue", "quit"]);
    assert!(said.contains("there is no colour \"pink\""), "{said}");
    assert!(said.contains("1 Ann (blue)"), "{said}");
}

#[test]
fn a_tile_is_turned_shown_and_laid_with_reasons_for_every_refusal() {
    let said = typed(
        &format!("grass --seats {ANN},random --seed 3"),
        &[
            "KK",
            "r",
            "f",
            "spots",
            "zz",
            "aa",
            "stone BB",
            "exchange 9",
            "nonsense",
            "hint",
            "quit",
        ],
    );
    for text in [
        "Round 1 of 9",
        " tile ",
        "spots, marked x",
        "ZZ is off the board, whose last cell is TT (G9)",
        "with its corner at AA the tile touches none of your cells (G9)",
        "placing a stone is not possible now: lay the drawn tile",
        "there is no next tile 9: choose 1 to 5 (G7)",
        "\"nonsense\" is no move: lay the drawn tile",
        "Hint: ",
    ] {
        assert!(said.contains(text), "{text} is missing in {said}");
    }
    let boards = said.lines().filter(|line| line.starts_with(" K ") && line.ends_with('K'));
    assert!(boards.clone().count() >= 2 && boards.clone().all(|line| line.len() <= 80), "{said}");
}

#[test]
fn an_exchange_is_one_word_and_undo_takes_it_back() {
    let words = format!("grass --seats {ANN},random --seed 3");
    let said = typed(&words, &["KK", "2", "exchange 1", "undo", "quit"]);
    assert!(said.contains("1 Ann (red): 1x1, 0 coupons"), "the coupon is spent: {said}");
    assert!(said.contains("you have already spent a coupon in this turn (G6)"), "{said}");
    let after_undo = said.rfind("1 Ann (red): 1x1, 1 coupon").expect("the coupon is back");
    assert!(after_undo > said.find("1 Ann (red): 1x1, 0 coupons").expect("it was spent"));
}

#[test]
fn thirty_columns_fit_in_eighty() {
    let words = format!("grass --seats {ANN},random,random,random,random --seed 1");
    let said = typed(&words, &["Kc", "quit"]);
    let rows: Vec<&str> = said.lines().filter(|line| line.starts_with(" d ")).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.len() <= 80 && row.ends_with('d')));
    assert!(said.contains("1*") || said.contains("1!"), "{said}");
}

#[test]
fn computers_play_to_the_end_and_the_record_is_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    let said = typed(&format!("grass --seats greedy,random --seed 3 --record {path}"), &[]);
    assert!(said.contains("The end: the game is over"), "{said}");
    assert!(said.contains("The largest square wins: greedy wins."), "{said}");
    assert!(said.contains("Final coupons"), "{said}");
    meeple(&format!("replay {path} --plain")).assert().success().stdout(contains("greedy wins."));
    let board = meeple(&format!("replay {path} --plain --at 9")).assert().success();
    let board = String::from_utf8(board.get_output().stdout.clone()).expect("UTF-8");
    assert!(board.contains(" T ") && board.contains("Round 1 of 9"), "{board}");
    let record = fs::read_to_string(path).expect("it was recorded");
    assert!(record.contains("\"colour\":\"purple\""), "computers take a colour: {record}");
}

#[test]
fn a_game_is_left_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    typed(&format!("grass --seats {ANN},random --seed 5 --record {path}"), &["KK", "quit"]);
    let said = typed(&format!("--resume {path}"), &["moves", "quit"]);
    assert!(said.contains("Round 1 of 9: 1 Ann (red)"), "{said}");
    assert!(said.contains(" moves: lay "), "{said}");
}

#[test]
fn colours_and_unicode_come_only_when_wanted() {
    let shown = |when: &str, locale: &str| {
        let words = format!("--color {when} play grass --seats {ANN},random --seed 1");
        let mut command = meeple(&words);
        command.env("LC_ALL", locale).write_stdin("KK\nquit\n");
        String::from_utf8(command.assert().success().get_output().stdout.clone()).expect("UTF-8")
    };
    let plain = shown("never", "C");
    assert!(plain.is_ascii() && !plain.contains('\u{1b}'), "{plain}");
    assert!(shown("never", "C.UTF-8").contains('█'));
    assert!(shown("always", "C").contains("\u{1b}[48;5;160m"), "red behind Ann's cells");
}
