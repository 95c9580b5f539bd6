//! Filler in words: what happens next, what was done, and what followed.

use super::ShownPhase;
use crate::{
    ViewScene,
    words::{capitalise, conjugate, format_count, whose_turn},
};
use meeple_core::{CellName, Outcome, Seat};
use meeple_games::filler::{
    Board, Filler, IllegalMove, Move, Piece, Scoring, has_valid_placement, opponent,
};

/// Returns what happens next: `Ann's turn to place the piece`.
pub(super) fn describe_next(scene: &ViewScene<'_, Filler>, phase: ShownPhase) -> String {
    let name = scene.position.seat().map_or("nobody", |seat| scene.name(seat));
    match phase {
        ShownPhase::Deal if name == "you" => "Drawing your piece".into(),
        ShownPhase::Deal => format!("Drawing {name}'s piece"),
        ShownPhase::Place => capitalise(&format!("{} to place the piece", whose_turn(name))),
        ShownPhase::Stuck => format!("The piece fits nowhere: {name} can only stop"), // F5
        ShownPhase::Over => "The game is over".into(),
    }
}

/// Names a placement by the piece's first filled cell: the leftmost one of its top row.
pub(super) fn move_name(position: &Filler, mv: Move) -> String {
    let Move::Place(at) = mv else { return mv.to_string() };
    let first = position.piece().and_then(|piece| Board::covered_cells(piece, at).next());
    let name = first.and_then(|(column, row)| cell_name(column, row));
    name.map_or_else(|| mv.to_string(), |name| name.to_string())
}

/// Returns the name of a cell; `None` left of or above the board.
fn cell_name(column: i32, row: i32) -> Option<CellName> {
    Some(CellName { column: column.try_into().ok()?, row: row.try_into().ok()? })
}

pub(super) fn narrate_move(before: &ViewScene<'_, Filler>, seat: Seat, mv: Move) -> String {
    let (game, name) = (before.position, before.name(seat));
    match (mv, game.piece()) {
        (Move::Place(_), piece) => {
            let piece = piece.map_or("a piece".into(), describe_piece);
            format!("{name} {} {piece} at {}", conjugate(name, "place"), move_name(game, mv))
        }
        // `consequences` says that there was no other move.
        (Move::Stop, Some(piece)) if !fits(game, piece, seat) => String::new(),
        (Move::Stop, _) => format!("{name} {}", conjugate(name, "stop")),
    }
}

fn describe_piece(piece: &Piece) -> String {
    format!("a piece of {}", format_count(piece.cells().len(), "cell"))
}

/// F2: only the player to move sees the piece, so it is described only if the opponent isn't a person.
pub(super) fn narrate_deal(before: &ViewScene<'_, Filler>, piece: &Piece) -> String {
    let Some(seat) = before.position.seat() else { return String::new() };
    let name = before.name(seat);
    let get = conjugate(name, "get");
    if before.is_person(opponent(seat)) {
        format!("{name} {get} a piece")
    } else {
        format!("{name} {get} {}", describe_piece(piece))
    }
}

/// F5: who is stuck now, why, and who plays on.
pub(super) fn consequences(after: &ViewScene<'_, Filler>, before: &Filler) -> Vec<String> {
    let game = after.position;
    let newly = |seat: &Seat| game.is_stuck(*seat) && !before.is_stuck(*seat);
    let Some(seat) = [0, 1].map(Seat::new).into_iter().find(newly) else { return Vec::new() };
    let name = after.name(seat);
    let stuck = format!("{name} {} stuck", conjugate(name, "are"));
    let is_forced = before.piece().is_some_and(|piece| !fits(before, piece, seat));
    let mut lines =
        vec![if is_forced { format!("The piece fits nowhere: {stuck}") } else { stuck }];
    if let Some(other) = game.seat() {
        let name = after.name(other);
        lines.push(format!("{name} {} on alone", conjugate(name, "play")));
    }
    lines
}

fn fits(game: &Filler, piece: &Piece, seat: Seat) -> bool {
    has_valid_placement(game.board(), piece, seat, game.margins())
}

/// Names cells for people, and the opponent.
pub(super) fn explain_illegal(scene: &ViewScene<'_, Filler>, reason: &IllegalMove) -> String {
    match (reason, scene.position.seat()) {
        (IllegalMove::OnOpponent { column, row }, Some(seat)) => {
            let cell = cell_name(*column, *row).map_or("a cell".into(), |cell| cell.to_string());
            format!("{cell} belongs to {}", scene.name(opponent(seat)))
        }
        (IllegalMove::OffBoard { .. }, _) => "part of the piece would be off the board".into(),
        (IllegalMove::MarginOutside { .. }, _) => {
            "the piece's empty margin would be off the board, which margins=inside forbids".into()
        }
        _ => reason.to_string(),
    }
}

/// Returns what doesn't score: pieces if cells do, cells if pieces do (F6).
pub(super) fn achievement(game: &Filler, seat: Seat) -> String {
    match game.scoring() {
        Scoring::Cells => format_count(game.placed(seat) as usize, "piece"),
        Scoring::Pieces => format_count(game.board().count(seat) as usize, "cell"),
    }
}

/// Counts cells or pieces, whichever score (F6).
pub(super) fn count_score(game: &Filler, score: i32) -> String {
    let noun = match game.scoring() {
        Scoring::Cells => "cell",
        Scoring::Pieces => "piece",
    };
    format_count(score.unsigned_abs() as usize, noun)
}

pub(super) fn explain_end(game: &Filler, outcome: &Outcome) -> String {
    let counted = |seat| count_score(game, game.score(seat) as i32);
    let winners: Vec<Seat> = outcome.winners().collect();
    match winners[..] {
        [winner] => {
            let other = game.score(opponent(winner));
            format!("both players are stuck, {} to {other}", counted(winner))
        }
        _ => format!("both players are stuck, {} each", counted(Seat::new(0))),
    }
}
