//! What people type: moves in short and in long, and turns of the tile in hand.

use meeple_games::grass::{Cell, Grass, Move, Orientation, Phase};
use meeple_view::Scene;

/// The other choices at the question for the drawn tile.
pub(super) fn choices(scene: &Scene<'_, Grass>) -> String {
    let has =
        |mv: &str| mv.parse().is_ok_and(|mv: Move| meeple_core::Game::is_legal(scene.position, mv));
    let game = scene.position;
    let mut text = String::new();
    if has("exchange 1") {
        text.push_str(", exchange N");
    }
    if game.board().stones().cells().next().is_some_and(|cell| has(&format!("remove {cell}"))) {
        text.push_str(", remove CELL");
    }
    if has("discard") {
        text.push_str(", discard");
    }
    text
}

/// How the tile lies after this command, if it is one that turns it.
pub(super) fn turn(now: Orientation, line: &str) -> Option<Orientation> {
    match line {
        "turn" | "rotate" => Some(now.rotate()),
        "flip" | "mirror" => Some(now.flip()),
        _ => turned(now, line).filter(|_| !line.is_empty()),
    }
}

/// `r` right, `l` left, `f` mirrored, one after the other.
fn turned(start: Orientation, letters: &str) -> Option<Orientation> {
    letters.chars().try_fold(start, |now, letter| match letter {
        'r' => Some(now.rotate()),
        'l' | 'R' => Some(now.rotate().rotate().rotate()),
        'f' => Some(now.flip()),
        _ => None,
    })
}

/// The move that was typed; a cell alone means what is due.
pub(super) fn read(game: &Grass, shown: Orientation, line: &str) -> Result<Move, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let wrong = || format!("{line:?} is no move: {}", game.phase());
    let side = game.board().side();
    let lower = words.first().map(|word| word.to_lowercase());
    match (lower.as_deref(), &words[..]) {
        (Some("lay" | "place"), [_, cell, turns @ ..]) => lay(game, shown, cell, turns),
        (Some("exchange" | "x"), [_, number]) => {
            format!("exchange {number}").parse().map_err(|_| wrong())
        }
        (Some("remove"), [_, cell]) => Ok(Move::Remove(read_cell(cell, side)?)),
        (Some("stone"), [_, cell]) => Ok(Move::Stone(read_cell(cell, side)?)),
        (Some("steal"), [_, cell]) => Ok(Move::Steal(read_cell(cell, side)?)),
        (Some("discard"), [_]) => Ok(Move::Discard),
        (Some("stop"), [_]) => Ok(Move::Stop),
        (_, [cell, turns @ ..]) => match (game.phase(), turns) {
            (Phase::Stone, []) => read_cell(cell, side).map(Move::Stone).map_err(|_| wrong()),
            (Phase::Robbery, []) => read_cell(cell, side).map(Move::Steal).map_err(|_| wrong()),
            (Phase::Tile, []) if exchange(cell).is_some() => exchange(cell).ok_or_else(wrong),
            _ => lay(game, shown, cell, turns).map_err(|_| wrong()),
        },
        _ => Err(wrong()),
    }
}

fn exchange(number: &str) -> Option<Move> {
    let number = number.parse().ok().filter(|number| (1..=5).contains(number))?;
    Some(Move::Exchange(number))
}

/// Lays the tile as it is shown, or turned as the words say, counted from how it is drawn.
fn lay(game: &Grass, shown: Orientation, cell: &str, turns: &[&str]) -> Result<Move, String> {
    let corner = read_cell(cell, game.board().side())?;
    let orientation = if turns.is_empty() {
        shown
    } else {
        let words =
            turns.concat().replace("flip", "f").replace("r270", "rrr").replace("r180", "rr");
        turned(Orientation::AS_DRAWN, &words.replace("r90", "r"))
            .ok_or("a tile is turned with r, l and f")?
    };
    // Where orientations look the same, the first name stands for all (G9).
    let first = game.shape_in_hand().and_then(|shape| {
        let looks = shape.turned(orientation);
        shape.orientations().into_iter().find(|turned| turned.tile == looks)
    });
    Ok(Move::Lay { corner, orientation: first.map_or(orientation, |turned| turned.orientation) })
}

/// Two letters; small ones mean capitals where that is not ambiguous.
fn read_cell(text: &str, side: usize) -> Result<Cell, String> {
    let letter = |letter: char| match letter {
        'a'..='d' if side > 26 => letter,
        _ => letter.to_ascii_uppercase(),
    };
    let cell: Result<Cell, _> = text.chars().map(letter).collect::<String>().parse();
    cell.map_err(|error: meeple_core::ParseError| format!("{text:?} is no cell: {}", error.reason))
}
