//! Tests that draw the board and play on it.

mod drawing;
mod playing;

use super::*;
use crate::screen::{
    boards::Animation,
    input::Zones,
    theme::{ColourDepth, Shade, SymbolSet, Theme},
};
use meeple_core::{Notes, Table, TableDue};
use meeple_games::GameKind;
use meeple_session::open_table::preview;
use ratatui::buffer::Buffer;

const ASCII: Theme = Theme { signs: SymbolSet::Ascii, ..Theme::PLAIN };
const LIGHT: Theme = Theme { shade: Shade::Light, ..Theme::DARK };
const SIXTEEN: Theme = Theme { depth: ColourDepth::Sixteen, ..Theme::DARK };

fn table(map: &str, seed: u64) -> Table {
    let options = [format!("map={map}")];
    let game = preview(GameKind::Filler, &options, seed).expect("a game can begin");
    Table::resume(game)
}

/// Plays deals and the other seats' moves until it is the person's turn; returns `false` if the
/// game is over.
fn go_on(table: &mut Table, person: Seat) -> bool {
    loop {
        match table.due() {
            TableDue::Deal => drop(table.deal().expect("a piece can be dealt")),
            TableDue::End => drop(table.end().expect("it is over")),
            TableDue::Over => return false,
            TableDue::Seat(seat) if seat == person => return true,
            TableDue::Seat(seat) => {
                let mv = table.position().legal_move_texts().swap_remove(0);
                table.play(seat, &mv, Notes::default()).expect("a legal move");
            }
        }
    }
}

fn mover(seat: Seat) -> ViewerRole {
    ViewerRole { mover: Some(seat), own: Some(seat), motion: Animation::None }
}

fn show(board: &mut FillerBoard, table: &Table, role: ViewerRole) {
    board.show(table.game(), table.game().plies().len(), role);
}

fn drawn(board: &FillerBoard, (width, height): (u16, u16), theme: Theme) -> (Vec<String>, Zones) {
    let area = Rect::new(0, 0, width, height);
    let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
    board.draw(area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    ((0..height).map(|y| line(y).trim_end().to_owned()).collect(), zones)
}

/// Splits an expected drawing, which starts after its first line break, into lines.
fn lines(drawing: &str) -> Vec<String> {
    drawing.split('\n').skip(1).map(Into::into).collect()
}

/// Plays so many of the person's moves on a map; returns the board with the person to move.
fn begun(map: &str, moves: usize) -> (FillerBoard, Table) {
    let person = Seat::new(0);
    let (mut table, mut board) = (table(map, 7), FillerBoard::default());
    for _ in 0..moves {
        assert!(go_on(&mut table, person), "the game goes on");
        let texts = table.position().legal_move_texts();
        table.play(person, &texts[texts.len() / 2], Notes::default()).expect("a legal move");
    }
    assert!(go_on(&mut table, person), "the game goes on");
    show(&mut board, &table, mover(person));
    (board, table)
}
