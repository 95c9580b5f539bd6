//! Draws the bar with its columns lettered and its rows numbered, and the result of each bite.
//!
//! ```text
//!     A B C D E          A         K         U         AE
//!  1  P # # # #       1  P#################################
//!  2  # # # . .       2  ############......................
//! ```
//!
//! A bar that is too wide for most windows is drawn without gaps, and only every tenth column is lettered.

use crate::{paint::Paint, prompt::side_by_side::MAX_WIDTH};
use anstyle::{AnsiColor, Style};
use meeple_ai::chomp::BiteResult;
use meeple_core::CellName;
use meeple_view::chomp::ShownPosition;

/// In a bar with more rows than this, rows at the bottom that are eaten completely aren't drawn.
const TALLEST: usize = 16;
/// In a bar without gaps, one in this many columns is lettered.
const LETTERED: usize = 10;

/// A square as drawn.
type StyledSquare = (Style, String);

/// The width of a square in the drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SquareWidth {
    /// This many columns, with a gap before each.
    Apart(usize),
    /// One column each, without gaps.
    Together,
}

impl SquareWidth {
    /// Returns the width needed for signs of width `sign` and the column letters, if there is room.
    fn fit(picture: &ShownPosition, sign: usize) -> Self {
        let columns = usize::from(picture.width);
        let cell = letters(columns - 1).len().max(sign);
        let width = margin(picture) + columns * (cell + 1);
        if width <= MAX_WIDTH { SquareWidth::Apart(cell) } else { SquareWidth::Together }
    }
}

/// A bar and how to draw it.
struct BarDrawing<'a> {
    picture: &'a ShownPosition,
    paint: Paint,
    squares: SquareWidth,
}

/// Draws the bar.
pub(super) fn draw(picture: &ShownPosition, paint: Paint) -> String {
    let bar = BarDrawing { picture, paint, squares: SquareWidth::fit(picture, 1) };
    bar.draw(|row, column| bar.plain(row, column))
}

/// Draws the result of each bite: the refutations of losing bites, the bar, and the winning bites.
pub(super) fn draw_judged(picture: &ShownPosition, judged: &[BiteResult], paint: Paint) -> String {
    let lost = judged.iter().filter_map(|judged| {
        let refutation = judged.refutation?.name();
        Some(format!("{} -> {refutation}", judged.bite.name()))
    });
    let won = judged.iter().filter(|judged| judged.wins).map(|judged| match judged.plies {
        Some(1) => format!("{} at once", judged.bite.name()),
        Some(plies) => format!("{} in {plies} bites", judged.bite.name()),
        None => judged.bite.name().to_string(),
    });
    let (lost, won): (Vec<String>, Vec<String>) = (lost.collect(), won.collect());
    let mut text = String::new();
    if !lost.is_empty() {
        text += "Losing bites (-), each with the winning reply:\n";
        text += &in_columns(&lost);
    }
    text += &draw_judged_bar(picture, judged, paint);
    text += if won.is_empty() { "No bite wins.\n" } else { "Winning bites:\n" };
    text + &in_columns(&won)
}

/// Draws the bar with the plies to a win (or `+`) for bites that win, and `-` for those that lose.
fn draw_judged_bar(picture: &ShownPosition, judged: &[BiteResult], paint: Paint) -> String {
    let green = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
    let longest = judged.iter().filter_map(|judged| judged.plies).max().unwrap_or(0);
    let squares = SquareWidth::fit(picture, digits(longest as usize));
    let bar = BarDrawing { picture, paint, squares };
    bar.draw(|row, column| {
        let is_here = |judged: &&BiteResult| {
            (usize::from(judged.bite.row), usize::from(judged.bite.column)) == (row, column)
        };
        match judged.iter().find(is_here) {
            Some(BiteResult { wins: true, plies, .. }) => {
                let plies = plies.filter(|_| squares != SquareWidth::Together);
                (green, plies.map_or("+".into(), |plies| plies.to_string()))
            }
            Some(BiteResult { refutation: Some(_), .. }) => (Style::new(), "-".into()),
            _ => bar.plain(row, column),
        }
    })
}

/// Arranges texts in columns, as many per line as there is room for.
fn in_columns(texts: &[String]) -> String {
    let widest = texts.iter().map(String::len).max().unwrap_or(0);
    let count = (MAX_WIDTH / (widest + 3)).max(1);
    let line = |texts: &[String]| {
        let texts: Vec<String> = texts.iter().map(|text| format!("{text:widest$}")).collect();
        format!("  {}\n", texts.join("   ").trim_end())
    };
    texts.chunks(count).map(line).collect()
}

impl BarDrawing<'_> {
    /// Draws the bar with its coordinates at the top and on the left; `sign` returns each square.
    fn draw(&self, sign: impl Fn(usize, usize) -> StyledSquare) -> String {
        let (width, height) = (self.picture.width.into(), self.picture.height.into());
        let left = self.picture.rows.iter().take_while(|&&length| length > 0).count();
        let shown = if height > TALLEST { left } else { height };
        let ruler = format!("{}{}\n", " ".repeat(margin(self.picture)), self.ruler());
        let mut text = ruler.clone();
        for row in 0..shown {
            let number = format!("{:>1$} ", row + 1, margin(self.picture) - 1);
            text += &self.paint.faint(&number);
            for column in 0..width {
                let (style, sign) = sign(row, column);
                match self.squares {
                    SquareWidth::Apart(cell) => {
                        text.push(' ');
                        text += &self.paint.style(style, &format!("{sign:>cell$}"));
                    }
                    SquareWidth::Together => text += &self.paint.style(style, &sign),
                }
            }
            text.push('\n');
        }
        // The top of a tall bar may have scrolled out of the window.
        text += if shown > TALLEST { &ruler } else { "" };
        text + &self.eaten_rows_line(shown, height)
    }

    /// Returns the line of column letters.
    fn ruler(&self) -> String {
        let columns = (0..usize::from(self.picture.width)).map(letters);
        let numbers: Vec<String> = match self.squares {
            SquareWidth::Apart(cell) => columns.map(|column| format!(" {column:>cell$}")).collect(),
            SquareWidth::Together => {
                columns.step_by(LETTERED).map(|column| format!("{column:<LETTERED$}")).collect()
            }
        };
        self.paint.faint(numbers.concat().trim_end())
    }

    /// Returns a line about the rows that aren't drawn.
    fn eaten_rows_line(&self, shown: usize, height: usize) -> String {
        match height - shown {
            0 => String::new(),
            1 => self.paint.faint(&format!("(row {height} is eaten)")) + "\n",
            _ => self.paint.faint(&format!("(rows {} to {height} are eaten)", shown + 1)) + "\n",
        }
    }

    /// Returns a square without its result: poison, chocolate or eaten.
    fn plain(&self, row: usize, column: usize) -> StyledSquare {
        let ShownPosition { rows, poison, .. } = self.picture;
        let is_there = rows.get(row).is_some_and(|&length| column < usize::from(length));
        if !is_there {
            (Style::new().dimmed(), self.paint.symbol("·", ".").into())
        } else if (row, column) == (poison.row.into(), poison.column.into()) {
            (Style::new().fg_color(Some(AnsiColor::Red.into())).bold(), "P".into())
        } else {
            let brown = Style::new().fg_color(Some(anstyle::Ansi256Color(130).into()));
            (brown, self.paint.symbol("■", "#").into())
        }
    }
}

/// Returns the columns before the squares: the row numbers, with a space on each side.
fn margin(picture: &ShownPosition) -> usize {
    digits(usize::from(picture.height)) + 2
}

fn letters(column: usize) -> String {
    CellName::column_letters(column as u16)
}

fn digits(number: usize) -> usize {
    number.to_string().len()
}
