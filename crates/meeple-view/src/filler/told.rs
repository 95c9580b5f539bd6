//! What is said: what is due, what somebody did, what came of it.

use super::Phase;
use crate::{
    Scene,
    words::{counted, verb},
};
use meeple_core::{Outcome, Seat};
use meeple_games::filler::{
    Filler, IllegalPlacement, Move, Piece, Scoring, has_valid_placement, opponent,
};

/// What is due: `Ann is to lay the piece`.
pub(super) fn due(scene: &Scene<'_, Filler>, phase: Phase) -> String {
    let name = scene.position.seat().map_or("nobody", |seat| scene.name(seat));
    let are = verb(name, "are");
    match phase {
        Phase::Deal => format!("{name} {are} to get a piece"),
        Phase::Place => format!("{name} {are} to lay the piece"),
        Phase::Stuck => format!("The piece fits nowhere: {name} can only stop (F5)"),
        Phase::Over => "The game is over".into(),
    }
}

pub(super) fn moved(before: &Scene<'_, Filler>, seat: Seat, mv: Move) -> String {
    let name = before.name(seat);
    match (mv, before.position.piece()) {
        (Move::Place(at), Some(piece)) => {
            format!("{name} {} {piece} at {at}", verb(name, "lay"))
        }
        (Move::Place(at), None) => format!("{name} {} a piece at {at}", verb(name, "lay")),
        // That nothing else could be done is told as what followed.
        (Move::Stop, Some(piece)) if !fits(before.position, piece, seat) => String::new(),
        (Move::Stop, _) => format!("{name} {}", verb(name, "stop")),
    }
}

/// F2: a piece is seen by the player to move only, unless nobody is there to be kept from it.
pub(super) fn dealt(before: &Scene<'_, Filler>, piece: &Piece) -> String {
    let Some(seat) = before.position.seat() else { return String::new() };
    let name = before.name(seat);
    let get = verb(name, "get");
    if before.is_person(opponent(seat)) {
        format!("{name} {get} a piece")
    } else {
        format!("{name} {get} {piece}")
    }
}

pub(super) fn consequences(after: &Scene<'_, Filler>, before: &Filler) -> Vec<String> {
    let game = after.position;
    let newly = |seat: &Seat| game.is_stuck(*seat) && !before.is_stuck(*seat);
    let Some(seat) = [0, 1].map(Seat::new).into_iter().find(newly) else { return Vec::new() };
    let name = after.name(seat);
    let stuck = format!("{name} {} stuck (F5)", verb(name, "are"));
    let piece = before.piece().filter(|piece| !fits(before, piece, seat));
    let mut lines = vec![match piece {
        Some(piece) => format!("{piece} fits nowhere: {stuck}"),
        None => stuck,
    }];
    if let Some(other) = game.seat() {
        let name = after.name(other);
        lines.push(format!("{name} {} on alone", verb(name, "play")));
    }
    lines
}

fn fits(game: &Filler, piece: &Piece, seat: Seat) -> bool {
    has_valid_placement(game.board(), piece, seat, game.margins())
}

/// The rules know an opponent; people know a name.
pub(super) fn refused(scene: &Scene<'_, Filler>, reason: &IllegalPlacement) -> String {
    match (reason, scene.position.seat()) {
        (IllegalPlacement::OnOpponent { column, row }, Some(seat)) => {
            format!("cell {column},{row} belongs to {} (F4)", scene.name(opponent(seat)))
        }
        _ => reason.to_string(),
    }
}

/// What does not count: the pieces where cells do, the cells where pieces do (F6).
pub(super) fn achieved(game: &Filler, seat: Seat) -> String {
    match game.scoring() {
        Scoring::Cells => counted(game.placed(seat) as usize, "piece"),
        Scoring::Pieces => counted(game.board().count(seat) as usize, "cell"),
    }
}

pub(super) fn reason(game: &Filler, outcome: &Outcome) -> String {
    let noun = match game.scoring() {
        Scoring::Cells => "cell",
        Scoring::Pieces => "piece",
    };
    let counted = |seat| counted(game.score(seat) as usize, noun);
    let winners: Vec<Seat> = outcome.winners().collect();
    match winners[..] {
        [winner] => {
            let other = game.score(opponent(winner));
            format!("both players are stuck, {} to {other} (F6)", counted(winner))
        }
        _ => format!("both players are stuck, {} each (F6)", counted(Seat::new(0))),
    }
}
