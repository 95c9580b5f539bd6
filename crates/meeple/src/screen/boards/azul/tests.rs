//! The board drawn, played with keys and the mouse, and pressed at random.

use super::*;
use crate::screen::{
    boards::Motion,
    input::{Direction, Spot, Target, Zones},
    play::course::preview,
    theme::{Shade, Signs, Theme},
};
use meeple_core::{Due, Notes, Seat, Table};
use meeple_games::GameKind;
use ratatui::buffer::Buffer;

/// A table with these options, dealt.
fn table(options: &[&str]) -> Table {
    let options: Vec<String> = options.iter().map(|&option| option.into()).collect();
    Table::resume(preview(GameKind::Azul, &options, 7).expect("a game"))
}

/// The seat that is to move, seen by itself.
fn role(table: &Table, motion: Motion) -> Role {
    let mover = match table.due() {
        Due::Seat(seat) => Some(seat),
        _ => None,
    };
    Role { mover, own: Some(Seat::new(0)), motion }
}

fn shown(table: &Table) -> AzulBoard {
    let mut board = AzulBoard::default();
    board.show(table.game(), table.game().line().len(), role(table, Motion::None));
    board
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    let line = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..area.height).map(|y| line(y).trim_end().to_owned()).collect()
}

fn drawn(board: &AzulBoard, (width, height): (u16, u16), theme: &Theme) -> Vec<String> {
    let (mut buffer, mut zones) =
        (Buffer::empty(Rect::new(0, 0, width, height)), Zones::default());
    board.draw(buffer.area, &mut Canvas::new(&mut buffer, &mut zones, theme));
    lines(&buffer)
}

#[test]
fn print() {
    for players in ["players=2", "players=3", "players=4"] {
        let mut table = table(&[players]);
        for _ in 0..9 {
            let texts = table.position().legal_texts();
            let Due::Seat(seat) = table.due() else { break };
            table.play(seat, &texts[texts.len() / 3], Notes::default()).unwrap();
        }
        let mut board = shown(&table);
        for size in [(52, 22), (78, 36)] {
            for theme in [Theme::PLAIN, Theme::DARK] {
                println!("{}", "=".repeat(52));
                println!("{}", drawn(&board, size, &theme).join("\n"));
            }
        }
        board.press(Input::Key(Key::Enter));
        println!("{}", drawn(&board, (52, 22), &Theme::PLAIN).join("\n"));
        println!("{:?}", board.preview());
    }
}
