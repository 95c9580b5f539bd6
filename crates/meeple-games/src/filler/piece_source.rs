//! The sets of pieces that can be dealt: fair ones, the school's or 42's (F9, F10, F11).
//!
//! ```text
//! fair     a good generator, with separate pieces for each seat: for comparing bots
//! school   the official engine's pieces for the same seed
//! 42       filler_vm's pieces for the same seed
//! ```

use super::{
    Board, Filler, Piece, check_deal, draw_piece,
    forty_two_pieces::{check_42_deal, draw_42_piece, has_pieces},
    go_rng::GoRng,
    school_pieces::draw_school_piece,
    twister_rng::TwisterRng,
};
use meeple_core::{DealSource, Game, GameHistory, ImpossibleDeal, SeededDeals};
use rand::{Rng, RngExt};
use std::str::FromStr;

/// Which pieces are dealt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum PieceSource {
    /// Fair random pieces (F9).
    #[default]
    Fair,
    /// The pieces of the school's engine (F10).
    School,
    /// The pieces of 42's engine (F11).
    FortyTwo,
}

/// The spellings of [`PieceSource`], the default first.
pub(super) const PIECE_SOURCE_NAMES: &[&str] = &["fair", "school", "42"];

impl PieceSource {
    /// All sets, in the order of their spellings.
    pub const ALL: [PieceSource; 3] =
        [PieceSource::Fair, PieceSource::School, PieceSource::FortyTwo];

    /// Returns its spelling in options and positions.
    pub fn name(self) -> &'static str {
        PIECE_SOURCE_NAMES[self as usize]
    }

    /// Draws a piece for this board with any generator.
    pub fn draw(self, board: &Board, rng: &mut (impl Rng + ?Sized)) -> Piece {
        match self {
            PieceSource::Fair => draw_piece(board, rng),
            PieceSource::School => draw_school_piece(board, &mut |low, high| {
                if low == high { low } else { rng.random_range(low..high) }
            }),
            PieceSource::FortyTwo => draw_42_piece(board, &mut |bound| match bound {
                0 | 1 => 0,
                _ => rng.random_range(0..bound),
            }),
        }
    }

    /// Checks whether this piece can be dealt on this board and, if not, explains why. The school's
    /// pieces are checked against F9, which allows all of them.
    pub fn check_deal(self, piece: &Piece, board: &Board) -> Result<(), ImpossibleDeal> {
        match self {
            PieceSource::Fair | PieceSource::School => check_deal(piece, board),
            PieceSource::FortyTwo => check_42_deal(piece, board),
        }
    }

    /// Returns why this board has no such pieces, if it has none.
    pub(super) fn unavailable_reason(self, board: &Board) -> Option<&'static str> {
        let is_too_small = self == PieceSource::FortyTwo && !has_pieces(board);
        is_too_small.then_some("pieces=42 needs at least four columns or four rows")
    }

    /// Returns the source of pieces for a game with this seed on this board.
    pub(super) fn deal_source(self, board: &Board, seed: u64) -> Box<dyn DealSource> {
        let numbers = match self {
            PieceSource::Fair => return Box::new(SeededDeals { seed }),
            PieceSource::School => SchoolRng::School(GoRng::new(seed)),
            PieceSource::FortyTwo => SchoolRng::FortyTwo(Box::new(TwisterRng::new(seed))),
        };
        Box::new(SequentialPieces { board: board.clone(), numbers, drawn: Vec::new() })
    }
}

/// The error for a name that is not the name of any set of pieces.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there are no pieces {name:?} (pieces: fair, school, 42)")]
pub struct UnknownPieceSource {
    /// The name as given.
    pub name: String,
}

impl FromStr for PieceSource {
    type Err = UnknownPieceSource;
    fn from_str(name: &str) -> Result<Self, UnknownPieceSource> {
        let found = PieceSource::ALL.into_iter().find(|pieces| pieces.name() == name);
        found.ok_or_else(|| UnknownPieceSource { name: name.into() })
    }
}

/// Deals pieces in turn order regardless of the seat: the n-th deal of a game is the n-th piece.
struct SequentialPieces {
    /// Only its size matters.
    board: Board,
    numbers: SchoolRng,
    /// All pieces drawn so far, so that a game continued after an undo gets the same ones again.
    drawn: Vec<Piece>,
}

/// The random number generator of a school.
enum SchoolRng {
    School(GoRng),
    FortyTwo(Box<TwisterRng>),
}

impl DealSource for SequentialPieces {
    fn draw(&mut self, game: &GameHistory) -> Option<String> {
        let position: &Filler = game.position().as_any().downcast_ref()?;
        let number = game.deals_made(position.deal_sequence()) as usize;
        while self.drawn.len() <= number {
            let piece = match &mut self.numbers {
                SchoolRng::School(numbers) => {
                    draw_school_piece(&self.board, &mut |low, high| numbers.draw(low, high))
                }
                SchoolRng::FortyTwo(numbers) => {
                    draw_42_piece(&self.board, &mut |bound| numbers.rand(bound))
                }
            };
            self.drawn.push(piece);
        }
        Some(self.drawn[number].to_string())
    }
}
