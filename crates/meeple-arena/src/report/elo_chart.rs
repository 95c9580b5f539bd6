//! A chart of the ratings with their intervals: dots and whiskers.
//!
//! ```text
//! ● greedy                 +84
//!            ├────●────┤
//! ■ random                −84
//!   ◄───■────┤                     an unbounded end is an arrow
//! ```
//!
//! Horizontal positions are percentages of the width, so that text is as large on a phone as on a desktop.

use super::{TournamentReport, entrant_marks::EntrantMarks, format::elo, scale::ChartScale};
use crate::rating::Estimate;
use maud::{Markup, html};

/// Height of a line.
const LINE_HEIGHT: usize = 42;
/// Vertical position of the whisker in its line.
const MIDDLE: usize = 29;

pub(super) fn figure(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    let rows = report.standings.rows.iter();
    let rated: Vec<(usize, Estimate)> =
        rows.filter_map(|row| Some((row.entrant, row.elo?))).collect();
    if rated.is_empty() {
        return html! {};
    }
    let ends = rated.iter().flat_map(|(_, estimate)| {
        let Estimate { value, low, high } = *estimate;
        [value, low, high]
    });
    let scale = ChartScale::around(ends, 60.0);
    let foot = rated.len() * LINE_HEIGHT + 6;
    html! {
        figure {
            figcaption { "Elo with 95 % confidence intervals; 0 is the average of the entrants that can be compared" }
            svg.chart role="img" width="100%" height=(foot + 22) aria-label=(description(&rated, marks)) {
                @for tick in scale.ticks(7) {
                    (grid(&scale, tick, foot))
                }
                @for (index, (entrant, estimate)) in rated.iter().enumerate() {
                    (whisker(&scale, index * LINE_HEIGHT, estimate, &marks.class(*entrant)))
                    (mark(&scale, index * LINE_HEIGHT, (*entrant, estimate), marks))
                }
            }
        }
    }
}

/// Describes the chart in words, for screen readers.
fn description(rated: &[(usize, Estimate)], marks: &EntrantMarks<'_>) -> String {
    let each = rated.iter().map(|(entrant, Estimate { value, low, high })| {
        let (value, low, high) = (elo(*value), elo(*low), elo(*high));
        format!("{}: {value}, from {low} to {high}", marks.name(*entrant))
    });
    each.collect::<Vec<_>>().join("; ")
}

/// Returns the horizontal position of a value.
fn x_position(scale: &ChartScale, value: f64) -> String {
    format!("{:.2}%", 2.0 + 96.0 * scale.position(value))
}

fn grid(scale: &ChartScale, tick: f64, foot: usize) -> Markup {
    let x = x_position(scale, tick);
    html! {
        line.grid.zero[tick.abs() < 1e-9] x1=(x) x2=(x) y1="0" y2=(foot) {}
        text.tick x=(x) y=(foot + 16) text-anchor="middle" { (elo(tick)) }
    }
}

fn whisker(scale: &ChartScale, top: usize, estimate: &Estimate, class: &str) -> Markup {
    let y = top + MIDDLE;
    let (from, to) = (x_position(scale, estimate.low), x_position(scale, estimate.high));
    html! {
        g class=(class) {
            line.whisker x1=(from) x2=(to) y1=(y) y2=(y) {}
            @for (end, x, arrow) in [(estimate.low, &from, "M7 -5 0 0 7 5"), (estimate.high, &to, "M-7 -5 0 0 -7 5")] {
                @if end.is_finite() {
                    line.whisker x1=(x) x2=(x) y1=(y - 5) y2=(y + 5) {}
                } @else {
                    svg.arrow x=(x) y=(y) overflow="visible" { path d=(arrow) {} }
                }
            }
        }
    }
}

fn mark(
    scale: &ChartScale,
    top: usize,
    rated: (usize, &Estimate),
    marks: &EntrantMarks<'_>,
) -> Markup {
    let (entrant, estimate) = rated;
    let number = marks.mark(entrant);
    html! {
        text.name x="2%" y=(top + 15) { (marks.name(entrant)) }
        text.value x="98%" y=(top + 15) text-anchor="end" { (elo(estimate.value)) }
        g class=(marks.class(entrant)) {
            @match number {
                Some(number) => {
                    use.dot href={ "#mark-" (number) } x=(x_position(scale, estimate.value))
                        y=(top + MIDDLE - 7) width="14" height="14" transform="translate(-7)" {}
                }
                None => { circle.dot cx=(x_position(scale, estimate.value)) cy=(top + MIDDLE) r="4" {} }
            }
        }
    }
}
