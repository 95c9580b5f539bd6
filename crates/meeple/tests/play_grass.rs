//! Laying Grass at the prompt: names, colours, turns, error messages, records.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;

fn meeple(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words.split_whitespace());
    command
}

/// Returns the program's output when these lines are typed.
fn typed(words: &str, lines: &[&str]) -> String {
    let input = lines.join("\n") + "\n";
    let command = &mut meeple(&format!("play {words} --plain"));
    let output = command.write_stdin(input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

#[track_caller]
fn says(said: &str, texts: &[&str]) {
    for text in texts {
        assert!(said.contains(text), "{text:?} is missing in {said}");
    }
}

const ANN: &str = "you:name=Ann:colour=red";

#[test]
fn as_many_play_as_are_asked_for() {
    let said = typed("grass", &["1", "x", &"9".repeat(99), "q"]);
    says(&said, &["\"1\" is not a number of players: type 2 to 9"]);
    says(&said, &["\"x\" is not", &format!("\"{}…\" is not", "9".repeat(40))]);
    let said = typed("grass --seed 1", &["3", "", "", "quit"]);
    says(&said, &["3 normal 2 (green)"]);
}

#[test]
fn first_everybody_has_a_name_and_then_a_colour_of_their_own() {
    let names = ["Ann", "Ann", "a name far longer than this", "\u{202e}", "Bob"];
    let lines = [&names[..], &["pink", "red", "Red", "", "quit"]].concat();
    let said = typed("grass --seats you,you,greedy --seed 1", &lines);
    let questions = [
        "Player 1, your name? (you 1) ",
        "Player 2, your name? (you 2) the name Ann is taken\n",
        "Player 2, your name? (you 2) a name has up to 20 letters\n",
        "Player 2, your name? (you 2) a name has up to 20 letters\n",
        "Ann, your colour? (purple, red, green, yellow, blue, magenta, cyan, turquoise, orange) ",
        "there is no colour \"pink\": choose from purple, red, green, ",
        "Bob, your colour? (purple, green, yellow, blue, magenta, cyan, turquoise, orange) ",
        "red is taken\n",
        "grass: Ann against Bob against greedy.",
    ];
    let mut from = 0;
    for question in questions {
        let at = said[from..].find(question);
        from += at.unwrap_or_else(|| panic!("{question:?} does not come in turn in {said}"));
        from += question.len();
    }
    says(&said, &["1 Ann (red): 0x0, 0 grass,", "2 Bob (purple): 0x0, 0 grass,"]);
    says(&said, &["3 greedy (green): 0x0,", "Ann, your start tile (such as K11): "]);
}

#[test]
fn a_colour_from_the_command_line_is_kept_for_its_player_or_asked_for_again() {
    let said =
        typed("grass --seats you:name=Ann,you:name=Bo:colour=purple --seed 1", &["", "quit"]);
    says(&said, &["Ann, your colour? (red, green, ", "1 Ann (red)", "2 Bo (purple)"]);
    assert!(!said.contains("Bo, your colour?") && !said.contains("your name?"), "{said}");
    let words = "grass --seats you:name=Ann:colour=red,you:name=Bo:colour=red --seed 1";
    let said = typed(words, &["blue", "quit"]);
    says(&said, &["Bo: red is taken\nBo, your colour? (purple, green, ", "2 Bo (blue)"]);
    let said = typed("grass --seats you:name=Ann:colour=pink,greedy --seed 1", &["blue", "quit"]);
    says(&said, &["Ann: there is no colour \"pink\": choose from purple, ", "1 Ann (blue)"]);
}

#[test]
fn input_may_end_at_every_question() {
    for lines in [&[][..], &["2"], &["2", "Ann"]] {
        let said = typed("grass --seed 1", lines);
        assert!(!said.contains("Round 0"), "nothing has begun: {said}");
    }
    let said = typed("grass --seed 1", &["2", "Ann", "red", "K11"]);
    assert!(said.ends_with("\nThe game is left unfinished.\n"), "{said}");
}

#[test]
fn a_tile_is_turned_shown_and_laid_with_reasons_for_every_refusal() {
    let said = typed(
        &format!("grass --seats {ANN},random --seed 3"),
        &[
            "K11",
            "r",
            "f",
            "spots",
            "zz",
            "aa",
            "U1",
            "A1",
            "stone BB",
            "exchange",
            "exchange two",
            "stop now",
            "K11 rx",
            "RRR",
            "nonsense",
            "hint",
            "board",
            "quit",
        ],
    );
    says(
        &said,
        &[
            "Round 1 of 9: Ann's turn",
            "In hand: tile 81\n",
            "In hand: tile 81 r\n",
            "In hand: tile 81 frrr\n",
            "Z26 is off the board, which ends at T20",
            "The tile must touch your grass",
            "\"U1\" is not a cell: the board ends at T20",
            "Placing a stone is not possible now: lay the tile, for example on K11",
            "\"exchange\" is not a move: type it like this: exchange 3",
            "\"exchange two\" is not a move: type it like this: exchange 3",
            "\"stop now\" is not a move: type it like this: stop",
            "After the cell, type turns with r, l and f",
            "\"RRR\" is not a move: type r, l and f in small letters",
            "\"nonsense\" is not a move: lay the tile",
            "Hint: ",
        ],
    );
    assert_eq!(said.matches("In hand: tile 81 frrr\n").count(), 3, "f, spots, board: {said}");
}

#[test]
fn every_marked_spot_takes_the_tile_as_it_is_shown() {
    let words = format!("grass --seats {ANN},random --seed 3");
    let said = typed(&words, &["K11", "l", "spots", "quit"]);
    let board = drawings(&said).pop().expect("a board");
    let spots: Vec<String> = cells(&board)
        .into_iter()
        .filter(|(_, marks)| marks == "x ")
        .map(|(cell, _)| cell)
        .collect();
    says(&said, &[&format!("{} spots, marked x, for", spots.len())]);
    for spot in spots {
        let said = typed(&words, &["K11", "l", &spot, "undo", "l", "board", "quit"]);
        assert!(said.contains("random lays tile"), "{spot}: {said}");
    }
}

#[test]
fn a_cell_whose_letters_turn_a_tile_is_typed_in_capitals() {
    let words = format!("grass --seats {ANN},random --seed 3");
    for row in ["R", "L", "F"] {
        for column in ["R", "L", "F"] {
            let cell = format!("{row}{column}");
            let small = cell.to_lowercase();
            let said = typed(&words, &[&small, &cell, "undo", &format!("lay {small}"), "quit"]);
            let nothing = "This tile looks the same in every orientation.";
            says(&said, &[&format!("{nothing} For the cell, type {cell}.")]);
            let boards = drawings(&said);
            let name = format!("{column}{}", row.as_bytes()[0] - b'A' + 1);
            let laid =
                boards.iter().filter(|board| cells(board).contains(&(name.clone(), "1*".into())));
            assert_eq!(laid.count(), 2, "once alone and once behind `lay`: {said}");
        }
    }
    let said = typed(&words, &["RR", "rr", "quit"]);
    says(&said, &["In hand: tile 81 rr\n"]);
}

#[test]
fn a_position_is_shown_with_what_is_due_and_its_moves() {
    // A player who captures the S square must place a stone next.
    let position = "players=2 shapes=show final=anywhere tie=grass round=2 turn=0 coupons=1,1 \
                    spent=no pending=1,0 stolen=- queue=10,47,5,1,2,?13 discarded=- \
                    tiles=7:CB:0,8:SR:1,12:BC:0 single=BB:0,TT:1 bonus=- captured=CC:S:0 stones=-";
    let shown = meeple("show grass --plain").args(position.split(' ')).assert().success();
    let shown = String::from_utf8(shown.get_output().stdout.clone()).expect("UTF-8");
    says(&shown, &["player 1's turn", "place a stone", "1 coupon, 1 stone"]);
    assert!(!shown.contains("In hand"), "{shown}");
    let moves = meeple("moves grass").args(position.split(' ')).assert().success();
    let moves = String::from_utf8(moves.get_output().stdout.clone()).expect("UTF-8");
    assert!(moves.lines().all(|line| line.starts_with("stone ")), "{moves}");
}

#[test]
fn a_coupon_is_only_spent_by_the_word_and_undo_brings_it_back() {
    let words = format!("grass --seats {ANN},random --seed 3");
    let lines = ["K11", "2", "exchange 6", "exchange 0", "x 999", "quit"];
    let said = typed(&words, &lines);
    says(
        &said,
        &[
            "\"2\" is not a move: to spend a coupon on that tile, type exchange 2",
            "There is no next tile 6: choose 1 to 5",
            "There is no next tile 0: they are numbered from 1",
            "There is no next tile 999: they are numbered from 1",
        ],
    );
    assert!(!said.contains("0 coupons"), "nothing was spent: {said}");
    for exchange in ["exchange 2", "x 2", "exchange for next tile 2"] {
        let said = typed(&words, &["K11", exchange, "exchange 1", "undo", "quit"]);
        says(&said, &["In hand: tile 54\n"]);
        says(&said, &["You have already spent a coupon in this turn"]);
        let spent: Vec<bool> =
            drawings(&said).iter().map(|board| board.contains("0 coupons")).collect();
        assert_eq!(spent, [false, false, true, false], "start, tile, exchanged, undone: {said}");
    }
}

/// Returns the drawings of boards: from below an empty line or a question to the lower labels.
fn drawings(said: &str) -> Vec<String> {
    let (mut drawings, mut lines, mut labels) = (Vec::new(), Vec::new(), 0);
    for line in said.lines() {
        if line.is_empty() || line.ends_with(": ") {
            (lines, labels) = (Vec::new(), 0);
            continue;
        }
        lines.push(line);
        labels += usize::from(line.starts_with("   A B C "));
        if labels == 2 {
            drawings.push(lines.join("\n"));
            (lines, labels) = (Vec::new(), 0);
        }
    }
    drawings
}

/// Returns the cells of a board of side 20 with the two characters on each.
fn cells(drawing: &str) -> Vec<(String, String)> {
    let numbered = drawing.lines().filter_map(|line| {
        let (row, signs) = (line.get(..2)?, line.get(3..43)?);
        row.ends_with(|sign: char| sign.is_ascii_digit()).then(|| (row.trim_start(), signs))
    });
    let cells = numbered.flat_map(|(row, signs)| {
        ('A'..='T').enumerate().map(move |(at, column)| {
            (format!("{column}{row}"), signs[2 * at..2 * at + 2].to_owned())
        })
    });
    cells.collect()
}

#[test]
fn a_board_of_twenty_fits_a_window_with_the_tile_in_hand_above_the_question() {
    for seed in 0..6 {
        let said = typed(&format!("grass --seats greedy,window --seed {seed}"), &[]);
        let boards = drawings(&said);
        assert!(boards.len() > 20, "{said}");
        for board in boards {
            assert!(board.lines().count() <= 23, "{board}");
            assert!(board.lines().all(|line| line.len() <= 78), "{board}");
        }
    }
    let said = typed(&format!("grass --seats {ANN},random --seed 3"), &["K11", "quit"]);
    let end = "
16 . . . . . . . . . . . . . . . . . . . .  16  In hand: tile 81
17 . . . . . . . . . . . . . . . . . . . .  17  . ##
18 . . . . . . . . . . . . . . . . . . . .  18  ####
19 . . . . . . . . . . . . . . . . . . . .  19  ##.
20 . . . . . . . . . . . . . . . . . . . .  20  ##.
   A B C D E F G H I J K L M N O P Q R S T      ##.
Ann, lay the tile (a cell such as K11, r, l, f, exchange N): ";
    assert!(said.contains(end), "{said}");
}

#[test]
fn a_board_of_thirty_is_whole_and_the_tiles_stand_below_it() {
    let words = format!("grass --seats {ANN},random,random,random,random --seed 1");
    let said = typed(&words, &["AC11", "spots", "quit"]);
    says(&said, &["1*", " spots, marked x, for the first cell of the tile as shown.\nAnn, lay"]);
    let mut output = said.lines().skip(1).filter(|line| !line.starts_with("Ann, ")); // not the prompts
    assert!(output.all(|line| line.len() <= 78), "{said}");
    let rows: Vec<&str> = said.lines().filter(|line| line.starts_with("30 ")).collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 66 && row.ends_with("30")));
    let labels = said.rfind("   A B C ").expect("a board");
    assert!(said[labels..].contains(" X Y Z AAABACAD\n"), "{said}");
    let hand = said.rfind("\nIn hand: tile ").expect("a tile is in hand");
    assert!(labels < hand && said[hand..].contains("  5: "), "{said}");
}

#[test]
fn a_tile_keeps_its_letter_while_it_is_on_the_board() {
    for seed in 1..4 {
        let said = typed(&format!("grass --seats greedy,random,greedy --seed {seed}"), &[]);
        let boards: Vec<_> = drawings(&said).iter().map(|board| cells(board)).collect();
        let mut letters = 0;
        for (before, after) in boards.iter().zip(&boards[1..]) {
            for ((cell, old), (_, new)) in before.iter().zip(after) {
                let is_tile = |marks: &str| marks.as_bytes()[1].is_ascii_alphabetic();
                if is_tile(old) && is_tile(new) && old[..1] == new[..1] {
                    letters += 1;
                    assert!(old.eq_ignore_ascii_case(new), "{cell}: {old} became {new}");
                }
            }
        }
        assert!(letters > 500, "only {letters} were compared");
    }
}

#[test]
fn computers_play_to_the_end_and_the_record_is_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    let seed = game_that("grass --seats random,greedy", |said| {
        said.contains("\nFinal coupons\n") && said.ends_with(": greedy wins.\n")
    });
    let words = format!("grass --seats random,greedy --seed {seed} --record {path}");
    let said = typed(&words, &[]);
    says(&said, &["The game is over.", "Final coupons: "]);
    let end: Vec<&str> = said.lines().rev().take(3).collect();
    assert!(end[2].starts_with("1. greedy: ") && end[2].ends_with(" cells of grass"), "{said}");
    assert!(end[1].starts_with("2. random: ") && end[1].ends_with(" cells of grass"), "{said}");
    meeple(&format!("replay {path} --plain")).assert().success().stdout(contains("greedy wins."));
    let board = meeple(&format!("show grass {path} --plain --at 9")).assert().success();
    let board = String::from_utf8(board.get_output().stdout.clone()).expect("UTF-8");
    says(&board, &["20 ", "Round 1 of 9", "In hand: tile "]);
    let record = fs::read_to_string(path).expect("it was recorded");
    assert!(record.contains("\"colour\":\"purple\""), "computers take a colour: {record}");
}

/// Returns the seed of a game between computer players in which this happens.
fn game_that(words: &str, happens: impl Fn(&str) -> bool) -> u32 {
    let found = (0..40).find(|seed| happens(&typed(&format!("{words} --seed {seed}"), &[])));
    found.expect("one of forty games is like this")
}

#[test]
fn where_the_grass_in_the_square_decides_that_is_what_is_shown() {
    let words = "grass tie=in-square players=2 --seats greedy,random";
    let seed = game_that(words, |said| said.contains("the most grass in the square decides"));
    let said = typed(&format!("{words} --seed {seed}"), &[]);
    let end: Vec<&str> = said.lines().rev().take(3).collect();
    let number = |line: &str| -> u32 {
        let grass = line.split(", ").nth(1).and_then(|text| text.split(' ').next());
        grass.and_then(|grass| grass.parse().ok()).expect("a number")
    };
    let (most, less) = (number(end[2]), number(end[1]));
    assert!(end[2].starts_with("1. ") && end[2].ends_with(" cells of grass in the square"));
    assert!(end[1].starts_with("2. ") && end[1].ends_with(" cells of grass in the square"));
    assert!(most > less, "{said}");
    let last = drawings(&said).pop().expect("a board");
    says(&last, &[&format!("{most} grass inside"), &format!("{less} grass inside")]);
}

#[test]
fn a_game_is_left_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().expect("UTF-8");
    typed(&format!("grass --seats {ANN},random --seed 5 --record {path}"), &["K11", "quit"]);
    let said = typed(&format!("--resume {path}"), &["moves", "quit"]);
    says(&said, &["Round 1 of 9: Ann's turn", "1 Ann (red): 1x1, ", " moves: "]);
}

#[test]
fn long_nonsense_is_cut_and_its_control_characters_are_escaped() {
    let long = "x".repeat(4000);
    let lines = ["\u{1b}[2J", &long, &format!("lay {long}"), &format!("x {}", "9".repeat(99))];
    let words = format!("grass --seats {ANN},random --seed 3");
    let said = typed(&words, &[&["K11"], &lines[..], &["quit"]].concat());
    let (cut, nines) = ("x".repeat(40) + "…", "9".repeat(40) + "…");
    says(&said, &[r#""\u{1b}[2J" is not a move"#, &format!("\"{cut}\" is not a move")]);
    says(&said, &[&format!("\"{cut}\" is not a cell"), &format!("no next tile {nines}")]);
    assert!(!said.contains('\u{1b}') && !said.contains(&"x".repeat(41)), "{said}");
}

#[test]
fn colours_and_unicode_come_only_when_wanted() {
    let shown = |when: &str, locale: &str| {
        let words = format!("--color {when} play grass --seats {ANN},random --seed 1");
        let mut command = meeple(&words);
        command.env("LC_ALL", locale).write_stdin("K11\nquit\n");
        String::from_utf8(command.assert().success().get_output().stdout.clone()).expect("UTF-8")
    };
    let plain = shown("never", "C");
    assert!(plain.is_ascii() && !plain.contains('\u{1b}'), "{plain}");
    assert!(shown("never", "C.UTF-8").contains('█'));
    assert!(shown("always", "C").contains("\u{1b}[48;5;160m"), "red behind Ann's cells");
}
