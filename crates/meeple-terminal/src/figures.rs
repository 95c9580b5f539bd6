//! Formats figures: values, win chances, seats with their symbols, grades with theirs.

use crate::paint::Paint;
use anstyle::{AnsiColor, Style};
use meeple_ai::grade::Grade;
use meeple_core::{GameHistory, Seat, text::printable};
use textwrap::core::display_width;

/// Symbols and colours of the seats. Each seat has its own symbol, so that seats can be told apart without
/// colours.
const SEATS: [(&str, AnsiColor); 9] = [
    ("●", AnsiColor::Blue),
    ("■", AnsiColor::Yellow),
    ("▲", AnsiColor::Green),
    ("◆", AnsiColor::Magenta),
    ("★", AnsiColor::Cyan),
    ("✚", AnsiColor::Red),
    ("⬟", AnsiColor::BrightYellow),
    ("✖", AnsiColor::BrightBlack),
    ("⬢", AnsiColor::BrightMagenta),
];
/// Longer names are cut, so that tables fit.
const LONGEST_NAME: usize = 14;

/// Returns the colour of a seat.
pub fn seat_colour(seat: Seat) -> Style {
    let colour = SEATS.get(seat.index()).map(|&(_, colour)| colour);
    colour.map_or(Style::new(), |colour| Style::new().fg_color(Some(colour.into())))
}

/// Returns symbol and name of a seat, without colours.
pub fn seat_label(game: &GameHistory, seat: Seat, paint: Paint) -> String {
    let name = game.header().seats.get(seat.index()).map_or("nobody", |info| info.name.as_str());
    let name = cut(&printable(name), LONGEST_NAME);
    let mark = SEATS.get(seat.index()).map_or("", |&(mark, _)| paint.symbol(mark, ""));
    if mark.is_empty() { name } else { format!("{mark} {name}") }
}

/// Cuts a text to at most `most` columns.
fn cut(text: &str, most: usize) -> String {
    let mut kept = String::new();
    for letter in text.chars() {
        if display_width(&kept) + display_width(letter.encode_utf8(&mut [0; 4])) > most {
            break;
        }
        kept.push(letter);
    }
    kept
}

/// Pads a text with spaces on the right up to this width.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}

/// Formats a chance: `62 %`.
pub fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance.clamp(0.0, 1.0))
}

/// Formats a change of a chance: `+12 %`; zero is `0 %`.
pub fn signed_percent(chance: f64) -> String {
    match (100.0 * chance).round() {
        0.0 => "0 %".into(),
        whole => format!("{whole:+} %"),
    }
}

/// Formats a value: `+4.2`; zero is `0.0`.
pub fn signed(value: f64) -> String {
    match (10.0 * value).round() {
        0.0 => "0.0".into(),
        tenths => format!("{:+.1}", tenths / 10.0),
    }
}

/// Returns the annotation of a grade, as in chess; always two columns wide.
pub fn grade_mark(grade: Grade) -> &'static str {
    match grade {
        Grade::Best | Grade::Good => "  ",
        Grade::Inaccuracy => "?!",
        Grade::Mistake => "? ",
        Grade::Blunder => "??",
    }
}

/// Returns the colour of a grade.
pub fn grade_colour(grade: Grade) -> Style {
    let colour = match grade {
        Grade::Best | Grade::Good => AnsiColor::Green,
        Grade::Inaccuracy | Grade::Mistake => AnsiColor::Yellow,
        Grade::Blunder => AnsiColor::Red,
    };
    Style::new().fg_color(Some(colour.into()))
}

/// Aligns cells in columns: the first column to the left, all others to the right.
pub fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| display_width(cell)).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cell = |(column, cell): (usize, &String)| match column {
            0 => padded(cell, widths[0]),
            _ => format!("{}{cell}", " ".repeat(widths[column] - display_width(cell))),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_that_round_to_zero_have_no_sign() {
        assert_eq!([signed(-0.04), signed(0.0), signed(1.25)], ["0.0", "0.0", "+1.3"]);
        assert_eq!([signed_percent(-0.004), signed_percent(0.126)], ["0 %", "+13 %"]);
        assert_eq!([percent(1.0 + 1e-9), percent(0.5)], ["100 %", "50 %"]);
    }

    #[test]
    fn columns_are_as_wide_as_what_is_in_them() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let lines = aligned(&[row(["", "luck", "lost"]), row(["● Ann", "+12.5", "3"])]);
        assert_eq!(lines, ["        luck  lost", "● Ann  +12.5     3"]);
        assert_eq!(cut("日本日本", 5), "日本");
    }
}
