//! Every legal placement, by shifted rows of bits.
//!
//! For one row of corners, each filled cell looks at one row of the board,
//! shifted so that bit *x* says what that cell would cover if the corner were
//! in column *x*. Saturating sums of those rows answer for 64 corners at once:
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
    let mut corners = [0; MAX_WORDS];
    for column in first_column..=last_column {
        corners[column as usize / 64] |= 1 << (column % 64);
    }
    let nowhere = first_column > last_column;
    let last_row = if nowhere { first_row - 1 } else { last_row };
    Placements {
        own: board.owned(seat),
        enemy: board.owned(opponent(seat)),
        piece,
        corners,
        next_row: first_row,
        last_row,
        row: first_row,
        word: 0,
        legal: [0; MAX_WORDS],
    }
}

/// Whether the piece can be laid anywhere.
pub fn has_valid_placement(board: &Board, piece: &Piece, seat: Seat, margins: Margins) -> bool {
    find_valid_placements(board, piece, seat, margins).advance()
}

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
    /// The row whose corners are in `legal`, and the first word that may hold any.
    row: i32,
    word: usize,
    legal: [u64; MAX_WORDS],
}

impl Placements<'_> {
    /// Moves to the next word that holds a legal corner; false when there is none.
    fn advance(&mut self) -> bool {
        loop {
            while self.word < self.own.words_per_row() {
                if self.legal[self.word] != 0 {
                    return true;
                }
                self.word += 1;
            }
            if self.next_row > self.last_row {
                return false;
            }
            (self.row, self.word) = (self.next_row, 0);
            self.next_row += 1;
            match self.own.words_per_row() {
                1 => self.look_at_row::<1>(),
                2 => self.look_at_row::<2>(),
                3 => self.look_at_row::<3>(),
                _ => self.look_at_row::<4>(),
            }
        }
    }

    /// Finds the legal corners of `self.row`, rows being `N` words long.
    fn look_at_row<const N: usize>(&mut self) {
        let (mut ones, mut twos, mut hit) = ([0; N], [0; N], [0; N]);
        let least = self.piece.least();
        for cell in self.piece.cells() {
            let row = self.row as usize + usize::from(cell.row - least.row);
            let shift = usize::from(cell.column - least.column);
            let own = shifted::<N>(self.own, row, shift);
            let enemy = shifted::<N>(self.enemy, row, shift);
            for word in 0..N {
                twos[word] |= ones[word] & own[word];
                ones[word] |= own[word];
                hit[word] |= enemy[word];
            }
        }
        for word in 0..N {
            self.legal[word] = ones[word] & !twos[word] & !hit[word] & self.corners[word];
        }
    }
}

/// A row of the board moved `shift` columns to the left; empty cells come in from the right.
#[inline]
fn shifted<const N: usize>(cells: &BitRows, row: usize, shift: usize) -> [u64; N] {
    let from: [u64; N] = cells.words()[row * N..][..N].try_into().expect("a row is N words");
    let (words, bits) = (shift / 64, shift % 64);
    if words == 0 && N == 1 {
        return [from[0] >> bits; N];
    }
    std::array::from_fn(|word| {
        let at = |index: usize| from.get(index).copied().unwrap_or(0);
        // In two steps: a shift by 64 would overflow.
        at(word + words) >> bits | at(word + words + 1) << 1 << (63 - bits)
    })
}

impl Iterator for Placements<'_> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        if !self.advance() {
            return None;
        }
        let word = &mut self.legal[self.word];
        let column = self.word * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        let least = self.piece.least();
        Some(Placement {
            column: column as i16 - least.column as i16,
            row: self.row as i16 - least.row as i16,
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
