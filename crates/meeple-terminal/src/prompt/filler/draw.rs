//! The board, both players and the piece, drawn.
//!
//! ```text
//!   0123
//! 0 ....
//! 1 .@..  @ Ann: 1 cell, 0 pieces          @ a  player 1, a the latest piece
//! 2 ....  $ Bo: 1 cell, 0 pieces           $ s  player 2, s the latest piece
//! 3 $...  The piece, 2 columns and 1 row:
//!           OO
//! ```
//!
//! Where the board leaves no room beside it, the piece stands below it.

use crate::{
    paint::Paint,
    prompt::beside::{GAP, WIDEST, beside, width},
    window,
};
use anstyle::{AnsiColor, Style};
use meeple_core::Seat;
use meeple_view::{
    filler::{FillerPicture, FillerSeat, Phase, PieceInHand},
    words::counted,
};
use std::fmt::Write;

/// What stands beside a board should have so many columns.
const NARROWEST: usize = 33;

/// All there is to be seen.
pub(super) fn all(picture: &FillerPicture, paint: Paint) -> String {
    let (board, piece) = (board(picture, paint), piece(picture, paint));
    let room = |drawing: &str| WIDEST.saturating_sub(width(drawing) + GAP);
    if room(&board) >= NARROWEST {
        return beside(&board, &(seats(picture, room(&board), paint) + &piece));
    }
    board + &beside(&piece, &seats(picture, room(&piece).max(NARROWEST), paint))
}

/// The board with the numbers of its columns on the top and of its rows on the left.
fn board(picture: &FillerPicture, paint: Paint) -> String {
    let faint = Style::new().dimmed();
    let margin = (picture.height - 1).to_string().len();
    let mut text = String::new();
    for line in column_numbers(picture.width) {
        let _ = writeln!(text, "{:margin$} {}", "", paint.style(faint, &line));
    }
    for (number, row) in picture.board.iter().enumerate() {
        let _ = write!(text, "{} ", paint.style(faint, &format!("{number:>margin$}")));
        // One style for a run of equal cells: a board of 9900 cells stays short.
        for run in row.as_bytes().chunk_by(|a, b| a == b) {
            let mark = char::from(run[0]);
            let sign = if mark == '.' { empty(paint).into() } else { mark.to_string() };
            text.push_str(&paint.style(style(mark), &sign.repeat(run.len())));
        }
        text.push('\n');
    }
    text
}

/// The tens of the columns, if there are any, above their last digits.
fn column_numbers(columns: usize) -> Vec<String> {
    let tens = |column: usize| match column {
        _ if column == 0 || !column.is_multiple_of(10) => String::new(),
        _ => format!("{:<10}", column / 10),
    };
    let tens: String = (0..columns).map(tens).collect();
    let digits = (0..columns).map(|column| (column % 10).to_string()).collect();
    let tens = (columns > 10).then(|| format!("{:10}{}", "", tens.trim_end()));
    tens.into_iter().chain([digits]).collect()
}

/// Both players, each with what they have.
fn seats(picture: &FillerPicture, columns: usize, paint: Paint) -> String {
    let lines = picture.seats.iter().map(|seat| {
        let FillerSeat { name, cells, pieces, .. } = seat;
        let sign = paint.style(style(LATEST[seat.seat.index()]), OWNED[seat.seat.index()]);
        let (cells, pieces) =
            (counted(*cells as usize, "cell"), counted(*pieces as usize, "piece"));
        let stuck = if seat.stuck { ", stuck" } else { "" };
        let line = format!("{sign} {name}: {cells}, {pieces}{stuck}");
        window::wrap_with(&line, columns, "", "  ") + "\n"
    });
    lines.collect()
}

/// The piece in hand, its top left corner where a placement counts from.
fn piece(picture: &FillerPicture, paint: Paint) -> String {
    let (Some(piece), Some(seat)) = (&picture.piece, picture.to_move) else {
        return String::new();
    };
    let PieceInHand { width, height, rows, .. } = piece;
    let size = format!(", {} and {}", counted(*width, "column"), counted(*height, "row"));
    let what = if picture.phase == Phase::Stuck { " fits nowhere" } else { &size };
    let mut text = format!("The piece{what}:\n");
    for row in rows {
        let signs = row.chars().map(|mark| piece_sign(mark, seat, paint));
        let _ = writeln!(text, "  {}", signs.collect::<String>());
    }
    text
}

fn piece_sign(mark: char, seat: Seat, paint: Paint) -> String {
    match mark {
        '.' => paint.style(style('.'), empty(paint)),
        _ => paint.style(style(LATEST[seat.index()]), paint.sign("■", "O")),
    }
}

fn empty(paint: Paint) -> &'static str {
    paint.sign("·", ".")
}

/// How the cells of each player are marked (F1).
const OWNED: [&str; 2] = ["@", "$"];
/// How the latest piece of each player is marked (F1).
const LATEST: [char; 2] = ['a', 's'];

/// Player 1 in cyan, player 2 in yellow, the latest pieces in bold.
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
