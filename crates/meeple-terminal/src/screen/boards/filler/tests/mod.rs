//! The board as it is drawn, and as it is played on.

mod drawn;
mod played;

use super::*;
use crate::screen::{
    boards::Motion,
    input::Zones,
    theme::{Depth, Shade, Signs, Theme},
};
use meeple_core::{Due, Notes, Table};
use meeple_games::GameKind;
use meeple_session::opening::preview;
use ratatui::buffer::Buffer;

const ASCII: Theme = Theme { signs: Signs::Ascii, ..Theme::PLAIN };
const LIGHT: Theme = Theme { shade: Shade::Light, ..Theme::DARK };
const SIXTEEN: Theme = Theme { depth: Depth::Sixteen, ..Theme::DARK };

fn table(map: &str, seed: u64) -> Table {
    let options = [format!("map={map}")];
    let game = preview(GameKind::Filler, &options, seed).expect("a game can begin");
    Table::resume(game)
}

/// Deals, and lets everybody but `person` make a move, until it is the person's turn or over.
fn go_on(table: &mut Table, person: Seat) -> bool {
    loop {
        match table.due() {
            Due::Deal => drop(table.deal().expect("a piece can be dealt")),
            Due::End => drop(table.end().expect("it is over")),
            Due::Over => return false,
            Due::Seat(seat) if seat == person => return true,
            Due::Seat(seat) => {
                let mv = table.position().legal_texts().swap_remove(0);
                table.play(seat, &mv, Notes::default()).expect("a legal move");
            }
        }
    }
}

fn mover(seat: Seat) -> Role {
    Role { mover: Some(seat), own: Some(seat), motion: Motion::None }
}

fn show(board: &mut FillerBoard, table: &Table, role: Role) {
    board.show(table.game(), table.game().line().len(), role);
}

fn drawn(board: &FillerBoard, (width, height): (u16, u16), theme: Theme) -> (Vec<String>, Zones) {
    let area = Rect::new(0, 0, width, height);
    let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
    board.draw(area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    ((0..height).map(|y| line(y).trim_end().to_owned()).collect(), zones)
}

/// The lines of a drawing, which begins on the line after the first.
fn lines(drawing: &str) -> Vec<String> {
    drawing.split('\n').skip(1).map(Into::into).collect()
}

/// A game on a map after so many moves of each player's first legal move, person to move.
fn begun(map: &str, moves: usize) -> (FillerBoard, Table) {
    let person = Seat::new(0);
    let (mut table, mut board) = (table(map, 7), FillerBoard::default());
    for _ in 0..moves {
        assert!(go_on(&mut table, person), "the game goes on");
        let texts = table.position().legal_texts();
        table.play(person, &texts[texts.len() / 2], Notes::default()).expect("a legal move");
    }
    assert!(go_on(&mut table, person), "the game goes on");
    show(&mut board, &table, mover(person));
    (board, table)
}
