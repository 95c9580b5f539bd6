//! Azul at the prompt: drawings, questions, error messages and hints.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace());
    command
}

/// Returns the program's output when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    // Against `greedy`, whose moves don't change with training.
    let players = words.split_whitespace().find_map(|word| word.strip_prefix("players="));
    let players = players.map_or(2, |players| players.parse().expect("a number"));
    let seats = ["you"].into_iter().chain(std::iter::repeat_n("greedy", players - 1));
    let seats = seats.collect::<Vec<_>>().join(",");
    let seats = if words.contains("--seats") { String::new() } else { format!("--seats {seats}") };
    let mut command = meeple(&format!("play azul {words} {seats} --plain"));
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
  1 BRKK  2 BYYR  3 BYRK  4 YRWW  5 YYRW
  centre: nothing + the marker

> you: 0 points                          greedy: 0 points
                A B C D E                              A B C D E
  1         . > b y r k w                1         . > b y r k w
  2       . . > w b y r k                2       . . > w b y r k
  3     . . . > k w b y r                3     . . . > k w b y r
  4   . . . . > r k w b y                4   . . . . > r k w b y
  5 . . . . . > y r k w b                5 . . . . . > y r k w b
  floor .......                          floor .......
Your move (such as 2 blue 3): ";

#[test]
fn the_table_is_drawn_and_deals_are_shown() {
    let said = typed("--seed 3", &["quit"]);
    holds(&said, &["Round 1: you start. Factories: BRKK BYYR BYRK YRWW YYRW\n", FIRST]);
}

const FOUR: &str = "
Round 1   bag 64, lid 0
  1 ----  2 ----  3 BYRK  4 ----  5 ----  6 ----  7 ----  8 YKKW  9 YRKW
  centre: YRRWW

> you                greedy 1           greedy 2           greedy 3
  0 points           0 points           0 points           0 points
            ABCDE              ABCDE              ABCDE              ABCDE
  1     . > byrkw    1     . > byrkw    1     . > byrkw    1     . > byrkw
  2    KK > wbyrk    2    YY > wbyrk    2    YY > wbyrk    2    WW > wbyrk
  3   RRR > kwbyr    3   BBB > kwbyr    3   ... > kwbyr    3   BBB > kwbyr
  4  .... > rkwby    4  .... > rkwby    4  .... > rkwby    4  .... > rkwby
  5 ..... > yrkwb    5 ..... > yrkwb    5 ...YY > yrkwb    5 ..... > yrkwb
  floor M......      floor .......      floor .......      floor .......
  -1 point
Your move (such as 2 blue 3): ";

#[test]
fn four_boards_stand_beside_each_other() {
    let said = typed("players=4 --seed 3", &["1 k 2", "c r 3"]);
    holds(&said, &[FOUR]);
}

#[test]
fn a_marker_that_found_no_slot_is_drawn_behind_the_floor() {
    // Round 1, four tiles of each colour dealt, one of them left in the centre.
    let shown = |boards: &str| {
        let position = format!(
            "players=2 wall=colour round=1 starter=0 turn=1 marker=0 bag=16,16,16,16,16 \
             lid=0,0,0,0,0 factories=-,-,-,-,- centre=W scores=0,0 {boards}"
        );
        let output = meeple(&format!("show azul {position} --plain")).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).expect("UTF-8")
    };
    let wall = ".....,.....,.....,.....,.....";
    let full = shown(&format!(
        "lines0=-,BB,-,KKK,WWW wall0={wall} floor0=BBYYRRK lines1=-,YY,RR,-,- wall1={wall} \
         floor1=-"
    )); // A7
    holds(&full, &["floor BBYYRRK + marker  -14 points ", "  2       B B > w b y r k "]);
    let part = shown(&format!(
        "lines0=-,BB,-,KKKK,WWW wall0={wall} floor0=MBBYY lines1=R,YY,RRR,-,- wall1={wall} \
         floor1=-"
    ));
    holds(
        &part,
        &["floor MBBYY..  -8 points ", "  player 1: 0 points  ", "> player 2: 0 points\n"],
    );
}

#[test]
fn moves_are_narrated_and_abbreviations_are_understood() {
    let said = typed("--seed 3", &["1 k 2", "CENTER R 3", "bag", "quit"]);
    let told = [
        "greedy takes 2 yellow from factory 2: line 2 is full\n",
        "  2       K K > w b y r k",
        "  3     . R R > k w b y r",
        "  floor M......  -1 point ",
        "bag   80: 17 blue, 14 yellow, 15 red, 17 black, 17 white\n",
        "lid    0: 0 blue, 0 yellow, 0 red, 0 black, 0 white\n",
    ];
    holds(&said, &told);
}

#[test]
fn refusals_say_why() {
    let mut lines = vec!["9 blue 1", "1 white 1", "1 blue 7", "1 bleu 2", "hnit", "wall 1 1"];
    lines.extend(["1 b", "é", "300 blue 1"]);
    let said = typed("--seed 3", &lines);
    let reasons = [
        "Factory 9 does not exist: the factories are 1 to 5.",
        "Factory 1 has no white tile.",
        "Line 7 does not exist: the lines are 1 to 5.",
        "there is no colour \"bleu\" (did you mean \"blue\"?).",
        "(or did you mean \"hint\"?)",
        "Tiles are drafted now: take some from a factory or the centre.",
        "\"1 b\" is not a move: a move is SOURCE COLOUR LINE",
        "not \"300\". Type help",
    ];
    holds(&said, &reasons);
    assert!(said.ends_with("The game is left unfinished.\n"), "{said}");
}

#[test]
fn nonsense_is_quoted_in_part_and_spelled_out() {
    let long = format!("1 {} 2", "x".repeat(4000));
    let escapes = "\u{1b}[2J\u{1b}[31m \u{202e}blue 2";
    let said = typed("--seed 3", &[&long, escapes, "quit"]);
    holds(&said, &["xxx…\" is not a move", r#""\u{1b}[2J\u{1b}[31m \u{202e}blue"#]);
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 200), "{said}");
}

#[test]
fn hint_moves_and_undo_do_what_they_say() {
    let said = typed("--seed 3", &["undo", "moves", "hint", "1 blue 2", "undo", "quit"]);
    holds(
        &said,
        &[
            "Nothing to undo.\n",
            "96 moves: blue from factory 1 to line 1  blue from factory 1 to line 2",
        ],
    );
    let behind = |word: &str| said.split(word).nth(1).and_then(|rest| rest.lines().next());
    let (moves, hint) = (behind("96 moves: ").expect("moves"), behind("Hint: ").expect("a hint"));
    assert_eq!(moves.split("  ").count(), 96, "{moves}");
    let hint = hint.split([';', '(']).next().unwrap_or_default().trim();
    assert!(moves.split("  ").any(|mv| mv == hint), "{hint:?} is no move");
    assert_eq!(said.matches(FIRST).count(), 2, "undo brings the first table back: {said}");
}

/// Returns the drawings of tables in the output, line by line.
fn drawings(said: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = said.lines().collect();
    let starts = (0..lines.len()).filter(|&at| lines[at].contains("   bag "));
    let is_drawn =
        |line: &&str| line.is_empty() || line.starts_with("  ") || line.starts_with("> ");
    starts
        .map(|at| {
            let rest = lines[at + 1..].iter().copied().take_while(is_drawn);
            std::iter::once(lines[at]).chain(rest).collect()
        })
        .collect()
}

#[track_caller]
fn fit(said: &str) {
    let drawings = drawings(said);
    assert!(!drawings.is_empty(), "{said}");
    for drawing in drawings {
        assert!(drawing.iter().all(|line| line.chars().count() <= 78), "{drawing:#?}");
        // In a window of 24 lines there must be room for the opponents' moves and the question.
        assert!(drawing.len() <= 14, "{drawing:#?}");
        assert!(drawing.iter().any(|line| line.starts_with("  floor ")), "{drawing:#?}");
    }
}

#[test]
fn a_table_of_any_size_fits_a_usual_window() {
    for (players, words) in [(2, "--seed 1"), (3, "--seed 3"), (4, "wall=grey --seed 2")] {
        let seats = vec!["greedy"; players].join(",");
        let said = typed(&format!("players={players} {words} --seats {seats}"), &[]);
        fit(&said);
        holds(&said, &["End of round 1:\n", " complete row", "\n1. greedy "]);
        let name = format!("you:name={}", "Annabelle".repeat(9));
        fit(&typed(&format!("{words} --seats {}", vec![name; players].join(",")), &["quit"]));
    }
    let said = typed("--seed 3", &["help", "quit"]);
    let answers =
        said.lines().map(|line| line.trim_start_matches("Your move (such as 2 blue 3): "));
    assert!(answers.clone().any(|line| line.starts_with("  bag ")), "{said}");
    assert!(answers.clone().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn the_end_of_a_round_is_explained_tile_by_tile() {
    let said = typed("--seed 3 --seats greedy,greedy", &[]);
    let parts =
        [" alone: +1 point, total 1", " across: +", " down: +", " used: -", "End of round 2:"];
    holds(&said, &parts);
    holds(&said, &["Round 2: ", "complete row", "A row is complete: greedy "]);
}

#[test]
fn on_the_grey_wall_a_cell_or_its_column_is_typed() {
    // Line 1 is full after the first move; everything else goes to the floor.
    let throw =
        |source: &str| "byrkw".chars().map(|c| format!("{source} {c} f")).collect::<Vec<_>>();
    let all = ["c", "2", "3", "4", "5"].map(throw).concat();
    let mut lines = vec!["1 b 1"];
    (0..6).for_each(|_| lines.extend(all.iter().map(String::as_str)));
    for column in ["C1", "c", "3", "wall 1 3"] {
        let lines = [&lines[..], &["9", "C2", column]].concat();
        let said = typed("wall=grey --seed 3", &lines);
        let parts = [
            "Line 1 is full of blue, choose its cell (A1, B1, C1, D1 or E1): ",
            "There is no column 9: the columns are A to E, or 1 to 5.",
            "Line 1 comes first: full lines are tiled from top to bottom.",
            "you: blue on C1, alone: +1 point, total 1",
        ];
        holds(&said, &parts);
    }
}

#[test]
fn a_record_is_replayed_with_its_deals_moves_and_scoring() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    let words = format!("starter=drawn --seats greedy,random --seed 5 --record {path}");
    let played = typed(&words, &[]);
    let told = contains(", by a random draw.")
        .and(contains("Round 1: "))
        .and(contains("End of round 1:"))
        .and(contains("A row is complete: greedy wins."));
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
    let listed = contains("azul: draft tiles").and(contains("players=2-4")).and(contains("greedy"));
    meeple("games").assert().success().stdout(listed);
    meeple("rules azul --full").assert().success().stdout(contains("Michael Kiesling"));
    meeple("solve azul").assert().code(2).stderr(contains("azul cannot be solved"));
}
