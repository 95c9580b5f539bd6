//! A small board stored as machine words: cheap to copy, and pieces are placed without allocation.

use arrayvec::ArrayVec;
use meeple_core::Seat;
use meeple_games::filler::{Board, Margins, Piece, PieceCell};

/// Maximum number of columns: the bits of a word.
pub(super) const MAX_WIDTH: usize = 32;
/// Maximum number of rows.
pub(super) const MAX_HEIGHT: usize = 16;

/// A set of cells with one word per row and an empty row above and below the board.
pub(super) type SmallRows = [u32; MAX_HEIGHT + 2];

/// A board with the cells of both seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SmallBoard {
    pub(super) owned: [SmallRows; 2],
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The filled cells of a piece, relative to the corner of their bounding box.
#[derive(Debug, Clone)]
pub(super) struct SmallPiece {
    cells: ArrayVec<(u8, u8), { MAX_WIDTH }>,
    width: usize,
    height: usize,
    /// Empty columns of the piece's rectangle left and right of the box, and empty rows above and below it.
    left: usize,
    right: usize,
    above: usize,
    below: usize,
}

/// The corner of a piece's bounding box on the board; rows count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoxCorner {
    pub(super) row: u8,
    pub(super) column: u8,
}

/// Where the empty margins of a piece may hang over the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OverhangRule {
    /// On all sides (F3).
    Everywhere,
    /// Only on the right and below: no negative coordinates, like the official robots.
    RightAndBelow,
    /// On no side.
    Nowhere,
}

impl SmallBoard {
    /// Converts a board; `None` if it is too large.
    pub(crate) fn from_board(board: &Board) -> Option<Self> {
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

    /// Returns the empty cells.
    pub(super) fn free(&self) -> SmallRows {
        let full = u32::MAX >> (MAX_WIDTH - self.width);
        let mut free = [0; MAX_HEIGHT + 2];
        for (row, free) in free.iter_mut().enumerate().take(self.height + 1).skip(1) {
            *free = full & !self.owned[0][row] & !self.owned[1][row];
        }
        free
    }

    /// Returns how many more cells this seat has than the other.
    pub(super) fn cell_lead(&self, seat: usize) -> i32 {
        count(&self.owned[seat]) - count(&self.owned[1 - seat])
    }

    /// Fills `corners` with the legal placements of the piece for this seat (F3, F4), row by row.
    pub(super) fn placements(
        &self,
        piece: &SmallPiece,
        seat: usize,
        overhang: OverhangRule,
        corners: &mut Vec<BoxCorner>,
    ) {
        corners.clear();
        let (least, right, below) = match overhang {
            OverhangRule::Everywhere => ((0, 0), 0, 0),
            OverhangRule::RightAndBelow => ((piece.above, piece.left), 0, 0),
            OverhangRule::Nowhere => ((piece.above, piece.left), piece.right, piece.below),
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
                corners.push(BoxCorner { row: row as u8, column: legal.trailing_zeros() as u8 });
                legal &= legal - 1;
            }
        }
    }

    /// Returns the board after this seat has placed the piece there.
    pub(super) fn with_piece(&self, piece: &SmallPiece, at: BoxCorner, seat: usize) -> Self {
        let mut board = *self;
        for &(down, right) in &piece.cells {
            board.owned[seat][usize::from(at.row + down)] |= 1 << (at.column + right);
        }
        board
    }

    /// Returns the Manhattan distance of every cell to the nearest cell of the other seat.
    pub(super) fn distances_to_enemy(&self, seat: usize) -> CellDistances {
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

    /// Returns the sum of the distances of the cells a placement newly covers.
    pub(super) fn distance(
        &self,
        piece: &SmallPiece,
        at: BoxCorner,
        seat: usize,
        distances: &CellDistances,
    ) -> u32 {
        let cells = piece.cells.iter().map(|&(down, right)| {
            let (row, column) = (usize::from(at.row + down), usize::from(at.column + right));
            let is_own = self.owned[seat][row] >> column & 1;
            u32::from(distances[row][column]) * (1 - is_own)
        });
        cells.sum()
    }
}

/// The distance of each cell; rows count from 1.
pub(super) type CellDistances = [[u8; MAX_WIDTH]; MAX_HEIGHT + 2];

/// Counts the cells of a set.
pub(super) fn count(rows: &SmallRows) -> i32 {
    rows.iter().map(|row| row.count_ones() as i32).sum()
}

impl SmallPiece {
    /// Converts a piece dealt on a small board.
    pub(super) fn from_piece(piece: &Piece) -> Self {
        let (least, most) = (piece.min_cell(), piece.max_cell());
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

impl From<Margins> for OverhangRule {
    fn from(margins: Margins) -> Self {
        match margins {
            Margins::Overhang => OverhangRule::Everywhere,
            Margins::Inside => OverhangRule::Nowhere,
        }
    }
}
