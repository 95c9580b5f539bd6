//! Filler: the board, the piece in hand, and where it may be laid.
//!
//! A cell of the board is `[column, row]`, counted from 0, from the top left;
//! a placement names the corner of the piece's rectangle, which may hang out
//! of the board (F3).

mod legal_move;
mod picture;
mod told;

pub use legal_move::{Choice, LegalMove};
pub use picture::{FillerPicture, FillerSeat, LastMove, Phase, PieceInHand};

use crate::{Scene, View, entry::ViewEntry, erase};
use meeple_core::{Game, Outcome, Seat};
use meeple_games::filler::{Filler, IllegalPlacement, Move, Piece};

/// How Filler is shown.
pub struct FillerView;

/// How Filler is shown, drawn and introduced.
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
    type Picture = FillerPicture;
    type LegalMove = LegalMove;

    fn picture(scene: &Scene<'_, Filler>) -> FillerPicture {
        FillerPicture::of(scene)
    }

    fn legal_moves(position: &Filler) -> Vec<LegalMove> {
        LegalMove::all(position)
    }

    fn tell_move(before: &Scene<'_, Filler>, seat: Seat, mv: Move) -> String {
        told::moved(before, seat, mv)
    }

    fn tell_deal(before: &Scene<'_, Filler>, piece: &Piece) -> String {
        told::dealt(before, piece)
    }

    fn tell_consequences(after: &Scene<'_, Filler>, before: &Filler) -> Vec<String> {
        told::consequences(after, before)
    }

    fn tell_refusal(scene: &Scene<'_, Filler>, reason: &IllegalPlacement) -> String {
        told::refused(scene, reason)
    }

    /// F5: a piece that fits nowhere leaves nothing but to stop.
    fn automatic(position: &Filler) -> Option<Move> {
        position.legal_moves().next().filter(|&mv| mv == Move::Stop)
    }

    fn achievement(scene: &Scene<'_, Filler>, seat: Seat) -> Option<String> {
        Some(told::achieved(scene.position, seat))
    }

    fn tell_reason(scene: &Scene<'_, Filler>, outcome: &Outcome) -> String {
        told::reason(scene.position, outcome)
    }
}
