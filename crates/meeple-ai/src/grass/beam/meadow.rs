//! A position as the beam sees it: whose cells, which bonuses, what everybody holds.
//!
//! Smaller than the game, and without its course: a search lays tiles for
//! whom it wishes, in the order it wishes. What a lay captures is held from
//! then on; stones and robberies are not carried out in thought, they are
//! worth what they are worth on the average.

use super::prices::Lawn;
use meeple_core::{Game, MAX_SEATS, Seat, Turn};
use meeple_games::grass::{
    Bonus, BonusKind, Bonuses, Cell, Grass, Phase, Placed, ROUNDS, Rows, ShapeList, Tile,
    TileNumber, tiles_in_play,
};

/// What one seat has besides its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hand {
    /// Turns with a tile that are still to come, the one of now included while it lasts.
    pub(super) turns: u8,
    /// Coupons that can still be spent.
    pub(super) coupons: u8,
    /// Stones to be placed.
    pub(super) stones: u8,
    /// Robberies to be committed.
    pub(super) robberies: u8,
    /// Cells of grass, which break ties (G15).
    pub(super) grass: u8,
}

/// A position, as far as the beam is concerned.
#[derive(Debug, Clone)]
pub(super) struct Meadow {
    /// Rows, and columns, of the board.
    pub(super) side: usize,
    /// How many play.
    pub(super) seats: usize,
    /// Which tiles are played with.
    pub(super) shapes: ShapeList,
    /// Everybody's cells.
    pub(super) own: [Rows; MAX_SEATS],
    /// The stones.
    pub(super) stones: Rows,
    /// Bonus squares that nobody has.
    pub(super) bonuses: Bonuses,
    /// What everybody holds.
    pub(super) hands: [Hand; MAX_SEATS],
    /// The tiles that could be stolen.
    pub(super) tiles: Vec<Laid>,
}

/// A tile that lies on the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Laid {
    /// Whose it is.
    pub(super) owner: usize,
    /// Which it is.
    pub(super) number: TileNumber,
    /// How it is turned.
    pub(super) tile: Tile,
    /// Where its corner is.
    pub(super) corner: Cell,
}

impl Meadow {
    /// The position as it stands.
    pub(super) fn of(game: &Grass) -> Self {
        let board = game.board();
        let mut meadow = Meadow {
            side: board.side(),
            seats: board.seats(),
            shapes: game.shapes(),
            own: [Rows::EMPTY; MAX_SEATS],
            stones: *board.stones(),
            bonuses: board.bonuses().iter().copied().collect(),
            hands: [Hand::default(); MAX_SEATS],
            tiles: board.tiles().map(|(number, placed)| Laid::of(game, number, placed)).collect(),
        };
        for seat in (0..meadow.seats).map(Seat::new) {
            let held = game.holdings(seat);
            meadow.own[seat.index()] = *board.territory(seat);
            meadow.hands[seat.index()] = Hand {
                turns: turns_left(game, seat),
                coupons: if has_finished(game, seat) { 0 } else { held.coupons },
                stones: held.stones,
                robberies: held.robberies,
                grass: board.grass(seat).len() as u8,
            };
        }
        meadow
    }

    /// Everybody but this seat.
    pub(super) fn others(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.seats).filter(move |&other| other != seat)
    }

    /// The cells of everybody but these two, who may be the same.
    pub(super) fn cells_of_others(&self, [one, two]: [usize; 2]) -> Rows {
        let others = self.others(one).filter(|&other| other != two);
        others.fold(Rows::EMPTY, |all, other| all.or(&self.own[other]))
    }

    /// What a seat finds on the board.
    pub(super) fn lawn(&self, seat: usize) -> Lawn {
        let others = self.cells_of_others([seat, seat]);
        let barred = others.or(&self.stones);
        lawn(self.side, &self.own[seat], barred, &others.neighbours(), &self.bonuses)
    }

    /// Lays a tile that fits there, and takes what it captures.
    pub(super) fn lay(&mut self, laid: Laid) {
        let (own, hand) = (&mut self.own[laid.owner], &mut self.hands[laid.owner]);
        cover(laid.tile, laid.corner, own, hand, &mut self.bonuses);
        self.tiles.push(laid);
    }

    /// Takes a tile off the board for somebody who will lay it anew, which takes no turn (G12).
    pub(super) fn steal(&mut self, thief: usize, at: usize) -> TileNumber {
        let Laid { owner, number, tile, corner } = self.tiles.swap_remove(at);
        tile.cells_at(corner).for_each(|cell| self.own[owner].remove(cell));
        self.hands[owner].grass -= tile.size() as u8;
        let hand = &mut self.hands[thief];
        hand.robberies = hand.robberies.saturating_sub(1);
        hand.turns += 1;
        number
    }
}

impl Laid {
    fn of(game: &Grass, number: TileNumber, placed: Placed) -> Self {
        let Placed { owner, corner, orientation } = placed;
        let tile = number.tile(game.shapes()).turned(orientation);
        Laid { owner: owner.index(), number, tile, corner }
    }
}

/// What a seat finds where others and stones are `barred`, and `near` is next to others.
pub(super) fn lawn(side: usize, own: &Rows, barred: Rows, near: &Rows, bonuses: &[Bonus]) -> Lawn {
    let beside = near.and(&Rows::square(side)).without(&barred).without(own);
    let closed = barred.or(&beside);
    let is_prize = |cell: Cell| cell.neighbours(side).all(|next| !closed.has(next));
    let prizes = bonuses.iter().map(|bonus| bonus.cell).filter(|&cell| is_prize(cell)).collect();
    Lawn { side, barred, beside, prizes }
}

/// Puts a tile's cells to the own ones: bonuses under it are lost (G9), those it surrounds
/// are captured (G10).
pub(super) fn cover(
    tile: Tile,
    corner: Cell,
    own: &mut Rows,
    hand: &mut Hand,
    bonuses: &mut Bonuses,
) {
    for cell in tile.cells_at(corner) {
        own.insert(cell);
        hand.grass += 1;
    }
    bonuses.retain(|bonus| {
        let Cell { row, column } = bonus.cell;
        if own.has(bonus.cell) {
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

/// Whose turn it is, also where a deal is due: each turn takes a tile from the queue.
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

/// The turns with a tile that this seat has still to take.
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

/// Whether this seat's coupons can no longer be spent (G14).
fn has_finished(game: &Grass, seat: Seat) -> bool {
    game.phase() == Phase::Over || game.round() > ROUNDS && seat.index() < mover(game)
}
