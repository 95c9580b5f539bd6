//! The table: measuring, comparing, printing.

use serde::Serialize;
use std::{
    fmt::{self, Display},
    hint::black_box,
    time::{Duration, Instant},
};

/// How long each side of a comparison is measured.
const LONG_ENOUGH: Duration = Duration::from_millis(400);
/// In how many slices two things are compared.
const SLICES: u32 = 10;

/// The rows measured so far.
#[derive(Debug)]
pub(crate) struct Bench {
    filter: String,
    rows: Vec<Row>,
}

/// One line of the table.
#[derive(Debug, Serialize)]
struct Row {
    what: String,
    ours: f64,
    unit: &'static str,
    /// What it is compared with, and how that did, in the same unit.
    peer: Option<(String, f64)>,
    /// How many times better ours is; the other way round for a growth or a size.
    ratio: Option<f64>,
    goal: Option<Goal>,
    met: Option<bool>,
}

/// What a row should reach.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Goal {
    /// The ratio to the peer.
    RatioAtLeast(f64),
    /// The figure itself.
    AtLeast(f64),
    /// The figure itself.
    AtMost(f64),
}

impl Bench {
    /// An empty table for the rows whose name contains `filter`.
    pub(crate) fn new(filter: String) -> Self {
        Bench { filter, rows: Vec::new() }
    }

    /// Whether this row is asked for; says on stderr that it is being measured.
    pub(crate) fn wants(&self, what: &str) -> bool {
        let wanted = what.contains(&self.filter);
        if wanted {
            eprintln!("measuring {what}");
        }
        wanted
    }

    /// Whether any of these rows, which are measured together, is asked for.
    pub(crate) fn wants_any(&self, rows: &[&str]) -> bool {
        let wanted = rows.iter().find(|row| row.contains(&self.filter));
        wanted.is_some_and(|row| self.wants(row))
    }

    /// Times two ways of doing the same thing, by turns.
    pub(crate) fn compare<A, B>(
        &mut self,
        what: &str,
        mut ours: impl FnMut() -> A,
        peer: &str,
        mut theirs: impl FnMut() -> B,
        goal: Option<Goal>,
    ) {
        if !self.wants(what) {
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

    /// How many things a second are done; `work` does some and returns how many.
    pub(crate) fn rate(
        &mut self,
        what: &str,
        unit: &'static str,
        mut work: impl FnMut() -> u64,
        goal: Option<Goal>,
    ) -> f64 {
        if !self.wants(what) {
            return f64::NAN;
        }
        let rate = per_second(&mut work);
        self.push(what, rate, unit, None, None, goal);
        rate
    }

    /// Two rates, measured by turns, each `work` returning how many things it did.
    pub(crate) fn compare_rates(
        &mut self,
        what: &str,
        unit: &'static str,
        mut ours: impl FnMut() -> u64,
        peer: &str,
        mut theirs: impl FnMut() -> u64,
        goal: Option<Goal>,
    ) -> f64 {
        if !self.wants(what) {
            return f64::NAN;
        }
        let (ours, theirs) = rates(&mut ours, &mut theirs);
        self.push(what, ours, unit, Some((peer.to_owned(), theirs)), Some(ours / theirs), goal);
        ours
    }

    /// A figure that was found in another way.
    pub(crate) fn figure(
        &mut self,
        what: &str,
        value: f64,
        unit: &'static str,
        goal: Option<Goal>,
    ) {
        if what.contains(&self.filter) {
            self.push(what, value, unit, None, None, goal);
        }
    }

    /// Two figures that were found in another way; more is better, unless they are seconds.
    pub(crate) fn pair(
        &mut self,
        what: &str,
        (ours, unit): (f64, &'static str),
        (peer, theirs): (&str, f64),
        goal: Option<Goal>,
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
        goal: Option<Goal>,
    ) {
        let met = goal.map(|goal| match goal {
            Goal::RatioAtLeast(least) => ratio.is_some_and(|ratio| ratio >= least),
            Goal::AtLeast(least) => ours >= least,
            Goal::AtMost(most) => ours <= most,
        });
        self.rows.push(Row { what: what.into(), ours, unit, peer, ratio, goal, met });
    }

    /// The table for machines: one JSON array of rows.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string_pretty(&self.rows).expect("rows are plain data")
    }
}

/// Adds the seconds that each call takes, for as many as fit in a slice, at least one.
fn time_calls<T>(work: &mut impl FnMut() -> T, calls: &mut Vec<f64>) {
    let start = Instant::now();
    loop {
        let call = Instant::now();
        black_box(work());
        calls.push(call.elapsed().as_secs_f64());
        if start.elapsed() >= LONG_ENOUGH / SLICES {
            return;
        }
    }
}

/// The middle one. The least would flatter a peer that draws, and so does not do the same work
/// each time.
fn median(mut calls: Vec<f64>) -> f64 {
    calls.sort_by(f64::total_cmp);
    calls[calls.len() / 2]
}

/// Two rates, measured by turns in short slices, so that a machine which is slow for a moment is
/// slow for both.
fn rates(ours: &mut impl FnMut() -> u64, theirs: &mut impl FnMut() -> u64) -> (f64, f64) {
    let (mut done, mut time) = ([0, 0], [Duration::ZERO; 2]);
    let mut slice = |side: usize, work: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        while start.elapsed() < LONG_ENOUGH / SLICES {
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
    while start.elapsed() < LONG_ENOUGH {
        done += black_box(work());
    }
    done as f64 / start.elapsed().as_secs_f64()
}

impl Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.rows.iter().map(Row::cells);
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

impl Row {
    fn cells(&self) -> [String; 7] {
        let (peer, theirs) = match &self.peer {
            Some((peer, theirs)) => (peer.clone(), amount(*theirs, self.unit)),
            None => (String::new(), String::new()),
        };
        let goal = self.goal.map(|goal| match goal {
            Goal::RatioAtLeast(least) => format!("ratio >= {least}"),
            Goal::AtLeast(least) => format!(">= {}", amount(least, self.unit)),
            Goal::AtMost(most) => format!("<= {}", amount(most, self.unit)),
        });
        let met = self.met.map_or("", |met| if met { "ok" } else { "MISSED" });
        let ratio = self.ratio.map(|ratio| match ratio {
            low if low < 1.0 => format!("{low:.3}x"),
            ratio => format!("{ratio:.1}x"),
        });
        let ratio = ratio.unwrap_or_default();
        let ours = amount(self.ours, self.unit);
        [self.what.clone(), ours, peer, theirs, ratio, goal.unwrap_or_default(), met.into()]
    }
}

/// A figure with a unit, short enough to read: `1.25 ms`, `3.4 M/s`.
fn amount(value: f64, unit: &str) -> String {
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
