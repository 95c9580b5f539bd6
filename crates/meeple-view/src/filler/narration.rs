//! Filler in words: what happens next, what was done, and what followed.

use super::ShownPhase;
use crate::{
    ViewScene,
    words::{conjugate, format_count},
};
use meeple_core::{Outcome, Seat};
use meeple_games::filler::{
    Filler, IllegalMove, Move, Piece, Scoring, has_valid_placement, opponent,
};

/// Returns what happens next: `Ann is to lay the piece`.
pub(super) fn describe_next(scene: &ViewScene<'_, Filler>, phase: ShownPhase) -> String {
    let name = scene.position.seat().map_or("nobody", |seat| scene.name(seat));
    let are = conjugate(name, "are");
    match phase {
        ShownPhase::Deal => format!("{name} {are} to get a piece"),
        ShownPhase::Place => format!("{name} {are} to lay the piece"),
        ShownPhase::Stuck => format!("The piece fits nowhere: {name} can only stop (F5)"),
        ShownPhase::Over => "The game is over".into(),
    }
}

pub(super) fn narrate_move(before: &ViewScene<'_, Filler>, seat: Seat, mv: Move) -> String {
    let name = before.name(seat);
    match (mv, before.position.piece()) {
        (Move::Place(at), Some(piece)) => {
            format!("{name} {} {piece} at {at}", conjugate(name, "lay"))
        }
        (Move::Place(at), None) => format!("{name} {} a piece at {at}", conjugate(name, "lay")),
        // `consequences` says that there was no other move.
        (Move::Stop, Some(piece)) if !fits(before.position, piece, seat) => String::new(),
        (Move::Stop, _) => format!("{name} {}", conjugate(name, "stop")),
    }
}

/// F2: only the player to move sees the piece, so it is named only if the opponent isn't a person.
pub(super) fn narrate_deal(before: &ViewScene<'_, Filler>, piece: &Piece) -> String {
    let Some(seat) = before.position.seat() else { return String::new() };
    let name = before.name(seat);
    let get = conjugate(name, "get");
    if before.is_person(opponent(seat)) {
        format!("{name} {get} a piece")
    } else {
        format!("{name} {get} {piece}")
    }
}

pub(super) fn consequences(after: &ViewScene<'_, Filler>, before: &Filler) -> Vec<String> {
    let game = after.position;
    let newly = |seat: &Seat| game.is_stuck(*seat) && !before.is_stuck(*seat);
    let Some(seat) = [0, 1].map(Seat::new).into_iter().find(newly) else { return Vec::new() };
    let name = after.name(seat);
    let stuck = format!("{name} {} stuck (F5)", conjugate(name, "are"));
    let piece = before.piece().filter(|piece| !fits(before, piece, seat));
    let mut lines = vec![match piece {
        Some(piece) => format!("{piece} fits nowhere: {stuck}"),
        None => stuck,
    }];
    if let Some(other) = game.seat() {
        let name = after.name(other);
        lines.push(format!("{name} {} on alone", conjugate(name, "play")));
    }
    lines
}

fn fits(game: &Filler, piece: &Piece, seat: Seat) -> bool {
    has_valid_placement(game.board(), piece, seat, game.margins())
}

/// Names the opponent, which the rules' own message can't.
pub(super) fn explain_illegal(scene: &ViewScene<'_, Filler>, reason: &IllegalMove) -> String {
    match (reason, scene.position.seat()) {
        (IllegalMove::OnOpponent { column, row }, Some(seat)) => {
            format!("cell {column},{row} belongs to {} (F4)", scene.name(opponent(seat)))
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

pub(super) fn explain_end(game: &Filler, outcome: &Outcome) -> String {
    let noun = match game.scoring() {
        Scoring::Cells => "cell",
        Scoring::Pieces => "piece",
    };
    let counted = |seat| format_count(game.score(seat) as usize, noun);
    let winners: Vec<Seat> = outcome.winners().collect();
    match winners[..] {
        [winner] => {
            let other = game.score(opponent(winner));
            format!("both players are stuck, {} to {other} (F6)", counted(winner))
        }
        _ => format!("both players are stuck, {} each (F6)", counted(Seat::new(0))),
    }
}
