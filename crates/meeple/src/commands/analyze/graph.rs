//! A text graph of a game: the chance to win after each step.
//!
//! ```text
//! 100 % |        ####
//!       |   #########
//!   0 % |############
//! ```

use anstyle::Style;
use meeple_terminal::paint::Paint;

/// Columns for the labels at the left.
const LABEL_WIDTH: usize = 7;
/// In a short game, each step is up to this many columns wide.
const MAX_STEP_WIDTH: usize = 3;

/// The size of a graph.
#[derive(Debug, Clone, Copy)]
pub(super) struct GraphSize {
    /// Lines for the values.
    pub(super) rows: usize,
    /// Columns, including the labels.
    pub(super) columns: usize,
}

/// Maps the steps of a game to the columns of the graph.
pub(super) struct GraphScale {
    steps: usize,
    columns: usize,
}

impl GraphScale {
    /// Creates a scale for a number of steps and columns, including the labels at the left.
    pub(super) fn new(steps: usize, columns: usize) -> Self {
        let room = columns.saturating_sub(LABEL_WIDTH).max(1);
        let wide = (room / steps.max(1)).clamp(1, MAX_STEP_WIDTH);
        GraphScale { steps, columns: (steps * wide).min(room) }
    }

    /// Returns the steps drawn in this column, at least one.
    fn steps_in(&self, column: usize) -> std::ops::Range<usize> {
        let at = |column: usize| column * self.steps / self.columns;
        let start = at(column);
        start..at(column + 1).max(start + 1)
    }

    /// Returns the line of marks below the graph: for each column the mark with the highest weight among its
    /// steps.
    pub(super) fn marks(&self, sign: impl Fn(usize) -> Option<(u8, char)>) -> String {
        let signs = (0..self.columns).map(|column| {
            let found = self.steps_in(column).filter_map(&sign).max_by_key(|&(weight, _)| weight);
            found.map_or(' ', |(_, sign)| sign)
        });
        let line: String = signs.collect();
        format!("{}{}", " ".repeat(LABEL_WIDTH), line.trim_end())
    }
}

/// Draws the chances (0 to 1, one per step) as a filled area in this style.
pub(super) fn draw(chances: &[f64], size: GraphSize, style: Style, paint: Paint) -> Vec<String> {
    let levels: Vec<char> = paint.symbol(" ▁▂▃▄▅▆▇█", " .:#").chars().collect();
    let scale = GraphScale::new(chances.len(), size.columns);
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
        format!("{label:>5} {}{}", paint.symbol("│", "|"), paint.style(style, &area))
    };
    (0..size.rows).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(chances: &[f64], rows: usize, columns: usize) -> Vec<String> {
        draw(chances, GraphSize { rows, columns }, Style::new(), Paint::PLAIN)
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
        let signs = GraphScale::new(1000, 17).marks(|step| (step == 999).then_some((1, '?')));
        assert_eq!(signs, "                ?");
    }
}
