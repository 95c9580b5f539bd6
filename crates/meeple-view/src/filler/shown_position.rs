//! The picture of a Filler position.

use super::{legal_move::covered_cells, narration};
use crate::ViewScene;
use meeple_core::{Event, Game, Seat, Turn};
use meeple_games::filler::{Filler, Move, Piece, find_valid_placements};
use serde::Serialize;

/// A position as shown on a screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownPosition {
    /// What happens next.
    pub phase: ShownPhase,
    /// The seat whose piece is in hand or dealt next; `None` when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// What happens next, in words.
    pub due: String,
    /// The number of columns of the board.
    pub width: usize,
    /// The number of rows of the board.
    pub height: usize,
    /// The rows of the board from the top: `.` is empty, `@` and `a` are seat 0's, `$` and `s`
    /// seat 1's; the small letters are the latest piece of each (F1).
    pub board: Vec<String>,
    /// The number of empty cells.
    pub empty: usize,
    /// The piece in hand. Only the player to move may see it (F2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceInHand>,
    /// Both players.
    pub seats: Vec<FillerSeat>,
    /// What scores at the end: `cells` or `pieces` (F6).
    pub scoring: &'static str,
    /// Whether the empty margins of a piece may extend beyond the board: `overhang` or `inside` (F3).
    pub margins: &'static str,
    /// The last move, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_move: Option<LastMove>,
    /// Both scores at the start and after each move so far.
    pub scores: Vec<[u32; 2]>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShownPhase {
    /// A piece is dealt.
    Deal,
    /// The piece is placed.
    Place,
    /// The piece fits nowhere (F5).
    Stuck,
    /// The game is over.
    Over,
}

/// The piece in hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceInHand {
    /// Its text, as in a record.
    pub text: String,
    /// The number of columns of its rectangle.
    pub width: usize,
    /// The number of rows of its rectangle.
    pub height: usize,
    /// The rows of its rectangle from the top: `O` is filled, `.` is not.
    pub rows: Vec<String>,
    /// The number of filled cells.
    pub cells: usize,
    /// The number of legal placements.
    pub places: usize,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FillerSeat {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The score: cells or pieces, depending on the option (F6).
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
    /// The seat that made it.
    pub seat: Seat,
    /// Its text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells that the piece covers, row by row; empty after `stop`.
    pub cells: Vec<[u16; 2]>,
    /// The one of them that the player already owned (F4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<[u16; 2]>,
}

impl ShownPosition {
    pub(super) fn of(scene: &ViewScene<'_, Filler>) -> Self {
        let (game, board) = (scene.position, scene.position.board());
        let seats = [0, 1].map(Seat::new);
        let owned: u32 = seats.iter().map(|&seat| board.count(seat)).sum();
        let phase = ShownPhase::of(game);
        ShownPosition {
            phase,
            to_move: game.seat(),
            due: narration::describe_next(scene, phase),
            width: board.width(),
            height: board.height(),
            board: board.rows().collect(),
            empty: board.width() * board.height() - owned as usize,
            piece: game.piece().map(|piece| PieceInHand::of(game, piece)),
            seats: seats.map(|seat| FillerSeat::of(scene, seat)).into(),
            scoring: game.scoring().name(),
            margins: game.margins().name(),
            last_move: last_move(scene),
            scores: scores(scene),
        }
    }
}

impl ShownPhase {
    fn of(game: &Filler) -> Self {
        match game.turn() {
            Turn::Chance => ShownPhase::Deal,
            Turn::Seat(_) if game.legal_moves().next() == Some(Move::Stop) => ShownPhase::Stuck,
            Turn::Seat(_) => ShownPhase::Place,
            Turn::Over => ShownPhase::Over,
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
    fn of(scene: &ViewScene<'_, Filler>, seat: Seat) -> Self {
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

fn last_move(scene: &ViewScene<'_, Filler>) -> Option<LastMove> {
    scene.plies.iter().rev().find_map(|ply| {
        let Event::Move { seat, mv, .. } = &*ply.event else { return None };
        let before: &Filler = ply.before.as_any().downcast_ref()?;
        let covered = mv.parse().ok().and_then(|mv| covered_cells(before, mv));
        let (cells, overlap) =
            covered.map_or((Vec::new(), None), |(cells, overlap)| (cells, Some(overlap)));
        Some(LastMove { seat: *seat, mv: mv.clone(), cells, overlap })
    })
}

fn scores(scene: &ViewScene<'_, Filler>) -> Vec<[u32; 2]> {
    let both = |game: &Filler| [0, 1].map(|seat| game.score(Seat::new(seat)));
    let moves = scene.plies.iter().filter(|ply| matches!(*ply.event, Event::Move { .. }));
    let before = moves.filter_map(|ply| ply.before.as_any().downcast_ref().map(both));
    before.chain([both(scene.position)]).collect()
}
