//! Plots both scores, move by move.
//!
//! ```text
//!           ⣀⡤⠒⠉ ● 104
//!     ⣀⠤⠒⣉⡠⠤⠔⠒⠒  ■ 87        in ASCII: @ and $ instead of dots
//! ⠤⠒⣉⠤⠒⠉
//! ```

use crate::screen::canvas::Canvas;
use meeple_core::Seat;
use ratatui::layout::{Position, Rect};

/// Columns for the current scores.
const LABELS: u16 = 7;
/// The curves use the whole width from this many moves on; before that, they grow.
const LEAST_MOVES: usize = 24;
/// The curves use the whole height from this many points on.
const LEAST_SCORE: u32 = 12;

/// Draws the curves of all scores so far, followed by the current scores.
pub(super) fn draw(scores: &[[u32; 2]], area: Rect, canvas: &mut Canvas<'_>) {
    let Some(&last) = scores.last() else { return };
    if area.width < LABELS + 4 || area.height < 2 {
        return;
    }
    let plot = Rect { width: area.width - LABELS, ..area };
    if canvas.has_halves() {
        dots(scores, plot, canvas);
    } else {
        marks(scores, plot, canvas);
    }
    let grid = PointGrid::of(scores, (1, plot.height.into()));
    let leader = usize::from(last[1] > last[0]);
    let first = grid.row(last[leader]) as u16;
    let mut second = grid.row(last[1 - leader]) as u16;
    if first == second {
        second = if first + 1 < plot.height { first + 1 } else { first - 1 };
    }
    for (seat, row) in [(leader, first), (1 - leader, second)] {
        let (mark, style) =
            (canvas.theme.mark(Seat::new(seat)), canvas.theme.seat(Seat::new(seat)));
        let score = format!(" {}", last[seat]);
        let place = Rect::new(plot.right() + 1, area.y + row, LABELS - 1, 1);
        canvas.spans(place, (0, 0), [(mark, style), (score.as_str(), canvas.theme.text())]);
    }
}

/// Maps scores to a grid of columns and rows.
struct PointGrid<'a> {
    scores: &'a [[u32; 2]],
    columns: usize,
    rows: usize,
    most: u32,
}

impl<'a> PointGrid<'a> {
    fn of(scores: &'a [[u32; 2]], (columns, rows): (usize, usize)) -> Self {
        let most = scores.iter().flatten().copied().max().unwrap_or(0).max(LEAST_SCORE);
        PointGrid { scores, columns, rows, most }
    }

    /// Returns the row of a score, counted from the top.
    fn row(&self, score: u32) -> usize {
        let up = score as usize * (self.rows - 1) / self.most as usize;
        self.rows - 1 - up
    }

    /// Returns the row of a seat's score in a column, if the game has got that far.
    fn at(&self, seat: usize, column: usize) -> Option<usize> {
        let moves = self.scores.len().saturating_sub(1).max(LEAST_MOVES);
        let index = column * moves / self.columns.saturating_sub(1).max(1);
        self.scores.get(index).map(|scores| self.row(scores[seat]))
    }
}

/// The bits of a Braille character, by row and column.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

fn dots(scores: &[[u32; 2]], plot: Rect, canvas: &mut Canvas<'_>) {
    let (width, height) = (usize::from(plot.width), usize::from(plot.height));
    let grid = PointGrid::of(scores, (width * 2, height * 4));
    let mut letters = vec![[0_u8; 2]; width * height];
    for seat in [0, 1] {
        let mut before = None;
        for column in 0..grid.columns {
            let Some(row) = grid.at(seat, column) else { break };
            // Start next to the previous dot, so that the curve has no gaps.
            let from =
                before.map_or(row, |before: usize| if before > row { before - 1 } else { row });
            for row in row..=from.max(row) {
                letters[row / 4 * width + column / 2][seat] |= DOTS[row % 4][column % 2];
            }
            before = Some(row);
        }
    }
    for (at, of) in letters.into_iter().enumerate().filter(|(_, of)| *of != [0, 0]) {
        let letter = char::from_u32(0x2800 + u32::from(of[0] | of[1])).unwrap_or(' ');
        let seat = usize::from(of[1].count_ones() > of[0].count_ones());
        let place = Position::new(plot.x + (at % width) as u16, plot.y + (at / width) as u16);
        let style = canvas.theme.seat(Seat::new(seat));
        canvas.put(place, letter.encode_utf8(&mut [0; 4]), style);
    }
}

fn marks(scores: &[[u32; 2]], plot: Rect, canvas: &mut Canvas<'_>) {
    let grid = PointGrid::of(scores, (plot.width.into(), plot.height.into()));
    // If both are in the same row, the final leader is drawn on top.
    let leader = scores.last().map_or(0, |last| usize::from(last[1] > last[0]));
    for seat in [1 - leader, leader].map(Seat::new) {
        let (mark, style) = (canvas.theme.mark(seat), canvas.theme.seat(seat));
        for column in 0..plot.width {
            let Some(row) = grid.at(seat.index(), column.into()) else { break };
            canvas.put(Position::new(plot.x + column, plot.y + row as u16), mark, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{
        input::Zones,
        theme::{SymbolSet, Theme},
    };
    use ratatui::buffer::Buffer;

    fn drawn(scores: &[[u32; 2]], theme: Theme) -> Vec<String> {
        let area = Rect::new(0, 0, 20, 4);
        let (mut buffer, mut zones) = (Buffer::empty(area), Zones::default());
        draw(scores, area, &mut Canvas::new(&mut buffer, &mut zones, &theme));
        let line = |y| (0..20).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..4).map(|y| line(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn a_curve_climbs_to_its_score() {
        let scores: Vec<[u32; 2]> = (0..=24).map(|at| [1 + at, 1 + at / 3]).collect();
        let ascii = Theme { signs: SymbolSet::Ascii, ..Theme::PLAIN };
        assert_eq!(
            drawn(&scores, ascii),
            ["            @ @ 25", "        @@@@", "    @@@@    $ $ 9", "@@@@$$$$$$$$"]
        );
        assert_eq!(
            drawn(&scores, Theme::DARK),
            ["          ⣀⠤⠊ ● 25", "       ⡠⠔⠊", "   ⢀⡠⠒⠉  ⢀⣀⣀⡠ ■ 9", "⣀⣤⠮⠥⠤⠒⠊⠉⠉⠁"]
        );
    }

    #[test]
    fn a_game_that_has_begun_has_a_short_curve() {
        let lines = drawn(&[[1, 1], [4, 1], [4, 3]], Theme::PLAIN);
        assert_eq!(lines, ["", "", " ●            ● 4", "●■            ■ 3"]);
    }
}
