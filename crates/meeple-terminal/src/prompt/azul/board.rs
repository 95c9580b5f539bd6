//! A player's board, drawn with letters so that colours are not needed.
//!
//! ```text
//! > you: 12 points                         > you
//!   1         . > B y r k w                  12 points
//!   2       Y Y > w b y r k                  1     . > Byrkw
//!   ...                                      2    YY > wbyrk
//!   floor MB.....  costs 2                   ...
//!                                            floor MB.....
//! two at the table                           costs 2            four of them
//! ```

use crate::{paint::Paint, window};
use anstyle::{AnsiColor, Color, Style};
use meeple_games::azul::TileColor;
use meeple_view::{
    azul::{AzulPicture, Line, SeatBoard, Slot},
    words::counted,
};

/// Columns before a board: empty, or `>` before whoever is to move.
const GUTTER: usize = 2;

/// How a board is drawn, so that all of them fit beside each other in 78 columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Two beside each other.
    Wide,
    /// Three: points and costs have lines of their own.
    Middling,
    /// Four: and no gaps between tiles.
    Narrow,
}

impl Form {
    /// The form in which so many boards fit.
    pub(super) fn of(boards: usize) -> Self {
        match boards {
            ..=2 => Form::Wide,
            3 => Form::Middling,
            _ => Form::Narrow,
        }
    }

    /// Columns from one board to the next.
    pub(super) fn width(self) -> usize {
        match self {
            Form::Wide => 39,
            Form::Middling => 26,
            Form::Narrow => 19,
        }
    }

    fn gap(self) -> &'static str {
        if self == Form::Narrow { "" } else { " " }
    }
}

/// Name and score, five lines with their rows of the wall, the floor and what it costs.
pub(super) fn draw(
    picture: &AzulPicture,
    board: &SeatBoard,
    form: Form,
    paint: Paint,
) -> Vec<String> {
    let mut lines = draw_head(picture, board, form, paint);
    let wall_colours = picture.wall_colours.as_deref().unwrap_or_default();
    for (index, (line, wall)) in board.lines.iter().zip(&board.wall).enumerate() {
        let printed = wall_colours.get(index).map_or(&[][..], Vec::as_slice);
        lines.push(draw_row(line, wall, printed, form, paint));
    }
    lines.extend(draw_floor(board, form, paint));
    lines
}

fn draw_head(picture: &AzulPicture, board: &SeatBoard, form: Form, paint: Paint) -> Vec<String> {
    let is_next = picture.to_move == Some(board.seat);
    let points = counted(board.score.into(), "point");
    // Between one board and the next there is a free column at least.
    let room = form.width() - GUTTER - 1;
    let room = if form == Form::Wide { room - points.len() - 2 } else { room };
    let (name, _) = window::cut(&board.name, room, paint.sign("…", ">"));
    let style = if is_next { Style::new().bold() } else { Style::new() };
    let mark = if is_next { "> " } else { "  " };
    match form {
        Form::Wide => vec![format!("{mark}{}", paint.style(style, &format!("{name}: {points}")))],
        _ => vec![format!("{mark}{}", paint.style(style, &name)), format!("  {points}")],
    }
}

/// A line with its row of the wall; `printed` are the colours of its cells.
fn draw_row(
    line: &Line,
    wall: &[Option<TileColor>],
    printed: &[TileColor],
    form: Form,
    paint: Paint,
) -> String {
    let free = || faint(paint, paint.sign("·", "."));
    let places = (1..=wall.len()).rev().map(|place| match line.colour {
        _ if place > line.line.into() => " ".into(),
        Some(colour) if place <= line.filled.into() => tile(colour, paint),
        _ => free(),
    });
    let cells = wall.iter().enumerate().map(|(column, cell)| match (cell, printed.get(column)) {
        (Some(colour), _) => tile(*colour, paint),
        (None, Some(colour)) => faint(paint, &colour.letter().to_ascii_lowercase().to_string()),
        (None, None) => free(),
    });
    let [places, cells] =
        [places.collect::<Vec<_>>(), cells.collect()].map(|signs| signs.join(form.gap()));
    let number = faint(paint, &line.line.to_string());
    format!("  {number} {places}{}{cells}", faint(paint, paint.sign(" ▸ ", " > ")))
}

/// What lies there, the marker first, and what it costs. A marker that found no slot stands
/// behind it (A7).
fn draw_floor(board: &SeatBoard, form: Form, paint: Paint) -> Vec<String> {
    let slots = board.floor.slots.iter().map(|slot| match slot.holds {
        Some(Slot::Marker) => paint.style(Style::new().bold(), "M"),
        Some(Slot::Tile(colour)) => tile(colour, paint),
        None => faint(paint, paint.sign("·", ".")),
    });
    let floor = format!("  floor {}", slots.collect::<String>());
    let has_slot = board.floor.slots.iter().any(|slot| slot.holds == Some(Slot::Marker));
    let marker = if board.has_marker && !has_slot { " + marker" } else { "" };
    let cost = match board.floor.cost {
        0 => String::new(),
        cost => format!("  costs {cost}"),
    };
    match form {
        Form::Wide => vec![format!("{floor}{marker}{cost}")],
        _ => vec![floor, format!("{cost}{marker}")],
    }
}

fn tile(colour: TileColor, paint: Paint) -> String {
    paint.style(style(colour), &colour.letter().to_string())
}

fn faint(paint: Paint, text: &str) -> String {
    paint.style(Style::new().dimmed(), text)
}

/// Letters on a ground of the tile's colour: both say which it is.
pub(super) fn style(colour: TileColor) -> Style {
    let (letter, ground) = match colour {
        TileColor::Blue => (AnsiColor::BrightWhite, Color::Ansi(AnsiColor::Blue)),
        TileColor::Yellow => (AnsiColor::Black, Color::Ansi(AnsiColor::Yellow)),
        TileColor::Red => (AnsiColor::BrightWhite, Color::Ansi(AnsiColor::Red)),
        TileColor::Black => (AnsiColor::BrightWhite, Color::Ansi256(anstyle::Ansi256Color(236))),
        TileColor::White => (AnsiColor::Black, Color::Ansi256(anstyle::Ansi256Color(255))),
    };
    Style::new().fg_color(Some(letter.into())).bg_color(Some(ground)).bold()
}
