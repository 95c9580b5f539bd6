//! The course of a game as a drawing in letters: who was likely to win, step by step.
//!
//! ```text
//! 100 % |        ####
//!       |   #########
//!   0 % |############
//! ```

use anstyle::Style;
use meeple_terminal::paint::Paint;

/// Columns for the scale at the left.
const SCALE: usize = 7;
/// A short game is drawn wider, each step up to so many columns.
const WIDEST_STEP: usize = 3;

/// How large a drawing may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    /// Lines for the values.
    pub(super) rows: usize,
    /// Columns, the scale included.
    pub(super) columns: usize,
}

/// Where each step of a game is in the drawing.
pub(super) struct Scale {
    steps: usize,
    columns: usize,
}

impl Scale {
    /// For so many steps in so many columns, the scale at the left included.
    pub(super) fn new(steps: usize, columns: usize) -> Self {
        let room = columns.saturating_sub(SCALE).max(1);
        let wide = (room / steps.max(1)).clamp(1, WIDEST_STEP);
        Scale { steps, columns: (steps * wide).min(room) }
    }

    /// The steps that are drawn in this column, at least one.
    fn steps_in(&self, column: usize) -> std::ops::Range<usize> {
        let at = |column: usize| column * self.steps / self.columns;
        let start = at(column);
        start..at(column + 1).max(start + 1)
    }

    /// A line of signs under the drawing: the first of the signs of each column's steps that is
    /// found, asked from the weightiest on.
    pub(super) fn signs(&self, sign: impl Fn(usize) -> Option<(u8, char)>) -> String {
        let signs = (0..self.columns).map(|column| {
            let found = self.steps_in(column).filter_map(&sign).max_by_key(|&(weight, _)| weight);
            found.map_or(' ', |(_, sign)| sign)
        });
        let line: String = signs.collect();
        format!("{}{}", " ".repeat(SCALE), line.trim_end())
    }
}

/// Chances from 0 to 1, one a step, as an area of this colour.
pub(super) fn draw(chances: &[f64], size: Size, style: Style, paint: Paint) -> Vec<String> {
    let levels: Vec<char> = paint.sign(" ▁▂▃▄▅▆▇█", " .:#").chars().collect();
    let scale = Scale::new(chances.len(), size.columns);
    let columns: Vec<f64> = (0..scale.columns)
        .map(|column| {
            let steps = &chances[scale.steps_in(column)];
            steps.iter().sum::<f64>() / steps.len() as f64
        })
        .collect();
    let line = |row: usize| {
        let below = (size.rows - 1 - row) as f64;
        let sign = |&chance: &f64| {
            let part = (chance * size.rows as f64 - below).clamp(0.0, 1.0);
            levels[(part * (levels.len() - 1) as f64).round() as usize]
        };
        let area: String = columns.iter().map(sign).collect();
        let label = match row {
            0 => "100 %",
            row if row == size.rows - 1 => "0 %",
            _ => "",
        };
        format!("{label:>5} {}{}", paint.sign("│", "|"), paint.style(style, &area))
    };
    (0..size.rows).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(chances: &[f64], rows: usize, columns: usize) -> Vec<String> {
        draw(chances, Size { rows, columns }, Style::new(), Paint::PLAIN)
    }

    #[test]
    fn an_area_is_as_high_as_the_chance() {
        let lines = drawn(&[0.0, 0.25, 0.5, 1.0], 2, 11);
        assert_eq!(lines, ["100 % |   #", "  0 % | :##"]);
    }

    #[test]
    fn a_short_game_is_wide_and_a_long_one_is_gathered() {
        assert_eq!(drawn(&[0.0, 1.0], 1, 80), ["100 % |   ###"]);
        let long: Vec<f64> = (0..1000).map(|step| f64::from(u8::from(step >= 500))).collect();
        assert_eq!(drawn(&long, 1, 17), ["100 % |     #####"]);
        let signs = Scale::new(1000, 17).signs(|step| (step == 999).then_some((1, '?')));
        assert_eq!(signs, "                ?");
    }
}
