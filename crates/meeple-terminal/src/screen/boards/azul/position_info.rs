//! One position of a game: its picture, its legal moves, and the piles that can be taken.
//!
//! ```text
//! factory 1: BBYR, centre: W   ──►   piles  1 blue (2), 1 yellow, 1 red, centre white
//! pile and place               ──►   the legal move, or why there is none
//! ```

use crate::screen::boards::Moment;
use meeple_core::{GameHistory, Seat};
use meeple_games::azul::{Destination, DraftAction, Move, Source, TileColour, WallAction};
use meeple_view::{
    ViewScene,
    azul::{
        AzulView, ColourGroup, LegalMove, ShownDestination, ShownDraft, ShownPhase, ShownPosition,
        ShownSource, ShownTiling,
    },
};

/// Factories per row.
pub(super) const FACTORIES_PER_ROW: usize = 3;

/// A position with everything the board needs to know about it.
pub(super) struct PositionInfo {
    pub(super) moment: Moment<AzulView>,
    /// The piles that can be taken, factory by factory, the centre last.
    pub(super) piles: Vec<Pile>,
}

/// Tiles of one colour in one factory or in the centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pile {
    pub(super) source: ShownSource,
    pub(super) colour: TileColour,
    pub(super) count: u8,
    /// Number of tiles before it in its factory, or of piles before it in the centre.
    pub(super) before: usize,
}

/// All places of a board from top to bottom: the lines, then the floor.
pub(super) const PLACES: [ShownDestination; 6] = [
    ShownDestination::Line(1),
    ShownDestination::Line(2),
    ShownDestination::Line(3),
    ShownDestination::Line(4),
    ShownDestination::Line(5),
    ShownDestination::Floor,
];

impl PositionInfo {
    /// Returns the position after `ply` deals and moves, or `None` if it isn't a game of Azul.
    pub(super) fn of(game: &GameHistory, ply: usize) -> Option<Self> {
        let moment = Moment::of(&ViewScene::at(game, ply)?, ply);
        Some(PositionInfo { piles: piles(&moment.picture), moment })
    }

    /// Returns the drafts that take this pile.
    pub(super) fn drafts(&self, pile: Pile) -> impl Iterator<Item = &ShownDraft> {
        let drafts = self.moment.moves().iter().filter_map(as_draft);
        drafts.filter(move |draft| (draft.source, draft.colour) == (pile.source, pile.colour))
    }

    /// Returns the draft that puts this pile there, if it is legal.
    pub(super) fn draft(&self, pile: Pile, place: ShownDestination) -> Option<&ShownDraft> {
        self.drafts(pile).find(|draft| draft.place == place)
    }

    /// Returns the moves that put the tile of a full line on the grey wall.
    pub(super) fn tilings(&self) -> impl Iterator<Item = &ShownTiling> {
        self.moment.moves().iter().filter_map(as_tiling)
    }

    /// Returns the tiling move for a column counted from 0, if it is legal.
    pub(super) fn tiling(&self, column: usize) -> Option<&ShownTiling> {
        self.tilings().find(|tiling| usize::from(tiling.column) == column + 1)
    }

    /// Returns whether a cell of the grey wall has to be chosen.
    pub(super) fn is_tiling(&self) -> bool {
        self.moment.picture.phase == ShownPhase::Tile
    }

    /// Explains why this pile may not go there; `None` if it may.
    pub(super) fn refusal(&self, pile: Pile, place: ShownDestination) -> Option<String> {
        let source = match pile.source {
            ShownSource::Factory(number) => Source::Factory(number.saturating_sub(1)),
            ShownSource::Centre => Source::Centre,
        };
        let destination = match place {
            ShownDestination::Line(number) => Destination::PatternLine(number.saturating_sub(1)),
            ShownDestination::Floor => Destination::Floor,
        };
        let action = DraftAction { source, colour: pile.colour, destination };
        self.moment.refusal(Move::Draft(action))
    }

    /// Explains why the full line's tile may not go to a column counted from 0; `None` if it may.
    pub(super) fn cell_refusal(&self, column: usize) -> Option<String> {
        let row = self.moment.picture.line_to_tile?.saturating_sub(1);
        self.moment.refusal(Move::Wall(WallAction { row, column: column as u8 }))
    }

    /// Returns the seat whose board is drawn large: the viewer's, or else the first.
    pub(super) fn own(&self, own: Option<Seat>) -> Seat {
        own.filter(|seat| seat.index() < self.moment.picture.boards.len()).unwrap_or(Seat::new(0))
    }
}

/// Returns a move that takes tiles; `None` for any other.
pub(super) fn as_draft(mv: &LegalMove) -> Option<&ShownDraft> {
    if let LegalMove::Draft(draft) = mv { Some(draft) } else { None }
}

/// Returns a move that puts a tile on the wall; `None` for any other.
pub(super) fn as_tiling(mv: &LegalMove) -> Option<&ShownTiling> {
    if let LegalMove::Wall(tiling) = mv { Some(tiling) } else { None }
}

impl Pile {
    /// Returns its row of factories; the centre is below all of them.
    pub(super) fn row(self) -> usize {
        match self.source {
            ShownSource::Factory(number) => {
                usize::from(number.saturating_sub(1)) / FACTORIES_PER_ROW
            }
            ShownSource::Centre => usize::MAX,
        }
    }

    /// Returns its approximate column in the small layout.
    pub(super) fn across(self) -> usize {
        match self.source {
            ShownSource::Factory(number) => {
                usize::from(number.saturating_sub(1)) % FACTORIES_PER_ROW * 12 + self.before * 2
            }
            ShownSource::Centre => self.before * 6 + 2,
        }
    }
}

fn piles(picture: &ShownPosition) -> Vec<Pile> {
    let factories = (1..).map(ShownSource::Factory).zip(&picture.factories);
    let mut piles = Vec::new();
    for (source, heap) in factories.chain([(ShownSource::Centre, &picture.centre)]) {
        let mut before = 0;
        for &ColourGroup { colour, count } in &heap.groups {
            piles.push(Pile { source, colour, count, before });
            before += if source == ShownSource::Centre { 1 } else { usize::from(count) };
        }
    }
    piles
}
