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
    constants::{self, COLOR_COUNT, LAST_ROUND, MAX_PLAYERS, TILES_PER_COLOR},
    deal::{Deal, Offer, Supply},
    hash,
    legality::{self, IllegalMove},
    moves::{AzulMove, Destination, DraftAction, Source, WallAction},
    options::{AzulOptions, Starter, WallSide},
    scoring::{self, ScoreKeeper, ScoreLine},
    table::Table,
    tile::{TileColor, TileCounts},
    wall::{Column, Row, get_wall_column_for_color},
};
use meeple_core::{BadOptions, Game, ImpossibleDeal, Outcome, Seat, Turn};
use rand::{Rng, RngExt, seq::IteratorRandom};

/// A position, everything in it counted, nothing hidden: what is in the bag is
/// known, in which order it comes out is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Azul {
    pub(super) table: Table,
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
    /// No tile can be dealt, or none of the last ones fits anywhere (A15).
    Stalemate,
    /// After [`LAST_ROUND`] rounds (A15).
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

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
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
        } else if self.supply.total() == 0 {
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

    fn play_keeping(&mut self, mv: AzulMove, keeper: &mut impl ScoreKeeper) {
        match mv {
            AzulMove::Draft(action) => self.draft(action, keeper),
            AzulMove::Wall(action) => self.tile_grey(action, keeper),
        }
    }

    fn draft(&mut self, action: DraftAction, keeper: &mut impl ScoreKeeper) {
        let DraftAction { source, color, destination } = action;
        let count = self.table.take(source, color);
        let board = &mut self.boards[usize::from(self.to_move)];
        if source == Source::Center && self.marker == Marker::Center {
            // A5: the marker has its slot before this move's tiles.
            self.marker = Marker::Taken(Seat::new(self.to_move.into()));
            board.floor_mut().take_marker();
        }
        let surplus = match destination {
            Destination::PatternLine(row) => {
                let row = Row::new(row.into()).expect("a legal move names a line");
                board.fill_line(row, color, count)
            }
            Destination::Floor => count,
        };
        self.supply.lid[color] += board.floor_mut().drop_tiles(color, surplus); // A7
        if !self.table.is_empty() {
            self.to_move = if self.to_move + 1 == self.players { 0 } else { self.to_move + 1 };
        } else if self.side == WallSide::Colour {
            self.tile_coloured(keeper);
            self.end_round(keeper);
        } else {
            self.to_move = 0;
            self.find_line_to_tile(keeper);
        }
    }

    /// All full lines of everybody go to the wall (A10).
    fn tile_coloured(&mut self, keeper: &mut impl ScoreKeeper) {
        for seat in 0..self.players() {
            for row in Row::ALL {
                let board = &mut self.boards[seat];
                let line = board.line(row);
                if let Some(color) = line.color.filter(|_| line.count_filled == row.capacity()) {
                    let cell = (row, get_wall_column_for_color(row, color));
                    let rest = scoring::tile_line(board, Seat::new(seat), cell, color, keeper);
                    self.supply.lid[color] += rest;
                }
            }
        }
    }

    /// From the seat to move on, finds the next full line that has a free cell;
    /// lines that have none fall to the floor (A16). Without one the round ends.
    fn find_line_to_tile(&mut self, keeper: &mut impl ScoreKeeper) {
        while self.to_move < self.players {
            let board = &mut self.boards[usize::from(self.to_move)];
            let Some((row, color)) = board.first_full_line() else {
                self.to_move += 1;
                continue;
            };
            if board.wall().free_columns(row, color).next().is_some() {
                self.phase = Phase::Tile;
                return;
            }
            let (seat, tiles) = (Seat::new(self.to_move.into()), row.capacity());
            board.clear_line(row);
            self.supply.lid[color] += board.floor_mut().drop_tiles(color, tiles);
            keeper.note(ScoreLine::NoCell { seat, row, color, tiles });
        }
        self.end_round(keeper);
    }

    fn tile_grey(&mut self, action: WallAction, keeper: &mut impl ScoreKeeper) {
        let seat = Seat::new(self.to_move.into());
        let (row, color) = self.line_to_tile().expect("a legal move on the wall has a full line");
        let column = Column::new(action.column.into()).expect("a legal move names a column");
        let board = &mut self.boards[seat.index()];
        let rest = scoring::tile_line(board, seat, (row, column), color, keeper);
        self.supply.lid[color] += rest;
        self.find_line_to_tile(keeper);
    }

    /// Everybody pays for the floor; then the end, or the next round.
    fn end_round(&mut self, keeper: &mut impl ScoreKeeper) {
        let mut row_complete = false;
        for seat in 0..self.players() {
            let board = &mut self.boards[seat];
            let dropped = scoring::pay_floor(board, Seat::new(seat), keeper);
            self.supply.lid = self.supply.lid.with(dropped); // A11
            row_complete |= board.wall().complete_rows() > 0;
        }
        if let Marker::Taken(seat) = self.marker {
            self.starter = seat.index() as u8; // A5; A14: untaken, the starter stays
            self.marker = Marker::Center; // A11
        }
        self.to_move = self.starter;
        if row_complete || self.supply.total() == 0 || self.round == LAST_ROUND {
            self.finish(keeper); // A12, A15
        } else {
            self.round += 1;
            self.phase = Phase::Deal;
        }
    }

    fn finish(&mut self, keeper: &mut impl ScoreKeeper) {
        self.phase = Phase::Over;
        for seat in 0..self.players() {
            scoring::add_bonuses(&mut self.boards[seat], Seat::new(seat), keeper);
        }
    }

    fn deal_keeping(
        &mut self,
        deal: &Deal,
        keeper: &mut impl ScoreKeeper,
    ) -> Result<(), ImpossibleDeal> {
        match (self.phase, deal) {
            (Phase::DrawStarter, Deal::Starter(seat)) => self.set_starter(*seat),
            (Phase::Deal, Deal::Factories(offer)) => self.fill_factories(offer, keeper),
            (Phase::DrawStarter, _) => Err(ImpossibleDeal::because("the starter is drawn first")),
            (Phase::Deal, _) => Err(ImpossibleDeal::because("the starter is known")),
            _ => Err(ImpossibleDeal::not_now()),
        }
    }

    fn set_starter(&mut self, seat: Seat) -> Result<(), ImpossibleDeal> {
        if seat.index() >= self.players() {
            let reason = format!("seat {seat} does not play: {} do", self.players);
            return Err(ImpossibleDeal::because(reason));
        }
        self.starter = seat.index() as u8;
        self.to_move = self.starter;
        self.phase = Phase::Deal;
        Ok(())
    }

    fn fill_factories(
        &mut self,
        offer: &Offer,
        keeper: &mut impl ScoreKeeper,
    ) -> Result<(), ImpossibleDeal> {
        let (given, needed) = (offer.factories().len(), self.factory_count());
        if given != needed {
            let reason = format!("{given} factories are dealt, but there are {needed} (A1)");
            return Err(ImpossibleDeal::because(reason));
        }
        self.supply = self.supply.after(offer)?;
        self.table = Table::new(offer.padded(), TileCounts::EMPTY);
        self.phase = Phase::Draft;
        if self.supply.total() == 0 && !self.something_fits() {
            self.finish(keeper); // A15: it would be dealt and dropped again for ever
        }
        Ok(())
    }

    /// Whether some tile on the table fits on some line of somebody.
    pub(super) fn something_fits(&self) -> bool {
        let mut colors = self.table.tiles().colors();
        colors.any(|color| self.boards().iter().any(|board| board.open_row_bits(color) != 0))
    }
}

impl Game for Azul {
    type Move = AzulMove;
    type Deal = Deal;
    type Options = AzulOptions;
    type Illegal = IllegalMove;
    const NAME: &'static str = "azul";
    const RULES_VERSION: u32 = 1;

    fn new(options: &AzulOptions) -> Result<Self, BadOptions> {
        let players = options.players.unwrap_or(2);
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
        if !(2..=MAX_PLAYERS as u32).contains(&players) {
            return Err(BadOptions::refused(format!("2 to 4 can play, not {players} (A1)")));
        }
        Ok(Azul {
            table: Table::default(),
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
