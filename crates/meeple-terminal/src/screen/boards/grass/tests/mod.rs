//! The board drawn small and large, and whole games through its keys.

mod drawing;
mod playing;

use super::*;
use crate::screen::{
    boards::Motion,
    input::{Key, Zones},
    theme::Theme,
};
use meeple_core::{Due, Notes, Table};
use meeple_games::GameKind;
use meeple_session::opening::preview;
use ratatui::buffer::Buffer;

/// A table for so many; the same seed deals the same tiles.
fn table(players: usize, seed: u64) -> Table {
    let options = [format!("players={players}")];
    Table::resume(preview(GameKind::Grass, &options, seed).expect("a game"))
}

/// Deals until somebody is due; nobody at the end.
fn deal(table: &mut Table) -> Option<Seat> {
    loop {
        match table.due() {
            Due::Deal => drop(table.deal().expect("a deal")),
            Due::Seat(seat) => return Some(seat),
            Due::End | Due::Over => return None,
        }
    }
}

fn play(table: &mut Table, seat: Seat, mv: &str) {
    table.play(seat, mv, Notes::default()).expect("a legal move");
}

/// A table after these moves, and who is due.
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
    let role = Role { mover, own: mover, motion: Motion::None };
    board.show(table.game(), table.game().line().len(), role);
}

/// A board at which a person is to move after these moves.
fn asked(players: usize, moves: &[&str]) -> GrassBoard {
    let (mut board, (table, seat)) = (GrassBoard::default(), played(players, moves));
    show(&mut board, &table, Some(seat));
    board
}

fn press(board: &mut GrassBoard, keys: &str) {
    for key in keys.chars() {
        board.press(Input::Key(Key::Char(key)));
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
