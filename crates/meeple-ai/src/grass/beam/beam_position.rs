//! A position as the beam search sees it: each seat's cells, the bonus squares and what each seat holds.
//!
//! It is smaller than the game and ignores turn order: a search may place tiles for any seat in any order.
//! What a placement captures is held from then on. Stones and robberies aren't carried out; they count at
//! their average value.

use super::cell_prices::SeatTerrain;
use meeple_core::{Game, MAX_SEATS, Seat, Turn};
use meeple_games::grass::{
    BonusKind, BonusSquare, BonusSquares, Cell, CellSet, Grass, Phase, PlacedTile, ROUNDS,
    ShapeList, Tile, TileNumber, tiles_in_play,
};

/// What one seat has besides its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SeatHoldings {
    /// Turns with a tile that are still to come, including the current one until its tile is placed.
    pub(super) turns: u8,
    /// Coupons that can still be spent.
    pub(super) coupons: u8,
    /// Stones the seat has yet to place.
    pub(super) stones: u8,
    /// Robberies the seat has yet to carry out.
    pub(super) robberies: u8,
    /// Cells of grass, which break ties (G15).
    pub(super) grass: u8,
}

/// The part of a position that the beam search uses.
#[derive(Debug, Clone)]
pub(super) struct BeamPosition {
    /// Number of rows, and of columns, of the board.
    pub(super) side: usize,
    /// Number of players.
    pub(super) seats: usize,
    /// The tile set in play.
    pub(super) shapes: ShapeList,
    /// Each seat's cells.
    pub(super) cells: [CellSet; MAX_SEATS],
    /// Cells with stones.
    pub(super) stones: CellSet,
    /// Bonus squares not captured yet.
    pub(super) bonuses: BonusSquares,
    /// What each seat holds.
    pub(super) holdings: [SeatHoldings; MAX_SEATS],
    /// Tiles on the board, which could be stolen.
    pub(super) tiles: Vec<BeamTile>,
}

/// A tile on the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct BeamTile {
    /// Seat that owns the tile.
    pub(super) owner: usize,
    /// Number of the tile.
    pub(super) number: TileNumber,
    /// The tile in its orientation on the board.
    pub(super) tile: Tile,
    /// Top left corner of its bounding rectangle.
    pub(super) corner: Cell,
}

impl BeamPosition {
    /// Extracts the current position of the game.
    pub(super) fn from_game(game: &Grass) -> Self {
        let board = game.board();
        let mut meadow = BeamPosition {
            side: board.side(),
            seats: board.seats(),
            shapes: game.shapes(),
            cells: [CellSet::EMPTY; MAX_SEATS],
            stones: *board.stones(),
            bonuses: board.bonuses().iter().copied().collect(),
            holdings: [SeatHoldings::default(); MAX_SEATS],
            tiles: board
                .tiles()
                .map(|(number, placed)| BeamTile::of(game, number, placed))
                .collect(),
        };
        for seat in (0..meadow.seats).map(Seat::new) {
            let held = game.holdings(seat);
            meadow.cells[seat.index()] = *board.territory(seat);
            meadow.holdings[seat.index()] = SeatHoldings {
                turns: turns_left(game, seat),
                coupons: if has_finished(game, seat) { 0 } else { held.coupons },
                stones: held.stones,
                robberies: held.robberies,
                grass: board.grass_cells(seat).len() as u8,
            };
        }
        meadow
    }

    /// Returns all seats but this one.
    pub(super) fn other_seats(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.seats).filter(move |&other| other != seat)
    }

    /// Returns the cells of all seats but these two, which may be the same.
    pub(super) fn cells_of_others(&self, [one, two]: [usize; 2]) -> CellSet {
        let others = self.other_seats(one).filter(|&other| other != two);
        others.fold(CellSet::EMPTY, |all, other| all.or(&self.cells[other]))
    }

    /// Describes the board as this seat finds it.
    pub(super) fn terrain(&self, seat: usize) -> SeatTerrain {
        let others = self.cells_of_others([seat, seat]);
        let barred = others.or(&self.stones);
        terrain(self.side, &self.cells[seat], barred, &others.neighbours(), &self.bonuses)
    }

    /// Places a tile, which must fit there, and collects what it captures.
    pub(super) fn place(&mut self, laid: BeamTile) {
        let (own, hand) = (&mut self.cells[laid.owner], &mut self.holdings[laid.owner]);
        place_and_capture(laid.tile, laid.corner, own, hand, &mut self.bonuses);
        self.tiles.push(laid);
    }

    /// Takes a tile off the board for the thief, who will place it again without using up a turn (G12).
    pub(super) fn steal(&mut self, thief: usize, at: usize) -> TileNumber {
        let BeamTile { owner, number, tile, corner } = self.tiles.swap_remove(at);
        tile.cells_at(corner).for_each(|cell| self.cells[owner].remove(cell));
        self.holdings[owner].grass -= tile.size() as u8;
        let hand = &mut self.holdings[thief];
        hand.robberies = hand.robberies.saturating_sub(1);
        hand.turns += 1;
        number
    }
}

impl BeamTile {
    fn of(game: &Grass, number: TileNumber, placed: PlacedTile) -> Self {
        let PlacedTile { owner, corner, orientation } = placed;
        let tile = number.tile(game.shapes()).oriented(orientation);
        BeamTile { owner: owner.index(), number, tile, corner }
    }
}

/// Describes the board for a seat: `barred` are opponents' cells and stones, `near` the cells next to
/// opponents.
pub(super) fn terrain(
    side: usize,
    own: &CellSet,
    barred: CellSet,
    near: &CellSet,
    bonuses: &[BonusSquare],
) -> SeatTerrain {
    let beside = near.and(&CellSet::square(side)).without(&barred).without(own);
    let closed = barred.or(&beside);
    let is_prize = |cell: Cell| cell.neighbours(side).all(|next| !closed.contains(next));
    let prizes = bonuses.iter().map(|bonus| bonus.cell).filter(|&cell| is_prize(cell)).collect();
    SeatTerrain { side, blocked: barred, beside, capturable: prizes }
}

/// Adds a tile's cells to `own`: bonuses under it are lost (G9), those it surrounds are captured (G10).
pub(super) fn place_and_capture(
    tile: Tile,
    corner: Cell,
    own: &mut CellSet,
    hand: &mut SeatHoldings,
    bonuses: &mut BonusSquares,
) {
    for cell in tile.cells_at(corner) {
        own.insert(cell);
        hand.grass += 1;
    }
    bonuses.retain(|bonus| {
        let Cell { row, column } = bonus.cell;
        if own.contains(bonus.cell) {
            return false;
        }
        let (row, bit) = (usize::from(row), 1_u32 << column);
        let across = bit << 1 | bit >> 1; // G2: no bonus lies on the edge
        let captured =
            own.row(row) & across == across && own.row(row - 1) & own.row(row + 1) & bit != 0;
        if captured {
            match bonus.kind {
                BonusKind::Exchange => hand.coupons += 1,
                BonusKind::Stone => hand.stones += 1,
                BonusKind::Robbery => hand.robberies += 1,
            }
            own.insert(bonus.cell);
        }
        !captured
    });
}

/// Returns the seat to move, also when a deal is due: each turn takes a tile from the queue.
pub(super) fn mover(game: &Grass) -> usize {
    match game.turn() {
        Turn::Seat(seat) => seat.index(),
        Turn::Chance if game.round() > 0 => {
            let turns = tiles_in_play(game.seats()) - game.queue().len();
            turns.saturating_sub(usize::from(game.round() - 1) * game.seats())
        }
        Turn::Chance | Turn::Over => 0,
    }
}

/// Returns the number of turns with a tile this seat has left.
fn turns_left(game: &Grass, seat: Seat) -> u8 {
    let round = game.round();
    if round == 0 {
        return ROUNDS;
    }
    if round > ROUNDS {
        return 0;
    }
    let now = mover(game);
    let is_to_lay = matches!(game.phase(), Phase::Tile | Phase::Deal);
    let in_this_round = seat.index() > now || seat.index() == now && is_to_lay;
    ROUNDS - round + u8::from(in_this_round)
}

/// Returns whether this seat can no longer spend coupons (G14).
fn has_finished(game: &Grass, seat: Seat) -> bool {
    game.phase() == Phase::Over || game.round() > ROUNDS && seat.index() < mover(game)
}
