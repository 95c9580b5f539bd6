//! Filler line by line.

use super::Prompt;
use crate::paint::Paint;
use anstyle::{AnsiColor, Style};
use meeple_ai::roster::{Resources, Roster, roster};
use meeple_core::{Game, Seat};
use meeple_games::{
    GameKind,
    filler::{Board, Cell, Filler, Move, Piece, Placement},
};
use meeple_view::{Scene, filler::FillerView, words::counted};
use std::fmt::Write;

/// The prompt at a board that is being filled.
pub(super) struct FillerPrompt;

impl Prompt for FillerPrompt {
    type View = FillerView;
    const OPPONENT: &'static str = "champion";
    const HELP: &'static str = "\
Lay the piece by the column and the row of its top left corner, counted from 0: 7 2 or 7,2.
Exactly one of its filled cells must cover a cell of yours, the others empty cells. Its empty
cells count for nothing and may hang out of the board, so -1 8 can be legal.
Who cannot lay a piece is stuck, and the other goes on. Whoever owns more cells wins.
  stop    lay nothing more";

    fn roster() -> Roster {
        roster(GameKind::Filler)
    }

    fn new(_: &Resources) -> Self {
        FillerPrompt
    }

    fn draw(&self, scene: &Scene<'_, Filler>, paint: Paint) -> String {
        let game = scene.position;
        let mut text = draw_board(game.board(), paint);
        for seat in [0, 1].map(Seat::new) {
            let sign = paint.style(style(Cell::Latest(seat)), &owned_sign(seat));
            let cells = counted(game.board().count(seat) as usize, "cell");
            let pieces = counted(game.placed(seat) as usize, "piece");
            let stuck = if game.is_stuck(seat) { ", stuck" } else { "" };
            let _ = writeln!(text, "{sign} {}: {cells}, {pieces}{stuck}", scene.name(seat));
        }
        if let (Some(piece), Some(seat)) = (game.piece(), game.seat()) {
            text.push_str(&draw_piece(piece, seat, paint));
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

    /// F5: with a piece that fits nowhere there is nothing to choose.
    fn forced(&self, scene: &Scene<'_, Filler>) -> Option<Move> {
        let mut moves = scene.position.legal_moves();
        moves.next().filter(|&mv| mv == Move::Stop)
    }
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
    let columns = counted(piece.width(), "column");
    let rows = counted(piece.height(), "row");
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
