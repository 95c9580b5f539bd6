//! What was scored, in the place of the factories: they are empty then.
//!
//! ```text
//! you: blue in row 2, column 2: alone, +1 = 8     The final table
//! you: 2 slots of the floor, -2 = 6                             rows  columns  colours  points
//!                                                 ● you         1 +2     1 +7              52
//! ```

use super::{drawing::Drawing, pane::Pane};
use crate::screen::canvas::wrapped;
use meeple_view::azul::{ScoredFor, SeatBoard};

/// Columns for the figures of the final table, and the headings over them.
const FIGURES: [(i32, &str); 4] = [(5, "rows"), (6, "cols"), (8, "colours"), (7, "points")];

impl Drawing<'_> {
    /// What has been scored so far, as much of it as there is room for, the latest at the bottom.
    pub(super) fn draw_scoring(&self, pane: &mut Pane<'_, '_>) {
        let (theme, told) = (self.theme, self.told());
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

    /// Everybody with bonuses and points, the best first.
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
        let mut boards: Vec<&SeatBoard> = self.picture.boards.iter().collect();
        boards.sort_by_key(|board| std::cmp::Reverse(board.score));
        for (row, board) in (top + 2..).zip(boards) {
            pane.text((column, row), theme.mark(board.seat), theme.seat(board.seat));
            pane.text_within((column + 2, row), name - 2, &board.name, theme.text());
            let figures = [
                self.bonus(board, board.complete_rows, ScoredFor::Rows),
                self.bonus(board, board.complete_columns, ScoredFor::Columns),
                self.bonus(board, board.complete_colours, ScoredFor::Colours),
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

    /// `1 +7`, or `0` where there is nothing of it.
    fn bonus(&self, board: &SeatBoard, complete: u8, what: ScoredFor) -> String {
        let scored = self.picture.scored.iter();
        let theirs = scored.filter(|scored| scored.seat == board.seat && scored.what == what);
        match theirs.map(|scored| scored.points).sum::<i32>() {
            0 => complete.to_string(),
            points => format!("{complete} +{points}"),
        }
    }
}
