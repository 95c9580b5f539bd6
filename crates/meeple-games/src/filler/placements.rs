//! Finds all legal placements with shifted bit rows.
//!
//! For each row of possible corners, every filled cell reads one row of the board, shifted so that
//! bit *x* tells what that cell would cover if the corner were in column *x*. Saturating sums of
//! those rows give the answer for 64 corners at once, and one loop processes a block of rows:
//!
//! ```text
//! own   ones  = covers an own cell at least once
//!       twos  = covers a second one                legal = ones & !twos & !hit
//! enemy hit   = covers an opponent's cell
//! ```

use super::{BitRows, Board, Margins, Piece, Placement, bit_rows::MAX_WORDS, opponent};
use meeple_core::Seat;

/// Returns the legal placements, row by row from the top and from left to right (F3, F4).
pub fn find_valid_placements<'a>(
    board: &'a Board,
    piece: &'a Piece,
    seat: Seat,
    margins: Margins,
) -> Placements<'a> {
    let (least, most) = (piece.min_cell(), piece.max_cell());
    let span = |side: usize, size: usize, least: u16, most: u16| {
        let (side, least, most) = (side as i32, i32::from(least), i32::from(most));
        // The range of corners of the filled box that keep it on the board and, with margins
        // inside, the whole rectangle too.
        match margins {
            Margins::Overhang => (0, side - 1 - (most - least)),
            Margins::Inside => (least, side - size as i32 + least),
        }
    };
    let (first_column, last_column) = span(board.width(), piece.width(), least.column, most.column);
    let (first_row, last_row) = span(board.height(), piece.height(), least.row, most.row);
    // An empty range of columns makes the range of rows empty too.
    let last_row = if first_column > last_column { first_row - 1 } else { last_row };
    let mut corners = [0; MAX_WORDS];
    for (word, corners) in corners[..board.owned(seat).words_per_row()].iter_mut().enumerate() {
        *corners = columns(word, first_column, last_column);
    }
    // A corner is at most the height of the piece above one of the seat's own cells.
    let (top, bottom) = rows_with_cells(board.owned(seat));
    let height = i32::from(most.row - least.row);
    Placements {
        own: board.owned(seat),
        enemy: board.owned(opponent(seat)),
        piece,
        corners,
        next_row: first_row.max(top - height),
        last_row: last_row.min(bottom),
        block: BLOCK,
        first_row,
        legal: [0; BLOCK],
        filled: 0,
        word: 0,
    }
}

/// Returns the first and the last row that contain a cell; first > last if there are none.
fn rows_with_cells(cells: &BitRows) -> (i32, i32) {
    let (words, per_row) = (cells.words(), cells.words_per_row());
    let first = words.iter().position(|&word| word != 0).unwrap_or(words.len());
    let last = words.iter().rposition(|&word| word != 0);
    ((first / per_row) as i32, last.map_or(-1, |last| (last / per_row) as i32))
}

/// Returns the bits of one word of a row that are in these columns.
fn columns(word: usize, first: i32, last: i32) -> u64 {
    let from = (first - 64 * word as i32).clamp(0, 64) as u32;
    let to = (last + 1 - 64 * word as i32).clamp(0, 64) as u32;
    let below = |bit: u32| if bit == 64 { u64::MAX } else { (1 << bit) - 1 };
    below(to) & !below(from)
}

/// Returns whether the piece has any legal placement.
pub fn has_valid_placement(board: &Board, piece: &Piece, seat: Seat, margins: Margins) -> bool {
    // Most pieces fit near the top, so a smaller block usually suffices.
    let mut placements = find_valid_placements(board, piece, seat, margins);
    placements.block = BLOCK / 4;
    placements.advance()
}

/// The maximum number of words of corners that are processed together.
const BLOCK: usize = 16;

/// The iterator returned by [`find_valid_placements`]. Its rows and columns are those of the corner
/// of the *filled* box, which is always on the board.
#[derive(Debug, Clone)]
pub struct Placements<'a> {
    own: &'a BitRows,
    enemy: &'a BitRows,
    piece: &'a Piece,
    /// The columns in which a corner may be.
    corners: [u64; MAX_WORDS],
    next_row: i32,
    last_row: i32,
    /// The number of words processed together, at most `BLOCK`.
    block: usize,
    /// The current block: its first row, the legal corners from there on, the number of words in
    /// use, and the first word that may still contain a corner.
    first_row: i32,
    legal: [u64; BLOCK],
    filled: usize,
    word: usize,
}

impl Placements<'_> {
    /// Returns the number of remaining placements without consuming them.
    pub fn count_remaining(&mut self) -> usize {
        self.advance(); // the clone below then starts with the block computed here
        if self.next_row > self.last_row {
            let left = &self.legal[self.word..self.filled];
            return left.iter().map(|word| word.count_ones() as usize).sum();
        }
        self.clone().count()
    }

    /// Moves to the next word that contains a legal corner; returns false if there is none.
    fn advance(&mut self) -> bool {
        loop {
            while self.word < self.filled {
                if self.legal[self.word] != 0 {
                    return true;
                }
                self.word += 1;
            }
            if self.next_row > self.last_row {
                return false;
            }
            match self.own.words_per_row() {
                1 => self.compute_block::<1>(),
                2 => self.compute_block::<2>(),
                3 => self.compute_block::<3>(),
                _ => self.compute_block::<4>(),
            }
        }
    }

    /// Computes the legal corners of the next few rows, each `N` words long.
    fn compute_block<const N: usize>(&mut self) {
        let rows = (self.block / N).min((self.last_row - self.next_row + 1) as usize);
        let (mut ones, mut twos, mut hit) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
        let least = self.piece.min_cell();
        for cell in self.piece.cells() {
            let row = self.next_row as usize + usize::from(cell.row - least.row);
            let shift = usize::from(cell.column - least.column);
            let own = &self.own.words()[row * N..][..rows * N];
            let enemy = &self.enemy.words()[row * N..][..rows * N];
            let (ones, twos) = (&mut ones[..rows * N], &mut twos[..rows * N]);
            let hit = &mut hit[..rows * N];
            for at in 0..rows * N {
                let covers_own = shifted::<N>(own, at, shift);
                twos[at] |= ones[at] & covers_own;
                ones[at] |= covers_own;
                hit[at] |= shifted::<N>(enemy, at, shift);
            }
        }
        for at in 0..rows * N {
            self.legal[at] = ones[at] & !twos[at] & !hit[at] & self.corners[at % N];
        }
        (self.first_row, self.filled, self.word) = (self.next_row, rows * N, 0);
        self.next_row += rows as i32;
    }
}

/// Returns word `at` of the rows after shifting each of them `shift` columns to the left; empty
/// cells are shifted in from the right.
#[inline]
fn shifted<const N: usize>(rows: &[u64], at: usize, shift: usize) -> u64 {
    if N == 1 {
        return rows[at] >> (shift % 64);
    }
    let (words, bits) = (shift / 64, shift % 64);
    let word = at % N + words;
    let low = if word < N { rows[at + words] >> bits } else { 0 };
    // In two steps: a shift by 64 would overflow.
    let high = if word + 1 < N { rows[at + words + 1] << 1 << (63 - bits) } else { 0 };
    low | high
}

impl Iterator for Placements<'_> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        if !self.advance() {
            return None;
        }
        let word = &mut self.legal[self.word];
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        let words_per_row = self.own.words_per_row();
        let column = self.word % words_per_row * 64 + bit;
        let row = self.first_row as usize + self.word / words_per_row;
        let least = self.piece.min_cell();
        Some(Placement {
            column: column as i16 - least.column as i16,
            row: row as i16 - least.row as i16,
        })
    }

    /// Counts whole words instead of single placements.
    fn count(mut self) -> usize {
        let mut count = 0;
        while self.advance() {
            count += self.legal[self.word].count_ones() as usize;
            self.legal[self.word] = 0;
        }
        count
    }

    /// Skips whole words instead of single placements.
    fn nth(&mut self, mut n: usize) -> Option<Placement> {
        while self.advance() {
            let ones = self.legal[self.word].count_ones() as usize;
            if n < ones {
                break;
            }
            n -= ones;
            self.legal[self.word] = 0;
        }
        for _ in 0..n {
            self.next();
        }
        self.next()
    }
}
