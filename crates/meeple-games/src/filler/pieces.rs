//! Which pieces are dealt: ours, the school's or 42's (F9, F10, F11).
//!
//! ```text
//! fair     a good generator, each seat its own pieces: for comparing bots
//! school   the official engine's, seed for seed
//! 42       filler_vm's, seed for seed
//! ```

use super::{
    Board, Filler, Piece, draw_piece, explain_deal,
    forty_two::{draw_42_piece, explain_42_deal, has_pieces},
    go_numbers::GoNumbers,
    school::draw_school_piece,
    twister_numbers::TwisterNumbers,
};
use meeple_core::{DealSource, Game, ImpossibleDeal, Match, SeededDeals};
use rand::{Rng, RngExt};
use std::str::FromStr;

/// Which pieces are dealt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// Ours (F9).
    #[default]
    Fair,
    /// The school's (F10).
    School,
    /// 42's (F11).
    FortyTwo,
}

/// The words for [`Pieces`], the default first.
pub(super) const PIECES: &[&str] = &["fair", "school", "42"];

impl Pieces {
    /// All of them, in the order of their words.
    pub const ALL: [Pieces; 3] = [Pieces::Fair, Pieces::School, Pieces::FortyTwo];

    /// Its word.
    pub fn word(self) -> &'static str {
        PIECES[self as usize]
    }

    /// A piece for this board, drawn with any generator.
    pub fn draw(self, board: &Board, rng: &mut (impl Rng + ?Sized)) -> Piece {
        match self {
            Pieces::Fair => draw_piece(board, rng),
            Pieces::School => draw_school_piece(board, &mut |low, high| {
                if low == high { low } else { rng.random_range(low..high) }
            }),
            Pieces::FortyTwo => draw_42_piece(board, &mut |bound| match bound {
                0 | 1 => 0,
                _ => rng.random_range(0..bound),
            }),
        }
    }

    /// Whether this piece can be dealt on this board, and if not, why. The school's pieces are
    /// held to F9: all of them are among those.
    pub fn explain(self, piece: &Piece, board: &Board) -> Result<(), ImpossibleDeal> {
        match self {
            Pieces::Fair | Pieces::School => explain_deal(piece, board),
            Pieces::FortyTwo => explain_42_deal(piece, board),
        }
    }

    /// Why there are no such pieces for this board, if there are none.
    pub(super) fn refusal(self, board: &Board) -> Option<&'static str> {
        let is_too_small = self == Pieces::FortyTwo && !has_pieces(board);
        is_too_small.then_some("pieces=42 needs at least four columns or four rows (F11)")
    }

    /// The pieces of a game with this seed on this board.
    pub(super) fn source(self, board: &Board, seed: u64) -> Box<dyn DealSource> {
        let numbers = match self {
            Pieces::Fair => return Box::new(SeededDeals { seed }),
            Pieces::School => Numbers::School(GoNumbers::new(seed)),
            Pieces::FortyTwo => Numbers::FortyTwo(Box::new(TwisterNumbers::new(seed))),
        };
        Box::new(PiecesInTurn { board: board.clone(), numbers, drawn: Vec::new() })
    }
}

/// No pieces have this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there are no pieces {name:?} (pieces: fair, school, 42)")]
pub struct UnknownPieces {
    /// The name as it was given.
    pub name: String,
}

impl FromStr for Pieces {
    type Err = UnknownPieces;
    fn from_str(name: &str) -> Result<Self, UnknownPieces> {
        let found = Pieces::ALL.into_iter().find(|pieces| pieces.word() == name);
        found.ok_or_else(|| UnknownPieces { name: name.into() })
    }
}

/// Pieces in the order of turns, whoever moves: the n-th deal of a game is the n-th piece.
struct PiecesInTurn {
    /// Only its size matters.
    board: Board,
    numbers: Numbers,
    /// All that were drawn, so that a game that is taken back gets them again.
    drawn: Vec<Piece>,
}

/// A school's generator.
enum Numbers {
    School(GoNumbers),
    FortyTwo(Box<TwisterNumbers>),
}

impl DealSource for PiecesInTurn {
    fn draw(&mut self, game: &Match) -> Option<String> {
        let position: &Filler = game.position().as_any().downcast_ref()?;
        let number = game.deals_made(position.deal_sequence()) as usize;
        while self.drawn.len() <= number {
            let piece = match &mut self.numbers {
                Numbers::School(numbers) => {
                    draw_school_piece(&self.board, &mut |low, high| numbers.draw(low, high))
                }
                Numbers::FortyTwo(numbers) => {
                    draw_42_piece(&self.board, &mut |bound| numbers.rand(bound))
                }
            };
            self.drawn.push(piece);
        }
        Some(self.drawn[number].to_string())
    }
}
