//! Filler: the board, the piece in hand, and where it may be placed.
//!
//! A cell of the board is `[column, row]`, counted from 0 at the top left. A move's text names the corner of
//! the piece's bounding rectangle, which may extend beyond the board (F3); for people a placement is named by
//! the piece's first filled cell, `H3`.

mod legal_move;
mod narration;
mod shown_position;

pub use legal_move::{LegalMove, LegalMoveKind};
pub use shown_position::{FillerSeat, LastMove, PieceInHand, ShownPhase, ShownPosition};

use crate::{View, ViewScene, entry::ViewEntry, erase};
use meeple_core::{Game, Outcome, Seat};
use meeple_games::filler::{Filler, IllegalMove, Move, Piece};

/// The view of Filler.
pub struct FillerView;

/// The view, drawing and example position of Filler.
pub(crate) static ENTRY: ViewEntry = ViewEntry {
    view: erase::<FillerView>(),
    drawing: include_str!("../../drawings/filler.js"),
    example: "board=.......@@.........../......@@@@........../...$@@@@.@@........./\
              ...$$....@@........./.$$$$....@@........./..$$@@@@@@@@@......./\
              ..$$$..@@@@@@@@...../..$$$@@@@@@..@@.@@@./...$$$@@aa....@@@@@./\
              ....$.s....$$$@@@@@./.....$s....$.$$$$$../......$$.$$$.$$.$$../\
              .....$$$$$$$$$$..$../.........$$$......../..........$......... \
              turn=0 piece=3x2:.OO/OOO stuck=none placed=26,26 margins=overhang score=cells",
};

impl View for FillerView {
    type Game = Filler;
    type Picture = ShownPosition;
    type LegalMove = LegalMove;

    fn picture(scene: &ViewScene<'_, Filler>) -> ShownPosition {
        ShownPosition::of(scene)
    }

    fn legal_moves(position: &Filler) -> impl Iterator<Item = LegalMove> {
        LegalMove::all(position)
    }

    fn move_name(position: &Filler, mv: Move) -> String {
        narration::move_name(position, mv)
    }

    fn narrate_move(before: &ViewScene<'_, Filler>, seat: Seat, mv: Move) -> String {
        narration::narrate_move(before, seat, mv)
    }

    fn narrate_deal(before: &ViewScene<'_, Filler>, piece: &Piece) -> String {
        narration::narrate_deal(before, piece)
    }

    fn narrate_consequences(after: &ViewScene<'_, Filler>, before: &Filler) -> Vec<String> {
        narration::consequences(after, before)
    }

    fn explain_illegal(scene: &ViewScene<'_, Filler>, reason: &IllegalMove) -> String {
        narration::explain_illegal(scene, reason)
    }

    /// F5: if the piece fits nowhere, the only move is to stop.
    fn forced_move(position: &Filler) -> Option<Move> {
        position.legal_moves().next().filter(|&mv| mv == Move::Stop)
    }

    fn achievement(scene: &ViewScene<'_, Filler>, seat: Seat) -> Option<String> {
        Some(narration::achievement(scene.position, seat))
    }

    fn format_score(position: &Filler, score: i32) -> String {
        narration::count_score(position, score)
    }

    fn explain_end(scene: &ViewScene<'_, Filler>, outcome: &Outcome) -> String {
        narration::explain_end(scene.position, outcome)
    }
}
