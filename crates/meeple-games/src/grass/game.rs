//! The game: rounds, turns, and what happens automatically between moves.
//!
//! ```text
//!            ┌─ exchange, remove ─┐            captured bonuses
//! round 0    ▼                    │      ┌──────────┴──────────┐
//! lay ──► [ draw ─► lay or discard ] ─► stones ─► steal ─► lay ─► next seat
//! ```
//!
//! After every move and deal, the game automatically does what leaves no choice: it discards tiles
//! that fit nowhere, drops bonuses that cannot be used, and passes the turn.

use super::{
    Board, Deal, FinalTiles, Holdings, IllegalMove, Move, Options, Phase, PlacementRule, ShapeList,
    TILE_COUNT, TieBreak, Tile, TileNumber, TileQueue, deal,
};
use meeple_core::{
    Game, ImpossibleDeal, MAX_SEATS, OptionsError, Outcome, PositionHasher, Seat, Turn,
};
use rand::{Rng, RngExt};

/// The last round in which tiles are drawn (G6).
pub const ROUNDS: u8 = 9;
/// The round in which coupons buy 1x1 tiles (G14).
pub(super) const FINAL_ROUND: u8 = ROUNDS + 1;
/// The value of `round` after the end of the game.
pub(super) const ROUND_OVER: u8 = FINAL_ROUND + 1;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grass {
    pub(super) shapes: ShapeList,
    pub(super) final_tiles: FinalTiles,
    pub(super) tie: TieBreak,
    pub(super) board: Board,
    pub(super) queue: TileQueue,
    pub(super) holdings: [Holdings; MAX_SEATS],
    pub(super) round: u8,
    pub(super) to_move: Seat,
    pub(super) bonuses_dealt: bool,
    /// Whether a coupon has been spent in this turn (G6).
    pub(super) coupon_spent: bool,
    /// The stolen tile, until it is placed (G12).
    pub(super) stolen: Option<TileNumber>,
}

/// Returns how many tiles a game with this many players uses (G3): 32 / 3 per player, rounded.
pub fn tiles_in_play(players: usize) -> usize {
    (64 * players + 3) / 6
}

impl Grass {
    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the queue; during [`Phase::Tile`] its front tile is the drawn one.
    pub fn queue(&self) -> &TileQueue {
        &self.queue
    }

    /// Returns this seat's coupons and pending bonuses.
    pub fn holdings(&self, seat: Seat) -> Holdings {
        self.holdings[seat.index()]
    }

    /// Returns the round, 0 to 9, or 10 when coupons buy 1x1 tiles and after the end.
    pub fn round(&self) -> u8 {
        self.round.min(FINAL_ROUND)
    }

    /// Returns the list of tiles in use (G3).
    pub fn shapes(&self) -> ShapeList {
        self.shapes
    }

    /// Returns whether a coupon has been spent in this turn (G6).
    pub fn is_coupon_spent(&self) -> bool {
        self.coupon_spent
    }

    /// Returns where the 1x1 tiles bought at the end may be placed (G14).
    pub fn final_tiles(&self) -> FinalTiles {
        self.final_tiles
    }

    /// Returns the tie-break between equal squares (G15).
    pub fn tie_break_rule(&self) -> TieBreak {
        self.tie
    }

    /// Returns the number that breaks ties for this seat, depending on the game's option: its grass
    /// on the whole board or inside its largest square (G15).
    pub fn tie_break_grass(&self, seat: Seat) -> u32 {
        match self.tie {
            TieBreak::Grass => self.board.grass_cells(seat).len(),
            TieBreak::InSquare => self.board.grass_in_square(seat),
        }
    }

    /// Returns the number of the tile in hand, drawn or stolen; 1x1 tiles have no number.
    pub fn tile_in_hand(&self) -> Option<TileNumber> {
        match self.phase() {
            Phase::Tile => self.queue.front(),
            Phase::Stolen => self.stolen,
            _ => None,
        }
    }

    /// Returns the shape of the tile in hand, if one must be placed.
    pub fn shape_in_hand(&self) -> Option<Tile> {
        match self.phase() {
            Phase::Start | Phase::Final => Some(Tile::SINGLE),
            _ => self.tile_in_hand().map(|tile| *tile.tile(self.shapes)),
        }
    }

    /// Returns the rule for placing the tile in hand.
    pub fn placement_rule(&self) -> PlacementRule {
        match (self.phase(), self.final_tiles) {
            (Phase::Start, _) => PlacementRule::Start,
            (Phase::Final, FinalTiles::Anywhere) => PlacementRule::Anywhere,
            _ => PlacementRule::Beside,
        }
    }

    /// Returns what happens next.
    pub fn phase(&self) -> Phase {
        let held = self.holdings(self.to_move);
        if !self.bonuses_dealt {
            Phase::Deal
        } else if self.stolen.is_some() {
            Phase::Stolen
        } else if held.stones > 0 {
            Phase::Stone // G11: all stones before the robberies
        } else if held.robberies > 0 {
            Phase::Robbery
        } else {
            match self.round {
                0..=ROUNDS if self.queue.is_deal_due() => Phase::Deal,
                0 => Phase::Start,
                1..=ROUNDS => Phase::Tile,
                FINAL_ROUND => Phase::Final,
                _ => Phase::Over,
            }
        }
    }
}

impl Game for Grass {
    type Move = Move;
    type Deal = Deal;
    type Options = Options;
    type IllegalMove = IllegalMove;
    const NAME: &'static str = "grass";
    const ABOUT: &'static str = "lay tiles of grass; the player with the largest square wins";
    const RULES: &'static str = include_str!("../../rules/grass.md");
    const HOW_TO_PLAY: &'static str = include_str!("../../how-to-play/grass.md");
    const RULES_VERSION: u32 = 1;

    fn new(options: &Options) -> Result<Self, OptionsError> {
        let players = options.players.unwrap_or(2) as usize;
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(OptionsError::refused(format!(
                "Laying Grass is for 2 to 9 players, not {players}"
            )));
        }
        let mut holdings = [Holdings::default(); MAX_SEATS];
        holdings[..players].fill(Holdings::new());
        Ok(Grass {
            shapes: options.shapes,
            final_tiles: options.final_tiles,
            tie: options.tie,
            board: Board::new(players, options.shapes),
            queue: TileQueue::undecided(tiles_in_play(players)),
            holdings,
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

    /// Lists `lay` by orientation and then row by row; then `exchange`; then `remove`, `stone` or
    /// `steal`, row by row; then `discard` or `stop`.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let (cells, name) = self.cell_moves();
        let named = cells.cells().map(name);
        let exchanges = (1..=self.exchange_count()).map(Move::Exchange);
        self.legal_placements().chain(exchanges).chain(named).chain(self.stop_or_discard())
    }

    fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Place { corner, orientation } => self.check_placement(corner, orientation),
            Move::Exchange(number) => {
                self.check_coupon("an exchange")?;
                let there = self.queue.exchangeable();
                let known = (1..=there).contains(&number.into());
                known.then_some(()).ok_or(IllegalMove::NoSuchTile { number, there })
            }
            Move::Remove(cell) => {
                self.check_coupon("removing a stone")?;
                self.board
                    .stones()
                    .contains(cell)
                    .then_some(())
                    .ok_or(IllegalMove::NoStone { cell })
            }
            Move::Discard => self.check_discard(),
            Move::Stone(cell) => {
                self.check_phase(Phase::Stone, "placing a stone")?;
                let (last, side) = (self.board.last_cell(), self.board.side());
                if !cell.is_on_board(side) {
                    return Err(IllegalMove::OffBoard { cell, last });
                }
                self.board
                    .empty_cells()
                    .contains(cell)
                    .then_some(())
                    .ok_or(IllegalMove::NotEmpty { cell })
            }
            Move::Steal(cell) => {
                self.check_phase(Phase::Robbery, "stealing")?;
                self.board.can_steal(self.to_move, cell)
            }
            Move::Stop => self.check_phase(Phase::Final, "stopping"),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Place { corner, orientation } => self.place_tile(corner, orientation),
            Move::Exchange(number) => {
                self.holdings_mut().coupons -= 1;
                self.coupon_spent = true;
                self.queue.exchange(usize::from(number) - 1);
            }
            Move::Remove(cell) => {
                self.holdings_mut().coupons -= 1;
                self.coupon_spent = true;
                self.board.remove_stone(cell);
            }
            Move::Discard => {
                self.queue.draw();
            }
            Move::Stone(cell) => {
                self.holdings_mut().stones -= 1;
                self.board.place_stone(cell);
            }
            Move::Steal(cell) => {
                self.holdings_mut().robberies -= 1;
                self.stolen = self.board.steal(cell);
            }
            Move::Stop => self.pass_turn(),
        }
        self.run_forced_steps();
    }

    fn sample_deal(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Deal> {
        if self.phase() != Phase::Deal {
            return None;
        }
        if !self.bonuses_dealt {
            return Some(Deal::Bonuses(deal::sample_bonuses(&self.board, rng)));
        }
        let index = rng.random_range(0..self.queue.unused_count());
        self.queue.unused().nth(index).map(Deal::Tile)
    }

    fn apply_deal(&mut self, deal: &Deal) -> Result<(), ImpossibleDeal> {
        if self.phase() != Phase::Deal {
            return Err(ImpossibleDeal::not_now());
        }
        match deal {
            Deal::Bonuses(bonuses) if !self.bonuses_dealt => {
                deal::check_bonuses(&self.board, bonuses).map_err(ImpossibleDeal::new)?;
                bonuses.iter().for_each(|&bonus| self.board.add_bonus(bonus));
                self.bonuses_dealt = true;
            }
            Deal::Bonuses(_) => {
                return Err(ImpossibleDeal::new("the bonus squares were already dealt"));
            }
            Deal::Tile(_) if !self.bonuses_dealt => {
                return Err(ImpossibleDeal::new(
                    "the bonus squares are dealt before the first tile",
                ));
            }
            Deal::Tile(tile) if self.queue.is_used(*tile) => {
                return Err(ImpossibleDeal::new(format!("tile {tile} was already dealt")));
            }
            Deal::Tile(tile) => self.queue.decide(*tile),
        }
        self.run_forced_steps();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase() != Phase::Over {
            return None;
        }
        let standing = |seat: Seat| (self.board.largest_square(seat), self.tie_break_grass(seat));
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

    fn points(&self, seat: Seat) -> i32 {
        self.board.largest_square(seat).into()
    }

    fn hash64(&self) -> u64 {
        let mut mixer = PositionHasher::default();
        let mut mix = |word: u64| mixer.mix(word);
        let options = [self.shapes as u64, self.final_tiles as u64, self.tie as u64];
        options.into_iter().for_each(&mut mix);
        let flags = [self.bonuses_dealt, self.coupon_spent].map(u64::from);
        let number = |tile: Option<TileNumber>| tile.map_or(TILE_COUNT, TileNumber::index) as u64;
        let turn = [self.seats(), self.round.into(), self.to_move.index()].map(|n| n as u64);
        flags.into_iter().chain(turn).chain([number(self.stolen)]).for_each(&mut mix);
        for held in &self.holdings[..self.seats()] {
            let counts = [held.coupons, held.stones, held.robberies];
            counts.map(u64::from).into_iter().for_each(&mut mix);
        }
        self.queue.tiles().map(number).for_each(&mut mix);
        self.board.hash_into(mix);
        mixer.finish()
    }

    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        let (lays, (cells, name)) = (self.legal_placements().to_counts(), self.cell_moves());
        let laid = lays.len();
        // Only a tile that fits nowhere may be discarded, so if there are placements this needs no
        // check.
        let bare =
            if laid > 0 && self.round != FINAL_ROUND { None } else { self.stop_or_discard() };
        let (exchanged, named) = (u32::from(self.exchange_count()), cells.len());
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
