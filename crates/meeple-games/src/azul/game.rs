//! The game: a position and the methods that change it.
//!
//! ```text
//!  (draw the starter) ──► deal ──► draft ... draft ──► tile ──► score ─┬─► over
//!                          ▲                                          │
//!                          └────────────── next round ────────────────┘
//! ```
//!
//! On the coloured side, tiling happens automatically after the last draft of the round. On the
//! grey side, each full pattern line with a free cell requires a move of its player, even if only
//! one cell is free: seat 0 tiles first, and each seat tiles from the top line down (A16).

use super::{
    board::PlayerBoard,
    constants::{self, COLOUR_COUNT, MAX_PLAYERS, MIN_PLAYERS, TILES_PER_COLOUR},
    deal::{Deal, Supply},
    hash,
    legality::{self, IllegalMove},
    market::Market,
    moves::Move,
    options::{Options, Starter, WallSide},
    scoring::ScoreLine,
    tile::{TileColour, TileCounts},
    wall::WallRow,
};
use meeple_core::{Game, ImpossibleDeal, OptionsError, Outcome, Seat, Turn};
use rand::{Rng, RngExt, seq::IteratorRandom};

/// A position. All tiles are counted and nothing is hidden: the content of the bag is known, only
/// the order in which tiles are drawn is random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Azul {
    pub(super) market: Market,
    pub(super) supply: Supply,
    pub(super) players: u8,
    pub(super) side: WallSide,
    pub(super) phase: Phase,
    /// The current round, from 1.
    pub(super) round: u8,
    /// The seat that started this round, or starts the next one while a deal is due.
    pub(super) starter: u8,
    pub(super) to_move: u8,
    pub(super) marker: Marker,
    /// One board per seat; those of unused seats stay empty.
    pub(super) boards: [PlayerBoard; MAX_PLAYERS],
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The starting player is drawn (A4).
    DrawStarter,
    /// The factories are filled (A13).
    Deal,
    /// Tiles are drafted (A5).
    Draft,
    /// A full pattern line needs a cell on the grey wall (A16).
    Tile,
    /// The game has ended.
    Over,
}

/// The location of the starting-player marker (A4, A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marker {
    /// In the centre, until a player takes tiles from there.
    Centre,
    /// Taken by this seat, which starts the next round.
    Taken(Seat),
}

/// The reason why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A player has completed a row (A12).
    CompleteRow,
    /// No tile can be dealt, or no tile can reach a player who could place it (A15).
    Stalemate,
    /// The game was cut off after [`constants::LAST_ROUND`] rounds (A15).
    Truncated,
}

impl EndReason {
    /// Returns the reason as written in records.
    pub const fn reason(self) -> &'static str {
        match self {
            EndReason::CompleteRow => "a row is complete",
            EndReason::Stalemate => "stalemate: no tile can be placed any more",
            EndReason::Truncated => "truncated after 60 rounds",
        }
    }
}

impl Azul {
    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// Returns the number of factories (A1).
    pub fn factory_count(&self) -> usize {
        constants::factory_count(self.players())
    }

    /// Returns the side of the boards in use.
    pub fn side(&self) -> WallSide {
        self.side
    }

    /// Returns what happens next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the round, from 1; between rounds, the next one.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Returns the seat that started this round, or starts the next one while a deal is due.
    pub fn starter(&self) -> Seat {
        Seat::new(self.starter.into())
    }

    /// Returns the location of the starting-player marker.
    pub fn marker(&self) -> Marker {
        self.marker
    }

    /// Returns the factories and the centre.
    pub fn market(&self) -> &Market {
        &self.market
    }

    /// Returns the tiles in the bag.
    pub fn bag(&self) -> TileCounts {
        self.supply.bag
    }

    /// Returns the tiles in the lid.
    pub fn lid(&self) -> TileCounts {
        self.supply.lid
    }

    /// Returns the boards in seat order.
    pub fn boards(&self) -> &[PlayerBoard] {
        &self.boards[..self.players()]
    }

    /// Returns the board of this seat, or `None` if the game has no such seat.
    pub fn board(&self, seat: Seat) -> Option<&PlayerBoard> {
        self.boards().get(seat.index())
    }

    /// Returns why the game ended; `None` while it goes on.
    pub fn end_reason(&self) -> Option<EndReason> {
        if self.phase != Phase::Over {
            None
        } else if self.boards().iter().any(|board| board.wall().complete_rows() > 0) {
            Some(EndReason::CompleteRow)
        } else if self.supply.total() == 0 || !self.market.is_empty() {
            Some(EndReason::Stalemate)
        } else {
            Some(EndReason::Truncated)
        }
    }

    /// Returns the full pattern line that the seat to move must tile now, on the grey side (A16).
    pub fn line_to_tile(&self) -> Option<(WallRow, TileColour)> {
        let board = &self.boards[usize::from(self.to_move)];
        if self.phase == Phase::Tile { board.first_full_line() } else { None }
    }

    /// Returns what this move scores immediately, line by line in the order of the rules: empty
    /// unless the move ends a round's draft or tiles a line. Empty for illegal moves too.
    pub fn score_lines(&self, mv: Move) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        if self.check_move(mv).is_ok() {
            self.clone().play_with_scores(mv, &mut lines);
        }
        lines
    }

    /// Returns what this deal scores: the bonuses, if it shows that no tile can be placed any more
    /// (A15).
    pub fn score_lines_of_deal(&self, deal: &Deal) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        // An impossible deal scores nothing.
        drop(self.clone().deal_with_scores(deal, &mut lines));
        lines
    }

    pub(super) fn seat_to_move(&self) -> Result<Seat, IllegalMove> {
        match self.turn() {
            Turn::Seat(seat) => Ok(seat),
            turn => Err(IllegalMove::NoMoveDue { turn }),
        }
    }
}

impl Game for Azul {
    type Move = Move;
    type Deal = Deal;
    type Options = Options;
    type IllegalMove = IllegalMove;
    const NAME: &'static str = "azul";
    const ABOUT: &'static str = "draft tiles from the factories and tile a wall; most points win";
    const RULES: &'static str = include_str!("../../rules/azul.md");
    const HOW_TO_PLAY: &'static str = include_str!("../../how-to-play/azul.md");
    const RULES_VERSION: u32 = 2;

    fn new(options: &Options) -> Result<Self, OptionsError> {
        let players = options.players.unwrap_or(2);
        if !(MIN_PLAYERS as u32..=MAX_PLAYERS as u32).contains(&players) {
            return Err(OptionsError::refused(format!(
                "Azul is for 2 to 4 players, not {players}"
            )));
        }
        let (phase, starter) = match options.starter {
            None => (Phase::Deal, 0),
            Some(Starter::Drawn) => (Phase::DrawStarter, 0),
            Some(Starter::Seat(seat)) => (Phase::Deal, seat.index() as u8),
        };
        if u32::from(starter) >= players {
            let last = players - 1; // A4
            let reason =
                format!("starter={starter}, but with {players} players the seats are 0 to {last}");
            return Err(OptionsError::refused(reason));
        }
        Ok(Azul {
            market: Market::default(),
            supply: Supply {
                bag: TileCounts::new([TILES_PER_COLOUR; COLOUR_COUNT]),
                lid: TileCounts::EMPTY,
            },
            players: players as u8,
            side: options.wall.unwrap_or_default(),
            phase,
            round: 1,
            starter,
            to_move: starter,
            marker: Marker::Centre,
            boards: [PlayerBoard::default(); MAX_PLAYERS],
        })
    }

    fn seats(&self) -> usize {
        self.players()
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::DrawStarter | Phase::Deal => Turn::Chance,
            Phase::Draft | Phase::Tile => Turn::Seat(Seat::new(self.to_move.into())),
            Phase::Over => Turn::Over,
        }
    }

    /// Lists drafts in the order of [`legality::list_legal_actions`], or cells of the grey wall
    /// from left to right.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let seat = Seat::new(self.to_move.into());
        let drafts = legality::list_legal_actions(self, seat).map(Move::Draft);
        drafts.chain(legality::list_wall_actions(self).map(Move::Wall))
    }

    fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Draft(action) => legality::check_draft(self, self.seat_to_move()?, action),
            Move::Wall(action) => legality::check_wall(self, action),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.play_with_scores(mv, &mut ());
    }

    fn sample_deal(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Deal> {
        match self.phase {
            Phase::DrawStarter => Some(Deal::Starter(Seat::new(
                rng.random_range(0..u32::from(self.players)) as usize,
            ))),
            Phase::Deal => Some(Deal::Factories(self.supply.draw(self.factory_count(), rng))),
            _ => None,
        }
    }

    fn apply_deal(&mut self, deal: &Deal) -> Result<(), ImpossibleDeal> {
        self.deal_with_scores(deal, &mut ())
    }

    /// Ranks by points, then by complete rows (A12).
    fn outcome(&self) -> Option<Outcome> {
        let end = self.end_reason()?;
        let standing = |board: &PlayerBoard| {
            ((board.score(), board.wall().complete_rows()), board.score().into())
        };
        Some(Outcome::by_standing(self.boards().iter().map(standing), end.reason()))
    }

    fn points(&self, seat: Seat) -> i32 {
        self.board(seat).map_or(0, |board| board.score().into())
    }

    fn hash64(&self) -> u64 {
        hash::hash64(self)
    }

    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        match self.phase {
            Phase::Draft => {
                legality::random_draft(self, &self.boards[usize::from(self.to_move)], rng)
            }
            Phase::Tile => legality::list_wall_actions(self).map(Move::Wall).choose(rng),
            _ => None,
        }
    }
}
