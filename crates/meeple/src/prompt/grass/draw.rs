//! The board and the tiles, drawn.
//!
//! ```text
//!     A B C D E            1a  a cell of player 1, of the tile marked a
//!   A . . . . .   A        1B  of the tile that came last
//!   B . 1*1a1a.   B        1*  a 1x1 tile, which cannot be stolen; 1! the last one
//!   C . 1B1B. E   C        1+  a captured square
//!   D . ##. . .   D        ##  a stone
//!     A B C D E            E   a bonus square
//! ```
//!
//! Tiles of one player that lie side by side have different letters, so that
//! a theft can be aimed. With colours, a player's cells are in the player's.

use crate::paint::Paint;
use anstyle::{Ansi256Color, AnsiColor, Style};
use meeple_core::{Event, Seat};
use meeple_games::grass::{
    Board, Cell, Colour, Grass, Move, Orientation, Phase, ROUNDS, Rows, Tile, TileNumber,
};
use meeple_view::Scene;
use std::{collections::BTreeMap, fmt::Write};

/// Wider rows of tiles are drawn with one sign a cell.
const WIDEST: usize = 78;

/// How a player's cells look: the colour of choice behind them.
pub(super) fn style(scene: &Scene<'_, Grass>, seat: Seat) -> Style {
    let name = scene.seats.get(seat.index()).and_then(|info| info.colour.as_deref());
    let colour = name.and_then(|name| name.parse().ok()).unwrap_or(Colour::ALL[seat.index() % 9]);
    let (behind, text) = match colour {
        Colour::Purple => (54, AnsiColor::BrightWhite),
        Colour::Red => (160, AnsiColor::BrightWhite),
        Colour::Green => (28, AnsiColor::BrightWhite),
        Colour::Yellow => (226, AnsiColor::Black),
        Colour::Blue => (21, AnsiColor::BrightWhite),
        Colour::Magenta => (213, AnsiColor::Black),
        Colour::Cyan => (51, AnsiColor::Black),
        Colour::Turquoise => (37, AnsiColor::Black),
        Colour::Orange => (208, AnsiColor::Black),
    };
    Style::new().bg_color(Some(Ansi256Color(behind).into())).fg_color(Some(text.into()))
}

/// The board with labels on all sides; `spots`, if any, are marked with `x`.
pub(super) fn board(scene: &Scene<'_, Grass>, spots: Option<&Rows>, paint: Paint) -> String {
    let board = scene.position.board();
    let (marks, last) = (marks(board), last_cells(scene));
    let faint = Style::new().dimmed();
    let mut labels = "   ".to_owned();
    (0..board.side()).for_each(|column| labels.extend([Cell::letter(column), ' ']));
    let labels = paint.style(faint, labels.trim_end());
    let mut text = format!("{labels}\n");
    for row in 0..board.side() {
        let label = paint.style(faint, &Cell::letter(row).to_string());
        let _ = write!(text, " {label} ");
        for column in 0..board.side() {
            let cell = Cell::new(row, column);
            if spots.is_some_and(|spots| spots.has(cell)) {
                text.push_str(&paint.style(Style::new().bold(), "x "));
            } else {
                text.push_str(&square(
                    scene,
                    cell,
                    marks.get(&cell).copied(),
                    last.has(cell),
                    paint,
                ));
            }
        }
        let _ = writeln!(text, " {label}");
    }
    text + &labels + "\n"
}

/// One cell, two signs wide.
fn square(
    scene: &Scene<'_, Grass>,
    cell: Cell,
    mark: Option<char>,
    is_last: IsLast,
    paint: Paint,
) -> String {
    let board = scene.position.board();
    if let Some(seat) = board.owner(cell) {
        let mark = match mark {
            Some(mark) if is_last == IsLast::Yes => mark.to_ascii_uppercase(),
            Some(mark) => mark,
            None if board.is_captured(cell) => '+',
            None if is_last == IsLast::Yes => '!',
            None => '*',
        };
        let mut style = style(scene, seat);
        if is_last == IsLast::Yes {
            style = style.bold().underline();
        }
        return paint.style(style, &format!("{}{mark}", seat.index() + 1));
    }
    if board.stones().has(cell) {
        let sign = if is_last == IsLast::Yes { "#!" } else { "##" };
        return paint.style(Style::new().bold(), sign);
    }
    match board.bonuses().iter().find(|bonus| bonus.cell == cell) {
        Some(bonus) => {
            let yellow = Style::new().fg_color(Some(AnsiColor::Yellow.into())).bold();
            paint.style(yellow, &format!("{} ", bonus.kind.letter()))
        }
        None => paint.style(Style::new().dimmed(), paint.sign("· ", ". ")),
    }
}

/// A letter for each cell of a numbered tile, such that neighbouring tiles differ.
fn marks(board: &Board) -> BTreeMap<Cell, char> {
    let mut marks: BTreeMap<Cell, char> = BTreeMap::new();
    for (tile, placed) in board.tiles() {
        let cells: Vec<Cell> = board.cells_of(tile, placed).collect();
        let around = cells.iter().flat_map(|cell| cell.neighbours(board.side()));
        let taken: Vec<char> = around.filter_map(|cell| marks.get(&cell).copied()).collect();
        let free = ('a'..='z').find(|mark| !taken.contains(mark)).unwrap_or('z');
        marks.extend(cells.into_iter().map(|cell| (cell, free)));
    }
    marks
}

/// Whether a cell belongs to the last move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsLast {
    Yes,
    No,
}

/// The cells of the last move that changed the board.
struct LastCells(Rows);

impl LastCells {
    fn has(&self, cell: Cell) -> IsLast {
        if self.0.has(cell) { IsLast::Yes } else { IsLast::No }
    }
}

fn last_cells(scene: &Scene<'_, Grass>) -> LastCells {
    let moves = scene.line.iter().rev().filter_map(|ply| match &*ply.event {
        Event::Move { mv, .. } => Some((ply, mv.parse::<Move>().ok()?)),
        _ => None,
    });
    for (ply, mv) in moves {
        let before: Option<&Grass> = ply.before.as_any().downcast_ref();
        match mv {
            Move::Lay { corner, orientation } => {
                let shape = before.and_then(Grass::shape_in_hand).unwrap_or(Tile::SINGLE);
                return LastCells(shape.turned(orientation).cells_at(corner).collect());
            }
            Move::Stone(cell) => return LastCells([cell].into_iter().collect()),
            _ => {}
        }
    }
    LastCells(Rows::EMPTY)
}

/// The board with an `x` on every cell where the corner of the tile may go.
pub(super) fn spots(scene: &Scene<'_, Grass>, orientation: Orientation, paint: Paint) -> String {
    let game = scene.position;
    let Some(shape) = game.shape_in_hand() else { return "No tile is in hand.".into() };
    let meeple_core::Turn::Seat(seat) = meeple_core::Game::turn(game) else { return String::new() };
    let ground = game.board().ground(seat, game.lay_rule());
    let corners = ground.corners(shape.turned(orientation));
    let count = corners.len();
    let noun = if count == 1 { "spot" } else { "spots" };
    format!(
        "{}{count} {noun}, marked x, for the corner of the tile as it is shown.",
        board(scene, Some(&corners), paint)
    )
}

/// The tile in hand, turned as it is, and the next ones with their numbers.
pub(super) fn tiles(scene: &Scene<'_, Grass>, orientation: Orientation, paint: Paint) -> String {
    let game = scene.position;
    let shape = |tile: TileNumber| *tile.tile(game.shapes());
    let mut shown: Vec<(String, Tile)> = Vec::new();
    if let Some(in_hand) = game.shape_in_hand() {
        let turn = if orientation == Orientation::AS_DRAWN {
            String::new()
        } else {
            format!(" {orientation}")
        };
        let name = game.tile_in_hand().map_or("1x1".into(), |tile| format!("tile {tile}"));
        shown.push((format!("{name}{turn}"), in_hand.turned(orientation)));
    }
    let skipped = usize::from(game.phase() == Phase::Tile);
    if game.round() > ROUNDS {
        return side_by_side(paint, &shown, 2); // G14: no tile is drawn any more
    }
    let next =
        game.queue().tiles().take(skipped + 5 + usize::from(game.round() == 0)).skip(skipped);
    for (index, tile) in next.map_while(|tile| tile).enumerate() {
        shown.push((format!("{}: {tile}", index + 1), shape(tile)));
    }
    let width = |cell: usize| -> usize {
        let one =
            |(name, tile): &(String, Tile)| name.len().max(cell * usize::from(tile.width())) + 2;
        shown.iter().map(one).sum()
    };
    let cell = if width(2) <= WIDEST { 2 } else { 1 };
    side_by_side(paint, &shown, cell)
}

fn side_by_side(paint: Paint, shown: &[(String, Tile)], cell: usize) -> String {
    if shown.is_empty() {
        return String::new();
    }
    let full = paint.sign("█", "#").repeat(cell);
    let height = shown.iter().map(|(_, tile)| tile.height()).max().unwrap_or(0);
    let mut lines = vec![String::new(); usize::from(height) + 1];
    for (name, tile) in shown {
        let wide = name.len().max(cell * usize::from(tile.width())) + 2;
        let _ = write!(lines[0], "{name:wide$}");
        for (row, line) in (0..height).zip(&mut lines[1..]) {
            let of = |column| if tile.has(row, column) { full.clone() } else { " ".repeat(cell) };
            let cells: String = (0..tile.width()).map(of).collect();
            let _ = write!(line, "{cells:wide$}");
        }
    }
    lines.iter().fold(String::new(), |text, line| text + " " + line.trim_end() + "\n")
}
