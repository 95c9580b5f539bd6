//! The bar with its rows and columns numbered from 0, and what each bite leads to.
//!
//! ```text
//!     0 1 2 3 4          0         10        20        30
//!  0  P # # # #       0  P#################################
//!  1  # # # . .       1  ############......................
//! ```
//!
//! A bar that is too wide for a usual window is drawn without gaps, and every
//! tenth column has its number.

use crate::paint::Paint;
use anstyle::{AnsiColor, Style};
use meeple_ai::chomp::Judged;
use meeple_view::chomp::ChompPicture;

/// Columns that a drawing should not exceed.
const WIDEST: usize = 78;
/// With more rows than this, those at the bottom that are wholly eaten are not drawn.
const TALLEST: usize = 16;
/// Of the columns of a bar without gaps, every so many-th is numbered.
const NUMBERED: usize = 10;

/// A square as it is drawn.
type Sign = (Style, String);

/// How wide a square is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Squares {
    /// So many columns, with a gap before each.
    Apart(usize),
    /// One column each.
    Together,
}

impl Squares {
    /// As wide as needed for signs of this width and the column's number, if there is room.
    fn fit(picture: &ChompPicture, sign: usize) -> Self {
        let columns = usize::from(picture.width);
        let cell = digits(columns - 1).max(sign);
        let width = margin(picture) + columns * (cell + 1);
        if width <= WIDEST { Squares::Apart(cell) } else { Squares::Together }
    }
}

/// A bar that is to be drawn.
struct Bar<'a> {
    picture: &'a ChompPicture,
    paint: Paint,
    squares: Squares,
}

/// The bar as it is.
pub(super) fn draw(picture: &ChompPicture, paint: Paint) -> String {
    let bar = Bar { picture, paint, squares: Squares::fit(picture, 1) };
    bar.draw(|row, column| bar.plain(row, column))
}

/// What each bite leads to: the answers to those that lose, the bar, and those that win.
pub(super) fn draw_judged(picture: &ChompPicture, judged: &[Judged], paint: Paint) -> String {
    let lost = judged.iter().filter_map(|judged| {
        judged.refutation.map(|refutation| format!("{} -> {refutation}", judged.bite))
    });
    let won = judged.iter().filter(|judged| judged.wins).map(|judged| match judged.plies {
        Some(1) => format!("{} at once", judged.bite),
        Some(plies) => format!("{} in {plies} plies", judged.bite),
        None => judged.bite.to_string(),
    });
    let (lost, won): (Vec<String>, Vec<String>) = (lost.collect(), won.collect());
    let mut text = String::new();
    if !lost.is_empty() {
        text += "These lose (-); behind each the answer that wins:\n";
        text += &in_columns(&lost);
    }
    text += &draw_judged_bar(picture, judged, paint);
    text += if won.is_empty() { "No bite wins.\n" } else { "These win:\n" };
    text + &in_columns(&won)
}

/// The bar with plies to a win or `+`, and `-` where a bite loses.
fn draw_judged_bar(picture: &ChompPicture, judged: &[Judged], paint: Paint) -> String {
    let green = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
    let longest = judged.iter().filter_map(|judged| judged.plies).max().unwrap_or(0);
    let squares = Squares::fit(picture, digits(longest as usize));
    let bar = Bar { picture, paint, squares };
    bar.draw(|row, column| {
        let is_here = |judged: &&Judged| {
            (usize::from(judged.bite.row), usize::from(judged.bite.column)) == (row, column)
        };
        match judged.iter().find(is_here) {
            Some(Judged { wins: true, plies, .. }) => {
                let plies = plies.filter(|_| squares != Squares::Together);
                (green, plies.map_or("+".into(), |plies| plies.to_string()))
            }
            Some(Judged { refutation: Some(_), .. }) => (Style::new(), "-".into()),
            _ => bar.plain(row, column),
        }
    })
}

/// Texts side by side, as many in a line as there is room for.
fn in_columns(texts: &[String]) -> String {
    let widest = texts.iter().map(String::len).max().unwrap_or(0);
    let count = (WIDEST / (widest + 3)).max(1);
    let line = |texts: &[String]| {
        let texts: Vec<String> = texts.iter().map(|text| format!("{text:widest$}")).collect();
        format!("  {}\n", texts.join("   ").trim_end())
    };
    texts.chunks(count).map(line).collect()
}

impl Bar<'_> {
    /// The bar with its coordinates on the top and on the left, each square as `sign` says.
    fn draw(&self, sign: impl Fn(usize, usize) -> Sign) -> String {
        let (width, height) = (self.picture.width.into(), self.picture.height.into());
        let left = self.picture.rows.iter().take_while(|&&length| length > 0).count();
        let shown = if height > TALLEST { left } else { height };
        let ruler = format!("{}{}\n", " ".repeat(margin(self.picture)), self.ruler());
        let mut text = ruler.clone();
        for row in 0..shown {
            let number = format!("{row:>0$} ", margin(self.picture) - 1);
            text += &self.faint(&number);
            for column in 0..width {
                let (style, sign) = sign(row, column);
                match self.squares {
                    Squares::Apart(cell) => {
                        text.push(' ');
                        text += &self.paint.style(style, &format!("{sign:>cell$}"));
                    }
                    Squares::Together => text += &self.paint.style(style, &sign),
                }
            }
            text.push('\n');
        }
        // The top of a tall bar may have left the window.
        text += if shown > TALLEST { &ruler } else { "" };
        text + &self.tell_eaten(shown, height)
    }

    /// The numbers of the columns.
    fn ruler(&self) -> String {
        let columns = 0..usize::from(self.picture.width);
        let numbers: Vec<String> = match self.squares {
            Squares::Apart(cell) => columns.map(|column| format!(" {column:>cell$}")).collect(),
            Squares::Together => {
                columns.step_by(NUMBERED).map(|column| format!("{column:<NUMBERED$}")).collect()
            }
        };
        self.faint(numbers.concat().trim_end())
    }

    /// What is said of the rows that are not drawn.
    fn tell_eaten(&self, shown: usize, height: usize) -> String {
        match height - shown {
            0 => String::new(),
            1 => self.faint(&format!("(row {shown} is eaten)")) + "\n",
            _ => self.faint(&format!("(rows {shown} to {} are eaten)", height - 1)) + "\n",
        }
    }

    /// The poison, chocolate, or what is left of it.
    fn plain(&self, row: usize, column: usize) -> Sign {
        let ChompPicture { rows, poison, .. } = self.picture;
        let is_there = rows.get(row).is_some_and(|&length| column < usize::from(length));
        if !is_there {
            (Style::new().dimmed(), self.paint.sign("·", ".").into())
        } else if (row, column) == (poison.row.into(), poison.column.into()) {
            (Style::new().fg_color(Some(AnsiColor::Red.into())).bold(), "P".into())
        } else {
            let brown = Style::new().fg_color(Some(anstyle::Ansi256Color(130).into()));
            (brown, self.paint.sign("■", "#").into())
        }
    }

    fn faint(&self, text: &str) -> String {
        self.paint.style(Style::new().dimmed(), text)
    }
}

/// Columns before the squares: the rows' numbers, with a space on each side.
fn margin(picture: &ChompPicture) -> usize {
    digits(usize::from(picture.height) - 1) + 2
}

fn digits(number: usize) -> usize {
    number.to_string().len()
}
