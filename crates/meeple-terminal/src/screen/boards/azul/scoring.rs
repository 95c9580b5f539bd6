//! The scoring steps and the final table, drawn in place of the factories, which are empty then.
//!
//! ```text
//! you: blue on B2, alone: +1 point, total 8       The final table
//! you: 2 floor slots used: -2 points, total 6                   rows  columns  colours  points
//!                                                 ● you         1 +2     1 +7              52
//! ```

use super::{pane::Pane, table_painter::TablePainter};
use crate::screen::canvas::wrapped;
use meeple_view::azul::{ScoreReason, ShownPlayerBoard};

/// Widths and headings of the number columns of the final table.
const FIGURES: [(i32, &str); 4] = [(5, "rows"), (6, "cols"), (8, "colours"), (7, "points")];

impl TablePainter<'_> {
    /// Draws the scoring so far, with the latest step at the bottom; older lines are cut off.
    pub(super) fn draw_scoring(&self, pane: &mut Pane<'_, '_>) {
        let (theme, told) = (self.theme, self.shown_scoring());
        let (column, top) = self.layout.market;
        let room = (self.layout.own.1 - top - 1).max(1) as usize;
        let last = told.len().saturating_sub(1);
        let lines: Vec<(String, usize)> = told
            .iter()
            .enumerate()
            .flat_map(|(at, scored)| {
                let width = self.layout.width.max(1) as u16;
                wrapped(&scored.sentence, width).into_iter().map(move |line| (line, at))
            })
            .collect();
        let skipped = lines.len().saturating_sub(room);
        for (row, (line, at)) in (top..).zip(lines.into_iter().skip(skipped)) {
            let style = if at == last { theme.strong() } else { theme.quiet() };
            pane.text((column, row), &line, style);
        }
    }

    /// Draws all players with bonuses and points, best first.
    pub(super) fn draw_final_table(&self, pane: &mut Pane<'_, '_>) {
        let theme = self.theme;
        let (column, top) = self.layout.market;
        let all: i32 = FIGURES.iter().map(|(width, _)| width).sum();
        let name = self.layout.width - all;
        pane.text((column, top), "Final table", theme.strong());
        let mut end = column + name;
        for (width, heading) in FIGURES {
            end += width;
            pane.text_before((end, top + 1), heading, theme.quiet());
        }
        let mut boards: Vec<&ShownPlayerBoard> = self.position.boards.iter().collect();
        boards.sort_by_key(|board| std::cmp::Reverse(board.score));
        for (row, board) in (top + 2..).zip(boards) {
            pane.text((column, row), theme.mark(board.seat), theme.seat(board.seat));
            pane.text_within((column + 2, row), name - 2, &board.name, theme.text());
            let figures = [
                self.bonus(board, board.complete_rows, ScoreReason::Rows),
                self.bonus(board, board.complete_columns, ScoreReason::Columns),
                self.bonus(board, board.complete_colours, ScoreReason::Colours),
                board.score.to_string(),
            ];
            let mut end = column + name;
            for ((width, heading), figure) in FIGURES.into_iter().zip(&figures) {
                end += width;
                let style = if heading == "points" { theme.strong() } else { theme.text() };
                pane.text_before((end, row), figure, style);
            }
        }
    }

    /// Formats completed sets with their bonus: `1 +7`, or only the count if there is no bonus.
    fn bonus(&self, board: &ShownPlayerBoard, complete: u8, what: ScoreReason) -> String {
        let scored = self.position.scored.iter();
        let theirs = scored.filter(|scored| scored.seat == board.seat && scored.what == what);
        match theirs.map(|scored| scored.points).sum::<i32>() {
            0 => complete.to_string(),
            points => format!("{complete} +{points}"),
        }
    }
}
