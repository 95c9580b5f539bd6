//! Every legal placement, by shifted rows of bits.
//!
//! For a row of corners, each filled cell looks at one row of the board,
//! shifted so that bit *x* says what that cell would cover if the corner were
//! in column *x*. Saturating sums of those rows answer for 64 corners at once,
//! and a block of rows is done in one loop:
//!
//! ```text
//! own   ones  = covers an own cell at least once
//!       twos  = covers a second one                legal = ones & !twos & !hit
//! enemy hit   = covers an opponent's cell
//! ```

use super::{BitRows, Board, Margins, Piece, Placement, bit_rows::MAX_WORDS, opponent};
use meeple_core::Seat;

/// The legal placements, row by row from the top, each row from the left (F3, F4).
pub fn find_valid_placements<'a>(
    board: &'a Board,
    piece: &'a Piece,
    seat: Seat,
    margins: Margins,
) -> Placements<'a> {
    let (least, most) = (piece.least(), piece.most());
    let span = |side: usize, size: usize, least: u16, most: u16| {
        let (side, least, most) = (side as i32, i32::from(least), i32::from(most));
        // Corners of the filled box: from the first to the last that keeps it on the board,
        // and with margins inside, the rectangle too.
        match margins {
            Margins::Overhang => (0, side - 1 - (most - least)),
            Margins::Inside => (least, side - size as i32 + least),
        }
    };
    let (first_column, last_column) = span(board.width(), piece.width(), least.column, most.column);
    let (first_row, last_row) = span(board.height(), piece.height(), least.row, most.row);
    // Without a column there is no row either.
    let last_row = if first_column > last_column { first_row - 1 } else { last_row };
    let mut corners = [0; MAX_WORDS];
    for (word, corners) in corners[..board.owned(seat).words_per_row()].iter_mut().enumerate() {
        *corners = columns(word, first_column, last_column);
    }
    // A corner lies at most the height of the piece above a cell of ours.
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

/// The first and the last row that hold a cell; the first lies behind the last if none does.
fn rows_with_cells(cells: &BitRows) -> (i32, i32) {
    let (words, per_row) = (cells.words(), cells.words_per_row());
    let first = words.iter().position(|&word| word != 0).unwrap_or(words.len());
    let last = words.iter().rposition(|&word| word != 0);
    ((first / per_row) as i32, last.map_or(-1, |last| (last / per_row) as i32))
}

/// The bits of one word of a row that lie in these columns.
fn columns(word: usize, first: i32, last: i32) -> u64 {
    let from = (first - 64 * word as i32).clamp(0, 64) as u32;
    let to = (last + 1 - 64 * word as i32).clamp(0, 64) as u32;
    let below = |bit: u32| if bit == 64 { u64::MAX } else { (1 << bit) - 1 };
    below(to) & !below(from)
}

/// Whether the piece can be laid anywhere.
pub fn has_valid_placement(board: &Board, piece: &Piece, seat: Seat, margins: Margins) -> bool {
    // Most pieces fit early, so a few rows at a time are enough to see it.
    let mut placements = find_valid_placements(board, piece, seat, margins);
    placements.block = BLOCK / 4;
    placements.advance()
}

/// How many words of corners are looked at together, at most.
const BLOCK: usize = 16;

/// The iterator of [`find_valid_placements`]. Rows and columns inside are those of
/// the corner of the *filled* box, which is never off the board.
#[derive(Debug, Clone)]
pub struct Placements<'a> {
    own: &'a BitRows,
    enemy: &'a BitRows,
    piece: &'a Piece,
    /// The columns a corner may be in.
    corners: [u64; MAX_WORDS],
    next_row: i32,
    last_row: i32,
    /// How many words are looked at together, at most `BLOCK`.
    block: usize,
    /// The legal corners from row `first_row` on, the words that are filled, and the first
    /// of them that may still hold any.
    first_row: i32,
    legal: [u64; BLOCK],
    filled: usize,
    word: usize,
}

impl Placements<'_> {
    /// How many are left, which stay.
    pub fn count_all(&mut self) -> usize {
        self.advance(); // what is found here is found for the copy too
        if self.next_row > self.last_row {
            let left = &self.legal[self.word..self.filled];
            return left.iter().map(|word| word.count_ones() as usize).sum();
        }
        self.clone().count()
    }

    /// Moves to the next word that holds a legal corner; false when there is none.
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
                1 => self.look_at_block::<1>(),
                2 => self.look_at_block::<2>(),
                3 => self.look_at_block::<3>(),
                _ => self.look_at_block::<4>(),
            }
        }
    }

    /// Finds the legal corners of the next few rows, each `N` words long.
    fn look_at_block<const N: usize>(&mut self) {
        let rows = (self.block / N).min((self.last_row - self.next_row + 1) as usize);
        let (mut ones, mut twos, mut hit) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
        let least = self.piece.least();
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

/// Word `at` of some rows, each moved `shift` columns to the left; empty cells come in
/// from the right.
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
        let least = self.piece.least();
        Some(Placement {
            column: column as i16 - least.column as i16,
            row: row as i16 - least.row as i16,
        })
    }

    /// Without looking at each one.
    fn count(mut self) -> usize {
        let mut count = 0;
        while self.advance() {
            count += self.legal[self.word].count_ones() as usize;
            self.legal[self.word] = 0;
        }
        count
    }

    /// Without looking at those before it.
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
