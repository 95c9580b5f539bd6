//! The game: rounds, turns, and what happens by itself between the moves.
//!
//! ```text
//!            ┌─ exchange, remove ─┐            captured bonuses
//! round 0    ▼                    │      ┌──────────┴──────────┐
//! lay ──► [ draw ─► lay or discard ] ─► stones ─► steal ─► lay ─► next seat
//! ```
//!
//! After every move and deal the game does by itself what leaves no choice
//! ([`Grass::settle`]): it discards what fits nowhere, drops bonuses that
//! cannot be used, and passes the turn on.

use super::{
    Board, BonusKind, Cell, Deal, FinalTiles, GrassOptions, Illegal, Lays, Move, Orientation,
    Placed, Placement, Player, ShapeList, TieBreak, Tile, TileNumber, TileQueue, deal,
};
use meeple_core::{BadOptions, Game, ImpossibleDeal, MAX_SEATS, Outcome, Seat, Turn};
use rand::{Rng, RngExt, seq::IteratorRandom};
use std::fmt::{self, Display};

/// The last round in which tiles are drawn (G6).
pub const ROUNDS: u8 = 9;
/// The round in which coupons buy 1x1 tiles (G14).
pub(super) const FINAL: u8 = ROUNDS + 1;
/// After that.
pub(super) const OVER: u8 = FINAL + 1;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grass {
    pub(super) shapes: ShapeList,
    pub(super) final_tiles: FinalTiles,
    pub(super) tie: TieBreak,
    pub(super) board: Board,
    pub(super) queue: TileQueue,
    pub(super) players: [Player; MAX_SEATS],
    pub(super) round: u8,
    pub(super) to_move: Seat,
    pub(super) bonuses_dealt: bool,
    /// Whether the coupon of this turn is spent (G6).
    pub(super) coupon_spent: bool,
    /// The tile a robbery took, until it is laid (G12).
    pub(super) stolen: Option<TileNumber>,
}

/// What is due now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Chance decides: bonus squares or a tile.
    Deal,
    /// A start tile is to be laid (G5).
    Start,
    /// The drawn tile is to be laid, exchanged or discarded (G6).
    Tile,
    /// A stone is to be placed (G11).
    Stone,
    /// A tile is to be stolen (G12).
    Robbery,
    /// The stolen tile is to be laid (G12).
    Stolen,
    /// Coupons may be spent on 1x1 tiles (G14).
    Final,
    /// Nothing.
    Over,
}

impl Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Deal => "a deal is due",
            Phase::Start => "lay your start tile with lay CELL (G5)",
            Phase::Tile => "lay the drawn tile with lay CELL [TURN], or spend a coupon (G6)",
            Phase::Stone => "place a stone with stone CELL (G11)",
            Phase::Robbery => "steal a tile with steal CELL (G12)",
            Phase::Stolen => "lay the stolen tile with lay CELL [TURN] (G12)",
            Phase::Final => "spend a coupon on a 1x1 tile with lay CELL, or stop (G14)",
            Phase::Over => "the game is over (G14)",
        })
    }
}

/// How many tiles a game of so many players uses (G3): 32 / 3 a player, rounded.
pub fn tiles_in_play(players: usize) -> usize {
    (64 * players + 3) / 6
}

impl Grass {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The queue; its front tile is the drawn one while [`Phase::Tile`] lasts.
    pub fn queue(&self) -> &TileQueue {
        &self.queue
    }

    /// What this seat holds.
    pub fn player(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }

    /// The round, 0 to 9, or 10 when coupons buy 1x1 tiles.
    pub fn round(&self) -> u8 {
        self.round.min(FINAL)
    }

    /// Which list of tiles is played with (G3).
    pub fn shapes(&self) -> ShapeList {
        self.shapes
    }

    /// Whether the coupon of this turn is spent already (G6).
    pub fn is_coupon_spent(&self) -> bool {
        self.coupon_spent
    }

    /// The number of the tile in hand, drawn or stolen; 1x1 tiles have none.
    pub fn tile_in_hand(&self) -> Option<TileNumber> {
        match self.phase() {
            Phase::Tile => self.queue.front(),
            Phase::Stolen => self.stolen,
            _ => None,
        }
    }

    /// The shape in hand, if one is to be laid.
    pub fn shape_in_hand(&self) -> Option<Tile> {
        match self.phase() {
            Phase::Start | Phase::Final => Some(Tile::SINGLE),
            _ => self.tile_in_hand().map(|tile| *tile.tile(self.shapes)),
        }
    }

    /// The rule by which the tile in hand is laid.
    pub fn placement(&self) -> Placement {
        match (self.phase(), self.final_tiles) {
            (Phase::Start, _) => Placement::Start,
            (Phase::Final, FinalTiles::Anywhere) => Placement::Anywhere,
            _ => Placement::Beside,
        }
    }

    /// What is due now.
    pub fn phase(&self) -> Phase {
        let player = self.player(self.to_move);
        if !self.bonuses_dealt {
            Phase::Deal
        } else if self.stolen.is_some() {
            Phase::Stolen
        } else if player.stones > 0 {
            Phase::Stone // G11: all stones before the robberies
        } else if player.robberies > 0 {
            Phase::Robbery
        } else {
            match self.round {
                0..=ROUNDS if self.queue.is_deal_due() => Phase::Deal,
                0 => Phase::Start,
                1..=ROUNDS => Phase::Tile,
                FINAL => Phase::Final,
                _ => Phase::Over,
            }
        }
    }

    /// Whether the seat to move may spend a coupon before laying, and on what there is (G6).
    fn can_spend_coupon(&self) -> bool {
        !self.coupon_spent
            && self.player(self.to_move).coupons > 0
            && (self.queue.exchangeable() > 0 || !self.board.stones().is_empty())
    }

    /// Whether the tile of this turn has left the queue: each turn takes one.
    pub(super) fn has_drawn(&self) -> bool {
        let turns = usize::from(self.round.saturating_sub(1)) * self.seats() + self.to_move.index();
        self.queue.len() + turns < tiles_in_play(self.seats())
    }

    /// Does what leaves no choice, until somebody has to decide something.
    pub(super) fn settle(&mut self) {
        while self.step() {}
    }

    /// One thing that leaves no choice; whether there was one.
    pub(super) fn step(&mut self) -> bool {
        let seat = self.to_move;
        let phase = self.phase();
        match phase {
            // G11: no empty cell, no stone.
            Phase::Stone if self.board.empty_cells().is_empty() => self.mover().stones = 0,
            // G12: nothing to steal, no robbery.
            Phase::Robbery if self.board.stealable(seat).is_empty() => self.mover().robberies = 0,
            // G12: a stolen tile that fits nowhere is gone.
            Phase::Stolen if !self.fits() => self.stolen = None,
            Phase::Tile | Phase::Deal
                if self.round > 0 && self.round <= ROUNDS && self.has_drawn() =>
            {
                self.pass_on();
            }
            // G6: so is a drawn one, if no coupon can be spent first.
            Phase::Tile if !self.can_spend_coupon() && !self.fits() => {
                self.queue.draw();
            }
            // G14: without a coupon there is nothing to buy.
            Phase::Final if self.player(seat).coupons == 0 => self.pass_on(),
            _ => return false,
        }
        true
    }

    /// Whether the tile in hand fits anywhere (G6).
    fn fits(&self) -> bool {
        let tile = self.tile_in_hand();
        tile.is_some_and(|tile| self.board.can_place_anywhere(self.to_move, tile).is_some())
    }

    fn mover(&mut self) -> &mut Player {
        &mut self.players[self.to_move.index()]
    }

    /// The next seat's turn, or the next round.
    fn pass_on(&mut self) {
        self.coupon_spent = false;
        let next = self.to_move.index() + 1;
        if next < self.seats() {
            self.to_move = Seat::new(next);
        } else {
            self.to_move = Seat::new(0);
            self.round += 1;
        }
    }

    fn lay(&mut self, corner: Cell, orientation: Orientation) {
        let owner = self.to_move;
        let placed = Placed { owner, corner, orientation };
        match self.phase() {
            Phase::Start => {
                self.board.place_single(owner, corner);
                self.pass_on();
                return;
            }
            Phase::Final => {
                self.mover().coupons -= 1;
                self.board.place_single(owner, corner);
            }
            Phase::Stolen => {
                let tile = self.stolen.take().expect("this phase has a stolen tile");
                self.board.place(tile, placed);
            }
            _ => {
                let tile = self.queue.draw();
                self.board.place(tile, placed);
            }
        }
        // G12: what a stolen tile captures is added to what is pending. No stone is
        // pending while tiles are stolen, and robberies are alike, so the new ones come first.
        for kind in self.board.capture(owner) {
            let player = self.mover();
            match kind {
                BonusKind::Exchange => player.coupons += 1,
                BonusKind::Stone => player.stones += 1,
                BonusKind::Robbery => player.robberies += 1,
            }
        }
    }

    /// Where the tile in hand may be laid; nothing if none is in hand.
    fn lays(&self) -> Lays {
        let hand = match self.phase() {
            Phase::Start | Phase::Final => Some(Lays::SINGLE),
            _ => self.tile_in_hand().map(|tile| tile.orientations(self.shapes)),
        };
        let ground = || self.board.ground(self.to_move, self.placement());
        hand.map_or(Lays::none(), |turned| Lays::new(ground(), turned))
    }

    /// The cells that a move other than `lay` may name, and which move that is.
    fn named_cells(&self) -> (super::Rows, fn(Cell) -> Move) {
        match self.phase() {
            Phase::Stone => (self.board.empty_cells(), Move::Stone),
            Phase::Robbery => (self.board.stealable(self.to_move), Move::Steal),
            Phase::Tile if self.can_spend_coupon() => (*self.board.stones(), Move::Remove),
            _ => (super::Rows::EMPTY, Move::Remove),
        }
    }

    /// How many tiles an exchange can choose from now (G7).
    fn exchanges(&self) -> u8 {
        let can = self.phase() == Phase::Tile && self.can_spend_coupon();
        if can { self.queue.exchangeable() as u8 } else { 0 }
    }

    /// The move that needs no cell: to stop, or to discard if nothing can be laid.
    fn bare_move(&self) -> Option<Move> {
        match self.phase() {
            Phase::Final => Some(Move::Stop),
            Phase::Tile if !self.fits() => Some(Move::Discard),
            _ => None,
        }
    }

    fn explain_lay(&self, corner: Cell, orientation: Orientation) -> Result<(), Illegal> {
        let now = self.phase();
        let shape = self.shape_in_hand().ok_or(Illegal::NotNow { what: "laying a tile", now })?;
        let tile = shape.turned(orientation);
        let first = shape.orientations().into_iter().find(|turned| turned.tile == tile);
        let first = first.map_or(orientation, |turned| turned.orientation);
        if first != orientation {
            return Err(Illegal::SameLook { corner, first });
        }
        self.board.can_place(self.to_move, tile, corner, self.placement())
    }

    fn explain_coupon(&self, what: &'static str) -> Result<(), Illegal> {
        self.expect(Phase::Tile, what)?;
        if self.coupon_spent {
            Err(Illegal::CouponSpent)
        } else if self.player(self.to_move).coupons == 0 {
            Err(Illegal::NoCoupon)
        } else {
            Ok(())
        }
    }

    fn explain_discard(&self) -> Result<(), Illegal> {
        self.expect(Phase::Tile, "discarding")?;
        let tile = self.tile_in_hand();
        match tile.and_then(|tile| self.board.can_place_anywhere(self.to_move, tile)) {
            Some((corner, orientation)) => Err(Illegal::MustLay { corner, orientation }),
            None => Ok(()),
        }
    }

    fn expect(&self, due: Phase, what: &'static str) -> Result<(), Illegal> {
        let now = self.phase();
        if now == due { Ok(()) } else { Err(Illegal::NotNow { what, now }) }
    }
}

impl Game for Grass {
    type Move = Move;
    type Deal = Deal;
    type Options = GrassOptions;
    type Illegal = Illegal;
    const NAME: &'static str = "grass";
    const RULES_VERSION: u32 = 1;

    fn new(options: &GrassOptions) -> Result<Self, BadOptions> {
        let players = options.players.unwrap_or(2) as usize;
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(BadOptions::refused(format!("2 to 9 play, not {players} (G1)")));
        }
        let mut hands = [Player::default(); MAX_SEATS];
        hands[..players].fill(Player::new());
        Ok(Grass {
            shapes: options.shapes,
            final_tiles: options.final_tiles,
            tie: options.tie,
            board: Board::new(players, options.shapes),
            queue: TileQueue::undecided(tiles_in_play(players)),
            players: hands,
            round: 0,
            to_move: Seat::new(0),
            bonuses_dealt: false,
            coupon_spent: false,
            stolen: None,
        })
    }

    fn seats(&self) -> usize {
        self.board.seats()
    }

    fn turn(&self) -> Turn {
        match self.phase() {
            Phase::Deal => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Seat(self.to_move),
        }
    }

    /// First `lay`, orientation by orientation, each row by row; then
    /// `exchange`; then `remove`, `stone` or `steal`, row by row; then `discard` or `stop`.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let (cells, name) = self.named_cells();
        let named = cells.cells().map(name);
        let exchanges = (1..=self.exchanges()).map(Move::Exchange);
        self.lays().chain(exchanges).chain(named).chain(self.bare_move())
    }

    fn explain(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Lay { corner, orientation } => self.explain_lay(corner, orientation),
            Move::Exchange(number) => {
                self.explain_coupon("an exchange")?;
                let there = self.queue.exchangeable();
                let known = (1..=there).contains(&number.into());
                known.then_some(()).ok_or(Illegal::NoSuchTile { number, there })
            }
            Move::Remove(cell) => {
                self.explain_coupon("removing a stone")?;
                self.board.stones().has(cell).then_some(()).ok_or(Illegal::NoStone { cell })
            }
            Move::Discard => self.explain_discard(),
            Move::Stone(cell) => {
                self.expect(Phase::Stone, "placing a stone")?;
                let (last, side) = (self.board.last_cell(), self.board.side());
                if !cell.is_on(side) {
                    return Err(Illegal::OffBoard { cell, last });
                }
                self.board.empty_cells().has(cell).then_some(()).ok_or(Illegal::NotEmpty { cell })
            }
            Move::Steal(cell) => {
                self.expect(Phase::Robbery, "stealing")?;
                self.board.can_steal(self.to_move, cell)
            }
            Move::Stop => self.expect(Phase::Final, "stopping"),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Lay { corner, orientation } => self.lay(corner, orientation),
            Move::Exchange(number) => {
                self.mover().coupons -= 1;
                self.coupon_spent = true;
                self.queue.exchange(usize::from(number) - 1);
            }
            Move::Remove(cell) => {
                self.mover().coupons -= 1;
                self.coupon_spent = true;
                self.board.remove_stone(cell);
            }
            Move::Discard => {
                self.queue.draw();
            }
            Move::Stone(cell) => {
                self.mover().stones -= 1;
                self.board.place_stone(cell);
            }
            Move::Steal(cell) => {
                self.mover().robberies -= 1;
                self.stolen = self.board.steal(cell);
            }
            Move::Stop => self.pass_on(),
        }
        self.settle();
    }

    fn sample_deal(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Deal> {
        if self.phase() != Phase::Deal {
            return None;
        }
        if !self.bonuses_dealt {
            return Some(Deal::Bonuses(deal::sample_bonuses(&self.board, rng)));
        }
        self.queue.unused().choose(rng).map(Deal::Tile)
    }

    fn apply_deal(&mut self, deal: &Deal) -> Result<(), ImpossibleDeal> {
        if self.phase() != Phase::Deal {
            return Err(ImpossibleDeal::not_now());
        }
        match deal {
            Deal::Bonuses(bonuses) if !self.bonuses_dealt => {
                deal::check_bonuses(&self.board, bonuses).map_err(ImpossibleDeal::because)?;
                bonuses.iter().for_each(|&bonus| self.board.add_bonus(bonus));
                self.bonuses_dealt = true;
            }
            Deal::Bonuses(_) => {
                return Err(ImpossibleDeal::because("the bonus squares are placed already (G2)"));
            }
            Deal::Tile(_) if !self.bonuses_dealt => {
                return Err(ImpossibleDeal::because("the bonus squares are placed first (G2)"));
            }
            Deal::Tile(tile) if self.queue.is_used(*tile) => {
                return Err(ImpossibleDeal::because(format!("tile {tile} has come before (G3)")));
            }
            Deal::Tile(tile) => self.queue.decide(*tile),
        }
        self.settle();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase() != Phase::Over {
            return None;
        }
        let standing = |seat: Seat| {
            let grass = match self.tie {
                TieBreak::Grass => self.board.grass(seat).len(),
                TieBreak::InSquare => self.board.grass_in_square(seat),
            };
            (self.board.largest_square(seat), grass)
        };
        let standings = (0..self.seats()).map(|seat| standing(Seat::new(seat)));
        let best = standings.clone().max()?;
        let reason = if standings.clone().filter(|other| other.0 == best.0).count() == 1 {
            "the largest square wins"
        } else if standings.clone().filter(|&other| other == best).count() == 1 {
            "equal squares: the most grass wins"
        } else {
            "equal squares and equal grass: a shared win"
        };
        Some(Outcome::by_standing(standings.map(|own| (own, i32::from(own.0))), reason)) // G15
    }

    fn hash64(&self) -> u64 {
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        let mut mix = |word: u64| {
            let mixed = (hash ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            hash = mixed ^ (mixed >> 32);
        };
        let options = [self.shapes as u64, self.final_tiles as u64, self.tie as u64];
        options.into_iter().for_each(&mut mix);
        let flags = [self.bonuses_dealt, self.coupon_spent].map(u64::from);
        let stolen = self.stolen.map_or(TILES_AND_ONE, |tile| tile.index() as u64);
        let turn = [self.seats() as u64, self.round.into(), self.to_move.index() as u64, stolen];
        flags.into_iter().chain(turn).for_each(&mut mix);
        for player in &self.players[..self.seats()] {
            let held = [player.coupons, player.stones, player.robberies];
            held.map(u64::from).into_iter().for_each(&mut mix);
        }
        for tile in self.queue.tiles() {
            mix(tile.map_or(TILES_AND_ONE, |tile| tile.index() as u64));
        }
        self.board.hash_into(mix);
        hash
    }

    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        let (lays, (cells, name)) = (self.lays().counted(), self.named_cells());
        let laid = lays.len();
        // Only a tile that fits nowhere may be discarded, and that is known already.
        let bare = if laid > 0 && self.round != FINAL { None } else { self.bare_move() };
        let (exchanged, named) = (u32::from(self.exchanges()), cells.len());
        let total = laid + exchanged + named + u32::from(bare.is_some());
        if total == 0 {
            return None;
        }
        let index = rng.random_range(0..total);
        if index < laid {
            lays.nth(index)
        } else if index < laid + exchanged {
            Some(Move::Exchange((index - laid + 1) as u8))
        } else if index < laid + exchanged + named {
            cells.nth(index - laid - exchanged).map(name)
        } else {
            bare
        }
    }
}

/// In hashes: no tile.
const TILES_AND_ONE: u64 = 97;
