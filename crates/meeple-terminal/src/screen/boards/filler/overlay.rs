//! Overlays for the empty cells.
//!
//! ```text
//! territory   ◦◦·▫▫   who reaches an empty cell first           heat   2345   how near the
//!             ◦@·$▫   (· both at once, or nobody)                      23$5   opponent's cells are
//! ```

use meeple_ai::filler::distances::{UNREACHED, manhattan_to_enemy, steps_from};
use meeple_core::Seat;
use meeple_games::filler::Board;
use std::cmp::Ordering;

/// Which overlay is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// None.
    #[default]
    Nothing,
    /// Who reaches a cell first.
    Territory,
    /// How near the opponent's cells are.
    Heat,
}

/// An overlay's value for one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OverlayValue {
    /// Nothing.
    Nothing,
    /// Both seats reach it at the same time, or neither does.
    Even,
    /// This seat reaches it first.
    Nearer(Seat),
    /// How near the opponent is, from 0 (far) to 9 (adjacent).
    Heat(u8),
}

impl Overlay {
    /// Returns the next overlay, in a cycle.
    pub(super) fn next(self) -> Self {
        match self {
            Overlay::Nothing => Overlay::Territory,
            Overlay::Territory => Overlay::Heat,
            Overlay::Heat => Overlay::Nothing,
        }
    }

    /// Returns the value of every cell, row by row, with heat from this seat's view; empty without
    /// an overlay.
    pub(super) fn values_for(self, board: &Board, seat: Seat) -> Vec<OverlayValue> {
        let rows = 0..board.height();
        let cells = rows.flat_map(|row| (0..board.width()).map(move |column| (column, row)));
        match self {
            Overlay::Nothing => Vec::new(),
            Overlay::Territory => {
                let steps = [0, 1].map(|seat| steps_from(board, board.owned(Seat::new(seat))));
                let at = |(column, row)| steps.each_ref().map(|steps| steps.distance(column, row));
                cells.map(|cell| nearer(at(cell))).collect()
            }
            Overlay::Heat => {
                let distances = manhattan_to_enemy(board, seat);
                let most = board.width() + board.height();
                let heat = |distance: u16| 9 - (usize::from(distance) * 18 / most).min(9);
                let at =
                    |(column, row)| OverlayValue::Heat(heat(distances.distance(column, row)) as u8);
                cells.map(at).collect()
            }
        }
    }
}

fn nearer([first, second]: [u16; 2]) -> OverlayValue {
    match first.cmp(&second) {
        _ if first == UNREACHED && second == UNREACHED => OverlayValue::Even,
        Ordering::Less => OverlayValue::Nearer(Seat::new(0)),
        Ordering::Greater => OverlayValue::Nearer(Seat::new(1)),
        Ordering::Equal => OverlayValue::Even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(overlay: Overlay, board: &str) -> Vec<String> {
        let board = Board::from_line(board).expect("a board");
        let sign = |overlaid: &OverlayValue| match overlaid {
            OverlayValue::Nothing => ' ',
            OverlayValue::Even => '=',
            OverlayValue::Nearer(seat) => ['0', '1'][seat.index()],
            OverlayValue::Heat(heat) => char::from(b'0' + heat),
        };
        let cells = overlay.values_for(&board, Seat::new(0));
        cells.chunks(board.width()).map(|row| row.iter().map(sign).collect()).collect()
    }

    #[test]
    fn overlays_show_territory_and_distance() {
        assert_eq!(drawn(Overlay::Territory, "@...$/....."), ["00=11", "00=11"]);
        assert_eq!(drawn(Overlay::Heat, "@...$/....."), ["02479", "00247"]);
    }
}
