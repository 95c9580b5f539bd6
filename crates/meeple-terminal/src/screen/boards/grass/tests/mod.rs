//! Tests that draw the board in all sizes and play whole games with its keys.

mod drawing;
mod playing;

use super::*;
use crate::screen::{
    boards::Animation,
    input::{KeyPress, Zones},
    theme::Theme,
};
use meeple_core::{Notes, Table, TableDue};
use meeple_games::GameKind;
use meeple_session::open_table::preview;
use ratatui::buffer::Buffer;

/// Creates a table for so many players; the same seed deals the same tiles.
fn table(players: usize, seed: u64) -> Table {
    let options = [format!("players={players}")];
    Table::resume(preview(GameKind::Grass, &options, seed).expect("a game"))
}

/// Deals until a player is to move; returns `None` at the end of the game.
fn deal(table: &mut Table) -> Option<Seat> {
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal")),
            TableDue::Seat(seat) => return Some(seat),
            TableDue::End | TableDue::Over => return None,
        }
    }
}

fn play(table: &mut Table, seat: Seat, mv: &str) {
    table.play(seat, mv, Notes::default()).expect("a legal move");
}

/// Plays these moves; returns the table and the player to move.
fn played(players: usize, moves: &[&str]) -> (Table, Seat) {
    let mut table = table(players, 7);
    for mv in moves {
        let seat = deal(&mut table).expect("the game goes on");
        play(&mut table, seat, mv);
    }
    let seat = deal(&mut table).expect("the game goes on");
    (table, seat)
}

fn show(board: &mut GrassBoard, table: &Table, mover: Option<Seat>) {
    let role = ViewerRole { mover, own: mover, motion: Animation::None };
    board.show(table.game(), table.game().plies().len(), role);
}

/// Returns a board after these moves with a person to move.
fn asked(players: usize, moves: &[&str]) -> GrassBoard {
    let (mut board, (table, seat)) = (GrassBoard::default(), played(players, moves));
    show(&mut board, &table, Some(seat));
    board
}

fn press(board: &mut GrassBoard, keys: &str) {
    for key in keys.chars() {
        board.handle_input(UserInput::Key(KeyPress::Char(key)));
    }
}

fn drawn(board: &GrassBoard, (width, height): (u16, u16), theme: Theme) -> (Buffer, Zones) {
    let (mut buffer, mut zones) = (Buffer::empty(Rect::new(0, 0, width, height)), Zones::default());
    board.draw(buffer.area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
    (buffer, zones)
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let line = |y| {
        let letters = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol().to_owned());
        letters.collect::<String>().trim_end().to_owned()
    };
    (0..buffer.area.height).map(line).collect()
}
