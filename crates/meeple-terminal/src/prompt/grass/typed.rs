//! What people type: moves in short and in long, and turns of the tile in hand.
//!
//! Turns are small letters, `r`, `l` and `f`, one after the other. No cell is
//! written with these, so a line is one or the other: `rr` turns, `RR` is a
//! cell. Behind a verb, or mixed with other letters, small ones mean capitals
//! where a board has no small ones.

use super::hand;
use meeple_core::{Game, text::excerpt};
use meeple_games::grass::{Cell, Grass, Move, Orientation};
use meeple_view::{Scene, grass::GrassPicture};

/// The verbs, and what follows each.
const VERBS: [(&str, &str); 7] = [
    ("lay", "lay CELL [TURN]"),
    ("exchange", "exchange NUMBER"),
    ("remove", "remove CELL"),
    ("stone", "stone CELL"),
    ("steal", "steal CELL"),
    ("discard", "discard"),
    ("stop", "stop"),
];

/// What can be done with the tile in hand, for the question.
pub(super) fn choices(scene: &Scene<'_, Grass>, picture: &GrassPicture) -> String {
    let has = |is_meant: fn(&Move) -> bool| scene.position.legal_moves().any(|mv| is_meant(&mv));
    let can_turn = picture.hand.as_ref().is_some_and(|hand| hand.looks.len() > 1);
    let choices = [
        (has(|mv| matches!(mv, Move::Lay { .. })), "CELL"),
        (can_turn, "r, l, f"),
        (has(|mv| matches!(mv, Move::Exchange(_))), "exchange N"),
        (has(|mv| matches!(mv, Move::Remove(_))), "remove CELL"),
        (has(|mv| matches!(mv, Move::Discard)), "discard"),
    ];
    let words: Vec<&str> = choices.into_iter().filter(|(can, _)| *can).map(|(_, it)| it).collect();
    words.join(", ")
}

/// The letters of a line that turns the tile, if it is one.
pub(super) fn turn(line: &str) -> Option<String> {
    match line.to_lowercase().as_str() {
        "turn" | "rotate" => return Some("r".into()),
        "flip" | "mirror" => return Some("f".into()),
        _ => {}
    }
    letters(&line.split_whitespace().collect::<Vec<_>>())
}

/// `r` right, `l` left, `f` mirrored, and no other sign.
fn letters(words: &[&str]) -> Option<String> {
    let letters = words.concat();
    let are_turns = letters.chars().all(|letter| "rlf".contains(letter));
    (are_turns && !letters.is_empty()).then_some(letters)
}

/// Why these letters turn nothing.
pub(super) fn nothing_to_turn(picture: &GrassPicture, letters: &str) -> String {
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

/// The move that was typed; a cell alone means what is due.
pub(super) fn read(
    game: &Grass,
    picture: &GrassPicture,
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
        ("lay" | "place", [cell, turns @ ..]) => lay(picture, shown, cell, turns),
        ("exchange" | "x", [number]) if is_number(number) => exchange(number),
        ("remove", [cell]) => read_cell(cell, side).map(Move::Remove),
        ("stone", [cell]) => read_cell(cell, side).map(Move::Stone),
        ("steal", [cell]) => read_cell(cell, side).map(Move::Steal),
        ("discard", []) => Ok(Move::Discard),
        ("stop", []) => Ok(Move::Stop),
        (verb, _) => match VERBS.iter().find(|(known, _)| *known == verb) {
            Some((_, form)) => Err(no_move(&format!("it is typed {form}"))),
            None => bare(picture, shown, first, rest)
                .unwrap_or_else(|| Err(no_move(&advice(game, line)))),
        },
    }
}

/// A cell without a verb, if it is a cell.
fn bare(
    picture: &GrassPicture,
    shown: Orientation,
    cell: &str,
    turns: &[&str],
) -> Option<Result<Move, String>> {
    let named = read_cell(cell, picture.side).ok()?;
    Some(match (picture.phase, turns) {
        ("stone", []) => Ok(Move::Stone(named)),
        ("robbery", []) => Ok(Move::Steal(named)),
        ("stone" | "robbery", _) => return None,
        _ => lay(picture, shown, cell, turns),
    })
}

/// What to type instead of what is no move.
fn advice(game: &Grass, line: &str) -> String {
    if is_number(line) {
        format!("exchange {} would spend a coupon on that tile", excerpt(line))
    } else if turn(&line.to_lowercase()).is_some() {
        "r, l and f are typed small".into()
    } else {
        game.phase().to_string()
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The rules say which numbers there are, as far as a move can name them.
fn exchange(number: &str) -> Result<Move, String> {
    let no_such = || format!("there is no next tile {} (G7)", excerpt(number));
    number.parse().map(Move::Exchange).map_err(|_| no_such())
}

/// Lays the tile as it is shown, or turned as the words say, counted from how it is drawn.
fn lay(
    picture: &GrassPicture,
    shown: Orientation,
    cell: &str,
    turns: &[&str],
) -> Result<Move, String> {
    let corner = read_cell(cell, picture.side)?;
    if turns.is_empty() {
        return Ok(Move::Lay { corner, orientation: shown });
    }
    let letters = letters(turns).ok_or("behind the cell, a tile is turned with r, l and f")?;
    let turned = |hand| hand::turned(hand, Orientation::AS_DRAWN, &letters);
    // Where there is no tile to lay, the rules say so.
    let orientation = picture.hand.as_ref().map_or(Orientation::AS_DRAWN, turned);
    Ok(Move::Lay { corner, orientation })
}

/// Two letters; small ones mean capitals where the board has no small ones.
fn read_cell(text: &str, side: usize) -> Result<Cell, String> {
    let letter = |letter: char| match letter {
        'a'..='d' if side > 26 => letter,
        _ => letter.to_ascii_uppercase(),
    };
    let cell: Result<Cell, _> = text.chars().map(letter).collect::<String>().parse();
    let no_cell = |reason: String| format!("\"{}\" is no cell: {reason}", excerpt(text));
    cell.map_err(|error: meeple_core::ParseError| no_cell(error.reason))
}
