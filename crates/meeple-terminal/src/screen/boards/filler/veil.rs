//! What can be laid over the empty cells.
//!
//! ```text
//! territory   ◦◦·▫▫   who is there first, over empty cells      heat   2345   how near the
//!             ◦@·$▫   (· both at once, nobody)                         23$5   other's cells are
//! ```

use meeple_ai::filler::distances::{UNREACHED, manhattan_to_enemy, steps_from};
use meeple_core::Seat;
use meeple_games::filler::Board;
use std::cmp::Ordering;

/// Which veil is laid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Veil {
    /// None.
    #[default]
    Nothing,
    /// Who reaches a cell first.
    Territory,
    /// How near the other's cells are.
    Heat,
}

/// What a veil says of an empty cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Veiled {
    /// Nothing.
    Nothing,
    /// Both are there at once, or nobody ever.
    Even,
    /// This seat is there first.
    Nearer(Seat),
    /// So near is the other, from 0 to 9.
    Heat(u8),
}

impl Veil {
    /// The one after it.
    pub(super) fn next(self) -> Self {
        match self {
            Veil::Nothing => Veil::Territory,
            Veil::Territory => Veil::Heat,
            Veil::Heat => Veil::Nothing,
        }
    }

    /// What it says of every cell, row by row; heat as this seat feels it. No veil says nothing.
    pub(super) fn over(self, board: &Board, seat: Seat) -> Vec<Veiled> {
        let rows = 0..board.height();
        let cells = rows.flat_map(|row| (0..board.width()).map(move |column| (column, row)));
        match self {
            Veil::Nothing => Vec::new(),
            Veil::Territory => {
                let steps = [0, 1].map(|seat| steps_from(board, board.owned(Seat::new(seat))));
                let at = |(column, row)| steps.each_ref().map(|steps| steps.at(column, row));
                cells.map(|cell| nearer(at(cell))).collect()
            }
            Veil::Heat => {
                let distances = manhattan_to_enemy(board, seat);
                let most = board.width() + board.height();
                let heat = |distance: u16| 9 - (usize::from(distance) * 18 / most).min(9);
                let at = |(column, row)| Veiled::Heat(heat(distances.at(column, row)) as u8);
                cells.map(at).collect()
            }
        }
    }
}

fn nearer([first, second]: [u16; 2]) -> Veiled {
    match first.cmp(&second) {
        _ if first == UNREACHED && second == UNREACHED => Veiled::Even,
        Ordering::Less => Veiled::Nearer(Seat::new(0)),
        Ordering::Greater => Veiled::Nearer(Seat::new(1)),
        Ordering::Equal => Veiled::Even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(veil: Veil, board: &str) -> Vec<String> {
        let board = Board::from_line(board).expect("a board");
        let sign = |veiled: &Veiled| match veiled {
            Veiled::Nothing => ' ',
            Veiled::Even => '=',
            Veiled::Nearer(seat) => ['0', '1'][seat.index()],
            Veiled::Heat(heat) => char::from(b'0' + heat),
        };
        let cells = veil.over(&board, Seat::new(0));
        cells.chunks(board.width()).map(|row| row.iter().map(sign).collect()).collect()
    }

    #[test]
    fn a_veil_says_who_is_first_and_how_near_the_other_is() {
        assert_eq!(drawn(Veil::Territory, "@...$/....."), ["00=11", "00=11"]);
        assert_eq!(drawn(Veil::Heat, "@...$/....."), ["02479", "00247"]);
    }
}
