//! Ratings with their intervals: dots and whiskers.
//!
//! ```text
//! ● greedy                 +84
//!            ├────●────┤
//! ■ random                −84
//!   ◄───■────┤                     an end that nothing bounds is an arrow
//! ```
//!
//! Across, everything is in parts of the width, so that a phone shows letters as large as a desk.

use super::{Report, figures::elo, marks::Marks, scale::Scale};
use crate::rating::Estimate;
use maud::{Markup, html};

/// The height of a line.
const LINE: usize = 42;
/// Where the whisker is in its line.
const MIDDLE: usize = 29;

pub(super) fn figure(report: &Report<'_>, marks: &Marks<'_>) -> Markup {
    let rows = report.standing.rows.iter();
    let rated: Vec<(usize, Estimate)> =
        rows.filter_map(|row| Some((row.entrant, row.elo?))).collect();
    if rated.is_empty() {
        return html! {};
    }
    let ends = rated.iter().flat_map(|(_, estimate)| {
        let Estimate { value, low, high } = *estimate;
        [value, low, high]
    });
    let scale = Scale::around(ends, 60.0);
    let foot = rated.len() * LINE + 6;
    html! {
        figure {
            figcaption { "Elo with 95 % intervals; 0 is the average of those who can be compared" }
            svg.chart role="img" width="100%" height=(foot + 22) aria-label=(told(&rated, marks)) {
                @for tick in scale.ticks(7) {
                    (grid(&scale, tick, foot))
                }
                @for (index, (entrant, estimate)) in rated.iter().enumerate() {
                    (whisker(&scale, index * LINE, estimate, &marks.class(*entrant)))
                    (mark(&scale, index * LINE, (*entrant, estimate), marks))
                }
            }
        }
    }
}

/// All of it in words, for whoever cannot see it.
fn told(rated: &[(usize, Estimate)], marks: &Marks<'_>) -> String {
    let each = rated.iter().map(|(entrant, Estimate { value, low, high })| {
        let (value, low, high) = (elo(*value), elo(*low), elo(*high));
        format!("{}: {value}, from {low} to {high}", marks.name(*entrant))
    });
    each.collect::<Vec<_>>().join("; ")
}

/// Where a number stands, across.
fn across(scale: &Scale, value: f64) -> String {
    format!("{:.2}%", 2.0 + 96.0 * scale.at(value))
}

fn grid(scale: &Scale, tick: f64, foot: usize) -> Markup {
    let x = across(scale, tick);
    html! {
        line.grid.zero[tick.abs() < 1e-9] x1=(x) x2=(x) y1="0" y2=(foot) {}
        text.tick x=(x) y=(foot + 16) text-anchor="middle" { (elo(tick)) }
    }
}

fn whisker(scale: &Scale, top: usize, estimate: &Estimate, class: &str) -> Markup {
    let y = top + MIDDLE;
    let (from, to) = (across(scale, estimate.low), across(scale, estimate.high));
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

fn mark(scale: &Scale, top: usize, rated: (usize, &Estimate), marks: &Marks<'_>) -> Markup {
    let (entrant, estimate) = rated;
    let number = marks.mark(entrant);
    html! {
        text.name x="2%" y=(top + 15) { (marks.name(entrant)) }
        text.value x="98%" y=(top + 15) text-anchor="end" { (elo(estimate.value)) }
        g class=(marks.class(entrant)) {
            @match number {
                Some(number) => {
                    use.dot href={ "#mark-" (number) } x=(across(scale, estimate.value))
                        y=(top + MIDDLE - 7) width="14" height="14" transform="translate(-7)" {}
                }
                None => { circle.dot cx=(across(scale, estimate.value)) cy=(top + MIDDLE) r="4" {} }
            }
        }
    }
}
