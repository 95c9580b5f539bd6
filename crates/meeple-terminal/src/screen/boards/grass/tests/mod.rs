//! Tests that draw the board and play whole games with its keys.

mod drawing;
mod playing;

use super::*;
use crate::screen::{
    boards::tests::{
        advised, drawn, key, lines, miniature, next_mover, play, press, show, spot, table,
    },
    input::KeyPress,
    theme::Theme,
};
use meeple_core::Table;
use meeple_games::GameKind;

/// Plays these moves; returns the table and the player to move.
fn played(players: usize, moves: &[&str]) -> (Table, Seat) {
    let mut table = table(GameKind::Grass, &[&format!("players={players}")], 7);
    for mv in moves {
        play(&mut table, mv);
    }
    let seat = next_mover(&mut table).expect("the game goes on");
    (table, seat)
}

/// Returns a board after these moves with a person to move.
fn asked(players: usize, moves: &[&str]) -> GrassBoard {
    let (mut board, (table, seat)) = (GrassBoard::default(), played(players, moves));
    show(&mut board, &table, Some(seat));
    board
}
