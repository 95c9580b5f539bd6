//! The slow twin: Laying Grass written straight from the rules, cell by cell.
//!
//! It shares the words for moves, deals and cells with the fast game, and
//! nothing else: a grid of cells, a list of tiles with their drawings, a list
//! of what is still to be done. The tests play both in lock-step.

mod laying;
mod text;

use super::{Bonus, BonusKind, Cell, Deal, GrassOptions, Move, Orientation, TieBreak, TileNumber};
use meeple_core::{Seat, Turn};
use rand::{Rng, RngExt};
use std::collections::BTreeSet;

/// What is on a cell (G1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Empty,
    Grass { owner: usize },
    Stone,
    Bonus(BonusKind),
    Captured { owner: usize, kind: BonusKind },
}

type Drawing = Vec<Vec<bool>>;

/// A tile on the board; 1x1 tiles have no number and cannot be stolen.
#[derive(Debug, Clone)]
struct Laid {
    number: Option<usize>,
    owner: usize,
    corner: (usize, usize),
    orientation: Orientation,
    cells: Vec<(usize, usize)>,
}

/// What the player has to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Stone,
    Robbery,
    LayStolen(usize),
}

/// A position of the plain game.
#[derive(Debug, Clone)]
pub struct PlainGrass {
    options: GrassOptions,
    players: usize,
    side: usize,
    cells: Vec<Vec<Ground>>,
    laid: Vec<Laid>,
    /// From the front; `None` is undecided.
    queue: Vec<Option<usize>>,
    used: BTreeSet<usize>,
    discarded: BTreeSet<usize>,
    coupons: Vec<u8>,
    round: usize,
    seat: usize,
    dealt: bool,
    /// The drawn tile, until it is laid or discarded.
    drawn: Option<usize>,
    spent: bool,
    /// A stack: the last is done first (G12).
    tasks: Vec<Task>,
}

impl PlainGrass {
    /// The first position.
    pub fn new(options: &GrassOptions) -> Self {
        let players = options.players.unwrap_or(2) as usize;
        let side = if players <= 4 { 20 } else { 30 };
        let tiles = (players as f64 * 32.0 / 3.0).round() as usize; // G3
        PlainGrass {
            options: options.clone(),
            players,
            side,
            cells: vec![vec![Ground::Empty; side]; side],
            laid: Vec::new(),
            queue: vec![None; tiles],
            used: BTreeSet::new(),
            discarded: BTreeSet::new(),
            coupons: vec![1; players],
            round: 0,
            seat: 0,
            dealt: false,
            drawn: None,
            spent: false,
            tasks: Vec::new(),
        }
    }

    /// Who moves.
    pub fn turn(&self) -> Turn {
        if self.is_deal_due() {
            Turn::Chance
        } else if self.round == 11 {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(self.seat))
        }
    }

    /// G3: the drawn tile and the next five are visible, before round 1 the first six.
    fn is_deal_due(&self) -> bool {
        let visible = match (self.round, self.drawn) {
            (0, _) => 6,
            (1..=9, Some(_)) => 5,
            _ => 0,
        };
        !self.dealt || self.queue.iter().take(visible).any(Option::is_none)
    }

    /// Lets chance decide; the deal must be possible.
    pub fn apply_deal(&mut self, deal: &Deal) {
        match deal {
            Deal::Bonuses(bonuses) => {
                for Bonus { cell, kind } in bonuses {
                    self.cells[usize::from(cell.row)][usize::from(cell.column)] =
                        Ground::Bonus(*kind);
                }
                self.dealt = true;
            }
            Deal::Tile(tile) => {
                let place = self.queue.iter_mut().find(|place| place.is_none());
                *place.expect("a deal is due") = Some(tile.index());
                self.used.insert(tile.index());
            }
        }
        self.go_on();
    }

    /// A deal drawn as the rules say (G2, G3), when one is due.
    pub fn sample_deal(&self, rng: &mut impl Rng) -> Deal {
        if self.dealt {
            let unused: Vec<usize> = (0..96).filter(|tile| !self.used.contains(tile)).collect();
            let tile = unused[rng.random_range(0..unused.len())];
            return Deal::Tile(TileNumber::from_index(tile).expect("there are 96 tiles"));
        }
        let mut bonuses: Vec<Bonus> = Vec::new();
        for kind in BonusKind::ALL {
            let due = bonuses.len() + kind.count(self.players);
            while bonuses.len() < due {
                let mut place = || rng.random_range(1..self.side - 1);
                let (row, column) = (place(), place());
                let is_near = |other: &Bonus| {
                    let (r, c) = (usize::from(other.cell.row), usize::from(other.cell.column));
                    r.abs_diff(row) + c.abs_diff(column) <= 1
                };
                if !bonuses.iter().any(is_near) {
                    bonuses.push(Bonus { cell: Cell::new(row, column), kind });
                }
            }
        }
        bonuses.sort();
        Deal::Bonuses(bonuses.into_iter().collect())
    }

    /// Every legal move, in the order of the fast game.
    pub fn legal_moves(&self) -> Vec<Move> {
        if !matches!(self.turn(), Turn::Seat(_)) {
            return Vec::new();
        }
        match self.tasks.last() {
            Some(Task::Stone) => {
                self.cells_where(|cell| cell == Ground::Empty).map(Move::Stone).collect()
            }
            Some(Task::Robbery) => self.stealable().into_iter().map(Move::Steal).collect(),
            Some(Task::LayStolen(number)) => self.placements(*number),
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
        if self.coupons[self.seat] > 0 && !self.spent {
            moves.extend((1..=self.queue.len().min(5) as u8).map(Move::Exchange));
            moves.extend(self.cells_where(|cell| cell == Ground::Stone).map(Move::Remove));
        }
        if !fits {
            moves.push(Move::Discard);
        }
        moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        match mv {
            Move::Lay { corner, orientation } => {
                self.lay((corner.row.into(), corner.column.into()), orientation);
            }
            Move::Exchange(number) => {
                self.coupons[self.seat] -= 1;
                self.spent = true;
                self.queue.push(self.drawn); // G7: first the drawn one, then the skipped ones
                for _ in 1..number {
                    let skipped = self.queue.remove(0);
                    self.queue.push(skipped);
                }
                self.drawn = self.queue.remove(0);
            }
            Move::Remove(cell) => {
                self.coupons[self.seat] -= 1;
                self.spent = true;
                self.cells[usize::from(cell.row)][usize::from(cell.column)] = Ground::Empty;
            }
            Move::Discard => self.discard_drawn(),
            Move::Stone(cell) => {
                self.tasks.pop();
                self.cells[usize::from(cell.row)][usize::from(cell.column)] = Ground::Stone;
                self.end_turn_if_done();
            }
            Move::Steal(cell) => self.steal((cell.row.into(), cell.column.into())),
            Move::Stop => self.next_seat(),
        }
        self.go_on();
    }

    /// What happens without anybody deciding it.
    fn go_on(&mut self) {
        while !self.is_deal_due() {
            match self.tasks.last() {
                Some(Task::Stone)
                    if self.cells_where(|cell| cell == Ground::Empty).next().is_none() =>
                {
                    self.tasks.pop();
                }
                Some(Task::Robbery) if self.stealable().is_empty() => {
                    self.tasks.pop();
                }
                Some(&Task::LayStolen(number)) if !self.fits_anywhere(number) => {
                    self.tasks.pop();
                    self.discarded.insert(number);
                }
                Some(_) => return,
                None => match (self.round, self.drawn) {
                    (1..=9, Some(number)) => {
                        let stones =
                            self.cells_where(|cell| cell == Ground::Stone).next().is_some();
                        let use_for_coupon = stones || !self.queue.is_empty();
                        let coupon = self.coupons[self.seat] > 0 && !self.spent && use_for_coupon;
                        if coupon || self.fits_anywhere(number) {
                            return;
                        }
                        self.discard_drawn();
                        continue;
                    }
                    (10, _) if self.coupons[self.seat] == 0 => {
                        self.next_seat();
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
        self.next_seat();
    }

    fn end_turn_if_done(&mut self) {
        if self.tasks.is_empty() && (1..=9).contains(&self.round) && self.drawn.is_none() {
            self.next_seat();
        }
    }

    fn next_seat(&mut self) {
        self.spent = false;
        self.seat += 1;
        if self.seat == self.players {
            self.seat = 0;
            self.round += 1;
        }
        if (1..=9).contains(&self.round) {
            self.drawn = self.queue.remove(0);
        }
    }

    fn lay(&mut self, corner: (usize, usize), orientation: Orientation) {
        let stolen = match self.tasks.last() {
            Some(Task::LayStolen(number)) => Some(*number),
            _ => None,
        };
        if stolen.is_some() {
            self.tasks.pop();
        }
        if self.round == 10 && stolen.is_none() {
            self.coupons[self.seat] -= 1;
        }
        let number = stolen.or_else(|| self.drawn.take());
        let drawing = number.map_or(vec![vec![true]], |number| self.turned(number, orientation));
        let owner = self.seat;
        let cells = filled(&drawing, corner);
        for &(row, column) in &cells {
            self.cells[row][column] = Ground::Grass { owner };
        }
        self.laid.push(Laid { number, owner, corner, orientation, cells });
        self.capture();
        if self.round == 0 {
            self.next_seat();
        } else {
            self.end_turn_if_done();
        }
    }

    /// G10, and the order of G11 and G12: the last task pushed is the next to be done.
    fn capture(&mut self) {
        let (mut stones, mut robberies) = (0, 0);
        for row in 0..self.side {
            for column in 0..self.side {
                let Ground::Bonus(kind) = self.cells[row][column] else { continue };
                let around = neighbours((row, column));
                if !around.iter().all(|&next| self.owner(next) == Some(self.seat)) {
                    continue;
                }
                self.cells[row][column] = Ground::Captured { owner: self.seat, kind };
                match kind {
                    BonusKind::Exchange => self.coupons[self.seat] += 1,
                    BonusKind::Stone => stones += 1,
                    BonusKind::Robbery => robberies += 1,
                }
            }
        }
        self.tasks.extend(std::iter::repeat_n(Task::Robbery, robberies));
        self.tasks.extend(std::iter::repeat_n(Task::Stone, stones));
    }

    fn steal(&mut self, target: (usize, usize)) {
        self.tasks.pop();
        let covers = |laid: &Laid| laid.cells.contains(&target);
        let at = self.laid.iter().position(covers).expect("a tile lies there");
        let taken = self.laid.remove(at);
        for (row, column) in taken.cells {
            self.cells[row][column] = Ground::Empty;
        }
        self.tasks.push(Task::LayStolen(taken.number.expect("1x1 tiles cannot be stolen")));
    }

    fn stealable(&self) -> Vec<Cell> {
        let others =
            self.laid.iter().filter(|laid| laid.number.is_some() && laid.owner != self.seat);
        let mut cells: Vec<Cell> = others
            .flat_map(|laid| &laid.cells)
            .map(|&(row, column)| Cell::new(row, column))
            .collect();
        cells.sort();
        cells
    }

    fn cells_where(&self, is: fn(Ground) -> bool) -> impl Iterator<Item = Cell> {
        let rows = self.cells.iter().enumerate();
        rows.flat_map(move |(row, cells)| {
            let chosen = cells.iter().enumerate().filter(move |(_, cell)| is(**cell));
            chosen.map(move |(column, _)| Cell::new(row, column))
        })
    }

    /// Whose cell this is; off the board there is nobody.
    fn owner(&self, (row, column): (usize, usize)) -> Option<usize> {
        match self.cells.get(row)?.get(column)? {
            Ground::Grass { owner } | Ground::Captured { owner, .. } => Some(*owner),
            _ => None,
        }
    }

    /// Side of the largest square, and what breaks a tie, for each seat (G15).
    pub fn standings(&self) -> Vec<(usize, usize)> {
        (0..self.players).map(|seat| self.standing(seat)).collect()
    }

    fn standing(&self, seat: usize) -> (usize, usize) {
        let grass =
            |row: usize, column: usize| self.cells[row][column] == Ground::Grass { owner: seat };
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
                    best = best
                        .max((side, cells().filter(|&(row, column)| grass(row, column)).count()));
                }
            }
        }
        if self.options.tie == TieBreak::Grass {
            let all =
                (0..self.side).flat_map(|row| (0..self.side).map(move |column| (row, column)));
            best.1 = all.filter(|&(row, column)| grass(row, column)).count();
        }
        best
    }
}

/// The four cells around one; before the first row or column lies `usize::MAX`, off the board.
fn neighbours((row, column): (usize, usize)) -> [(usize, usize); 4] {
    let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
    [(up, column), (row, left), (row, column + 1), (row + 1, column)]
}

fn filled(drawing: &Drawing, corner: (usize, usize)) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, line) in drawing.iter().enumerate() {
        for (column, &is_filled) in line.iter().enumerate() {
            if is_filled {
                cells.push((corner.0 + row, corner.1 + column));
            }
        }
    }
    cells
}
