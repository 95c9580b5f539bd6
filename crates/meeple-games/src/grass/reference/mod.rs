//! Reference implementation of Laying Grass, following the rules literally, cell by cell.
//!
//! It shares only plain types (moves, deals, cells, options), the shapes of the tiles and the number
//! of bonus squares with the fast implementation. Otherwise it is a grid of cells, a list of placed
//! tiles with the cells they cover, and a list of pending tasks. The tests play both in lockstep.

mod placements;
mod text;

use super::{BonusKind, BonusSquare, Cell, Deal, Move, Options, Orientation, TieBreak, TileNumber};
use meeple_core::{Seat, Turn};
use rand::{Rng, RngExt};
use std::collections::BTreeSet;

/// The content of a cell (G1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReferenceCell {
    Empty,
    Grass { owner: usize },
    Stone,
    Bonus(BonusKind),
    Captured { owner: usize, kind: BonusKind },
}

/// The cells of a tile, row by row; `true` is filled.
type ReferenceShape = Vec<Vec<bool>>;

/// A tile on the board; 1x1 tiles have no number and can't be stolen.
#[derive(Debug, Clone)]
struct ReferenceTile {
    number: Option<usize>,
    owner: usize,
    corner: (usize, usize),
    orientation: Orientation,
    cells: Vec<(usize, usize)>,
}

/// What the player must do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReferenceTask {
    Stone,
    Robbery,
    PlaceStolen(usize),
}

/// A position of the reference implementation.
#[derive(Debug, Clone)]
pub struct ReferenceGrass {
    options: Options,
    players: usize,
    side: usize,
    cells: Vec<Vec<ReferenceCell>>,
    tiles: Vec<ReferenceTile>,
    /// The queue of tiles, front first; `None` is a tile not dealt yet.
    queue: Vec<Option<usize>>,
    dealt_tiles: BTreeSet<usize>,
    discarded: BTreeSet<usize>,
    coupons: Vec<u8>,
    /// 0: start tiles; 1 to 9: tiles; 10: the final 1x1 tiles; 11: over.
    round: usize,
    seat: usize,
    bonuses_dealt: bool,
    /// The drawn tile, until it is placed or discarded.
    drawn: Option<usize>,
    coupon_spent: bool,
    /// A stack: the last task is done first (G12).
    tasks: Vec<ReferenceTask>,
}

impl ReferenceGrass {
    /// Creates the starting position.
    pub fn new(options: &Options) -> Self {
        let players = options.players.unwrap_or(2) as usize;
        let side = if players <= 4 { 20 } else { 30 };
        let tiles = (players as f64 * 32.0 / 3.0).round() as usize; // G3
        ReferenceGrass {
            options: options.clone(),
            players,
            side,
            cells: vec![vec![ReferenceCell::Empty; side]; side],
            tiles: Vec::new(),
            queue: vec![None; tiles],
            dealt_tiles: BTreeSet::new(),
            discarded: BTreeSet::new(),
            coupons: vec![1; players],
            round: 0,
            seat: 0,
            bonuses_dealt: false,
            drawn: None,
            coupon_spent: false,
            tasks: Vec::new(),
        }
    }

    /// Returns whose turn it is.
    pub fn turn(&self) -> Turn {
        if self.is_deal_due() {
            Turn::Chance
        } else if self.round == 11 {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(self.seat))
        }
    }

    /// Returns whether a deal is due: first the bonus squares, then tiles until enough are visible. G3: the
    /// drawn tile and the next five are visible; before round 1, the first six.
    fn is_deal_due(&self) -> bool {
        let visible = match (self.round, self.drawn) {
            (0, _) => 6,
            (1..=9, Some(_)) => 5,
            _ => 0,
        };
        !self.bonuses_dealt || self.queue.iter().take(visible).any(Option::is_none)
    }

    /// Applies a deal, which must be legal.
    pub fn apply_deal(&mut self, deal: &Deal) {
        match deal {
            Deal::Bonuses(bonuses) => {
                for BonusSquare { cell, kind } in bonuses {
                    self.cells[usize::from(cell.row)][usize::from(cell.column)] =
                        ReferenceCell::Bonus(*kind);
                }
                self.bonuses_dealt = true;
            }
            Deal::Tile(tile) => {
                let slot = self.queue.iter_mut().find(|slot| slot.is_none());
                *slot.expect("a deal is due") = Some(tile.index());
                self.dealt_tiles.insert(tile.index());
            }
        }
        self.run_forced_steps();
    }

    /// Draws a random deal by G2 and G3; one must be due.
    pub fn sample_deal(&self, rng: &mut impl Rng) -> Deal {
        if self.bonuses_dealt {
            let unused: Vec<usize> =
                (0..96).filter(|tile| !self.dealt_tiles.contains(tile)).collect();
            let tile = unused[rng.random_range(0..unused.len())];
            return Deal::Tile(TileNumber::from_index(tile).expect("there are 96 tiles"));
        }
        let mut bonuses: Vec<BonusSquare> = Vec::new();
        for kind in BonusKind::ALL {
            let target = bonuses.len() + kind.count(self.players);
            while bonuses.len() < target {
                let mut coordinate = || rng.random_range(1..self.side - 1);
                let (row, column) = (coordinate(), coordinate());
                let is_near = |other: &BonusSquare| {
                    let (r, c) = (usize::from(other.cell.row), usize::from(other.cell.column));
                    r.abs_diff(row) + c.abs_diff(column) <= 1
                };
                if !bonuses.iter().any(is_near) {
                    bonuses.push(BonusSquare { cell: Cell::new(row, column), kind });
                }
            }
        }
        bonuses.sort();
        Deal::Bonuses(bonuses.into_iter().collect())
    }

    /// Returns all legal moves in the order of the fast implementation.
    pub fn legal_moves(&self) -> Vec<Move> {
        if !matches!(self.turn(), Turn::Seat(_)) {
            return Vec::new();
        }
        match self.tasks.last() {
            Some(ReferenceTask::Stone) => {
                self.cells_where(|cell| cell == ReferenceCell::Empty).map(Move::Stone).collect()
            }
            Some(ReferenceTask::Robbery) => {
                self.stealable_cells().into_iter().map(Move::Steal).collect()
            }
            Some(ReferenceTask::PlaceStolen(number)) => self.placements(*number),
            None if self.round == 0 => self.single_placements(),
            None if self.round == 10 => {
                let mut moves = self.single_placements();
                moves.push(Move::Stop);
                moves
            }
            None => self.moves_with_drawn_tile(),
        }
    }

    fn moves_with_drawn_tile(&self) -> Vec<Move> {
        let number = self.drawn.expect("a tile is drawn in rounds 1 to 9");
        let mut moves = self.placements(number);
        let fits = !moves.is_empty();
        if self.coupons[self.seat] > 0 && !self.coupon_spent {
            moves.extend((1..=self.queue.len().min(5) as u8).map(Move::Exchange));
            moves.extend(self.cells_where(|cell| cell == ReferenceCell::Stone).map(Move::Remove));
        }
        if !fits {
            moves.push(Move::Discard);
        }
        moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        match mv {
            Move::Place { corner, orientation } => {
                self.place_tile((corner.row.into(), corner.column.into()), orientation);
            }
            Move::Exchange(number) => {
                self.coupons[self.seat] -= 1;
                self.coupon_spent = true;
                self.queue.push(self.drawn); // G7: first the drawn tile, then the skipped ones
                for _ in 1..number {
                    let skipped = self.queue.remove(0);
                    self.queue.push(skipped);
                }
                self.drawn = self.queue.remove(0);
            }
            Move::Remove(cell) => {
                self.coupons[self.seat] -= 1;
                self.coupon_spent = true;
                self.cells[usize::from(cell.row)][usize::from(cell.column)] = ReferenceCell::Empty;
            }
            Move::Discard => self.discard_drawn(),
            Move::Stone(cell) => {
                self.tasks.pop();
                self.cells[usize::from(cell.row)][usize::from(cell.column)] = ReferenceCell::Stone;
                self.end_turn_if_done();
            }
            Move::Steal(cell) => self.steal((cell.row.into(), cell.column.into())),
            Move::Stop => self.pass_turn(),
        }
        self.run_forced_steps();
    }

    /// Performs all steps in which the player has no choice.
    fn run_forced_steps(&mut self) {
        while !self.is_deal_due() {
            match self.tasks.last() {
                Some(ReferenceTask::Stone)
                    if self.cells_where(|cell| cell == ReferenceCell::Empty).next().is_none() =>
                {
                    self.tasks.pop();
                }
                Some(ReferenceTask::Robbery) if self.stealable_cells().is_empty() => {
                    self.tasks.pop();
                }
                Some(&ReferenceTask::PlaceStolen(number)) if !self.fits_anywhere(number) => {
                    self.tasks.pop();
                    self.discarded.insert(number);
                }
                Some(_) => return,
                None => match (self.round, self.drawn) {
                    (1..=9, Some(number)) => {
                        let has_stones =
                            self.cells_where(|cell| cell == ReferenceCell::Stone).next().is_some();
                        let is_coupon_useful = has_stones || !self.queue.is_empty();
                        let can_spend_coupon =
                            self.coupons[self.seat] > 0 && !self.coupon_spent && is_coupon_useful;
                        if can_spend_coupon || self.fits_anywhere(number) {
                            return;
                        }
                        self.discard_drawn();
                        continue;
                    }
                    (10, _) if self.coupons[self.seat] == 0 => {
                        self.pass_turn();
                        continue;
                    }
                    _ => return,
                },
            }
            self.end_turn_if_done();
        }
    }

    fn discard_drawn(&mut self) {
        self.discarded.extend(self.drawn.take());
        self.pass_turn();
    }

    fn end_turn_if_done(&mut self) {
        if self.tasks.is_empty() && (1..=9).contains(&self.round) && self.drawn.is_none() {
            self.pass_turn();
        }
    }

    fn pass_turn(&mut self) {
        self.coupon_spent = false;
        self.seat += 1;
        if self.seat == self.players {
            self.seat = 0;
            self.round += 1;
        }
        if (1..=9).contains(&self.round) {
            self.drawn = self.queue.remove(0);
        }
    }

    fn place_tile(&mut self, corner: (usize, usize), orientation: Orientation) {
        let stolen = match self.tasks.last() {
            Some(ReferenceTask::PlaceStolen(number)) => Some(*number),
            _ => None,
        };
        if stolen.is_some() {
            self.tasks.pop();
        }
        if self.round == 10 && stolen.is_none() {
            self.coupons[self.seat] -= 1;
        }
        let number = stolen.or_else(|| self.drawn.take());
        let shape = number.map_or(vec![vec![true]], |number| self.oriented(number, orientation));
        let owner = self.seat;
        let cells = filled_cells(&shape, corner);
        for &(row, column) in &cells {
            self.cells[row][column] = ReferenceCell::Grass { owner };
        }
        self.tiles.push(ReferenceTile { number, owner, corner, orientation, cells });
        self.capture();
        if self.round == 0 {
            self.pass_turn();
        } else {
            self.end_turn_if_done();
        }
    }

    /// Captures enclosed bonus squares (G10) and pushes the resulting tasks; the last one pushed is done
    /// first (G11, G12).
    fn capture(&mut self) {
        let (mut stones, mut robberies) = (0, 0);
        for row in 0..self.side {
            for column in 0..self.side {
                let ReferenceCell::Bonus(kind) = self.cells[row][column] else { continue };
                let around = neighbours((row, column));
                if !around.iter().all(|&next| self.owner(next) == Some(self.seat)) {
                    continue;
                }
                self.cells[row][column] = ReferenceCell::Captured { owner: self.seat, kind };
                match kind {
                    BonusKind::Exchange => self.coupons[self.seat] += 1,
                    BonusKind::Stone => stones += 1,
                    BonusKind::Robbery => robberies += 1,
                }
            }
        }
        self.tasks.extend(std::iter::repeat_n(ReferenceTask::Robbery, robberies));
        self.tasks.extend(std::iter::repeat_n(ReferenceTask::Stone, stones));
    }

    fn steal(&mut self, target: (usize, usize)) {
        self.tasks.pop();
        let covers = |tile: &ReferenceTile| tile.cells.contains(&target);
        let at = self.tiles.iter().position(covers).expect("a tile lies there");
        let taken = self.tiles.remove(at);
        for (row, column) in taken.cells {
            self.cells[row][column] = ReferenceCell::Empty;
        }
        self.tasks
            .push(ReferenceTask::PlaceStolen(taken.number.expect("1x1 tiles cannot be stolen")));
    }

    fn stealable_cells(&self) -> Vec<Cell> {
        let others =
            self.tiles.iter().filter(|tile| tile.number.is_some() && tile.owner != self.seat);
        let mut cells: Vec<Cell> = others
            .flat_map(|tile| &tile.cells)
            .map(|&(row, column)| Cell::new(row, column))
            .collect();
        cells.sort();
        cells
    }

    fn cells_where(&self, predicate: fn(ReferenceCell) -> bool) -> impl Iterator<Item = Cell> {
        let rows = self.cells.iter().enumerate();
        rows.flat_map(move |(row, cells)| {
            let chosen = cells.iter().enumerate().filter(move |(_, cell)| predicate(**cell));
            chosen.map(move |(column, _)| Cell::new(row, column))
        })
    }

    /// Returns the owner of this cell; `None` off the board.
    fn owner(&self, (row, column): (usize, usize)) -> Option<usize> {
        match self.cells.get(row)?.get(column)? {
            ReferenceCell::Grass { owner } | ReferenceCell::Captured { owner, .. } => Some(*owner),
            _ => None,
        }
    }

    /// Returns the side of the largest square and the tie-break number for each seat (G15).
    pub fn standings(&self) -> Vec<(usize, usize)> {
        (0..self.players).map(|seat| self.standing(seat)).collect()
    }

    fn standing(&self, seat: usize) -> (usize, usize) {
        let is_grass = |row: usize, column: usize| {
            self.cells[row][column] == ReferenceCell::Grass { owner: seat }
        };
        let mut best = (0, 0);
        for top in 0..self.side {
            for left in 0..self.side {
                for side in 1..=self.side - top.max(left) {
                    let cells = || {
                        (top..top + side)
                            .flat_map(|row| (left..left + side).map(move |column| (row, column)))
                    };
                    if !cells().all(|cell| self.owner(cell) == Some(seat)) {
                        break;
                    }
                    best = best.max((
                        side,
                        cells().filter(|&(row, column)| is_grass(row, column)).count(),
                    ));
                }
            }
        }
        if self.options.tie == TieBreak::Grass {
            let all =
                (0..self.side).flat_map(|row| (0..self.side).map(move |column| (row, column)));
            best.1 = all.filter(|&(row, column)| is_grass(row, column)).count();
        }
        best
    }
}

/// Returns the four neighbours of a cell; above the first row and left of the first column the index
/// wraps to `usize::MAX`, which is off the board.
fn neighbours((row, column): (usize, usize)) -> [(usize, usize); 4] {
    let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
    [(up, column), (row, left), (row, column + 1), (row + 1, column)]
}

fn filled_cells(shape: &ReferenceShape, corner: (usize, usize)) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, line) in shape.iter().enumerate() {
        for (column, &is_filled) in line.iter().enumerate() {
            if is_filled {
                cells.push((corner.0 + row, corner.1 + column));
            }
        }
    }
    cells
}
