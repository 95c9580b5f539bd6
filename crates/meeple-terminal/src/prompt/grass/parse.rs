//! Parses what people type: moves in short and long form, and turns of the tile in hand.
//!
//! Turns are the small letters `r`, `l` and `f`, one after the other. A cell is letters and a number, `C2`, or
//! two letters as in records, in capitals: `rr` turns, `RR` is a cell. After a verb, or mixed with other
//! letters, small letters mean capitals unless the board has rows and columns with small letters.
//!
//! To lay a tile, `C2` is where its first cell goes, and `BC` where the corner of its rectangle goes.

use super::hand;
use crate::prompt::game::{is_number, looks_like_cell};
use meeple_core::{CellName, Game, text::excerpt};
use meeple_games::grass::{Cell, Grass, Move, Orientation};
use meeple_view::{
    ViewScene,
    grass::{ShownPosition, instruction},
};

/// The verbs, each with an example.
const VERBS: [(&str, &str); 7] = [
    ("lay", "lay C2, or lay C2 fr"),
    ("exchange", "exchange 3"),
    ("remove", "remove C2"),
    ("stone", "stone C2"),
    ("steal", "steal C2"),
    ("discard", "discard"),
    ("stop", "stop"),
];

/// Words that may be typed but say nothing.
const FILL_WORDS: [&str; 7] = ["for", "next", "tile", "the", "stone", "on", "at"];

/// Returns what can be done with the tile in hand, for the question.
pub(super) fn choices(scene: &ViewScene<'_, Grass>, picture: &ShownPosition) -> String {
    let has = |is_meant: fn(&Move) -> bool| scene.position.legal_moves().any(|mv| is_meant(&mv));
    let can_turn = picture.hand.as_ref().is_some_and(|hand| hand.looks.len() > 1);
    let choices = [
        (has(|mv| matches!(mv, Move::Place { .. })), "a cell such as K11"),
        (can_turn, "r, l, f"),
        (has(|mv| matches!(mv, Move::Exchange(_))), "exchange N"),
        (has(|mv| matches!(mv, Move::Remove(_))), "remove CELL"),
        (has(|mv| matches!(mv, Move::Discard)), "discard"),
    ];
    let words: Vec<&str> = choices.into_iter().filter(|(can, _)| *can).map(|(_, it)| it).collect();
    words.join(", ")
}

/// Returns the turns if the line consists of turns.
pub(super) fn parse_turns(line: &str) -> Option<String> {
    match line.to_lowercase().as_str() {
        "turn" | "rotate" => return Some("r".into()),
        "flip" | "mirror" => return Some("f".into()),
        _ => {}
    }
    turn_letters(&line.split_whitespace().collect::<Vec<_>>())
}

/// Returns the letters if all of them are `r` (right), `l` (left) or `f` (flip).
fn turn_letters(words: &[&str]) -> Option<String> {
    let letters = words.concat();
    let are_turns = letters.chars().all(|letter| "rlf".contains(letter));
    (are_turns && !letters.is_empty()).then_some(letters)
}

/// Explains why these letters turn nothing.
pub(super) fn nothing_to_turn(picture: &ShownPosition, letters: &str) -> String {
    let why = match picture.hand {
        Some(_) => "This tile looks the same in every orientation.",
        None => "There is no tile to turn now.",
    };
    let cell = if letters.len() == 2 {
        format!(" For the cell, type {}.", letters.to_uppercase())
    } else {
        String::new()
    };
    format!("{why}{cell}")
}

/// Parses a typed move; a cell without a verb means the action that is due.
pub(super) fn parse_move(
    game: &Grass,
    picture: &ShownPosition,
    shown: Orientation,
    line: &str,
) -> Result<Move, String> {
    let side = picture.side;
    let no_move = |reason: &str| format!("\"{}\" is not a move: {reason}", excerpt(line));
    // `exchange for next tile 3`, `steal the tile on C2`
    let words = line.split_whitespace().enumerate();
    let words = words.filter(|(at, word)| *at == 0 || !FILL_WORDS.contains(word));
    let words: Vec<&str> = words.map(|(_, word)| word).collect();
    let Some((first, rest)) = words.split_first() else {
        return Err(no_move(instruction(game.phase())));
    };
    match (first.to_lowercase().as_str(), rest) {
        ("lay" | "place", [cell, turns @ ..]) => parse_placement(picture, shown, cell, turns),
        ("exchange" | "x", [number]) if is_number(number) => parse_exchange(number),
        ("remove", [cell]) => parse_cell(cell, side).map(Move::Remove),
        ("stone", [cell]) => parse_cell(cell, side).map(Move::Stone),
        ("steal", [cell]) => parse_cell(cell, side).map(Move::Steal),
        ("discard", []) => Ok(Move::Discard),
        ("stop", []) => Ok(Move::Stop),
        (verb, _) => match VERBS.iter().find(|(known, _)| *known == verb) {
            Some((_, example)) => Err(no_move(&format!("type it like this: {example}"))),
            None => parse_bare_cell(picture, shown, first, rest)
                .unwrap_or_else(|| Err(no_move(&advice(game, line)))),
        },
    }
}

/// Parses a cell without a verb; returns `None` if it isn't one.
fn parse_bare_cell(
    picture: &ShownPosition,
    shown: Orientation,
    cell: &str,
    turns: &[&str],
) -> Option<Result<Move, String>> {
    let named = match parse_cell(cell, picture.side) {
        Ok(named) => named,
        // Letters and digits can't be anything but a cell.
        Err(reason) => return looks_like_cell(cell).then_some(Err(reason)),
    };
    Some(match (picture.phase, turns) {
        ("stone", []) => Ok(Move::Stone(named)),
        ("robbery", []) => Ok(Move::Steal(named)),
        ("stone" | "robbery", _) => return None,
        _ => parse_placement(picture, shown, cell, turns),
    })
}

/// Returns what to type instead of an invalid move.
fn advice(game: &Grass, line: &str) -> String {
    if is_number(line) {
        format!("to spend a coupon on that tile, type exchange {}", excerpt(line))
    } else if parse_turns(&line.to_lowercase()).is_some() {
        "type r, l and f in small letters".into()
    } else {
        instruction(game.phase()).into()
    }
}

/// Parses the number of an exchange; whether such a tile exists is left to the rules.
fn parse_exchange(number: &str) -> Result<Move, String> {
    let no_such = || format!("there is no next tile {}: they are numbered from 1", excerpt(number));
    let number = number.parse().ok().filter(|&number| number > 0);
    number.map(Move::Exchange).ok_or_else(no_such)
}

/// Places the tile as shown, or turned by the letters after the cell, starting from the tile as drawn.
fn parse_placement(
    picture: &ShownPosition,
    shown: Orientation,
    cell: &str,
    turns: &[&str],
) -> Result<Move, String> {
    let named = parse_cell(cell, picture.side)?;
    let orientation = if turns.is_empty() {
        shown
    } else {
        let letters = turns_after_cell(turns);
        let letters = letters.ok_or("after the cell, type turns with r, l and f, such as C2 fr")?;
        let turned = |hand| hand::turned(hand, Orientation::AS_DRAWN, &letters);
        // If there is no tile to place, the rules reject the move.
        picture.hand.as_ref().map_or(Orientation::AS_DRAWN, turned)
    };
    let Some(hand) = picture.hand.as_ref().filter(|_| looks_like_cell(cell)) else {
        return Ok(Move::Place { corner: named, orientation });
    };
    let first = hand::first_column(hand, orientation);
    let column = named.column.checked_sub(first);
    let column = column.ok_or("part of the tile would be left of the board")?;
    Ok(Move::Place { corner: Cell { column, ..named }, orientation })
}

/// Returns the letters of turns that are typed as letters, `fr`, or as words, `flipped and turned right`.
fn turns_after_cell(words: &[&str]) -> Option<String> {
    let letters = |word: &&str| match *word {
        "flipped" => Some("f"),
        "right" => Some("r"),
        "around" => Some("rr"),
        "left" => Some("l"),
        "and" | "turned" => Some(""),
        _ => None,
    };
    let spelled: Option<String> = words.iter().map(letters).collect();
    spelled.filter(|letters| !letters.is_empty()).or_else(|| turn_letters(words))
}

/// Parses a cell: `C2`, or two letters as in records. Small letters mean capitals unless the board has
/// rows and columns with small ones.
fn parse_cell(text: &str, side: usize) -> Result<Cell, String> {
    let no_cell = |reason: &str| format!("\"{}\" is not a cell: {reason}", excerpt(text));
    let last = CellName { column: side as u16 - 1, row: side as u16 - 1 };
    if looks_like_cell(text) {
        let cell = text.parse().ok().filter(|&CellName { column, row }| {
            usize::from(column) < side && usize::from(row) < side
        });
        let cell: CellName = cell.ok_or_else(|| no_cell(&format!("the board ends at {last}")))?;
        return Ok(Cell::new(cell.row.into(), cell.column.into()));
    }
    let letter = |letter: char| match letter {
        'a'..='d' if side > 26 => letter,
        _ => letter.to_ascii_uppercase(),
    };
    let cell: Result<Cell, _> = text.chars().map(letter).collect::<String>().parse();
    cell.map_err(|_| no_cell(&format!("type one such as C2; the last one is {last}")))
}
