//! Laying Grass: the board, the tile in hand and the next ones, and the legal moves.
//!
//! In pictures and legal moves a cell is its row letter and its column letter, as in the text of moves (`Bc`);
//! a tile is its number, counted from 1; an orientation is the keys to press: `f` to mirror, then an `r` for
//! each quarter turn clockwise. Sentences name cells for people (`C2`), and a placement by the tile's first cell.

mod consequences;
mod legal_move;
mod letters;
mod move_name;
mod narration;
mod players;
mod serialised;
mod shown_position;
mod tiles;

pub use legal_move::{LegalMove, LegalMoveKind};
pub use narration::instruction;
pub use players::GrassSeat;
pub use shown_position::{
    LastMove, ShownBonus, ShownCapture, ShownPosition, ShownSingle, ShownTile,
};
pub use tiles::{NextTile, ShownOrientation, TileInHand};

use crate::{View, ViewScene, entry::ViewEntry, erase};
use meeple_core::{Outcome, Seat};
use meeple_games::grass::{Deal, Grass, IllegalMove, Move};

/// The view of Laying Grass.
pub struct GrassView;

/// The view, drawing and example position of Laying Grass.
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
    type Picture = ShownPosition;
    type LegalMove = LegalMove;

    fn picture(scene: &ViewScene<'_, Grass>) -> ShownPosition {
        ShownPosition::of(scene)
    }

    fn legal_moves(position: &Grass) -> impl Iterator<Item = LegalMove> {
        LegalMove::all(position)
    }

    fn move_name(position: &Grass, mv: Move) -> String {
        move_name::move_name(position, mv)
    }

    fn narrate_move(before: &ViewScene<'_, Grass>, seat: Seat, mv: Move) -> String {
        narration::narrate_move(before, seat, mv)
    }

    fn narrate_deal(_: &ViewScene<'_, Grass>, deal: &Deal) -> String {
        narration::narrate_deal(deal)
    }

    fn narrate_consequences(after: &ViewScene<'_, Grass>, before: &Grass) -> Vec<String> {
        consequences::consequences(after, before)
    }

    fn explain_illegal(scene: &ViewScene<'_, Grass>, reason: &IllegalMove) -> String {
        narration::explain_illegal(scene, reason)
    }

    fn achievement(scene: &ViewScene<'_, Grass>, seat: Seat) -> Option<String> {
        Some(narration::achievement(scene.position, seat))
    }

    fn format_score(_: &Grass, score: i32) -> String {
        format!("{score}x{score}")
    }

    fn explain_end(scene: &ViewScene<'_, Grass>, outcome: &Outcome) -> String {
        narration::explain_end(scene, outcome)
    }
}
