//! Tests that draw the board and play on it.

mod drawing;
mod playing;

use super::*;
use crate::screen::{
    boards::tests::{advised, drawn, key, lines, miniature, next_mover, play, press, show, spot},
    theme::Theme,
};
use meeple_core::Table;
use meeple_games::GameKind;

const PERSON: Seat = Seat::new(0);

fn table(map: &str, seed: u64) -> Table {
    crate::screen::boards::tests::table(GameKind::Filler, &[&format!("map={map}")], seed)
}

/// Plays the other seat's moves until it is the person's turn; returns `false` if the game is over.
fn go_on(table: &mut Table, person: Seat) -> bool {
    while let Some(seat) = next_mover(table) {
        if seat == person {
            return true;
        }
        let mv = table.position().legal_move_texts().swap_remove(0);
        play(table, &mv);
    }
    false
}

/// Plays so many of the person's moves on a map; returns the board with the person to move.
fn begun(map: &str, moves: usize) -> (FillerBoard, Table) {
    let (mut table, mut board) = (table(map, 7), FillerBoard::default());
    for _ in 0..moves {
        assert!(go_on(&mut table, PERSON), "the game goes on");
        let texts = table.position().legal_move_texts();
        play(&mut table, &texts[texts.len() / 2]);
    }
    assert!(go_on(&mut table, PERSON), "the game goes on");
    show(&mut board, &table, Some(PERSON));
    (board, table)
}
