//! The win chance of a seat, ply by ply, as a clickable area.
//!
//! ```text
//! 100 % │      ▃▅▅▆▇██
//!   0 % │▂▃▄▅▆████████
//!       │   ▲     ◆        the ply shown, and turning points
//! ```

use crate::screen::{canvas::Canvas, input::Target};
use meeple_ai::analysis::StepJudgement;
use meeple_core::Seat;
use ratatui::{
    layout::{Position, Rect},
    style::Style,
};
use std::collections::BTreeSet;

/// Columns for the scale.
const SCALE: u16 = 6;

/// Draws the win chance of a seat over the whole game; `at` is the ply shown, `last` the last one.
pub(super) fn draw(
    judged: &[StepJudgement],
    (at, last): (usize, usize),
    seat: Seat,
    turns: &BTreeSet<usize>,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    if area.width <= SCALE + 4 || area.height < 3 {
        return;
    }
    let plot = Rect::new(area.x + SCALE, area.y, area.width - SCALE, area.height - 1);
    canvas.text(area, (0, 0), "100 %", theme.quiet());
    canvas.text(area, (2, i32::from(plot.height) - 1), "0 %", theme.quiet());
    let columns = usize::from(plot.width).min((last + 1) * 3);
    let ply_of = |column: usize| column * (last + 1) / columns;
    let levels: Vec<char> = theme.sign(" ▁▂▃▄▅▆▇█", " .:#").chars().collect();
    for column in 0..columns {
        let ply = ply_of(column);
        let strip = Rect::new(plot.x + column as u16, plot.y, 1, plot.height + 1);
        canvas.zone(strip, Target::Item(ply));
        let chance = judged.get(ply).and_then(|judged| judged.before().chances.get(seat.index()));
        let is_here = (ply_of(column)..ply_of(column + 1).max(ply + 1)).contains(&at);
        for row in 0..plot.height {
            let below = f64::from(plot.height - 1 - row);
            let part = chance.map_or(0.0, |chance| chance * f64::from(plot.height) - below);
            let level = (part.clamp(0.0, 1.0) * (levels.len() - 1) as f64).round() as usize;
            let style = if is_here { theme.accent() } else { theme.seat(seat) };
            let place = Position::new(strip.x, strip.y + row);
            canvas.put(place, levels[level].encode_utf8(&mut [0; 4]), style);
        }
    }
    signs((columns, plot), (at, turns), &ply_of, canvas);
}

/// Marks the ply shown and the turning points below the area.
fn signs(
    (columns, plot): (usize, Rect),
    (at, turns): (usize, &BTreeSet<usize>),
    ply_of: &dyn Fn(usize) -> usize,
    canvas: &mut Canvas<'_>,
) {
    let theme = *canvas.theme;
    for column in 0..columns {
        let plies = ply_of(column)..ply_of(column + 1).max(ply_of(column) + 1);
        let is_first = column == 0 || ply_of(column - 1) < plies.start;
        let (sign, style): (&str, Style) = if !is_first {
            (" ", theme.text())
        } else if plies.contains(&at) {
            (theme.sign("▲", "^"), theme.accent())
        } else if turns.range(plies).next().is_some() {
            (theme.sign("◆", "*"), theme.bad())
        } else {
            (" ", theme.text())
        };
        canvas.put(Position::new(plot.x + column as u16, plot.bottom()), sign, style);
    }
}
