//! Draws a player's board with letters, so that it is readable without colours.
//!
//! ```text
//! > you: 12 points                         > you
//!                 A B C D E                  12 points
//!   1         . > B y r k w                            ABCDE
//!   2       Y Y > w b y r k                  1     . > Byrkw
//!   ...                                      2    YY > wbyrk
//!   floor MB.....  -2 points                 ...
//!                                            floor MB.....
//! two players                                -2 points          four players
//! ```

use crate::{paint::Paint, window};
use anstyle::{AnsiColor, Color, Style};
use meeple_core::CellName;
use meeple_games::azul::{TileColour, WallColumn};
use meeple_view::{
    azul::{FloorSlotContent, ShownPatternLine, ShownPlayerBoard, ShownPosition},
    words::format_count,
};

/// Columns before a board: empty, or `>` for the player to move.
const GUTTER: usize = 2;

/// How compactly a board is drawn, so that all boards fit side by side in 78 columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardStyle {
    /// Two boards side by side.
    Wide,
    /// Three boards: points and costs are on lines of their own.
    Medium,
    /// Four boards: also without gaps between tiles.
    Narrow,
}

impl BoardStyle {
    /// Returns the style in which this many boards fit.
    pub(super) fn of(boards: usize) -> Self {
        match boards {
            ..=2 => BoardStyle::Wide,
            3 => BoardStyle::Medium,
            _ => BoardStyle::Narrow,
        }
    }

    /// Returns the columns from one board to the next.
    pub(super) fn width(self) -> usize {
        match self {
            BoardStyle::Wide => 39,
            BoardStyle::Medium => 26,
            BoardStyle::Narrow => 19,
        }
    }

    fn gap(self) -> &'static str {
        if self == BoardStyle::Narrow { "" } else { " " }
    }
}

/// Draws name and score, five pattern lines with their wall rows, and the floor with its cost.
pub(super) fn draw(
    picture: &ShownPosition,
    board: &ShownPlayerBoard,
    form: BoardStyle,
    paint: Paint,
) -> Vec<String> {
    let mut lines = draw_head(picture, board, form, paint);
    lines.push(draw_columns(form, paint));
    let wall_colours = picture.wall_colours.as_deref().unwrap_or_default();
    for (index, (line, wall)) in board.lines.iter().zip(&board.wall).enumerate() {
        let printed = wall_colours.get(index).map_or(&[][..], Vec::as_slice);
        lines.push(draw_row(line, wall, printed, form, paint));
    }
    lines.extend(draw_floor(board, form, paint));
    lines
}

fn draw_head(
    picture: &ShownPosition,
    board: &ShownPlayerBoard,
    form: BoardStyle,
    paint: Paint,
) -> Vec<String> {
    let is_next = picture.to_move == Some(board.seat);
    let points = format_count(board.score.into(), "point");
    // At least one column stays free between boards.
    let room = form.width() - GUTTER - 1;
    let room = if form == BoardStyle::Wide { room - points.len() - 2 } else { room };
    let (name, _) = window::cut(&board.name, room, paint.symbol("…", ">"));
    let style = if is_next { Style::new().bold() } else { Style::new() };
    let mark = if is_next { "> " } else { "  " };
    match form {
        BoardStyle::Wide => {
            vec![format!("{mark}{}", paint.style(style, &format!("{name}: {points}")))]
        }
        _ => vec![format!("{mark}{}", paint.style(style, &name)), format!("  {points}")],
    }
}

/// Draws the column letters of the wall.
fn draw_columns(form: BoardStyle, paint: Paint) -> String {
    let columns = WallColumn::ALL.map(|column| CellName::column_letters(column.index() as u16));
    // The line's number, its places, and the arrow are left of the wall.
    let left = GUTTER + 2 + columns.len() + form.gap().len() * (columns.len() - 1) + 3;
    format!("{:left$}{}", "", paint.faint(&columns.join(form.gap())))
}

/// Draws a pattern line with its wall row; `printed` are the colours of the wall's cells.
fn draw_row(
    line: &ShownPatternLine,
    wall: &[Option<TileColour>],
    printed: &[TileColour],
    form: BoardStyle,
    paint: Paint,
) -> String {
    let free = || paint.faint(paint.symbol("·", "."));
    let places = (1..=wall.len()).rev().map(|place| match line.colour {
        _ if place > line.line.into() => " ".into(),
        Some(colour) if place <= line.filled.into() => tile(colour, paint),
        _ => free(),
    });
    let cells = wall.iter().enumerate().map(|(column, cell)| match (cell, printed.get(column)) {
        (Some(colour), _) => tile(*colour, paint),
        (None, Some(colour)) => paint.faint(&colour.letter().to_ascii_lowercase().to_string()),
        (None, None) => free(),
    });
    let [places, cells] =
        [places.collect::<Vec<_>>(), cells.collect()].map(|signs| signs.join(form.gap()));
    let number = paint.faint(&line.line.to_string());
    format!("  {number} {places}{}{cells}", paint.faint(paint.symbol(" ▸ ", " > ")))
}

/// Draws the floor with the marker first, and its cost. A marker that got no slot is shown after it (A7).
fn draw_floor(board: &ShownPlayerBoard, form: BoardStyle, paint: Paint) -> Vec<String> {
    let slots = board.floor.slots.iter().map(|slot| match slot.holds {
        Some(FloorSlotContent::Marker) => paint.style(Style::new().bold(), "M"),
        Some(FloorSlotContent::Tile(colour)) => tile(colour, paint),
        None => paint.faint(paint.symbol("·", ".")),
    });
    let floor = format!("  floor {}", slots.collect::<String>());
    let has_slot =
        board.floor.slots.iter().any(|slot| slot.holds == Some(FloorSlotContent::Marker));
    let marker = if board.has_marker && !has_slot { " + marker" } else { "" };
    let cost = match board.floor.cost {
        0 => String::new(),
        cost => format!("  -{}", format_count(cost.into(), "point")),
    };
    match form {
        BoardStyle::Wide => vec![format!("{floor}{marker}{cost}")],
        _ => vec![floor, format!("{cost}{marker}")],
    }
}

fn tile(colour: TileColour, paint: Paint) -> String {
    paint.style(style(colour), &colour.letter().to_string())
}

/// Returns the style of a tile: letter and background both show the colour.
pub(super) fn style(colour: TileColour) -> Style {
    let (letter, ground) = match colour {
        TileColour::Blue => (AnsiColor::BrightWhite, Color::Ansi(AnsiColor::Blue)),
        TileColour::Yellow => (AnsiColor::Black, Color::Ansi(AnsiColor::Yellow)),
        TileColour::Red => (AnsiColor::BrightWhite, Color::Ansi(AnsiColor::Red)),
        TileColour::Black => (AnsiColor::BrightWhite, Color::Ansi256(anstyle::Ansi256Color(236))),
        TileColour::White => (AnsiColor::Black, Color::Ansi256(anstyle::Ansi256Color(255))),
    };
    Style::new().fg_color(Some(letter.into())).bg_color(Some(ground)).bold()
}
