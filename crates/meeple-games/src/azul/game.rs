//! The game: a position, and what changes it.
//!
//! ```text
//!  (draw the starter) ──► deal ──► draft ... draft ──► tile ──► score ─┬─► over
//!                          ▲                                          │
//!                          └────────────── next round ────────────────┘
//! ```
//!
//! On the coloured side tiling happens by itself behind the last draft of the
//! round. On the grey side each full line that has a free cell waits for its
//! player's move, also when only one cell is free: seat 0 tiles first, each
//! seat its lines from the top (A16).

use super::{
    board::PlayerBoard,
    constants::{self, COLOR_COUNT, MAX_PLAYERS, MIN_PLAYERS, TILES_PER_COLOR},
    deal::{Deal, Supply},
    hash,
    legality::{self, IllegalMove},
    market::Market,
    moves::AzulMove,
    options::{AzulOptions, Starter, WallSide},
    scoring::ScoreLine,
    tile::{TileColor, TileCounts},
    wall::Row,
};
use meeple_core::{BadOptions, Game, ImpossibleDeal, Outcome, Seat, Turn};
use rand::{Rng, RngExt, seq::IteratorRandom};

/// A position, everything in it counted, nothing hidden: what is in the bag is
/// known, in which order it comes out is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Azul {
    pub(super) market: Market,
    pub(super) supply: Supply,
    pub(super) players: u8,
    pub(super) side: WallSide,
    pub(super) phase: Phase,
    /// From 1.
    pub(super) round: u8,
    /// Who started this round, or starts the next while a deal is due.
    pub(super) starter: u8,
    pub(super) to_move: u8,
    pub(super) marker: Marker,
    /// Boards of seats that this game does not use stay empty.
    pub(super) boards: [PlayerBoard; MAX_PLAYERS],
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The starter is drawn (A4).
    DrawStarter,
    /// The factories are filled (A13).
    Deal,
    /// Tiles are drafted (A5).
    Draft,
    /// A full line waits for its cell on the grey wall (A16).
    Tile,
    /// The game has ended.
    Over,
}

/// Where the starting-player marker is (A4, A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marker {
    /// In the centre, for the first to take tiles there.
    Center,
    /// With this seat, which starts the next round.
    Taken(Seat),
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Somebody has a complete row (A12).
    CompleteRow,
    /// No tile can be dealt, or none can come to a player who could place it (A15).
    Stalemate,
    /// After [`constants::LAST_ROUND`] rounds (A15).
    Truncated,
}

impl End {
    /// Why, in the words of records.
    pub const fn reason(self) -> &'static str {
        match self {
            End::CompleteRow => "a row is complete",
            End::Stalemate => "stalemate: no tile can be placed any more",
            End::Truncated => "truncated after 60 rounds",
        }
    }
}

impl Azul {
    /// How many play.
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// How many factories there are (A1).
    pub fn factory_count(&self) -> usize {
        constants::factory_count(self.players())
    }

    /// Which side of the boards is used.
    pub fn side(&self) -> WallSide {
        self.side
    }

    /// What happens next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The round, from 1; between rounds the one that comes.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Who started this round, or starts the one to be dealt.
    pub fn starter(&self) -> Seat {
        Seat::new(self.starter.into())
    }

    /// Where the starting-player marker is.
    pub fn marker(&self) -> Marker {
        self.marker
    }

    /// The factories and the centre.
    pub fn market(&self) -> &Market {
        &self.market
    }

    /// The tiles in the bag.
    pub fn bag(&self) -> TileCounts {
        self.supply.bag
    }

    /// The tiles in the lid.
    pub fn lid(&self) -> TileCounts {
        self.supply.lid
    }

    /// The boards, seat by seat.
    pub fn boards(&self) -> &[PlayerBoard] {
        &self.boards[..self.players()]
    }

    /// The board of this seat, if the game has it.
    pub fn board(&self, seat: Seat) -> Option<&PlayerBoard> {
        self.boards().get(seat.index())
    }

    /// Why the game ended, once it has.
    pub fn end(&self) -> Option<End> {
        if self.phase != Phase::Over {
            None
        } else if self.boards().iter().any(|board| board.wall().complete_rows() > 0) {
            Some(End::CompleteRow)
        } else if self.supply.total() == 0 || !self.market.is_empty() {
            Some(End::Stalemate)
        } else {
            Some(End::Truncated)
        }
    }

    /// The full line that the seat to move must tile now, on the grey side (A16).
    pub fn line_to_tile(&self) -> Option<(Row, TileColor)> {
        let board = &self.boards[usize::from(self.to_move)];
        if self.phase == Phase::Tile { board.first_full_line() } else { None }
    }

    /// What this legal move scores at once: empty, unless it ends the draft of
    /// a round or tiles a line; then line by line, in the order of the rules.
    pub fn score_lines(&self, mv: AzulMove) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        if self.explain(mv).is_ok() {
            self.clone().play_keeping(mv, &mut lines);
        }
        lines
    }

    /// What this deal scores: the bonuses, when it shows that nothing fits any more (A15).
    pub fn score_lines_of_deal(&self, deal: &Deal) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        // A deal that is impossible scores nothing.
        drop(self.clone().deal_keeping(deal, &mut lines));
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
    type Move = AzulMove;
    type Deal = Deal;
    type Options = AzulOptions;
    type Illegal = IllegalMove;
    const NAME: &'static str = "azul";
    const ABOUT: &'static str = "draft tiles from the factories and tile a wall; most points win";
    const RULES: &'static str = include_str!("../../../../docs/rules/azul.md");
    const RULES_VERSION: u32 = 2;

    fn new(options: &AzulOptions) -> Result<Self, BadOptions> {
        let players = options.players.unwrap_or(2);
        if !(MIN_PLAYERS as u32..=MAX_PLAYERS as u32).contains(&players) {
            return Err(BadOptions::refused(format!("2 to 4 can play, not {players} (A1)")));
        }
        let (phase, starter) = match options.starter {
            None => (Phase::Deal, 0),
            Some(Starter::Drawn) => (Phase::DrawStarter, 0),
            Some(Starter::Seat(seat)) => (Phase::Deal, seat.index() as u8),
        };
        if u32::from(starter) >= players {
            let last = players - 1;
            let reason = format!("starter={starter}, but the seats are 0 to {last} (A4)");
            return Err(BadOptions::refused(reason));
        }
        Ok(Azul {
            market: Market::default(),
            supply: Supply {
                bag: TileCounts::new([TILES_PER_COLOR; COLOR_COUNT]),
                lid: TileCounts::EMPTY,
            },
            players: players as u8,
            side: options.wall.unwrap_or_default(),
            phase,
            round: 1,
            starter,
            to_move: starter,
            marker: Marker::Center,
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

    /// Drafts in the order of [`legality::list_legal_actions`]; cells of the
    /// grey wall from the left.
    fn legal_moves(&self) -> impl Iterator<Item = AzulMove> {
        let seat = Seat::new(self.to_move.into());
        let drafts = legality::list_legal_actions(self, seat).map(AzulMove::Draft);
        drafts.chain(legality::list_wall_actions(self).map(AzulMove::Wall))
    }

    fn explain(&self, mv: AzulMove) -> Result<(), IllegalMove> {
        match mv {
            AzulMove::Draft(action) => legality::explain_draft(self, self.seat_to_move()?, action),
            AzulMove::Wall(action) => legality::explain_wall(self, action),
        }
    }

    fn play_unchecked(&mut self, mv: AzulMove) {
        self.play_keeping(mv, &mut ());
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
        self.deal_keeping(deal, &mut ())
    }

    /// Most points win; of equals, whoever has more complete rows (A12).
    fn outcome(&self) -> Option<Outcome> {
        let end = self.end()?;
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

    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<AzulMove> {
        match self.phase {
            Phase::Draft => {
                legality::random_draft(self, &self.boards[usize::from(self.to_move)], rng)
            }
            Phase::Tile => legality::list_wall_actions(self).map(AzulMove::Wall).choose(rng),
            _ => None,
        }
    }
}
