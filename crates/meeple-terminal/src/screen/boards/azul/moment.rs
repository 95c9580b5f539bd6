//! A moment of a game: its picture, its legal moves, and the piles that can be taken.
//!
//! ```text
//! factory 1: BBYR, centre: W   ──►   piles  1 blue (2), 1 yellow, 1 red, centre white
//! pile and place               ──►   the legal move, or why there is none
//! ```

use meeple_core::{Game, Match, Seat, SeatInfo};
use meeple_games::azul::{
    Azul, AzulMove, Destination, DraftAction, IllegalMove, Source, TileColor, WallAction,
};
use meeple_view::{
    Scene, View,
    azul::{AzulLegalMove, AzulPicture, AzulView, Draft, Place, Stage, TakenFrom, Tiling},
    words::sentence,
};

/// Factories beside each other.
pub(super) const ABREAST: usize = 3;

/// Everything that there is to be known of a position.
pub(super) struct Moment {
    ply: usize,
    position: Azul,
    seats: Vec<SeatInfo>,
    /// What is seen.
    pub(super) picture: AzulPicture,
    /// What may be done.
    pub(super) moves: Vec<AzulLegalMove>,
    /// What may be taken, factory by factory, the centre last.
    pub(super) piles: Vec<Pile>,
}

/// Tiles of one colour that lie together, and where: rows of plates, and columns roughly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pile {
    pub(super) source: TakenFrom,
    pub(super) colour: TileColor,
    pub(super) count: u8,
    /// The tiles or piles before it in the same heap.
    pub(super) before: usize,
}

/// All places of a board, as they lie on it: the lines, then the floor.
pub(super) const PLACES: [Place; 6] =
    [Place::Line(1), Place::Line(2), Place::Line(3), Place::Line(4), Place::Line(5), Place::Floor];

impl Moment {
    /// A game after so many deals and moves, if it is this game.
    pub(super) fn of(game: &Match, ply: usize) -> Option<Self> {
        let scene = Scene::at(game, ply)?;
        let picture = AzulView::picture(&scene);
        Some(Moment {
            ply,
            position: *scene.position,
            seats: scene.seats.to_vec(),
            moves: AzulView::legal_moves(scene.position),
            piles: piles(&picture),
            picture,
        })
    }

    /// Whether this is what the game is after so many deals and moves.
    pub(super) fn is_at(&self, game: &Match, ply: usize) -> bool {
        self.ply == ply && self.is_on_the_way_of(game)
    }

    /// Whether the game has come through this moment.
    pub(super) fn is_on_the_way_of(&self, game: &Match) -> bool {
        let position = game.position_at(self.ply);
        position.and_then(|position| position.as_any().downcast_ref()) == Some(&self.position)
    }

    /// How many deals and moves led here.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// The drafts that take this pile.
    pub(super) fn drafts(&self, pile: Pile) -> impl Iterator<Item = &Draft> {
        self.moves.iter().filter_map(move |mv| match mv {
            AzulLegalMove::Draft(draft) => {
                ((draft.source, draft.colour) == (pile.source, pile.colour)).then_some(draft)
            }
            AzulLegalMove::Wall(_) => None,
        })
    }

    /// The draft that takes this pile there.
    pub(super) fn draft(&self, pile: Pile, place: Place) -> Option<&Draft> {
        self.drafts(pile).find(|draft| draft.place == place)
    }

    /// The cells of the grey wall that the tile of a full line may go to.
    pub(super) fn tilings(&self) -> impl Iterator<Item = &Tiling> {
        self.moves.iter().filter_map(|mv| match mv {
            AzulLegalMove::Wall(tiling) => Some(tiling),
            AzulLegalMove::Draft(_) => None,
        })
    }

    /// The one of them in this column, counted from 0.
    pub(super) fn tiling(&self, column: usize) -> Option<&Tiling> {
        self.tilings().find(|tiling| usize::from(tiling.column) == column + 1)
    }

    /// Whether a cell of the grey wall is to be chosen.
    pub(super) fn is_tiling(&self) -> bool {
        self.picture.phase == Stage::Tile
    }

    /// Why this pile may not go there.
    pub(super) fn refusal(&self, pile: Pile, place: Place) -> Option<String> {
        let source = match pile.source {
            TakenFrom::Factory(number) => Source::Factory(number.saturating_sub(1)),
            TakenFrom::Centre => Source::Center,
        };
        let destination = match place {
            Place::Line(number) => Destination::PatternLine(number.saturating_sub(1)),
            Place::Floor => Destination::Floor,
        };
        self.refused(AzulMove::Draft(DraftAction { source, color: pile.colour, destination }))
    }

    /// Why the tile of the full line may not go to this column, counted from 0.
    pub(super) fn cell_refusal(&self, column: usize) -> Option<String> {
        let row = self.picture.line_to_tile?.saturating_sub(1);
        self.refused(AzulMove::Wall(WallAction { row, column: column as u8 }))
    }

    fn refused(&self, mv: AzulMove) -> Option<String> {
        let reason: IllegalMove = self.position.explain(mv).err()?;
        let scene = Scene::of(&self.position, &self.seats);
        Some(sentence(&AzulView::tell_refusal(&scene, &reason)))
    }

    /// The board that is drawn large: the one of whoever looks, else the first.
    pub(super) fn own(&self, own: Option<Seat>) -> Seat {
        own.filter(|seat| seat.index() < self.picture.boards.len()).unwrap_or(Seat::new(0))
    }
}

impl Pile {
    /// The row of plates it lies in; the centre is under all of them.
    pub(super) fn row(self) -> usize {
        match self.source {
            TakenFrom::Factory(number) => usize::from(number.saturating_sub(1)) / ABREAST,
            TakenFrom::Centre => usize::MAX,
        }
    }

    /// Roughly how far to the right, in columns of the small form.
    pub(super) fn across(self) -> usize {
        match self.source {
            TakenFrom::Factory(number) => {
                usize::from(number.saturating_sub(1)) % ABREAST * 12 + self.before * 2
            }
            TakenFrom::Centre => self.before * 6 + 2,
        }
    }
}

fn piles(picture: &AzulPicture) -> Vec<Pile> {
    let mut piles = Vec::new();
    for (number, factory) in (1..).zip(&picture.factories) {
        let mut before = 0;
        for group in &factory.groups {
            let source = TakenFrom::Factory(number);
            piles.push(Pile { source, colour: group.colour, count: group.count, before });
            before += usize::from(group.count);
        }
    }
    for (before, group) in picture.centre.groups.iter().enumerate() {
        let source = TakenFrom::Centre;
        piles.push(Pile { source, colour: group.colour, count: group.count, before });
    }
    piles
}
