//! Tests that draw the board, play on it with keys and mouse, and press keys at random.

mod drawing;
mod input;

use super::*;
use crate::screen::{
    boards::Animation,
    input::{Target, Zones},
    theme::{Shade, SymbolSet, Theme},
};
use meeple_core::{Notes, Seat, Table, TableDue};
use meeple_games::GameKind;
use meeple_session::open_table::preview;
use ratatui::buffer::Buffer;

/// Creates a table with these options, after the first deal.
fn table(options: &[&str]) -> Table {
    let options: Vec<String> = options.iter().map(|&option| option.into()).collect();
    Table::resume(preview(GameKind::Azul, &options, 7).expect("options of the game"))
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
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal is due")),
            TableDue::Seat(seat) if seat.index() > 0 => {
                let first = table.position().legal_move_texts().swap_remove(0);
                table.play(seat, &first, Notes::default()).expect("a legal move");
            }
            TableDue::End => drop(table.end().expect("the end is due")),
            TableDue::Seat(_) | TableDue::Over => return,
        }
    }
}

/// Plays so many moves, each time the legal move with index `count / part`.
fn played(mut table: Table, moves: usize, part: usize) -> Table {
    for _ in 0..moves {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a deal is due")),
            TableDue::Seat(seat) => {
                let mut texts = table.position().legal_move_texts();
                let chosen = texts.swap_remove(texts.len() / part);
                table.play(seat, &chosen, Notes::default()).expect("a legal move");
            }
            TableDue::End => drop(table.end().expect("the end is due")),
            TableDue::Over => break,
        }
    }
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

/// Draws the board; returns the buffer and the clickable zones.
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

const ASCII: Theme = Theme { signs: SymbolSet::Ascii, ..Theme::PLAIN };
const LIGHT: Theme = Theme { shade: Shade::Light, ..Theme::DARK };
