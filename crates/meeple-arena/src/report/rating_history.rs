//! The rating history: a line and a confidence band for each entrant, with its name at the end.

use super::{
    TournamentReport,
    entrant_marks::{EntrantMarks, MARK_COUNT},
    format::{elo, grouped},
    scale::ChartScale,
};
use crate::{rating::Estimate, tournament::Checkpoint};
use maud::{Markup, html};
use std::fmt::Write as _;

/// Width in the drawing's own units, which is stretched to the available width.
const WIDTH: f64 = 1000.0;
/// Height in pixels.
const HEIGHT: f64 = 260.0;
/// Maximum number of checkpoints drawn.
const MAX_POINTS: usize = 200;
/// Minimum distance between two names, in pixels.
const MIN_NAME_DISTANCE: f64 = 17.0;

/// Returns whether there are enough checkpoints to draw.
pub(super) fn has_history(report: &TournamentReport<'_>) -> bool {
    report.rating_history.iter().filter(|moment| moment.elo.iter().any(Option::is_some)).count() > 1
}

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    if !has_history(report) {
        return html! {};
    }
    let shown: Vec<usize> =
        report.standings.rows.iter().take(MARK_COUNT).map(|row| row.entrant).collect();
    let moments = thinned(report.rating_history);
    let scale = scale(&moments, &shown);
    let games = moments.last().map_or(0, |moment| moment.games);
    html! {
        section id="rating-history" aria-labelledby="rating-history-title" {
            h2 id="rating-history-title" { "Rating history" }
            figure {
                figcaption {
                    "Elo by number of games, with 95 % confidence intervals"
                    @if report.standings.rows.len() > MARK_COUNT { ", of the first " (MARK_COUNT) }
                }
                div.rating-history {
                    div.scale aria-hidden="true" {
                        @for tick in scale.ticks(6) {
                            span style=(top(&scale, tick)) { (elo(tick)) }
                        }
                    }
                    (plot(&moments, &shown, &scale, marks))
                    div.ends aria-hidden="true" { (ends(&moments, &shown, &scale, marks)) }
                    div.games aria-hidden="true" { span { "0" } span { (grouped(games)) " games" } }
                }
            }
        }
    }
}

/// Selects at most [`MAX_POINTS`] checkpoints, always including the last.
fn thinned(history: &[Checkpoint]) -> Vec<&Checkpoint> {
    let every = history.len().div_ceil(MAX_POINTS).max(1);
    history.iter().rev().step_by(every).collect::<Vec<_>>().into_iter().rev().collect()
}

/// Returns a scale that covers all lines, and the bands in the second half: early bands are too wide.
fn scale(moments: &[&Checkpoint], shown: &[usize]) -> ChartScale {
    let at = |moment: &Checkpoint, entrant: usize| moment.elo.get(entrant).copied().flatten();
    let each = |moments: &[&Checkpoint]| -> Vec<Estimate> {
        let all = moments.iter().flat_map(|m| shown.iter().filter_map(|&e| at(m, e)));
        all.collect()
    };
    let values = each(moments).into_iter().map(|estimate| estimate.value);
    let late = each(&moments[moments.len() / 2..]);
    let bands = late.into_iter().flat_map(|estimate| [estimate.low, estimate.high]);
    ChartScale::around(values.chain(bands), 60.0)
}

fn y_position(scale: &ChartScale, value: f64) -> f64 {
    HEIGHT * (1.0 - scale.position(value))
}

fn top(scale: &ChartScale, value: f64) -> String {
    format!("top:{:.1}px", y_position(scale, value))
}

fn plot(
    moments: &[&Checkpoint],
    shown: &[usize],
    scale: &ChartScale,
    marks: &EntrantMarks<'_>,
) -> Markup {
    let label = format!("Rating history of {} entrants", shown.len());
    html! {
        svg.chart role="img" aria-label=(label) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
            preserveAspectRatio="none" height=(HEIGHT) {
            @for tick in scale.ticks(6) {
                @let y = format!("{:.1}", y_position(scale, tick));
                line.grid.zero[tick.abs() < 1e-9] x1="0" x2=(WIDTH) y1=(y) y2=(y) {}
            }
            @for &entrant in shown {
                @let points = points(moments, entrant);
                g class=(marks.class(entrant)) {
                    path.band d=(band(&points, scale)) {}
                    path.line d=(line(&points, scale, |estimate| estimate.value)) {}
                }
            }
        }
    }
}

/// Returns an entrant's horizontal positions and ratings.
fn points(moments: &[&Checkpoint], entrant: usize) -> Vec<(f64, Estimate)> {
    let games = moments.last().map_or(1, |moment| moment.games.max(1)) as f64;
    let known = moments.iter().filter_map(|moment| {
        Some((WIDTH * moment.games as f64 / games, moment.elo.get(entrant).copied().flatten()?))
    });
    known.collect()
}

fn line(points: &[(f64, Estimate)], scale: &ChartScale, of: impl Fn(&Estimate) -> f64) -> String {
    let mut path = String::new();
    for (index, (x, estimate)) in points.iter().enumerate() {
        let verb = if index == 0 { 'M' } else { 'L' };
        let y = y_position(scale, of(estimate));
        write!(path, "{verb}{x:.1} {y:.1}").expect("writing to a String cannot fail");
    }
    path
}

fn band(points: &[(f64, Estimate)], scale: &ChartScale) -> String {
    let back: Vec<(f64, Estimate)> = points.iter().rev().copied().collect();
    let (there, back) = (line(points, scale, |e| e.high), line(&back, scale, |e| e.low));
    if there.is_empty() { there } else { format!("{there}{}Z", back.replacen('M', "L", 1)) }
}

/// Shows each name where its line ends, as far as there is room.
fn ends(
    moments: &[&Checkpoint],
    shown: &[usize],
    scale: &ChartScale,
    marks: &EntrantMarks<'_>,
) -> Markup {
    let last = |&entrant: &usize| Some((entrant, points(moments, entrant).last()?.1.value));
    let mut ends: Vec<(usize, f64)> =
        shown.iter().filter_map(last).map(|(who, value)| (who, y_position(scale, value))).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let places = spread(&ends.iter().map(|end| end.1).collect::<Vec<_>>());
    html! {
        @for ((entrant, _), y) in ends.iter().zip(places) {
            span style=(format!("top:{y:.1}px")) { (marks.labelled_name(*entrant)) }
        }
    }
}

/// Moves positions apart, first downwards, then back up from the bottom if they would leave the chart.
fn spread(sorted: &[f64]) -> Vec<f64> {
    let mut places = sorted.to_vec();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + MIN_NAME_DISTANCE);
    }
    let mut most = HEIGHT;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - MIN_NAME_DISTANCE;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_overlap() {
        let places = spread(&[10.0, 11.0, 12.0, HEIGHT, HEIGHT]);
        assert!(
            places.windows(2).all(|pair| pair[1] - pair[0] >= MIN_NAME_DISTANCE - 1e-9),
            "{places:?}"
        );
        assert!(places.iter().all(|place| (0.0..=HEIGHT).contains(place)), "{places:?}");
    }

    #[test]
    fn the_last_checkpoint_is_always_shown() {
        let moment = |games| Checkpoint { games, elo: Vec::new() };
        let history: Vec<Checkpoint> = (0..1001).map(moment).collect();
        let thin = thinned(&history);
        assert!(thin.len() <= MAX_POINTS && thin.last().map(|m| m.games) == Some(1000));
    }
}
