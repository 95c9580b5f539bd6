//! Azul at the prompt: what is drawn, asked, refused and explained.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace());
    command
}

/// What the program says when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    let mut command = meeple(&format!("play azul {words} --plain"));
    let output = command.write_stdin(lines.join("\n")).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn holds(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "{part:?} is missing in {said}");
    }
}

const FIRST: &str = "\
Round 1   bag 80, lid 0
  1 BBKK   2 BYWW   3 YRKW   4 YYYK   5 YYRK
  centre: nothing + the marker

> you: 0 points                           greedy: 0 points
  1         .  > b y r k w                1         .  > b y r k w
  2       . .  > w b y r k                2       . .  > w b y r k
  3     . . .  > k w b y r                3     . . .  > k w b y r
  4   . . . .  > r k w b y                4   . . . .  > r k w b y
  5 . . . . .  > y r k w b                5 . . . . .  > y r k w b
    floor .......                           floor .......
";

#[test]
fn the_table_is_drawn_and_deals_are_shown() {
    let said = typed("--seed 3", &["quit"]);
    holds(&said, &["Round 1, you first. Dealt:\n  1 BBKK   2 BYWW", FIRST]);
}

#[test]
fn moves_are_told_and_short_words_are_understood() {
    let said = typed("--seed 3", &["1 b 2", "CENTER K 4", "bag", "quit"]);
    let told = [
        "greedy takes 3 yellow from factory 4: line 3 full",
        "  2       B B  > w b y r k",
        "  4   . K K K  > r k w b y",
        "    floor M......  costs 1",
        "bag   80: 17 blue, 13 yellow, 18 red, 15 black, 17 white",
    ];
    holds(&said, &told);
}

#[test]
fn refusals_say_why() {
    let lines =
        ["9 blue 1", "1 white 1", "1 blue 7", "1 bleu 2", "hnit", "wall 1 1", "", "1 b", "é"];
    let said = typed("--seed 3", &lines);
    let reasons = [
        "factory 9 does not exist: the factories are 1 to 5 (A8).",
        "factory 1 has no white tile (A5).",
        "line 7 does not exist: the lines are 1 to 5 (A2).",
        "there is no colour \"bleu\" (did you mean \"blue\"?).",
        "(or did you mean \"hint\"?)",
        "tiles are drafted now: take some from the table (A5).",
        "\"1 b\" is not a move: a move is SOURCE COLOUR LINE",
    ];
    holds(&said, &reasons);
    assert!(said.ends_with("The game is left unfinished.\n"), "{said}");
}

#[test]
fn hint_moves_and_undo_do_what_they_say() {
    let said = typed("--seed 3", &["undo", "moves", "hint", "1 blue 2", "undo", "quit"]);
    holds(
        &said,
        &["There is nothing to take back.", "84 moves: 1 blue 1  1 blue 2", "Hint: 4 yellow 3"],
    );
    assert_eq!(said.matches(FIRST).count(), 2, "undo brings the first table back: {said}");
}

#[test]
fn nothing_is_wider_than_eighty_columns() {
    for words in ["players=2 --seed 1", "players=4 wall=grey --seed 2", "players=3 --seed 3"] {
        let seats = ["greedy"; 4][..words[8..9].parse().expect("a digit")].join(",");
        let said = typed(&format!("{words} --seats {seats}"), &[]);
        let widest = said.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{widest:?}: {said}");
        holds(&said, &["End of round 1:", "complete row", "Scores: greedy 1: "]);
    }
    let said = typed("--seed 3", &["moves", "help", "quit"]);
    assert!(said.lines().all(|line| line.chars().count() <= 116), "prompt and answer: {said}");
}

#[test]
fn the_end_of_a_round_is_explained_tile_by_tile() {
    let said = typed("--seed 3 --seats greedy,greedy", &[]);
    let parts = [" alone, +1 = 1", " across, +", " down, +", " of the floor, -", "End of round 2:"];
    holds(&said, &parts);
    holds(&said, &["Round 2, ", "complete row", "A row is complete; greedy "]);
}

#[test]
fn on_the_grey_wall_a_column_is_enough() {
    // Line 1 is full after the first move; hints lead to the end of the round.
    let mut lines = vec!["1 b 1"];
    lines.extend(["c k f", "c y f", "c r f", "c b f", "c w f", "2 y f", "3 y f", "5 y f", "5 r f"]);
    lines.extend(["c k f", "c y f", "c r f", "c b f", "c w f", "9", "3"]);
    let said = typed("wall=grey --seed 3", &lines);
    let parts = [
        "you, line 1 is full of blue: its column (1 to 5): ",
        "column 9 does not exist: the columns are 1 to 5 (A2).",
        "you: blue in row 1, column 3: alone, +1 = 1",
    ];
    holds(&said, &parts);
}

#[test]
fn a_record_is_replayed_with_its_deals_moves_and_scoring() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    let words = format!("starter=drawn --seats greedy,random --seed 5 --record {path}");
    let played = typed(&words, &[]);
    let told = contains("The lot falls on ")
        .and(contains("Round 1, "))
        .and(contains("End of round 1:"))
        .and(contains("A row is complete; greedy wins."));
    let replay = meeple(&format!("replay {path} --plain")).assert().success().stdout(told);
    let replay = String::from_utf8(replay.get_output().stdout.clone()).expect("UTF-8");
    assert_eq!(replay.lines().last(), played.lines().last());
    meeple(&format!("replay {path} --at 2 --plain")).assert().success().stdout(contains("bag 80"));
}

#[test]
fn colours_are_shown_only_where_they_are_wanted() {
    let coloured = |name: &str, value: &str| {
        let mut command = meeple("play azul --seed 3");
        let output = command.env(name, value).write_stdin("quit\n").assert().success();
        output.get_output().stdout.contains(&0x1b)
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
}

#[test]
fn azul_is_in_the_list_of_games_and_cannot_be_solved() {
    let listed =
        contains("azul: draft tiles").and(contains("players=2..=4")).and(contains("greedy"));
    meeple("games").assert().success().stdout(listed);
    meeple("rules azul").assert().success().stdout(contains("Michael Kiesling"));
    meeple("solve azul").assert().code(2).stderr(contains("azul cannot be solved"));
}
