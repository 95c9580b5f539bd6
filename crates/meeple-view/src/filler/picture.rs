//! What there is to be seen.

use super::{legal_move::covered, told};
use crate::Scene;
use meeple_core::{Event, Game, Seat, Turn};
use meeple_games::filler::{Filler, Move, Piece, find_valid_placements};
use serde::Serialize;

/// A position as a screen shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FillerPicture {
    /// What is due.
    pub phase: Phase,
    /// Whose piece is in hand or comes next; nobody's when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// What is due, in words.
    pub due: String,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// The rows of the board from the top: `.` is empty, `@` and `a` are seat 0's, `$` and `s`
    /// seat 1's; the small letters are the latest piece of each (F1).
    pub board: Vec<String>,
    /// How many cells are empty.
    pub empty: usize,
    /// The piece in hand. Only the player to move may see it (F2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceInHand>,
    /// Both players.
    pub seats: Vec<FillerSeat>,
    /// What counts at the end: `cells` or `pieces` (F6).
    pub scoring: &'static str,
    /// Whether the empty margins of a piece may hang out: `overhang` or `inside` (F3).
    pub margins: &'static str,
    /// The last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_move: Option<LastMove>,
    /// Both scores at the start and after every move so far.
    pub scores: Vec<[u32; 2]>,
}

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A piece comes.
    Deal,
    /// It is to be laid.
    Place,
    /// It fits nowhere (F5).
    Stuck,
    /// Nothing any more.
    Over,
}

/// A piece and its places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceInHand {
    /// Its text, as in a record.
    pub text: String,
    /// Columns of its rectangle.
    pub width: usize,
    /// Rows of its rectangle.
    pub height: usize,
    /// The rows of its rectangle from the top: `O` is filled, `.` is not.
    pub rows: Vec<String>,
    /// How many cells are filled.
    pub cells: usize,
    /// In how many places it may be laid.
    pub places: usize,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FillerSeat {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub name: String,
    /// What counts of the next two (F6).
    pub score: u32,
    /// Cells owned.
    pub cells: u32,
    /// Pieces laid.
    pub pieces: u32,
    /// Whether the player is stuck (F5).
    pub stuck: bool,
}

/// The last move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastMove {
    /// Who made it.
    pub seat: Seat,
    /// Its text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells that the piece covers, row by row; none after `stop`.
    pub cells: Vec<[u16; 2]>,
    /// The one among them that was the player's before (F4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<[u16; 2]>,
}

impl FillerPicture {
    pub(super) fn of(scene: &Scene<'_, Filler>) -> Self {
        let (game, board) = (scene.position, scene.position.board());
        let seats = [0, 1].map(Seat::new);
        let owned: u32 = seats.iter().map(|&seat| board.count(seat)).sum();
        let phase = Phase::of(game);
        FillerPicture {
            phase,
            to_move: game.seat(),
            due: told::due(scene, phase),
            width: board.width(),
            height: board.height(),
            board: board.rows().collect(),
            empty: board.width() * board.height() - owned as usize,
            piece: game.piece().map(|piece| PieceInHand::of(game, piece)),
            seats: seats.map(|seat| FillerSeat::of(scene, seat)).into(),
            scoring: game.scoring().word(),
            margins: game.margins().word(),
            last_move: last_move(scene),
            scores: scores(scene),
        }
    }
}

impl Phase {
    fn of(game: &Filler) -> Self {
        match game.turn() {
            Turn::Chance => Phase::Deal,
            Turn::Seat(_) if game.legal_moves().next() == Some(Move::Stop) => Phase::Stuck,
            Turn::Seat(_) => Phase::Place,
            Turn::Over => Phase::Over,
        }
    }
}

impl PieceInHand {
    fn of(game: &Filler, piece: &Piece) -> Self {
        let places =
            |seat| find_valid_placements(game.board(), piece, seat, game.margins()).count();
        PieceInHand {
            text: piece.to_string(),
            width: piece.width(),
            height: piece.height(),
            rows: piece.rows().collect(),
            cells: piece.cells().len(),
            places: game.seat().map_or(0, places),
        }
    }
}

impl FillerSeat {
    fn of(scene: &Scene<'_, Filler>, seat: Seat) -> Self {
        let game = scene.position;
        FillerSeat {
            seat,
            name: scene.name(seat).into(),
            score: game.score(seat),
            cells: game.board().count(seat),
            pieces: game.placed(seat),
            stuck: game.is_stuck(seat),
        }
    }
}

fn last_move(scene: &Scene<'_, Filler>) -> Option<LastMove> {
    scene.line.iter().rev().find_map(|ply| {
        let Event::Move { seat, mv, .. } = &*ply.event else { return None };
        let before: &Filler = ply.before.as_any().downcast_ref()?;
        let covered = mv.parse().ok().and_then(|mv| covered(before, mv));
        let (cells, overlap) =
            covered.map_or((Vec::new(), None), |(cells, overlap)| (cells, Some(overlap)));
        Some(LastMove { seat: *seat, mv: mv.clone(), cells, overlap })
    })
}

fn scores(scene: &Scene<'_, Filler>) -> Vec<[u32; 2]> {
    let both = |game: &Filler| [0, 1].map(|seat| game.score(Seat::new(seat)));
    let moves = scene.line.iter().filter(|ply| matches!(*ply.event, Event::Move { .. }));
    let before = moves.filter_map(|ply| ply.before.as_any().downcast_ref().map(both));
    before.chain([both(scene.position)]).collect()
}
