//! The names of moves for people.
//!
//! ```text
//! D2                         lay the tile as drawn, its first cell on D2
//! D2 flipped                 mirrored
//! D2 flipped and turned left mirrored, then a quarter turn anticlockwise
//! exchange for next tile 3   remove the stone on D2   stone on D2   steal the tile on D2
//! ```
//!
//! The first cell of a tile is the leftmost one of its top row, in the orientation in which it is laid.

use super::shown_position::placed_cells;
use meeple_core::CellName;
use meeple_games::grass::{Cell, Grass, Move, Orientation};

/// Names a move.
pub(super) fn move_name(position: &Grass, mv: Move) -> String {
    match mv {
        Move::Place { corner, orientation } => {
            let cell = first_cell(position, corner, orientation);
            match describe_orientation(orientation) {
                None => cell.to_string(),
                Some(turned) => format!("{cell} {turned}"),
            }
        }
        Move::Exchange(number) => format!("exchange for next tile {number}"),
        Move::Remove(cell) => format!("remove the stone on {}", cell.name()),
        Move::Stone(cell) => format!("stone on {}", cell.name()),
        Move::Steal(cell) => format!("steal the tile on {}", stolen_cell(position, cell)),
        Move::Discard | Move::Stop => mv.to_string(),
    }
}

/// Names the first cell of the tile in hand when it is laid like this.
pub(super) fn first_cell(position: &Grass, corner: Cell, orientation: Orientation) -> CellName {
    let cells = placed_cells(position, corner, orientation);
    cells.first().map_or(corner, |&first| first).name()
}

/// Names the first cell of the tile on this cell, or the cell itself if no tile lies there.
pub(super) fn stolen_cell(position: &Grass, cell: Cell) -> CellName {
    let board = position.board();
    let tile = board.tile_at(cell);
    let first = tile.and_then(|(tile, placed)| board.cells_of(tile, placed).next());
    first.unwrap_or(cell).name()
}

/// Describes an orientation; `None` as drawn.
pub(super) fn describe_orientation(orientation: Orientation) -> Option<String> {
    let turned = match orientation.turns() {
        0 => None,
        1 => Some("turned right"),
        2 => Some("turned around"),
        _ => Some("turned left"),
    };
    match (orientation.is_flipped(), turned) {
        (false, None) => None,
        (true, None) => Some("flipped".into()),
        (false, Some(turned)) => Some(turned.into()),
        (true, Some(turned)) => Some(format!("flipped and {turned}")),
    }
}
