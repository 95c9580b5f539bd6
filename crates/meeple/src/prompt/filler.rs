//! Filler line by line.

use super::{PlainGame, Scene};
use crate::paint::Paint;
use anstyle::{AnsiColor, Style};
use meeple_ai::roster::Resources;
use meeple_core::{Outcome, Seat, record::Who};
use meeple_games::{
    GameKind,
    filler::{Board, Cell, Filler, Move, Piece, Placement},
};
use std::fmt::Write;

/// The view of a board that is being filled.
pub(super) struct FillerView;

impl PlainGame for FillerView {
    type Game = Filler;
    const KIND: GameKind = GameKind::Filler;
    const OPPONENT: &'static str = "champion";
    const HELP: &'static str = "\
Lay the piece by the column and the row of its top left corner, counted from 0: 7 2 or 7,2.
Exactly one of its filled cells must cover a cell of yours, the others empty cells. Its empty
cells count for nothing and may hang out of the board, so -1 8 can be legal.
Who cannot lay a piece is stuck, and the other goes on. Whoever owns more cells wins.
  stop    lay nothing more";

    fn new(_: &Resources) -> Self {
        FillerView
    }

    fn draw(&self, scene: &Scene<'_, Filler>) -> String {
        let game = scene.position;
        let mut text = draw_board(game.board(), scene.paint);
        for seat in [0, 1].map(Seat::new) {
            let sign = scene.paint.style(style(Cell::Latest(seat)), &owned_sign(seat));
            let cells = counted(game.board().count(seat), "cell");
            let pieces = counted(game.placed(seat), "piece");
            let stuck = if game.is_stuck(seat) { ", stuck" } else { "" };
            let _ = writeln!(text, "{sign} {}: {cells}, {pieces}{stuck}", scene.name(seat));
        }
        if let (Some(piece), Some(seat)) = (game.piece(), game.seat()) {
            text.push_str(&draw_piece(piece, seat, scene.paint));
        }
        text
    }

    fn question(&self, scene: &Scene<'_, Filler>, seat: Seat) -> String {
        format!("{}, where to (column row): ", scene.name(seat))
    }

    fn read(&self, _: &Scene<'_, Filler>, line: &str) -> Result<Move, String> {
        let line = line.trim();
        if line.eq_ignore_ascii_case("stop") {
            return Ok(Move::Stop);
        }
        let wrong = || format!("{line:?} is not a place: type a column and a row, such as 7 2");
        two_numbers(line).map(Move::Place).ok_or_else(wrong)
    }

    fn tell_move(&self, scene: &Scene<'_, Filler>, seat: Seat, mv: Move) -> String {
        let name = scene.name(seat);
        let lay = verb(name, "lay", "lays");
        match (mv, scene.position.piece()) {
            (Move::Place(at), Some(piece)) => format!("{name} {lay} {piece} at {at}"),
            (Move::Place(at), None) => format!("{name} {lay} a piece at {at}"),
            (Move::Stop, _) => format!("{name} {}", verb(name, "stop", "stops")),
        }
    }

    /// F2: a piece is seen by the player to move only, unless nobody is there to be kept from it.
    fn tell_deal(&self, scene: &Scene<'_, Filler>, piece: &Piece) -> String {
        let Some(seat) = scene.position.seat() else { return String::new() };
        let is_person =
            |seat: Seat| scene.seats.get(seat.index()).map(|info| &info.who) == Some(&Who::Person);
        let people = (0..scene.seats.len()).filter(|&index| is_person(Seat::new(index))).count();
        let name = scene.name(seat);
        if people == 0 || is_person(seat) {
            format!("{name} {} {piece}", verb(name, "get", "gets"))
        } else {
            format!("{name} {} a piece", verb(name, "get", "gets"))
        }
    }

    fn tell_consequences(&self, scene: &Scene<'_, Filler>, before: &Filler) -> String {
        let newly = |seat: &Seat| scene.position.is_stuck(*seat) && !before.is_stuck(*seat);
        let Some(seat) = [0, 1].map(Seat::new).into_iter().find(newly) else {
            return String::new();
        };
        let name = scene.name(seat);
        let be = verb(name, "are", "is");
        match before.piece().filter(|_| !before.can_lay()) {
            Some(piece) => format!("{piece} fits nowhere: {name} {be} stuck (F5)"),
            None => format!("{name} {be} out (F5)"),
        }
    }

    fn tell_end(&self, scene: &Scene<'_, Filler>, outcome: &Outcome) -> String {
        let [first, second] = [0, 1].map(|seat| scene.position.score(Seat::new(seat)));
        let winners: Vec<Seat> = outcome.winners().collect();
        match winners[..] {
            [winner] => {
                let name = scene.name(winner);
                let win = verb(name, "win", "wins");
                let (most, least) = (first.max(second), first.min(second));
                format!("Both players are stuck: {name} {win} by {most} to {least}.")
            }
            _ => format!("Both players are stuck: a draw at {first}."),
        }
    }
}

/// The verb for `you`, or for anybody else.
fn verb(name: &str, you: &'static str, other: &'static str) -> &'static str {
    if name == "you" { you } else { other }
}

fn counted(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Two whole numbers, separated by spaces, a comma or both; either may be negative.
fn two_numbers(line: &str) -> Option<Placement> {
    let (column, row) = line.split_once(',').or_else(|| line.split_once(char::is_whitespace))?;
    format!("{},{}", column.trim(), row.trim()).parse().ok()
}

/// The board with the last digit of each column on the top and the rows on the left.
fn draw_board(board: &Board, paint: Paint) -> String {
    let faint = Style::new().dimmed();
    let margin = (board.height() - 1).to_string().len();
    let mut text = String::new();
    if board.width() > 10 {
        let tens = |column: usize| {
            if column.is_multiple_of(10) && column > 0 {
                format!("{:<10}", column / 10)
            } else {
                String::new()
            }
        };
        let tens: String = (0..board.width()).map(tens).collect();
        let _ = writeln!(text, "{:margin$} {:10}{}", "", "", paint.style(faint, tens.trim_end()));
    }
    let digits: String = (0..board.width()).map(|column| (column % 10).to_string()).collect();
    let _ = writeln!(text, "{:margin$} {}", "", paint.style(faint, &digits));
    for row in 0..board.height() {
        let _ = write!(text, "{} ", paint.style(faint, &format!("{row:>margin$}")));
        let mut column = 0;
        while column < board.width() {
            // One style for a run of equal cells: a board of 9900 cells stays short.
            let cell = board.cell(column, row);
            let run = (column..board.width()).take_while(|&at| board.cell(at, row) == cell).count();
            let sign = match cell {
                Cell::Empty => paint.sign("·", ".").to_owned(),
                _ => cell.mark().to_string(),
            };
            text.push_str(&paint.style(style(cell), &sign.repeat(run)));
            column += run;
        }
        text.push('\n');
    }
    text
}

/// The piece, its top left corner where the placement counts from.
fn draw_piece(piece: &Piece, seat: Seat, paint: Paint) -> String {
    let faint = Style::new().dimmed();
    let columns = counted(piece.width() as u32, "column");
    let rows = counted(piece.height() as u32, "row");
    let mut text = format!("The piece, {columns} and {rows}:\n");
    for row in piece.rows() {
        text.push_str("  ");
        for mark in row.chars() {
            let painted = match mark {
                '.' => paint.style(faint, paint.sign("·", ".")),
                _ => paint.style(style(Cell::Latest(seat)), paint.sign("■", "O")),
            };
            text.push_str(&painted);
        }
        text.push('\n');
    }
    text
}

fn owned_sign(seat: Seat) -> String {
    Cell::Owned(seat).mark().to_string()
}

/// Player 1 in cyan, player 2 in yellow, the latest pieces in bold.
fn style(cell: Cell) -> Style {
    let colour = |seat: Seat| Some([AnsiColor::Cyan, AnsiColor::Yellow][seat.index()].into());
    match cell {
        Cell::Empty => Style::new().dimmed(),
        Cell::Owned(seat) => Style::new().fg_color(colour(seat)),
        Cell::Latest(seat) => Style::new().fg_color(colour(seat)).bold(),
    }
}
