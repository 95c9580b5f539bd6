//! The history of the parameters: as a sparkline, a CSV table and an SVG drawing.
//!
//! ```text
//! answers  12 -> 17   4..30  ▃▃▄▄▄▄▅▅▅▅▄▄▄▄   or   3344445555444 without Unicode: 0 low, 9 high
//! ```

use meeple_arena::tuning::{ParameterRange, Spsa, TuningPlan};
use meeple_terminal::paint::Paint;
use std::fmt::Write;

/// Most characters in a sparkline.
const SPARKLINE_WIDTH: usize = 32;
/// Width and height of a panel in the drawing; `MARGIN` is the space around it.
const PANEL: (f64, f64) = (600.0, 110.0);
const MARGIN: (f64, f64) = (70.0, 40.0);

/// Returns one line per parameter: name, start and result, range, sparkline.
pub(super) fn lines(plan: &TuningPlan, search: &Spsa, found: &[u32], paint: Paint) -> String {
    let config = plan.config();
    let width = config.parameters.iter().map(|range| range.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (at, range) in config.parameters.iter().enumerate() {
        let values: Vec<f64> = search.history().map(|step| part(range, step[at])).collect();
        let moved = format!("{} -> {}", config.start[at], found[at]);
        let of = format!("{}..{}", range.low, range.high);
        let _ = writeln!(
            text,
            "{:width$}  {moved:<12}  {of:<10}  {}",
            range.name,
            sparkline(&values, paint)
        );
    }
    text
}

/// Returns the sparkline: one character per section of the history, higher for larger values.
fn sparkline(values: &[f64], paint: Paint) -> String {
    let levels: Vec<char> = paint.symbol("▁▂▃▄▅▆▇█", "0123456789").chars().collect();
    let count = values.len().min(SPARKLINE_WIDTH);
    let sign = |at: usize| {
        let stretch = &values[at * values.len() / count..(at + 1) * values.len() / count];
        let mean = stretch.iter().sum::<f64>() / stretch.len() as f64;
        levels[((mean * levels.len() as f64) as usize).min(levels.len() - 1)]
    };
    (0..count).map(sign).collect()
}

/// Returns the position of a value within its range, from 0 to 1.
fn part(range: &ParameterRange, value: f64) -> f64 {
    ((value - f64::from(range.low)) / range.width()).clamp(0.0, 1.0)
}

/// Returns the table as CSV: one line for the start and one for each step.
pub(super) fn csv(plan: &TuningPlan, search: &Spsa) -> String {
    let names = search.ranges().iter().map(|range| range.name.as_str());
    let head: Vec<&str> = ["step", "games"].into_iter().chain(names).collect();
    let mut text = format!("{}\n", head.join(","));
    for (step, values) in search.history().enumerate() {
        let _ = write!(text, "{step},{}", step as u64 * plan.games_per_step());
        for value in values {
            let _ = write!(text, ",{value:.4}");
        }
        text.push('\n');
    }
    text
}

/// Returns the drawing: one panel per parameter, with its history and the result so far.
pub(super) fn svg(plan: &TuningPlan, search: &Spsa) -> String {
    let (width, height) = (PANEL.0 + 2.0 * MARGIN.0, PANEL.1 + MARGIN.1);
    let total = height * search.ranges().len() as f64 + MARGIN.1 + 20.0;
    let title = format!(
        "{} of {}: {} of {} steps",
        plan.player(),
        plan.config().game,
        search.steps_done(),
        plan.steps()
    );
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {total}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<style>\n\
         svg {{ background: #fff; color: #222 }}\n\
         @media (prefers-color-scheme: dark) {{ svg {{ background: #16181c; color: #ddd }} }}\n\
         text {{ fill: currentColor }} rect {{ fill: none; stroke: currentColor; opacity: .3 }}\n\
         polyline {{ fill: none; stroke: #2a8a4a; stroke-width: 2 }}\n\
         line {{ stroke: currentColor; stroke-dasharray: 4 4; opacity: .6 }}\n\
         </style>\n<title>{0}</title>\n<text x=\"{1}\" y=\"24\" font-weight=\"bold\">{0}</text>\n",
        escaped(&title),
        MARGIN.0,
    );
    for (at, &found) in search.result().iter().enumerate() {
        text.push_str(&panel(search, at, found, MARGIN.1 + 20.0 + height * at as f64));
    }
    text.push_str("</svg>\n");
    text
}

/// Draws the panel of one parameter, with its upper edge at `top`.
fn panel(search: &Spsa, at: usize, found: u32, top: f64) -> String {
    let (range, (left, (width, height))) = (&search.ranges()[at], (MARGIN.0, PANEL));
    let ParameterRange { name, low, high } = range;
    let down = |value: f64| top + height * (1.0 - part(range, value));
    let across = width / search.steps_done().max(1) as f64;
    let point = |(step, values): (usize, Vec<f64>)| {
        format!("{:.1},{:.1}", left + across * step as f64, down(values[at]))
    };
    let points = search.history().enumerate().map(point).collect::<Vec<_>>().join(" ");
    let (right, bottom, level) = (left + width, top + height, down(found.into()));
    let label = |(x, y): (f64, f64), anchor: &str, text: &str| {
        let text = escaped(text);
        format!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n")
    };
    let mut text = label((left, top - 6.0), "start", name);
    text += &label((left - 6.0, top + 12.0), "end", &high.to_string());
    text += &label((left - 6.0, bottom), "end", &low.to_string());
    text += &label((right + 6.0, level + 4.0), "start", &found.to_string());
    let _ = writeln!(
        text,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n\
         <line x1=\"{left}\" y1=\"{level:.1}\" x2=\"{right}\" y2=\"{level:.1}\"/>\n\
         <polyline points=\"{points}\"/>"
    );
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
