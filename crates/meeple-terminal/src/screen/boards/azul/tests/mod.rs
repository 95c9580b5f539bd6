//! The board drawn, played with keys and the mouse, and pressed at random.

mod drawn;
mod pressed;

use super::*;
use crate::screen::{
    boards::Motion,
    input::{Target, Zones},
    theme::{Shade, Signs, Theme},
};
use meeple_core::{Due, Notes, Seat, Table};
use meeple_games::GameKind;
use meeple_session::opening::preview;
use ratatui::buffer::Buffer;

/// A table with these options, dealt.
fn table(options: &[&str]) -> Table {
    let options: Vec<String> = options.iter().map(|&option| option.into()).collect();
    Table::resume(preview(GameKind::Azul, &options, 7).expect("options of the game"))
}

/// Whose turn it is.
fn due(table: &Table) -> Option<Seat> {
    match table.due() {
        Due::Seat(seat) => Some(seat),
        _ => None,
    }
}

/// Lets happen what happens by itself, and everybody but the first make a move.
fn go_on(table: &mut Table) {
    loop {
        match table.due() {
            Due::Deal => drop(table.deal().expect("a deal is due")),
            Due::Seat(seat) if seat.index() > 0 => {
                let first = table.position().legal_texts().swap_remove(0);
                table.play(seat, &first, Notes::default()).expect("a legal move");
            }
            Due::End => drop(table.end().expect("the end is due")),
            Due::Seat(_) | Due::Over => return,
        }
    }
}

/// Plays so many moves, of all legal ones the one after this part of them.
fn played(mut table: Table, moves: usize, part: usize) -> Table {
    for _ in 0..moves {
        match table.due() {
            Due::Deal => drop(table.deal().expect("a deal is due")),
            Due::Seat(seat) => {
                let mut texts = table.position().legal_texts();
                let chosen = texts.swap_remove(texts.len() / part);
                table.play(seat, &chosen, Notes::default()).expect("a legal move");
            }
            Due::End => drop(table.end().expect("the end is due")),
            Due::Over => break,
        }
    }
    table
}

fn show(board: &mut AzulBoard, table: &Table, motion: Motion) {
    let role = Role { mover: due(table), own: Some(Seat::new(0)), motion };
    board.show(table.game(), table.game().line().len(), role);
}

fn shown(table: &Table) -> AzulBoard {
    let mut board = AzulBoard::default();
    show(&mut board, table, Motion::None);
    board
}

/// What is drawn, and what can be clicked.
fn buffer_of(board: &AzulBoard, (width, height): (u16, u16), theme: Theme) -> (Buffer, Zones) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let mut zones = Zones::default();
    board.draw(buffer.area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
    (buffer, zones)
}

fn lines(buffer: &Buffer) -> String {
    let line = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let lines: Vec<String> =
        (0..buffer.area.height).map(|y| line(y).trim_end().to_owned()).collect();
    lines.join("\n")
}

fn drawn(board: &AzulBoard, size: (u16, u16), theme: Theme) -> String {
    lines(&buffer_of(board, size, theme).0)
}

const ASCII: Theme = Theme { signs: Signs::Ascii, ..Theme::PLAIN };
const LIGHT: Theme = Theme { shade: Shade::Light, ..Theme::DARK };
