//! Azul: the table and the boards, drafts and their cost, the scoring of a round.
//!
//! `shown_position.rs` shows a position, `legal_move.rs` the effects of moves, `scoring.rs` what was scored for
//! what, and `narration.rs` puts the rest into words. Factories, lines, rows and columns are counted from 1
//! here, as in the notation of moves; only seats are counted from 0. In sentences a cell of the wall is `C4`.

mod legal_move;
mod narration;
mod scoring;
mod shown_position;

pub use legal_move::{LegalMove, ShownDestination, ShownDraft, ShownSource, ShownTiling};
pub use scoring::{ScoreChange, ScoreReason, ScoredTile, WallCell};
pub use shown_position::{
    ColourGroup, FloorSlot, FloorSlotContent, LastMove, ShownFloor, ShownPatternLine, ShownPhase,
    ShownPlayerBoard, ShownPosition, TilePile,
};

use crate::{View, ViewScene, entry::ViewEntry, erase};
use meeple_core::{Game, Outcome, Seat};
use meeple_games::azul::{Azul, Deal, IllegalMove, Move};

/// The view of Azul.
pub struct AzulView;

/// The view, drawing and example position of Azul.
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
    type Picture = ShownPosition;
    type LegalMove = LegalMove;

    fn picture(scene: &ViewScene<'_, Azul>) -> ShownPosition {
        shown_position::picture(scene)
    }

    fn legal_moves(position: &Azul) -> impl Iterator<Item = LegalMove> {
        position.legal_moves().filter_map(|mv| legal_move::legal_move(position, mv))
    }

    fn move_name(_: &Azul, mv: Move) -> String {
        narration::move_name(mv)
    }

    fn narrate_move(before: &ViewScene<'_, Azul>, seat: Seat, mv: Move) -> String {
        narration::narrate_move(before, seat, mv)
    }

    fn narrate_deal(before: &ViewScene<'_, Azul>, deal: &Deal) -> String {
        narration::narrate_deal(before, deal)
    }

    fn narrate_consequences(after: &ViewScene<'_, Azul>, before: &Azul) -> Vec<String> {
        narration::narrate_consequences(after, before)
    }

    fn explain_illegal(scene: &ViewScene<'_, Azul>, reason: &IllegalMove) -> String {
        narration::explain_illegal(scene, reason)
    }

    /// A tile for a grey wall that has only one possible cell goes there automatically.
    fn forced_move(position: &Azul) -> Option<Move> {
        let mut moves = position.legal_moves();
        let only = moves.next().filter(|mv| matches!(mv, Move::Wall(_)))?;
        moves.next().is_none().then_some(only)
    }

    fn achievement(scene: &ViewScene<'_, Azul>, seat: Seat) -> Option<String> {
        narration::achievement(scene.position.board(seat)?)
    }

    fn explain_end(scene: &ViewScene<'_, Azul>, outcome: &Outcome) -> String {
        narration::explain_end(scene, outcome)
    }
}
