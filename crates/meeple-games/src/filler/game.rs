//! The game: pieces are dealt and placed until both players are stuck.

use super::{
    Board, IllegalMove, Margins, Move, Options, Piece, PieceSource, Placement, Placements, Scoring,
    find_valid_placements, has_valid_placement, opponent,
};
use meeple_core::{
    DealSource, Game, ImpossibleDeal, OptionsError, Outcome, PositionHasher, Seat, Turn,
};
use rand::{Rng, RngExt};

/// A position: the board, the seat to move, and the piece in hand once it has been dealt.
///
/// Seat 0 is player 1 (`@`) and starts (F2). A seat with a piece in hand is to move even if the
/// piece fits nowhere: then [`Move::Stop`] is the only legal move, and it makes the seat stuck
/// (F5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filler {
    pub(super) board: Board,
    pub(super) margins: Margins,
    pub(super) score: Scoring,
    pub(super) pieces: PieceSource,
    /// The seat that holds a piece or gets the next one; seat 0 when the game is over.
    pub(super) to_move: Seat,
    pub(super) piece: Option<Piece>,
    pub(super) stuck: [bool; 2],
    pub(super) placed: [u32; 2],
}

impl Filler {
    /// Creates the game on this board with the default rules; seat 0 gets the first piece.
    pub fn from_board(board: Board) -> Self {
        Filler {
            board,
            margins: Margins::default(),
            score: Scoring::default(),
            pieces: PieceSource::default(),
            to_move: Seat::new(0),
            piece: None,
            stuck: [false; 2],
            placed: [0; 2],
        }
    }

    /// Creates a position in which this seat has this piece in hand, as requested by an external
    /// engine. Neither the board nor the piece has to come from a Meeple game, so the piece may be
    /// one that F9 never deals.
    pub fn with_piece_in_hand(board: Board, seat: Seat, piece: Piece, margins: Margins) -> Self {
        Filler { margins, to_move: seat, piece: Some(piece), ..Filler::from_board(board) }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece in hand of the seat to move; `None` while a deal is due or the game is
    /// over.
    pub fn piece(&self) -> Option<&Piece> {
        self.piece.as_ref()
    }

    /// Returns the seat that holds a piece or gets the next one; `None` when the game is over.
    pub fn seat(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.to_move)
    }

    /// Returns whether this seat is stuck (F5).
    pub fn is_stuck(&self, seat: Seat) -> bool {
        self.stuck[seat.index()]
    }

    /// Returns the number of pieces this seat has placed.
    pub fn placed(&self, seat: Seat) -> u32 {
        self.placed[seat.index()]
    }

    /// Returns whether empty margins may overhang the board (F3).
    pub fn margins(&self) -> Margins {
        self.margins
    }

    /// Returns what counts as the score (F6).
    pub fn scoring(&self) -> Scoring {
        self.score
    }

    /// Returns which pieces are dealt (F9, F10, F11).
    pub fn piece_source(&self) -> PieceSource {
        self.pieces
    }

    /// Returns this seat's score so far (F6).
    pub fn score(&self, seat: Seat) -> u32 {
        match self.score {
            Scoring::Cells => self.board.count(seat),
            Scoring::Pieces => self.placed(seat),
        }
    }

    /// Returns whether a piece is in hand and has a legal placement.
    pub fn can_place(&self) -> bool {
        let fits = |piece| has_valid_placement(&self.board, piece, self.to_move, self.margins);
        self.piece.as_ref().is_some_and(fits)
    }

    /// Returns a uniformly random legal placement of the piece in hand; `None` if there is no legal
    /// placement or no piece. Used for random games that are played to the end.
    pub fn random_placement(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Placement> {
        let mut all = self.placements()?;
        let count = all.count_remaining() as u32;
        if count == 0 {
            return None;
        }
        all.nth(rng.random_range(0..count) as usize)
    }

    /// Returns the legal placements of the piece in hand, if there is one.
    fn placements(&self) -> Option<Placements<'_>> {
        let piece = self.piece.as_ref()?;
        Some(find_valid_placements(&self.board, piece, self.to_move, self.margins))
    }

    fn is_over(&self) -> bool {
        self.stuck == [true; 2]
    }

    /// F2, F5: the opponent is next unless stuck.
    fn pass_turn(&mut self) {
        self.piece = None;
        let other = opponent(self.to_move);
        if self.is_over() {
            self.to_move = Seat::new(0);
        } else if !self.is_stuck(other) {
            self.to_move = other;
        }
    }
}

impl Game for Filler {
    type Move = Move;
    type Deal = Piece;
    type Options = Options;
    type IllegalMove = IllegalMove;
    const NAME: &'static str = "filler";
    const ABOUT: &'static str =
        "fill the board with random pieces; the player with more cells wins";
    const RULES: &'static str = include_str!("../../rules/filler.md");
    const HOW_TO_PLAY: &'static str = include_str!("../../how-to-play/filler.md");
    const RULES_VERSION: u32 = 2;

    fn new(options: &Options) -> Result<Self, OptionsError> {
        let Options { margins, score, pieces, .. } = *options;
        let board = options.board()?;
        if let Some(refusal) = pieces.unavailable_reason(&board) {
            return Err(OptionsError::refused(refusal));
        }
        Ok(Filler { margins, score, pieces, ..Filler::from_board(board) })
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match &self.piece {
            _ if self.is_over() => Turn::Over,
            Some(_) => Turn::Seat(self.to_move),
            None => Turn::Chance,
        }
    }

    /// Lists placements row by row from the top and from left to right, then `stop`.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.placements().into_iter().flat_map(|all| all.map(Move::Place).chain([Move::Stop]))
    }

    fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        match (&self.piece, mv) {
            _ if self.is_over() => Err(IllegalMove::Over),
            (None, _) => Err(IllegalMove::NoPiece),
            (Some(_), Move::Stop) => Ok(()),
            (Some(piece), Move::Place(at)) => {
                self.board.check_placement(piece, at, self.to_move, self.margins)
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Stop => {
                self.stuck[self.to_move.index()] = true; // F5
                self.board.clear_latest(self.to_move); // F1
            }
            Move::Place(at) => {
                if let Some(piece) = &self.piece {
                    self.board.place(piece, at, self.to_move);
                    self.placed[self.to_move.index()] += 1;
                }
            }
        }
        self.pass_turn();
    }

    fn sample_deal(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Piece> {
        (self.turn() == Turn::Chance).then(|| self.pieces.draw(&self.board, rng))
    }

    /// Fair pieces have one sequence per seat, so they don't depend on whether the opponent places
    /// or stops. The schools deal one sequence in turn order, regardless of the seat.
    fn deal_sequence(&self) -> u32 {
        match self.pieces {
            PieceSource::Fair => self.to_move.index() as u32,
            PieceSource::School | PieceSource::FortyTwo => 0,
        }
    }

    /// Returns the source of deals; a school's pieces come from its own random number generator.
    fn deal_source(&self, seed: u64) -> Box<dyn DealSource> {
        self.pieces.deal_source(&self.board, seed)
    }

    fn apply_deal(&mut self, deal: &Piece) -> Result<(), ImpossibleDeal> {
        if self.turn() != Turn::Chance {
            return Err(ImpossibleDeal::not_now());
        }
        self.pieces.check_deal(deal, &self.board)?;
        self.piece = Some(deal.clone());
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let score = |seat| self.score(Seat::new(seat)) as i32;
        self.is_over().then(|| Outcome::by_score(&[score(0), score(1)], "both players are stuck"))
    }

    fn points(&self, seat: Seat) -> i32 {
        self.score(seat) as i32
    }

    fn hash64(&self) -> u64 {
        let mut mixer = PositionHasher::default();
        let mut mix = |word| mixer.mix(word);
        for seat in [0, 1].map(Seat::new) {
            self.board.owned(seat).words().iter().for_each(|&word| mix(word));
            self.board.latest(seat).words().iter().for_each(|&word| mix(word));
            mix(u64::from(self.is_stuck(seat)) << 32 | u64::from(self.placed(seat)));
        }
        mix((self.board.width() << 16 | self.board.height()) as u64);
        mix(self.pieces as u64);
        mix((self.margins as u64) << 16 | (self.score as u64) << 8 | self.to_move.index() as u64);
        if let Some(piece) = &self.piece {
            mix((piece.width() << 16 | piece.height()) as u64);
            piece.cells().iter().for_each(|c| mix(u64::from(c.row) << 16 | u64::from(c.column)));
        }
        mixer.finish()
    }

    /// Chooses `stop` with the same probability as each placement, so that random games end soon;
    /// [`Filler::random_placement`] keeps placing as long as possible.
    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        let mut all = self.placements()?;
        let chosen = rng.random_range(0..=all.count_remaining() as u32);
        Some(all.nth(chosen as usize).map_or(Move::Stop, Move::Place))
    }
}
