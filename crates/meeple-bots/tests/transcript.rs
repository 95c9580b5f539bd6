//! Parses the output of real engines.
//!
//! The files in `transcripts` are parts of what 01-edu's engine and 42's `filler_vm` print: some
//! turns from the beginning, some from the end, a bot that wrote a second line, a bot that failed.

use meeple_bots::school::{
    Dialect, LatestPieceMarks, Transcript, TranscriptError, TranscriptEvent, TranscriptState,
    TranscriptTurn,
};
use meeple_core::Seat;
use meeple_games::filler::{Board, CellState, Piece, Placement, opponent};
use proptest::prelude::*;
use std::{
    fmt::Write,
    io::{self, BufReader, Read},
};

const EDU_BEGINS: &str = include_str!("transcripts/edu_begins.txt");
const EDU_ENDS: &str = include_str!("transcripts/edu_ends.txt");
const EDU_SECOND_LINE: &str = include_str!("transcripts/edu_second_line.txt");
const EDU_FAILED: &str = include_str!("transcripts/edu_failed.txt");
const VM_BEGINS: &str = include_str!("transcripts/42_begins.txt");
const VM_ENDS: &str = include_str!("transcripts/42_ends.txt");

fn read(text: &[u8]) -> Result<Vec<TranscriptEvent>, TranscriptError> {
    let mut transcript = Transcript::new(BufReader::with_capacity(7, text));
    let mut told = Vec::new();
    loop {
        told.push(transcript.next_event()?);
        if matches!(told.last(), Some(TranscriptEvent::End(_))) {
            return Ok(told);
        }
    }
}

fn told(text: &str) -> Vec<TranscriptEvent> {
    read(text.as_bytes()).expect("an engine's output")
}

/// Formats an event as `@ 2x1:OO "8 2" laid 2:1`, and so on.
fn line(told: &TranscriptEvent) -> String {
    let scores = |seen: &TranscriptState| {
        let stuck = ["", " @ stuck"][usize::from(seen.stuck[0])];
        let other = ["", " $ stuck"][usize::from(seen.stuck[1])];
        format!("{}:{}{stuck}{other}", seen.scores[0], seen.scores[1])
    };
    let turn = |turn: &TranscriptTurn| {
        let (mark, laid) =
            (['@', '$'][turn.seat.index()], ["not laid", "laid"][usize::from(turn.was_placed)]);
        format!("{mark} {} {:?} {laid} {}", turn.piece, turn.answer, scores(&turn.state))
    };
    match told {
        TranscriptEvent::Player { seat, name } => format!("player {} is {name}", seat.index() + 1),
        TranscriptEvent::Start(seen) => format!("start {}", scores(seen)),
        TranscriptEvent::Turn(told) => turn(told),
        TranscriptEvent::TurnCorrected(told) => format!("no: {}", turn(told)),
        TranscriptEvent::Board(seen) => format!("another board {}", scores(seen)),
        TranscriptEvent::EngineError(text) => format!("trouble: {text}"),
        TranscriptEvent::Broken { line, why } => format!("line {line}: {why}"),
        TranscriptEvent::End(end) => format!("{:?}: {}", end.ended, end.results.join("; ")),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(told(text).iter().map(line).collect::<Vec<_>>(), expected);
}

#[test]
fn the_official_engine_from_its_first_line() {
    check(
        EDU_BEGINS,
        &[
            "player 1 is ./first.py",
            "player 2 is ./first.py",
            "start 1:1",
            "@ 2x1:OO \"8 2\" laid 2:1",
            "$ 2x1:OO \"8 12\" laid 2:2",
            "@ 2x3:OO/.O/OO \"7 0\" laid 6:2",
            "$ 3x3:.../OOO/OOO \"6 10\" laid 6:7",
            "@ 4x3:OO../OO../O... \"6 0\" laid 10:7",
            "$ 2x1:OO \"5 11\" laid 10:8",
            "CutOff: ",
        ],
    );
}

#[test]
fn filler_vm_from_its_banner() {
    check(
        VM_BEGINS,
        &[
            "player 1 is ./first42.py",
            "player 2 is ./first42.py",
            "start 0:0",
            "@ 3x2:..O/..O \"[7, 0]\" laid 1:0",
            "$ 3x2:.OO/..O \"[11, 12]\" laid 1:1",
            "@ 3x1:.OO \"[7, 0]\" laid 2:1",
            "$ 2x1:OO \"[11, 12]\" laid 2:2",
            "@ 3x2:..O/..O \"[6, 0]\" laid 3:2",
            "CutOff: ",
        ],
    );
}

#[test]
fn the_ends_of_both_read_from_the_middle() {
    check(
        EDU_ENDS,
        &[
            "start 93:184",
            "$ 1x2:O/O \"5 12\" laid 93:185",
            "$ 3x3:.../O../.O. \"5 11\" laid 93:186",
            "$ 2x1:OO \"6 13\" laid 93:187",
            "$ 1x2:O/O \"8 12\" laid 93:188",
            "$ 3x2:OO./OOO \"0 0\" not laid 93:188 $ stuck",
            "Finished: seed: 11; Player1 (./first.py): 93; Player2 (./first.py): 188; Player2 won!",
        ],
    );
    // Earlier pieces are unknown, and so is the board of the first piece.
    check(
        VM_ENDS,
        &[
            "start 0:0",
            "$ 2x2:OO/O. \"[13, 12]\" laid 0:1",
            "$ 3x2:.O./OO. \"[12, 14]\" laid 0:2",
            "$ 1x2:O/O \"[12, 16]\" laid 0:3",
            "$ 2x2:.O/OO \"[13, 0]\" laid 0:4",
            "$ 3x2:OOO/..O \"[0, 0]\" not laid 0:4 $ stuck",
            "Finished: == O fin: 53; == X fin: 123",
        ],
    );
}

#[test]
fn the_engines_board_has_the_last_word() {
    // This engine read the row as 0, because of the bytes after the line feed.
    check(
        EDU_SECOND_LINE,
        &[
            "player 1 is ./first.py",
            "player 2 is ./first.py",
            "start 6:7",
            "@ 4x3:OO../OO../O... \"6 0\" laid 10:7",
            "$ 2x1:OO \"5 11\" laid 10:8",
            "no: $ 2x1:OO \"5 11\" not laid 10:7 $ stuck",
            "@ 3x3:OOO/OOO/.OO \"9 1\" laid 17:7 $ stuck",
            "@ 4x2:..OO/..OO \"9 0\" laid 20:7 $ stuck",
            "CutOff: ",
        ],
    );
}

#[test]
fn a_bot_that_failed_leaves_no_result() {
    let told = told(EDU_FAILED);
    let told: Vec<String> = told.iter().map(line).rev().take(2).collect();
    let last = "@ 4x3:OO../OO../O... \"abc\" not laid 6:7 @ stuck";
    assert_eq!(told, ["Failed: seed: 11", last]);
}

/// Prints a game as 01-edu's engine does, and as 42's.
fn printed(start: &Board, turns: &[TranscriptTurn]) -> [String; 2] {
    let (mut edu, mut board) = (String::new(), start.clone());
    let mut vm = Dialect::FortyTwo.board_lines(start, LatestPieceMarks::Shown);
    for turn in turns {
        edu += &Dialect::Edu.question(&board, &turn.piece);
        let at = turn.at.expect("they all answered with a place");
        let mark = ['@', '$'][turn.seat.index()];
        writeln!(edu, "-> Answer ({mark}): {}\n", turn.answer).expect("a String takes everything");
        vm += &Dialect::FortyTwo.piece_lines(&turn.piece);
        let (mark, Placement { column, row }) = (['O', 'X'][turn.seat.index()], at);
        writeln!(vm, "<got ({mark}): [{row}, {column}]").expect("a String takes everything");
        if turn.was_placed {
            board.place(&turn.piece, at, turn.seat);
            vm +=
                &Dialect::FortyTwo.board_lines(&marked(&board, turn.seat), LatestPieceMarks::Shown);
        }
    }
    [edu + "seed: 1\nPlayer1 won!\n", vm + "== O fin: 1\n== X fin: 2\n"]
}

/// Returns the board as `filler_vm` marks it: only the piece that was just placed.
fn marked(board: &Board, latest: Seat) -> Board {
    let (mut marked, other) = (board.clone(), opponent(latest));
    for (column, row) in board.latest(other).cells() {
        marked.set_cell(column, row, CellState::Owned(other));
    }
    marked
}

/// Seat, piece, placement, whether it was placed, the board afterwards, and who is stuck.
type TurnEssence = (Seat, Piece, Option<Placement>, bool, Board, [bool; 2]);

/// Extracts the parts of the turns that don't depend on a school's scoring and notation.
fn essence(told: Vec<TranscriptEvent>) -> Vec<TurnEssence> {
    let turns = told.into_iter().filter_map(|told| match told {
        TranscriptEvent::Turn(turn) => Some(turn),
        _ => None,
    });
    turns.map(|t| (t.seat, t.piece, t.at, t.was_placed, t.state.board, t.state.stuck)).collect()
}

#[test]
fn both_orders_give_the_same_turns() {
    let (mut start, mut turns) = (None, Vec::new());
    for told in told(EDU_BEGINS) {
        match told {
            TranscriptEvent::Start(seen) => start = Some(seen.board),
            TranscriptEvent::Turn(turn) => turns.push(turn),
            _ => {}
        }
    }
    let mut stuck = turns[0].clone();
    (stuck.answer, stuck.at, stuck.was_placed) =
        ("0 0".into(), Some(Placement { column: 0, row: 0 }), false);
    turns.push(stuck);
    let [edu, vm] = printed(&start.expect("it has a first board"), &turns);
    let [edu, vm] = [told(&edu), told(&vm)];
    assert_eq!([edu.len(), vm.len()], [9, 9], "a start, seven turns, an end: nothing told twice");
    let (edu, vm) = (essence(edu), essence(vm));
    assert_eq!(edu, vm);
    assert_eq!(edu[..6], essence(told(EDU_BEGINS)));
    assert_eq!(edu[6].5, [true, false]);
}

#[test]
fn a_final_move_without_a_board_counts_as_not_placed_in_42() {
    let cut = VM_BEGINS.rfind("Plateau").expect("it ends with a board");
    let text = VM_BEGINS[..cut].to_owned() + "Player with X: timedout\nPiece 1 2:\n**\n";
    let told = told(&text);
    let told: Vec<String> = told.iter().map(line).rev().take(4).collect();
    let expected = [
        "CutOff: ",
        "no: @ 3x2:..O/..O \"[6, 0]\" not laid 2:2 @ stuck",
        "trouble: Player with X: timedout",
        "@ 3x2:..O/..O \"[6, 0]\" laid 3:2",
    ];
    assert_eq!(told, expected);
}

#[test]
fn line_ends_other_lines_and_escapes_do_not_matter() {
    for text in [EDU_BEGINS, EDU_ENDS, EDU_SECOND_LINE, VM_BEGINS, VM_ENDS] {
        let expected = told(text);
        assert_eq!(told(&text.replace('\n', "\r\n")), expected);
        assert_eq!(told(&text.replace('\n', "\n\nDEBUG thinking: 12 3 ...\n")), expected);
        assert_eq!(told(&text.replace("Anfield", "\x1b[2J\x1b[HAnfield")), expected);
        assert_eq!(told(text.trim_end()), expected);
    }
}

/// Checks the events other than players and turns, and the number of turns.
#[track_caller]
fn check_broken(text: &str, expected: &[&str], turns: usize) {
    let told = told(text);
    let is_usual = |told: &&TranscriptEvent| {
        matches!(told, TranscriptEvent::Player { .. } | TranscriptEvent::Turn(_))
    };
    let unusual: Vec<String> = told.iter().filter(|told| !is_usual(told)).map(line).collect();
    assert_eq!(unusual, expected);
    assert_eq!(told.iter().filter(|told| matches!(told, TranscriptEvent::Turn(_))).count(), turns);
}

#[test]
fn a_broken_drawing_is_named_and_the_rest_is_read() {
    let row = "001 ....................";
    let no_cell = EDU_BEGINS.replacen(row, "001 ...?................", 1);
    let named = "line 6: row 1 of the board: '?' is not a cell";
    check_broken(&no_cell, &[named, "start 2:1", "CutOff: "], 5);

    let short = EDU_BEGINS.replacen(row, "001 ...", 1);
    let named = "line 6: row 1 of the board should have 20 cells: \"001 ...\"";
    check_broken(&short, &[named, "start 2:1", "CutOff: "], 5);

    let no_row = EDU_BEGINS.replacen(&format!("{row}\n"), "", 1);
    let named = "line 6: row 1 of the board is missing: 002 follows";
    check_broken(&no_row, &[named, "start 2:1", "CutOff: "], 5);

    let no_piece = EDU_BEGINS.replacen("Piece 2 1:\nOO\n", "Piece 3 1:\nOO\n", 1);
    let named = "line 21: the piece should be 3 wide: row 0 of the piece has 2 columns, \
                 the first has 3";
    check_broken(&no_piece, &["start 1:1", named, "another board 2:1", "CutOff: "], 5);

    let no_head = EDU_BEGINS.replacen("Anfield 20 15:", "Anfield 20 999:", 1);
    let named = "line 3: \"Anfield 20 999:\" should have two numbers, 1 to 256, and a colon";
    check_broken(&no_head, &[named, "start 2:1", "CutOff: "], 5);

    // If a board breaks off in the middle of a game, the state that follows from the rules remains.
    let later = EDU_BEGINS.replacen("002 ........aa..", "002 ........aa", 1);
    let named = "line 31: row 2 of the board should have 20 cells: \"002 ........aa........\"";
    check_broken(&later, &["start 1:1", named, "CutOff: "], 6);
}

#[test]
fn an_error_from_another_stream_does_not_break_a_board() {
    let text = EDU_FAILED.replacen("\n001 ", "\nError: Timeout for player1\n001 ", 1);
    let mut expected = told(EDU_FAILED);
    expected.insert(2, TranscriptEvent::EngineError("Error: Timeout for player1".into()));
    assert_eq!(told(&text), expected);
}

#[test]
fn a_cut_in_the_middle_of_a_board_is_named() {
    let cut = EDU_BEGINS[..900].to_owned() + "\n" + EDU_ENDS;
    let told = told(&cut);
    let told: Vec<String> = told.iter().map(line).skip(3).take(3).collect();
    let expected = [
        "@ 2x1:OO \"8 2\" laid 2:1",
        "line 44: the board ends after 14 of 15 rows",
        "another board 93:184",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_second_game_begins_anew() {
    let told = told(&(VM_BEGINS.to_owned() + EDU_BEGINS));
    let starts: Vec<String> =
        told.iter().filter(|told| matches!(told, TranscriptEvent::Start(_))).map(line).collect();
    assert_eq!(starts, ["start 0:0", "start 1:1"]);
    assert_eq!(told[told.len() - 8..], self::told(EDU_BEGINS)[2..]);
}

#[test]
fn a_transcript_without_a_board_is_refused() {
    let quiet = "$$$ exec p1 : [a]\nseed: 11\nPlayer1 (a): 93\nPlayer2 won!\n";
    for text in ["", "hello\n", quiet, &EDU_BEGINS[..200]] {
        let refused = read(text.as_bytes()).expect_err("no board").to_string();
        assert!(refused.starts_with("no complete board found"), "{refused}");
    }
}

#[test]
fn turns_without_a_board_are_noise() {
    let turn = "Piece 2 1:\nOO\n-> Answer (@): 8 2\n";
    for text in [turn.to_owned(), format!("Anfield 0 0:\n{turn}")] {
        let mut transcript = Transcript::new(BufReader::new(Endless(text)));
        let refused = loop {
            if let Err(refused) = transcript.next_event() {
                break refused;
            }
        };
        assert!(matches!(refused, TranscriptError::Noise { .. }), "{refused}");
    }
}

/// A reader that repeats the same text forever.
struct Endless(String);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.0.as_bytes()[..count]);
        Ok(count)
    }
}

#[test]
fn a_transcript_may_be_cut_anywhere() {
    for text in [EDU_SECOND_LINE, VM_BEGINS, VM_ENDS] {
        let whole = told(text).len();
        for cut in 0..text.len() {
            for part in [&text.as_bytes()[..cut], &text.as_bytes()[cut..]] {
                if let Ok(told) = read(part) {
                    assert!(told.len() <= whole + 1, "cut at {cut}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_stumble(bytes in any::<Vec<u8>>()) {
        let _ = read(&bytes);
    }

    #[test]
    fn no_mixture_makes_it_stumble(parts in prop::collection::vec(part(), 0..40)) {
        if let Ok(told) = read(&parts.concat()) {
            let seen = told.iter().filter_map(|told| match told {
                TranscriptEvent::Turn(turn) | TranscriptEvent::TurnCorrected(turn) => Some(&turn.state.board),
                TranscriptEvent::Start(seen) | TranscriptEvent::Board(seen) => Some(&seen.board),
                _ => None,
            });
            prop_assert!(seen.count() > 0, "an output without a board is refused");
        }
    }
}

/// Generates parts of transcripts, valid, broken and out of order, and arbitrary bytes.
fn part() -> impl Strategy<Value = Vec<u8>> {
    let cut = |text: &'static str| {
        (0..text.len(), 0..600usize).prop_map(move |(from, length)| {
            text.as_bytes()[from..(from + length).min(text.len())].to_vec()
        })
    };
    prop_oneof![
        any::<Vec<u8>>(),
        cut(EDU_BEGINS),
        cut(EDU_ENDS),
        cut(VM_ENDS),
        "(Anfield|Plateau|Piece) [0-9]{1,3} [0-9]{1,3}:?\r?\n".prop_map(String::into_bytes),
        "00[0-3] [.@a$sOoXx]{0,4}\n".prop_map(String::into_bytes),
        r"(-> Answer|<got) \([@$OX.]\): \[?-?[0-9]{1,6},? -?[0-9]{1,2}\]?\n"
            .prop_map(String::into_bytes),
        "Anfield 3 1:\n000 [.@a$s]{3}\nPiece 2 1:\nOO\n".prop_map(String::into_bytes),
        "Plateau 1 3:\n000 [.OoXx]{3}\nPiece 1 2:\n\\*\\*\n".prop_map(String::into_bytes),
        Just(b"$$$ exec p1 : [x]\n".to_vec()),
    ]
}
