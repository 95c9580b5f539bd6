//! Azul: the table and the boards, drafts and their cost, a round's scoring.
//!
//! `picture.rs` is what lies where, `moves.rs` what a move would do,
//! `scoring.rs` what was scored for what, `telling.rs` the rest in words.
//! Factories, lines, rows and columns are counted from 1 here, as in the
//! notation of moves; only seats are counted from 0.

mod moves;
mod picture;
mod scoring;
mod telling;

pub use moves::{AzulLegalMove, Draft, Place, TakenFrom, Tiling};
pub use picture::{
    AzulPicture, Floor, FloorSlot, Group, Heap, LastMove, Line, SeatBoard, Slot, Stage,
};
pub use scoring::{Cell, Scored, ScoredFor, WallTile};

use crate::{Scene, View, entry::ViewEntry, erase};
use meeple_core::{Game, Outcome, Seat};
use meeple_games::azul::{Azul, AzulMove, Deal, IllegalMove};

/// How Azul is shown.
pub struct AzulView;

/// How Azul is shown, drawn and introduced.
pub(crate) static ENTRY: ViewEntry = ViewEntry {
    view: erase::<AzulView>(),
    drawing: include_str!("../../drawings/azul.js"),
    example: "players=2 wall=colour round=3 starter=0 turn=0 marker=1 bag=7,3,7,13,10 \
              lid=5,10,9,0,2 factories=-,BYYK,BYKW,BBBY,- centre=BBYK scores=0,3 \
              lines0=-,K,-,Y,K wall0=...K.,.....,.W...,...B.,Y.... floor0=- \
              lines1=W,W,W,-,WWW wall1=..RK.,...R.,....R,R....,..... floor1=M",
};

impl View for AzulView {
    type Game = Azul;
    type Picture = AzulPicture;
    type LegalMove = AzulLegalMove;

    fn picture(scene: &Scene<'_, Azul>) -> AzulPicture {
        picture::picture(scene)
    }

    fn legal_moves(position: &Azul) -> Vec<AzulLegalMove> {
        position.legal_moves().filter_map(|mv| moves::look_at(position, mv)).collect()
    }

    fn tell_move(before: &Scene<'_, Azul>, seat: Seat, mv: AzulMove) -> String {
        telling::tell_move(before, seat, mv)
    }

    fn tell_deal(before: &Scene<'_, Azul>, deal: &Deal) -> String {
        telling::tell_deal(before, deal)
    }

    fn tell_consequences(after: &Scene<'_, Azul>, before: &Azul) -> Vec<String> {
        telling::tell_consequences(after, before)
    }

    fn tell_refusal(scene: &Scene<'_, Azul>, reason: &IllegalMove) -> String {
        telling::tell_refusal(scene, reason)
    }

    /// A tile of a grey wall that has one place left is put there.
    fn automatic(position: &Azul) -> Option<AzulMove> {
        let mut moves = position.legal_moves();
        let only = moves.next().filter(|mv| matches!(mv, AzulMove::Wall(_)))?;
        moves.next().is_none().then_some(only)
    }

    fn achievement(scene: &Scene<'_, Azul>, seat: Seat) -> Option<String> {
        telling::achievement(scene.position.board(seat)?)
    }

    fn tell_reason(scene: &Scene<'_, Azul>, outcome: &Outcome) -> String {
        telling::tell_reason(scene, outcome)
    }
}
