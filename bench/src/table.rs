//! The table of results: measuring, comparing and printing.

use serde::Serialize;
use std::{
    fmt::{self, Display},
    hint::black_box,
    time::{Duration, Instant},
};

/// Measuring time for each side of a comparison.
const MEASURING_TIME: Duration = Duration::from_millis(400);
/// Number of slices in which two sides are measured alternately.
const SLICES: u32 = 10;

/// The rows measured so far.
#[derive(Debug)]
pub(crate) struct BenchTable {
    filter: String,
    rows: Vec<BenchRow>,
}

/// One row of the table.
#[derive(Debug, Serialize)]
struct BenchRow {
    what: String,
    ours: f64,
    unit: &'static str,
    /// Name of what it is compared with, and that side's figure in the same unit.
    peer: Option<(String, f64)>,
    /// How many times better Meeple is; inverted for a growth or a size.
    ratio: Option<f64>,
    goal: Option<BenchGoal>,
    met: Option<bool>,
}

/// The target of a row.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BenchGoal {
    /// Minimum ratio to the peer.
    RatioAtLeast(f64),
    /// Minimum of the figure itself.
    AtLeast(f64),
    /// Maximum of the figure itself.
    AtMost(f64),
}

impl BenchTable {
    /// Creates an empty table for the rows whose name contains `filter`.
    pub(crate) fn new(filter: String) -> Self {
        BenchTable { filter, rows: Vec::new() }
    }

    /// Returns whether this row is selected; if so, announces on stderr that it is being measured.
    pub(crate) fn is_selected(&self, what: &str) -> bool {
        let wanted = what.contains(&self.filter);
        if wanted {
            eprintln!("measuring {what}");
        }
        wanted
    }

    /// Returns whether any of these rows, which are measured together, is selected.
    pub(crate) fn is_any_selected(&self, rows: &[&str]) -> bool {
        let wanted = rows.iter().find(|row| row.contains(&self.filter));
        wanted.is_some_and(|row| self.is_selected(row))
    }

    /// Times two ways of doing the same thing, alternately.
    pub(crate) fn compare<A, B>(
        &mut self,
        what: &str,
        mut ours: impl FnMut() -> A,
        peer: &str,
        mut theirs: impl FnMut() -> B,
        goal: Option<BenchGoal>,
    ) {
        if !self.is_selected(what) {
            return;
        }
        let (mut our_calls, mut their_calls) = (Vec::new(), Vec::new());
        for _ in 0..SLICES {
            time_calls(&mut ours, &mut our_calls);
            time_calls(&mut theirs, &mut their_calls);
        }
        let (ours, theirs) = (median(our_calls), median(their_calls));
        self.push(what, ours, "s", Some((peer.to_owned(), theirs)), Some(theirs / ours), goal);
    }

    /// Measures a rate per second; `work` does some items and returns how many.
    pub(crate) fn rate(
        &mut self,
        what: &str,
        unit: &'static str,
        mut work: impl FnMut() -> u64,
        goal: Option<BenchGoal>,
    ) -> f64 {
        if !self.is_selected(what) {
            return f64::NAN;
        }
        let rate = per_second(&mut work);
        self.push(what, rate, unit, None, None, goal);
        rate
    }

    /// Compares two rates, measured alternately; each `work` returns how many items it did.
    pub(crate) fn compare_rates(
        &mut self,
        what: &str,
        unit: &'static str,
        mut ours: impl FnMut() -> u64,
        peer: &str,
        mut theirs: impl FnMut() -> u64,
        goal: Option<BenchGoal>,
    ) -> f64 {
        if !self.is_selected(what) {
            return f64::NAN;
        }
        let (ours, theirs) = rates(&mut ours, &mut theirs);
        self.push(what, ours, unit, Some((peer.to_owned(), theirs)), Some(ours / theirs), goal);
        ours
    }

    /// Adds a figure measured by the caller.
    pub(crate) fn figure(
        &mut self,
        what: &str,
        value: f64,
        unit: &'static str,
        goal: Option<BenchGoal>,
    ) {
        if what.contains(&self.filter) {
            self.push(what, value, unit, None, None, goal);
        }
    }

    /// Adds two figures measured by the caller; higher is better, unless they are seconds.
    pub(crate) fn pair(
        &mut self,
        what: &str,
        (ours, unit): (f64, &'static str),
        (peer, theirs): (&str, f64),
        goal: Option<BenchGoal>,
    ) {
        if what.contains(&self.filter) {
            let ratio = if unit == "s" { theirs / ours } else { ours / theirs };
            self.push(what, ours, unit, Some((peer.to_owned(), theirs)), Some(ratio), goal);
        }
    }

    fn push(
        &mut self,
        what: &str,
        ours: f64,
        unit: &'static str,
        peer: Option<(String, f64)>,
        ratio: Option<f64>,
        goal: Option<BenchGoal>,
    ) {
        let met = goal.map(|goal| match goal {
            BenchGoal::RatioAtLeast(least) => ratio.is_some_and(|ratio| ratio >= least),
            BenchGoal::AtLeast(least) => ours >= least,
            BenchGoal::AtMost(most) => ours <= most,
        });
        self.rows.push(BenchRow { what: what.into(), ours, unit, peer, ratio, goal, met });
    }

    /// Formats the table as a JSON array of rows.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.rows).expect("rows are plain data")
    }
}

/// Appends the seconds of each call, for as many calls as fit in a slice, at least one.
fn time_calls<T>(work: &mut impl FnMut() -> T, calls: &mut Vec<f64>) {
    let start = Instant::now();
    loop {
        let call = Instant::now();
        black_box(work());
        calls.push(call.elapsed().as_secs_f64());
        if start.elapsed() >= MEASURING_TIME / SLICES {
            return;
        }
    }
}

/// Returns the median. The minimum would favour a peer that draws random numbers and so doesn't do the same
/// work each time.
fn median(mut calls: Vec<f64>) -> f64 {
    calls.sort_by(f64::total_cmp);
    calls[calls.len() / 2]
}

/// Measures two rates alternately in short slices, so that a momentary slowdown of the machine affects both.
fn rates(ours: &mut impl FnMut() -> u64, theirs: &mut impl FnMut() -> u64) -> (f64, f64) {
    let (mut done, mut time) = ([0, 0], [Duration::ZERO; 2]);
    let mut slice = |side: usize, work: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        while start.elapsed() < MEASURING_TIME / SLICES {
            done[side] += black_box(work());
        }
        time[side] += start.elapsed();
    };
    for _ in 0..SLICES {
        slice(0, ours);
        slice(1, theirs);
    }
    let rate = |side: usize| done[side] as f64 / time[side].as_secs_f64();
    (rate(0), rate(1))
}

fn per_second(work: &mut impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut done = 0;
    while start.elapsed() < MEASURING_TIME {
        done += black_box(work());
    }
    done as f64 / start.elapsed().as_secs_f64()
}

impl Display for BenchTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.rows.iter().map(BenchRow::cells);
        let head = ["what", "ours", "peer", "its figure", "ratio", "goal", ""].map(String::from);
        let lines: Vec<[String; 7]> = std::iter::once(head).chain(cells).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
        let widths: Vec<usize> = (0..7).map(|column| width(column).unwrap_or(0)).collect();
        for line in &lines {
            for (column, cell) in line.iter().enumerate() {
                let wide = widths[column];
                match column {
                    1 | 3 | 4 => write!(f, "{cell:>wide$}  ")?,
                    6 => write!(f, "{cell}")?,
                    _ => write!(f, "{cell:<wide$}  ")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl BenchRow {
    fn cells(&self) -> [String; 7] {
        let (peer, theirs) = match &self.peer {
            Some((peer, theirs)) => (peer.clone(), format_figure(*theirs, self.unit)),
            None => (String::new(), String::new()),
        };
        let goal = self.goal.map(|goal| match goal {
            BenchGoal::RatioAtLeast(least) => format!("ratio >= {least}"),
            BenchGoal::AtLeast(least) => format!(">= {}", format_figure(least, self.unit)),
            BenchGoal::AtMost(most) => format!("<= {}", format_figure(most, self.unit)),
        });
        let met = self.met.map_or("", |met| if met { "ok" } else { "MISSED" });
        let ratio = self.ratio.map(|ratio| match ratio {
            low if low < 1.0 => format!("{low:.3}x"),
            ratio => format!("{ratio:.1}x"),
        });
        let ratio = ratio.unwrap_or_default();
        let ours = format_figure(self.ours, self.unit);
        [self.what.clone(), ours, peer, theirs, ratio, goal.unwrap_or_default(), met.into()]
    }
}

/// Formats a figure with its unit: `1.25 ms`, `3.4 M/s`.
fn format_figure(value: f64, unit: &str) -> String {
    if unit == "s" {
        return match value {
            v if v < 1e-6 => format!("{:.0} ns", v * 1e9),
            v if v < 1e-3 => format!("{:.1} us", v * 1e6),
            v if v < 1.0 => format!("{:.2} ms", v * 1e3),
            v => format!("{v:.2} s"),
        };
    }
    match value {
        v if v >= 1e6 => format!("{:.2} M {unit}", v / 1e6),
        v if v >= 1e4 => format!("{:.1} k {unit}", v / 1e3),
        v if v.fract() == 0.0 => format!("{v} {unit}"),
        v => format!("{v:.2} {unit}"),
    }
}
