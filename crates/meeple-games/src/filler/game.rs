//! The game: pieces are dealt and laid until both players are stuck.

use super::{
    Board, FillerOptions, IllegalPlacement, Margins, Move, Piece, Pieces, Placement, Placements,
    Scoring, find_valid_placements, has_valid_placement, opponent,
};
use meeple_core::{BadOptions, DealSource, Game, ImpossibleDeal, Mixer, Outcome, Seat, Turn};
use rand::{Rng, RngExt};

/// A position: the board, whose turn it is, and the piece in hand if one has been dealt.
///
/// Seat 0 is player 1 (`@`) and begins (F2). Whoever has a piece in hand is to
/// move, also where it can be laid nowhere: then [`Move::Stop`] is the only legal
/// move, and by stopping the seat is stuck (F5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filler {
    pub(super) board: Board,
    pub(super) margins: Margins,
    pub(super) score: Scoring,
    pub(super) pieces: Pieces,
    /// The seat whose piece comes or is in hand; seat 0 when the game is over.
    pub(super) to_move: Seat,
    pub(super) piece: Option<Piece>,
    pub(super) stuck: [bool; 2],
    pub(super) placed: [u32; 2],
}

impl Filler {
    /// The game on this board with the default rules, seat 0 to receive a piece.
    pub fn on(board: Board) -> Self {
        Filler {
            board,
            margins: Margins::default(),
            score: Scoring::default(),
            pieces: Pieces::default(),
            to_move: Seat::new(0),
            piece: None,
            stuck: [false; 2],
            placed: [0; 2],
        }
    }

    /// A position in which this seat has this piece in hand: what an engine on the other end
    /// of a pipe asks. Neither the board nor the piece need come from a game of ours, so the
    /// piece may be one that F9 never deals.
    pub fn asked(board: Board, seat: Seat, piece: Piece, margins: Margins) -> Self {
        Filler { margins, to_move: seat, piece: Some(piece), ..Filler::on(board) }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece in hand of the seat to move; none while a deal is due or the game is over.
    pub fn piece(&self) -> Option<&Piece> {
        self.piece.as_ref()
    }

    /// The seat that has a piece in hand or receives the next one; none when the game is over.
    pub fn seat(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.to_move)
    }

    /// Whether this seat is stuck (F5).
    pub fn is_stuck(&self, seat: Seat) -> bool {
        self.stuck[seat.index()]
    }

    /// How many pieces this seat has laid.
    pub fn placed(&self, seat: Seat) -> u32 {
        self.placed[seat.index()]
    }

    /// May margins hang out (F3)?
    pub fn margins(&self) -> Margins {
        self.margins
    }

    /// What counts (F6).
    pub fn scoring(&self) -> Scoring {
        self.score
    }

    /// Which pieces are dealt (F9, F10, F11).
    pub fn pieces(&self) -> Pieces {
        self.pieces
    }

    /// This seat's score so far (F6).
    pub fn score(&self, seat: Seat) -> u32 {
        match self.score {
            Scoring::Cells => self.board.count(seat),
            Scoring::Pieces => self.placed(seat),
        }
    }

    /// Whether the piece in hand can be laid anywhere.
    pub fn can_lay(&self) -> bool {
        let fits = |piece| has_valid_placement(&self.board, piece, self.to_move, self.margins);
        self.piece.as_ref().is_some_and(fits)
    }

    /// One of the legal placements of the piece in hand, each as likely as the others; none if
    /// it can be laid nowhere, or if none is in hand. For random play that goes on to the end.
    pub fn random_placement(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Placement> {
        let mut all = self.placements()?;
        let count = all.count_all() as u32;
        if count == 0 {
            return None;
        }
        all.nth(rng.random_range(0..count) as usize)
    }

    /// The legal placements of the piece in hand, if one is.
    fn placements(&self) -> Option<Placements<'_>> {
        let piece = self.piece.as_ref()?;
        Some(find_valid_placements(&self.board, piece, self.to_move, self.margins))
    }

    fn is_over(&self) -> bool {
        self.stuck == [true; 2]
    }

    /// F2, F5: the other seat is next unless it is stuck.
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
    type Options = FillerOptions;
    type Illegal = IllegalPlacement;
    const NAME: &'static str = "filler";
    const ABOUT: &'static str = "fill the board with random pieces; whoever owns more cells wins";
    const RULES: &'static str = include_str!("../../../../docs/rules/filler.md");
    const RULES_VERSION: u32 = 2;

    fn new(options: &FillerOptions) -> Result<Self, BadOptions> {
        let FillerOptions { margins, score, pieces, .. } = *options;
        let board = options.board()?;
        if let Some(refusal) = pieces.refusal(&board) {
            return Err(BadOptions::refused(refusal));
        }
        Ok(Filler { margins, score, pieces, ..Filler::on(board) })
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

    /// Placements row by row from the top, each row from the left; then `stop`.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.placements().into_iter().flat_map(|all| all.map(Move::Place).chain([Move::Stop]))
    }

    fn explain(&self, mv: Move) -> Result<(), IllegalPlacement> {
        match (&self.piece, mv) {
            _ if self.is_over() => Err(IllegalPlacement::Over),
            (None, _) => Err(IllegalPlacement::NoPiece),
            (Some(_), Move::Stop) => Ok(()),
            (Some(piece), Move::Place(at)) => {
                self.board.explain(piece, at, self.to_move, self.margins)
            }
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Stop => {
                self.stuck[self.to_move.index()] = true; // F5
                self.board.unmark(self.to_move); // F1
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

    /// Each seat has its own fair pieces: whether the other lays or stops does not change them.
    /// The schools deal in the order of turns, whoever moves.
    fn deal_sequence(&self) -> u32 {
        match self.pieces {
            Pieces::Fair => self.to_move.index() as u32,
            Pieces::School | Pieces::FortyTwo => 0,
        }
    }

    /// A school's pieces come from its own generator, number by number.
    fn deals_from(&self, seed: u64) -> Box<dyn DealSource> {
        self.pieces.source(&self.board, seed)
    }

    fn apply_deal(&mut self, deal: &Piece) -> Result<(), ImpossibleDeal> {
        if self.turn() != Turn::Chance {
            return Err(ImpossibleDeal::not_now());
        }
        self.pieces.explain(deal, &self.board)?;
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
        let mut mixer = Mixer::default();
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

    /// `stop` is as likely as each placement, so that random games soon end;
    /// [`Filler::random_placement`] goes on while it can.
    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        let mut all = self.placements()?;
        let chosen = rng.random_range(0..=all.count_all() as u32);
        Some(all.nth(chosen as usize).map_or(Move::Stop, Move::Place))
    }
}
