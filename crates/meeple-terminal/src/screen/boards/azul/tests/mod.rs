//! Tests that draw the board and play on it with keys and mouse.

mod drawing;
mod input;

use super::*;
use crate::screen::{
    boards::{
        Animation,
        tests::{
            advised, drawn, key, lines, miniature, next_mover, painted, play, play_part, spot,
        },
    },
    input::Target,
    theme::Theme,
};
use meeple_core::{Seat, Table, TableDue};
use meeple_games::GameKind;

/// Creates a table with these options, after the first deal.
fn table(options: &[&str]) -> Table {
    crate::screen::boards::tests::table(GameKind::Azul, options, 7)
}

/// Returns whose turn it is.
fn due(table: &Table) -> Option<Seat> {
    match table.due() {
        TableDue::Seat(seat) => Some(seat),
        _ => None,
    }
}

/// Plays every deal and every move of the other players until it is the first player's turn.
fn go_on(table: &mut Table) {
    while next_mover(table).is_some_and(|seat| seat.index() > 0) {
        let first = table.position().legal_move_texts().swap_remove(0);
        play(table, &first);
    }
}

/// Plays so many moves, each time the legal move with index `count / part`.
fn played(mut table: Table, moves: usize, part: usize) -> Table {
    (0..moves).for_each(|_| play_part(&mut table, part));
    table
}

fn show(board: &mut AzulBoard, table: &Table, motion: Animation) {
    let role = ViewerRole { mover: due(table), own: Some(Seat::new(0)), motion };
    board.show(table.game(), table.game().plies().len(), role);
}

fn shown(table: &Table) -> AzulBoard {
    let mut board = AzulBoard::default();
    show(&mut board, table, Animation::None);
    board
}

fn text(board: &AzulBoard) -> String {
    lines(&drawn(board, (52, 22), Theme::PLAIN).0).join("\n")
}
