//! A small board as plain words: copied without a thought, laid upon without allocation.

use arrayvec::ArrayVec;
use meeple_core::Seat;
use meeple_games::filler::{Board, Margins, Piece, PieceCell};

/// The most columns of a small board: the bits of a word.
pub(super) const MAX_WIDTH: usize = 32;
/// The most rows.
pub(super) const MAX_HEIGHT: usize = 16;

/// A set of cells, a word a row, with an empty row above and below the board.
pub(super) type Rows = [u32; MAX_HEIGHT + 2];

/// The cells of both seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SmallBoard {
    pub(super) owned: [Rows; 2],
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The filled cells of a piece, counted from the corner of the box around them.
#[derive(Debug, Clone)]
pub(super) struct SmallPiece {
    cells: ArrayVec<(u8, u8), { MAX_WIDTH }>,
    width: usize,
    height: usize,
    /// Empty columns of the rectangle left and right of the box, and rows above and below.
    left: usize,
    right: usize,
    above: usize,
    below: usize,
}

/// Where the corner of a piece's box lies; rows count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) row: u8,
    pub(super) column: u8,
}

/// How far the empty margins of a piece may hang out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overhang {
    /// Anywhere (F3).
    Everywhere,
    /// Not to the left and above: no negative coordinates, as the robots have it.
    RightAndBelow,
    /// Nowhere.
    Nowhere,
}

impl SmallBoard {
    /// The board, if it is small enough.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let (width, height) = (board.width(), board.height());
        if width > MAX_WIDTH || height > MAX_HEIGHT {
            return None;
        }
        let rows = |seat| {
            let mut rows = [0; MAX_HEIGHT + 2];
            for row in 0..height {
                rows[row + 1] = board.owned(Seat::new(seat)).row(row)[0] as u32;
            }
            rows
        };
        Some(SmallBoard { owned: [rows(0), rows(1)], width, height })
    }

    /// The empty cells.
    pub(super) fn free(&self) -> Rows {
        let full = u32::MAX >> (MAX_WIDTH - self.width);
        let mut free = [0; MAX_HEIGHT + 2];
        for (row, free) in free.iter_mut().enumerate().take(self.height + 1).skip(1) {
            *free = full & !self.owned[0][row] & !self.owned[1][row];
        }
        free
    }

    /// By how many cells this seat is ahead.
    pub(super) fn ahead(&self, seat: usize) -> i32 {
        count(&self.owned[seat]) - count(&self.owned[1 - seat])
    }

    /// Fills `corners` with where this seat may lay the piece (F3, F4), row by row.
    pub(super) fn placements(
        &self,
        piece: &SmallPiece,
        seat: usize,
        overhang: Overhang,
        corners: &mut Vec<Corner>,
    ) {
        corners.clear();
        let (least, right, below) = match overhang {
            Overhang::Everywhere => ((0, 0), 0, 0),
            Overhang::RightAndBelow => ((piece.above, piece.left), 0, 0),
            Overhang::Nowhere => ((piece.above, piece.left), piece.right, piece.below),
        };
        let Some(columns) = (self.width + 1).checked_sub(piece.width + right) else { return };
        let columns = (((1_u64 << columns) - 1) & !((1 << least.1) - 1)) as u32;
        let (own, enemy) = (&self.owned[seat], &self.owned[1 - seat]);
        for row in 1 + least.0..(self.height + 2).saturating_sub(piece.height + below) {
            let (mut ones, mut twos, mut hit) = (0, 0, 0);
            for &(down, right) in &piece.cells {
                let at = row + usize::from(down);
                let covered = own[at] >> right;
                twos |= ones & covered;
                ones |= covered;
                hit |= enemy[at] >> right;
            }
            let mut legal = ones & !twos & !hit & columns;
            while legal != 0 {
                corners.push(Corner { row: row as u8, column: legal.trailing_zeros() as u8 });
                legal &= legal - 1;
            }
        }
    }

    /// The board after this seat has laid the piece there.
    pub(super) fn with(&self, piece: &SmallPiece, at: Corner, seat: usize) -> Self {
        let mut board = *self;
        for &(down, right) in &piece.cells {
            board.owned[seat][usize::from(at.row + down)] |= 1 << (at.column + right);
        }
        board
    }

    /// The Manhattan distance of every cell to the nearest one of the other seat.
    pub(super) fn distances_to_enemy(&self, seat: usize) -> Distances {
        let enemy = &self.owned[1 - seat];
        let far = (self.width + self.height) as u8;
        let mut distances = [[far; MAX_WIDTH]; MAX_HEIGHT + 2];
        for row in 1..=self.height {
            for column in 0..self.width {
                let above = if row > 1 { distances[row - 1][column] + 1 } else { far };
                let left = if column > 0 { distances[row][column - 1] + 1 } else { far };
                let is_enemy = enemy[row] >> column & 1 == 1;
                distances[row][column] = if is_enemy { 0 } else { far.min(above).min(left) };
            }
        }
        for row in (1..=self.height).rev() {
            for column in (0..self.width).rev() {
                let below = if row < self.height { distances[row + 1][column] + 1 } else { far };
                let right =
                    if column + 1 < self.width { distances[row][column + 1] + 1 } else { far };
                distances[row][column] = distances[row][column].min(below).min(right);
            }
        }
        distances
    }

    /// The distances of the cells that a placement newly covers, added up.
    pub(super) fn distance(
        &self,
        piece: &SmallPiece,
        at: Corner,
        seat: usize,
        distances: &Distances,
    ) -> u32 {
        let cells = piece.cells.iter().map(|&(down, right)| {
            let (row, column) = (usize::from(at.row + down), usize::from(at.column + right));
            let is_own = self.owned[seat][row] >> column & 1;
            u32::from(distances[row][column]) * (1 - is_own)
        });
        cells.sum()
    }
}

/// A number for each cell, rows from 1.
pub(super) type Distances = [[u8; MAX_WIDTH]; MAX_HEIGHT + 2];

/// How many cells there are.
pub(super) fn count(rows: &Rows) -> i32 {
    rows.iter().map(|row| row.count_ones() as i32).sum()
}

impl SmallPiece {
    /// A piece that was dealt on a small board.
    pub(super) fn of(piece: &Piece) -> Self {
        let (least, most) = (piece.least(), piece.most());
        let cell =
            |cell: &PieceCell| ((cell.row - least.row) as u8, (cell.column - least.column) as u8);
        SmallPiece {
            cells: piece.cells().iter().map(cell).collect(),
            width: usize::from(most.column - least.column) + 1,
            height: usize::from(most.row - least.row) + 1,
            left: least.column.into(),
            right: piece.width() - 1 - usize::from(most.column),
            above: least.row.into(),
            below: piece.height() - 1 - usize::from(most.row),
        }
    }
}

impl From<Margins> for Overhang {
    fn from(margins: Margins) -> Self {
        match margins {
            Margins::Overhang => Overhang::Everywhere,
            Margins::Inside => Overhang::Nowhere,
        }
    }
}
