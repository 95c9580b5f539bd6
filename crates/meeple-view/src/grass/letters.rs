//! A letter for each tile on the board, so that a player can name the tile to steal.
//!
//! Adjacent tiles have different letters, and a tile keeps its letter while it is on the board: when placed,
//! it gets the first letter that no adjacent tile has.

use crate::ViewScene;
use meeple_core::Event;
use meeple_games::grass::{Board, Cell, Grass, Move, TileNumber};
use std::collections::BTreeMap;

/// Returns the letters of the tiles on the board.
pub(super) fn letters(scene: &ViewScene<'_, Grass>) -> BTreeMap<TileNumber, char> {
    let positions = scene.plies.iter().filter_map(|ply| {
        let laid = match &*ply.event {
            Event::Move { mv, .. } => matches!(mv.parse(), Ok(Move::Place { .. } | Move::Steal(_))),
            _ => false,
        };
        laid.then(|| ply.before.as_any().downcast_ref::<Grass>()).flatten()
    });
    let mut letters = BTreeMap::new();
    for position in positions.chain([scene.position]) {
        update_letters(&mut letters, position.board());
    }
    letters
}

/// Removes the tiles that have left the board, and assigns letters to new ones.
fn update_letters(letters: &mut BTreeMap<TileNumber, char>, board: &Board) {
    let cells: BTreeMap<TileNumber, Vec<Cell>> = board
        .tiles()
        .map(|(tile, placed)| (tile, board.cells_of(tile, placed).collect()))
        .collect();
    letters.retain(|tile, _| cells.contains_key(tile));
    for (tile, own) in &cells {
        if letters.contains_key(tile) {
            continue;
        }
        let around: Vec<Cell> = own.iter().flat_map(|cell| cell.neighbours(board.side())).collect();
        let beside =
            cells.iter().filter(|(_, cells)| cells.iter().any(|cell| around.contains(cell)));
        let taken: Vec<char> =
            beside.filter_map(|(other, _)| letters.get(other).copied()).collect();
        let free = ('a'..='z').find(|letter| !taken.contains(letter));
        letters.insert(*tile, free.expect("around nine cells there are at most twenty others"));
    }
}
