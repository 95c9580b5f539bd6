//! Parses what people type: moves in short and long form, and turns of the tile in hand.
//!
//! Turns are the small letters `r`, `l` and `f`, one after the other. Cells are written in capitals, so a
//! line is one or the other: `rr` turns, `RR` is a cell. After a verb, or mixed with other letters, small
//! letters mean capitals unless the board has rows and columns with small letters.

use super::hand;
use meeple_core::{Game, text::excerpt};
use meeple_games::grass::{Cell, Grass, Move, Orientation};
use meeple_view::{ViewScene, grass::ShownPosition};

/// The verbs and their full forms.
const VERBS: [(&str, &str); 7] = [
    ("lay", "lay CELL [TURN]"),
    ("exchange", "exchange NUMBER"),
    ("remove", "remove CELL"),
    ("stone", "stone CELL"),
    ("steal", "steal CELL"),
    ("discard", "discard"),
    ("stop", "stop"),
];

/// Returns what can be done with the tile in hand, for the question.
pub(super) fn choices(scene: &ViewScene<'_, Grass>, picture: &ShownPosition) -> String {
    let has = |is_meant: fn(&Move) -> bool| scene.position.legal_moves().any(|mv| is_meant(&mv));
    let can_turn = picture.hand.as_ref().is_some_and(|hand| hand.looks.len() > 1);
    let choices = [
        (has(|mv| matches!(mv, Move::Place { .. })), "CELL"),
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
        Some(_) => "This tile looks the same however it is turned.",
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
    let no_move = |reason: &str| format!("\"{}\" is no move: {reason}", excerpt(line));
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else {
        return Err(no_move(&game.phase().to_string()));
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
            Some((_, form)) => Err(no_move(&format!("it is typed {form}"))),
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
    let named = parse_cell(cell, picture.side).ok()?;
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
        format!("exchange {} would spend a coupon on that tile", excerpt(line))
    } else if parse_turns(&line.to_lowercase()).is_some() {
        "r, l and f are typed small".into()
    } else {
        game.phase().to_string()
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses the number of an exchange; whether such a tile exists is left to the rules.
fn parse_exchange(number: &str) -> Result<Move, String> {
    let no_such = || format!("there is no next tile {} (G7)", excerpt(number));
    number.parse().map(Move::Exchange).map_err(|_| no_such())
}

/// Places the tile as shown, or turned by the letters after the cell, starting from the tile as drawn.
fn parse_placement(
    picture: &ShownPosition,
    shown: Orientation,
    cell: &str,
    turns: &[&str],
) -> Result<Move, String> {
    let corner = parse_cell(cell, picture.side)?;
    if turns.is_empty() {
        return Ok(Move::Place { corner, orientation: shown });
    }
    let letters = turn_letters(turns).ok_or("behind the cell, a tile is turned with r, l and f")?;
    let turned = |hand| hand::turned(hand, Orientation::AS_DRAWN, &letters);
    // If there is no tile to place, the rules reject the move.
    let orientation = picture.hand.as_ref().map_or(Orientation::AS_DRAWN, turned);
    Ok(Move::Place { corner, orientation })
}

/// Parses a cell of two letters; small letters mean capitals unless the board uses small ones.
fn parse_cell(text: &str, side: usize) -> Result<Cell, String> {
    let letter = |letter: char| match letter {
        'a'..='d' if side > 26 => letter,
        _ => letter.to_ascii_uppercase(),
    };
    let cell: Result<Cell, _> = text.chars().map(letter).collect::<String>().parse();
    let no_cell = |reason: String| format!("\"{}\" is no cell: {reason}", excerpt(text));
    cell.map_err(|error: meeple_core::ParseError| no_cell(error.reason))
}
