//! Laying Grass: the meadow, the tile in hand and the next ones, and what may be done.
//!
//! A cell is named by its row letter and its column letter, as in the moves
//! (`Bc`); a tile by its number, counted from 1; an orientation by what one
//! would press: `f` to mirror, then an `r` for each quarter turn clockwise.

mod legal_move;
mod letters;
mod picture;
mod players;
mod spelled;
mod story;
mod tiles;
mod told;

pub use legal_move::{Choice, LegalMove};
pub use picture::{BonusSquare, CapturedSquare, GrassPicture, LaidTile, LastChange, SingleTile};
pub use players::GrassSeat;
pub use tiles::{Look, NextTile, TileInHand};

use crate::{Scene, View, entry::ViewEntry, erase};
use meeple_core::{Outcome, Seat};
use meeple_games::grass::{Deal, Grass, Illegal, Move};

/// How Laying Grass is shown.
pub struct GrassView;

/// How Laying Grass is shown, drawn and introduced.
pub(crate) static ENTRY: ViewEntry = ViewEntry {
    view: erase::<GrassView>(),
    drawing: include_str!("../../drawings/grass.js"),
    example: "players=2 shapes=show final=anywhere tie=grass round=2 turn=1 coupons=1,1 spent=no \
              pending=0,0 stolen=- queue=92,16,88,73,7,65,?12 discarded=- \
              tiles=25:QQrr:0,39:NOr:0,66:MIfrrr:1 single=OM:1,PN:0 \
              bonus=CM:E,EF:E,IF:E,OG:R,PM:R,PR:S captured=- stones=-",
};

impl View for GrassView {
    type Game = Grass;
    type Picture = GrassPicture;
    type LegalMove = LegalMove;

    fn picture(scene: &Scene<'_, Grass>) -> GrassPicture {
        GrassPicture::of(scene)
    }

    fn legal_moves(position: &Grass) -> Vec<LegalMove> {
        LegalMove::all(position)
    }

    fn tell_move(before: &Scene<'_, Grass>, seat: Seat, mv: Move) -> String {
        told::moved(before, seat, mv)
    }

    fn tell_deal(_: &Scene<'_, Grass>, deal: &Deal) -> String {
        told::dealt(deal)
    }

    fn tell_consequences(after: &Scene<'_, Grass>, before: &Grass) -> Vec<String> {
        story::consequences(after, before)
    }

    fn tell_refusal(scene: &Scene<'_, Grass>, reason: &Illegal) -> String {
        told::refused(scene, reason)
    }

    fn achievement(scene: &Scene<'_, Grass>, seat: Seat) -> Option<String> {
        Some(told::achieved(scene.position, seat))
    }

    fn tell_reason(scene: &Scene<'_, Grass>, outcome: &Outcome) -> String {
        told::reason(scene, outcome)
    }
}
