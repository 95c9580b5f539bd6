//! The course of the parameters: as a line of signs, a table and a drawing.
//!
//! ```text
//! answers  12 -> 17   4..30  ▃▃▄▄▄▄▅▅▅▅▄▄▄▄   or   3344445555444 without Unicode: 0 low, 9 high
//! ```

use meeple_arena::tuning::{Plan, Range, Spsa};
use meeple_terminal::paint::Paint;
use std::fmt::Write;

/// How many signs a line has at most.
const SIGNS: usize = 32;
/// The drawing: how wide a panel is, how high, and what is around it.
const PANEL: (f64, f64) = (600.0, 110.0);
const MARGIN: (f64, f64) = (70.0, 40.0);

/// One line for each parameter: its name, from where to where, its range, and how.
pub(super) fn lines(plan: &Plan, search: &Spsa, found: &[u32], paint: Paint) -> String {
    let config = plan.config();
    let width = config.parameters.iter().map(|range| range.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (at, range) in config.parameters.iter().enumerate() {
        let course: Vec<f64> = search.course().map(|values| part(range, values[at])).collect();
        let moved = format!("{} -> {}", config.start[at], found[at]);
        let of = format!("{}..{}", range.low, range.high);
        let _ = writeln!(
            text,
            "{:width$}  {moved:<12}  {of:<10}  {}",
            range.name,
            signs(&course, paint)
        );
    }
    text
}

/// A sign for each part of the course, higher for more.
fn signs(course: &[f64], paint: Paint) -> String {
    let levels: Vec<char> = paint.sign("▁▂▃▄▅▆▇█", "0123456789").chars().collect();
    let count = course.len().min(SIGNS);
    let sign = |at: usize| {
        let stretch = &course[at * course.len() / count..(at + 1) * course.len() / count];
        let mean = stretch.iter().sum::<f64>() / stretch.len() as f64;
        levels[((mean * levels.len() as f64) as usize).min(levels.len() - 1)]
    };
    (0..count).map(sign).collect()
}

/// Where a value is in its range, 0 to 1.
fn part(range: &Range, value: f64) -> f64 {
    ((value - f64::from(range.low)) / range.width()).clamp(0.0, 1.0)
}

/// A line for the start and each step.
pub(super) fn csv(plan: &Plan, search: &Spsa) -> String {
    let names = search.ranges().iter().map(|range| range.name.as_str());
    let head: Vec<&str> = ["step", "games"].into_iter().chain(names).collect();
    let mut text = format!("{}\n", head.join(","));
    for (step, values) in search.course().enumerate() {
        let _ = write!(text, "{step},{}", step as u64 * plan.games_a_step());
        for value in values {
            let _ = write!(text, ",{value:.4}");
        }
        text.push('\n');
    }
    text
}

/// A panel for each parameter: its course within its range, and what was found so far.
pub(super) fn svg(plan: &Plan, search: &Spsa) -> String {
    let (width, height) = (PANEL.0 + 2.0 * MARGIN.0, PANEL.1 + MARGIN.1);
    let total = height * search.ranges().len() as f64 + MARGIN.1 + 20.0;
    let title = format!(
        "{} of {}: {} of {} steps",
        plan.player(),
        plan.config().game,
        search.done(),
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

/// The panel of a parameter, from this line on.
fn panel(search: &Spsa, at: usize, found: u32, top: f64) -> String {
    let (range, (left, (width, height))) = (&search.ranges()[at], (MARGIN.0, PANEL));
    let Range { name, low, high } = range;
    let down = |value: f64| top + height * (1.0 - part(range, value));
    let across = width / search.done().max(1) as f64;
    let point = |(step, values): (usize, Vec<f64>)| {
        format!("{:.1},{:.1}", left + across * step as f64, down(values[at]))
    };
    let points = search.course().enumerate().map(point).collect::<Vec<_>>().join(" ");
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
