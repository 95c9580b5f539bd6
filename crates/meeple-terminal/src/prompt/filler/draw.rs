//! Draws the board, both players and the piece.
//!
//! ```text
//!   ABCD
//! 1 ....
//! 2 .@..  @ Ann: 1 cell, 0 pieces          @ a  player 1, a the latest piece
//! 3 ....  $ Bo: 1 cell, 0 pieces           $ s  player 2, s the latest piece
//! 4 $...  The piece:
//!           OO
//! ```
//!
//! If there is no room beside the board, the piece is drawn below it.

use crate::{
    paint::Paint,
    prompt::side_by_side::{GAP, MAX_WIDTH, side_by_side, width},
    window,
};
use anstyle::{AnsiColor, Style};
use meeple_core::{CellName, Seat};
use meeple_view::{
    filler::{FillerSeat, ShownPhase, ShownPosition},
    words::format_count,
};
use std::fmt::Write;

/// Fewest columns for what is drawn beside a board.
const MIN_SIDE_WIDTH: usize = 33;

/// Draws everything.
pub(super) fn all(picture: &ShownPosition, paint: Paint) -> String {
    let (board, piece) = (board(picture, paint), piece(picture, paint));
    let room = |drawing: &str| MAX_WIDTH.saturating_sub(width(drawing) + GAP);
    if room(&board) >= MIN_SIDE_WIDTH {
        return side_by_side(&board, &(seats(picture, room(&board), paint) + &piece));
    }
    board + &side_by_side(&piece, &seats(picture, room(&piece).max(MIN_SIDE_WIDTH), paint))
}

/// Draws the board with column letters at the top and row numbers on the left.
fn board(picture: &ShownPosition, paint: Paint) -> String {
    let margin = picture.height.to_string().len();
    let mut text = String::new();
    for line in column_letters(picture.width) {
        let _ = writeln!(text, "{:margin$} {}", "", paint.faint(&line));
    }
    for (number, row) in (1..).zip(&picture.board) {
        let _ = write!(text, "{} ", paint.faint(&format!("{number:>margin$}")));
        // One style per run of equal cells keeps the output short, even for a board of 9900 cells.
        for run in row.as_bytes().chunk_by(|a, b| a == b) {
            let mark = char::from(run[0]);
            let sign = if mark == '.' { empty(paint).into() } else { mark.to_string() };
            text.push_str(&paint.style(style(mark), &sign.repeat(run.len())));
        }
        text.push('\n');
    }
    text
}

/// Returns the column letters: above the last letters a line with the first ones, if there are any. From
/// column AA on, a first letter stands above the first of its 26 columns.
fn column_letters(columns: usize) -> Vec<String> {
    let names = (0..columns).map(|column| CellName::column_letters(column as u16));
    let (mut first, mut last) = (String::new(), String::new());
    for name in names {
        let (head, tail) = name.split_at(name.len() - 1);
        first.push_str(if tail == "A" && !head.is_empty() { head } else { " " });
        last.push_str(tail);
    }
    let first = (columns > 26).then(|| first.trim_end().to_owned());
    first.into_iter().chain([last]).collect()
}

/// Lists both players with their cells and pieces.
fn seats(picture: &ShownPosition, columns: usize, paint: Paint) -> String {
    let lines = picture.seats.iter().map(|seat| {
        let FillerSeat { name, cells, pieces, .. } = seat;
        let sign = paint.style(style(LATEST[seat.seat.index()]), OWNED[seat.seat.index()]);
        let (cells, pieces) =
            (format_count(*cells as usize, "cell"), format_count(*pieces as usize, "piece"));
        let stuck = if seat.stuck { ", stuck" } else { "" };
        let line = format!("{sign} {name}: {cells}, {pieces}{stuck}");
        window::wrap_with(&line, columns, "", "  ") + "\n"
    });
    lines.collect()
}

/// Draws the piece in hand.
fn piece(picture: &ShownPosition, paint: Paint) -> String {
    let (Some(piece), Some(seat)) = (&picture.piece, picture.to_move) else {
        return String::new();
    };
    let what =
        if picture.phase == ShownPhase::Stuck { "The piece fits nowhere" } else { "The piece" };
    let mut text = format!("{what}:\n");
    for row in &piece.rows {
        let signs = row.chars().map(|mark| piece_sign(mark, seat, paint));
        let _ = writeln!(text, "  {}", signs.collect::<String>());
    }
    text
}

fn piece_sign(mark: char, seat: Seat, paint: Paint) -> String {
    match mark {
        '.' => paint.style(style('.'), empty(paint)),
        _ => paint.style(style(LATEST[seat.index()]), paint.symbol("■", "O")),
    }
}

fn empty(paint: Paint) -> &'static str {
    paint.symbol("·", ".")
}

/// The marks of each player's cells (F1).
const OWNED: [&str; 2] = ["@", "$"];
/// The marks of each player's latest piece (F1).
const LATEST: [char; 2] = ['a', 's'];

/// Returns the style of a mark: player 1 in cyan, player 2 in yellow, the latest pieces in bold.
fn style(mark: char) -> Style {
    let [cyan, yellow] = [AnsiColor::Cyan, AnsiColor::Yellow]
        .map(|colour| Style::new().fg_color(Some(colour.into())));
    match mark {
        '@' => cyan,
        'a' => cyan.bold(),
        '$' => yellow,
        's' => yellow.bold(),
        _ => Style::new().dimmed(),
    }
}
