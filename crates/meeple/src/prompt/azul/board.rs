//! The table and the boards, drawn with letters so that colours are not needed.
//!
//! ```text
//! Round 2   bag 55, lid 3
//! 1 BBYR   2 ----   3 KKWW   4 ----   5 YRRW   centre YW + marker
//!
//! > you: 12 points                       greedy: 4 points
//! 1         .   B y r k w                1         W   b y r k w
//! ```

use super::is_between_rounds;
use crate::paint::Paint;
use anstyle::{AnsiColor, Color, Style};
use meeple_core::{Game, Seat, Turn};
use meeple_games::azul::{
    Azul, Column, FLOOR_LINE_SLOTS, Marker, PlayerBoard, Row, TileColor, TileCounts, WallSide,
    get_wall_color,
};
use meeple_view::Scene;

/// How wide a board is drawn, so that two fit beside each other in 80 columns.
const BOARD_WIDTH: usize = 38;

/// The whole position.
pub(super) fn draw(scene: &Scene<'_, Azul>, paint: Paint) -> String {
    let game = scene.position;
    let mut text = format!(
        "Round {}   bag {}, lid {}\n",
        game.round(),
        game.bag().total(),
        game.lid().total()
    );
    if !is_between_rounds(game) && !game.market().is_empty() {
        text += &draw_table(game, paint);
    }
    let seats: Vec<usize> = (0..game.players()).collect();
    for pair in seats.chunks(2) {
        text.push('\n');
        let boards: Vec<Vec<Cells>> =
            pair.iter().map(|&seat| draw_board(scene, Seat::new(seat), paint)).collect();
        for line in 0..boards[0].len() {
            let cells: Vec<&Cells> = boards.iter().map(|board| &board[line]).collect();
            text += &beside(&cells);
        }
    }
    text
}

fn draw_table(game: &Azul, paint: Paint) -> String {
    let factories = (0..game.factory_count()).map(|index| {
        let factory = game.market().factory(index);
        format!("{} {}", index + 1, tiles(factory, paint))
    });
    let factories: Vec<String> = factories.collect();
    let lines: Vec<String> = factories.chunks(5).map(|line| line.join("   ")).collect();
    let factories = lines.join("\n  ");
    let marker = if game.marker() == Marker::Center { " + the marker" } else { "" };
    let centre = match game.market().centre() {
        empty if empty.is_empty() => "nothing".into(),
        centre => tiles(centre, paint),
    };
    format!("  {factories}\n  centre: {centre}{marker}\n")
}

/// Tiles as letters in their colours; an empty factory is four dashes.
pub(super) fn tiles(counts: TileCounts, paint: Paint) -> String {
    if counts.is_empty() {
        return paint.style(Style::new().dimmed(), "----");
    }
    let letters = |color: TileColor| color.letter().to_string().repeat(counts[color].into());
    let mut text: String =
        counts.colors().map(|color| paint.style(style(color), &letters(color))).collect();
    text += &" ".repeat(4_usize.saturating_sub(counts.total() as usize));
    text
}

/// A text and how many columns it takes, its colours not counted.
struct Cells {
    text: String,
    width: usize,
}

impl Cells {
    fn new(text: String) -> Self {
        let width = text.chars().count();
        Cells { text, width }
    }

    fn push(&mut self, paint: Paint, style: Style, text: &str) {
        let blank = text.trim().is_empty();
        self.text += &if blank { text.into() } else { paint.style(style, text) };
        self.width += text.chars().count();
    }
}

fn beside(cells: &[&Cells]) -> String {
    let mut text = String::new();
    for (index, cells) in cells.iter().enumerate() {
        if index > 0 {
            text.push_str("  ");
        }
        text += &cells.text;
        text += &" ".repeat(BOARD_WIDTH.saturating_sub(cells.width));
    }
    text.truncate(text.trim_end_matches(' ').len());
    text + "\n"
}

/// Name and score, five lines with their rows of the wall, and the floor.
fn draw_board(scene: &Scene<'_, Azul>, seat: Seat, paint: Paint) -> Vec<Cells> {
    let game = scene.position;
    let board = &game.boards()[seat.index()];
    let to_move = game.turn() == Turn::Seat(seat);
    let points = if board.score() == 1 { "point" } else { "points" };
    let name: String = scene.name(seat).chars().take(20).collect();
    let mut head = Cells::new(if to_move { "> ".into() } else { "  ".into() });
    let style = if to_move { Style::new().bold() } else { Style::new() };
    head.push(paint, style, &format!("{name}: {} {points}", board.score()));
    let mut cells = vec![head];
    cells.extend(Row::ALL.map(|row| draw_row(game.side(), board, row, paint)));
    cells.push(draw_floor(board, paint));
    cells
}

fn draw_row(side: WallSide, board: &PlayerBoard, row: Row, paint: Paint) -> Cells {
    let faint = Style::new().dimmed();
    let mut cells = Cells::new(String::new());
    cells.push(paint, faint, &format!("  {} ", row.index() + 1));
    let line = board.line(row);
    cells.push(paint, faint, &"  ".repeat(5 - usize::from(row.capacity())));
    for place in (0..row.capacity()).rev() {
        match line.color.filter(|_| place < line.count_filled) {
            Some(color) => cells.push(paint, style(color), &color.letter().to_string()),
            None => cells.push(paint, faint, paint.sign("·", ".")),
        }
        cells.push(paint, faint, " ");
    }
    cells.push(paint, faint, paint.sign(" ▸ ", " > "));
    for column in Column::ALL {
        match (board.wall().tile_at(row, column), side) {
            (Some(color), _) => cells.push(paint, style(color), &color.letter().to_string()),
            (None, WallSide::Grey) => cells.push(paint, faint, paint.sign("·", ".")),
            (None, WallSide::Colour) => {
                let letter = get_wall_color(row, column).letter().to_ascii_lowercase();
                cells.push(paint, faint, &letter.to_string());
            }
        }
        cells.push(paint, faint, " ");
    }
    cells
}

/// The slots in use, the marker first, and what they cost.
fn draw_floor(board: &PlayerBoard, paint: Paint) -> Cells {
    let floor = board.floor();
    let faint = Style::new().dimmed();
    let mut cells = Cells::new("    floor ".into());
    if floor.has_marker {
        cells.push(paint, Style::new().bold(), "M");
    }
    for color in floor.tiles.colors() {
        let letters = color.letter().to_string().repeat(floor.tiles[color].into());
        cells.push(paint, style(color), &letters);
    }
    let free = FLOOR_LINE_SLOTS - floor.slots_used();
    cells.push(paint, faint, &paint.sign("·", ".").repeat(free));
    if floor.penalty() > 0 {
        cells.push(paint, Style::new(), &format!("  costs {}", floor.penalty()));
    }
    cells
}

/// Letters on a ground of the tile's colour: both say which it is.
fn style(color: TileColor) -> Style {
    let (letter, ground) = match color {
        TileColor::Blue => (AnsiColor::BrightWhite, Color::Ansi(AnsiColor::Blue)),
        TileColor::Yellow => (AnsiColor::Black, Color::Ansi(AnsiColor::Yellow)),
        TileColor::Red => (AnsiColor::BrightWhite, Color::Ansi(AnsiColor::Red)),
        TileColor::Black => (AnsiColor::BrightWhite, Color::Ansi256(anstyle::Ansi256Color(236))),
        TileColor::White => (AnsiColor::Black, Color::Ansi256(anstyle::Ansi256Color(255))),
    };
    Style::new().fg_color(Some(letter.into())).bg_color(Some(ground)).bold()
}
