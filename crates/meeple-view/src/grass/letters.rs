//! A letter for each tile on the board, so that a theft can be aimed.
//!
//! Tiles that lie side by side have different letters, and a tile keeps its
//! letter while it lies: it gets the first that no tile beside it has when it
//! is laid.

use crate::Scene;
use meeple_core::Event;
use meeple_games::grass::{Board, Cell, Grass, Move, TileNumber};
use std::collections::BTreeMap;

/// The letters of the tiles on the board.
pub(super) fn letters(scene: &Scene<'_, Grass>) -> BTreeMap<TileNumber, char> {
    let positions = scene.line.iter().filter_map(|ply| {
        let laid = match &*ply.event {
            Event::Move { mv, .. } => matches!(mv.parse(), Ok(Move::Lay { .. } | Move::Steal(_))),
            _ => false,
        };
        laid.then(|| ply.before.as_any().downcast_ref::<Grass>()).flatten()
    });
    let mut letters = BTreeMap::new();
    for position in positions.chain([scene.position]) {
        follow(&mut letters, position.board());
    }
    letters
}

/// Forgets the tiles that have left the board, and gives letters to those that are new.
fn follow(letters: &mut BTreeMap<TileNumber, char>, board: &Board) {
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
