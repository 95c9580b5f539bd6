//! The distribution of scores and game lengths: small histograms; those of the scores share one scale.

use super::{
    TournamentReport,
    entrant_marks::{EntrantMarks, MARK_COUNT},
    format::{count_of, grouped},
};
use maud::{Markup, html};

/// Height of the bars.
const HEIGHT: f64 = 64.0;
/// Approximate maximum number of bars.
const BARS: i64 = 24;

pub(super) fn section(report: &TournamentReport<'_>, marks: &EntrantMarks<'_>) -> Markup {
    let lengths: Vec<i64> = counted_games(report).map(|game| game.plies as i64).collect();
    let shown: Vec<usize> =
        report.standings.rows.iter().map(|row| row.entrant).take(MARK_COUNT).collect();
    let scores: Vec<Vec<i64>> = shown.iter().map(|&entrant| scores(report, entrant)).collect();
    let bins = HistogramBins::covering(scores.iter().flatten().copied());
    let most = scores.iter().flat_map(|scores| bins.count(scores)).max().unwrap_or(0);
    html! {
        section id="distributions" aria-labelledby="distributions-title" {
            h2 id="distributions-title" { "Scores and game lengths" }
            h3 { "Scores" }
            @if report.standings.rows.len() > MARK_COUNT {
                p.note { "The first " (MARK_COUNT) " in the standings." }
            }
            div.multiples {
                @for (&entrant, scores) in shown.iter().zip(&scores) {
                    figure {
                        figcaption { (marks.labelled_name(entrant)) (average(scores)) }
                        (histogram(scores, bins, most, &marks.class(entrant), "points"))
                    }
                }
            }
            h3 { "Game lengths" }
            figure {
                figcaption { "Deals and moves per game" (average(&lengths)) }
                @let bins = HistogramBins::covering(lengths.iter().copied());
                @let most = bins.count(&lengths).into_iter().max().unwrap_or(0);
                (histogram(&lengths, bins, most, "seat-none", "deals and moves"))
            }
        }
    }
}

fn counted_games<'a>(
    report: &TournamentReport<'a>,
) -> impl Iterator<Item = &'a crate::tournament::GameLine> + use<'a> {
    report.games.iter().filter(|game| game.is_counted())
}

/// Returns an entrant's scores in all counted games.
fn scores(report: &TournamentReport<'_>, entrant: usize) -> Vec<i64> {
    let seats = counted_games(report).flat_map(|game| game.seats.iter().zip(&game.scores));
    seats.filter(|(who, _)| **who == entrant).map(|(_, &score)| i64::from(score)).collect()
}

fn average(values: &[i64]) -> Markup {
    let mean = values.iter().sum::<i64>() as f64 / values.len().max(1) as f64;
    html! { @if !values.is_empty() { span.average { "⌀ " (format!("{mean:.1}")) } } }
}

/// The bins of a histogram: the first starts at `from`, each covers `width` integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HistogramBins {
    from: i64,
    width: i64,
    bars: usize,
}

impl HistogramBins {
    fn covering(values: impl Iterator<Item = i64> + Clone) -> Self {
        let (low, high) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
        let least = (high - low) / BARS + 1;
        let powers = (0..19).flat_map(|power| [1, 2, 5].map(|step| step * 10i64.pow(power)));
        let width = powers.into_iter().find(|width| *width >= least).unwrap_or(least);
        let from = low.div_euclid(width) * width;
        HistogramBins { from, width, bars: ((high - from) / width + 1) as usize }
    }

    fn count(&self, values: &[i64]) -> Vec<u64> {
        let mut counts = vec![0; self.bars];
        for value in values {
            if let Some(count) = counts.get_mut(((value - self.from) / self.width) as usize) {
                *count += 1;
            }
        }
        counts
    }
}

fn histogram(values: &[i64], bins: HistogramBins, most: u64, class: &str, unit: &str) -> Markup {
    let counts = bins.count(values);
    let wide = 100.0 / bins.bars as f64;
    let last = bins.from + bins.width * bins.bars as i64 - 1;
    let label =
        format!("{} from {} to {} {unit}", count_of(values.len() as u64, "game"), bins.from, last);
    html! {
        svg class={ "chart histogram " (class) } role="img" aria-label=(label) width="100%" height="84" {
            line.axis x1="0" x2="100%" y1=(HEIGHT) y2=(HEIGHT) {}
            @for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                @let tall = (HEIGHT - 4.0) * count as f64 / most.max(1) as f64;
                @let from = bins.from + index as i64 * bins.width;
                rect.bar x=(format!("{:.2}%", index as f64 * wide + wide * 0.06))
                    width=(format!("{:.2}%", wide * 0.88)) y=(format!("{:.1}", HEIGHT - tall))
                    height=(format!("{tall:.1}")) {
                    title { (range(from, bins.width)) " " (unit) ": " (grouped(count)) }
                }
            }
            text.tick x="0" y="80" { (bins.from) }
            text.tick x="100%" y="80" text-anchor="end" { (last) }
        }
    }
}

/// Formats a bin: `7`, or `10 to 14`.
fn range(from: i64, width: i64) -> String {
    if width == 1 { from.to_string() } else { format!("{from} to {}", from + width - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_a_bar() {
        let values = [-3, 0, 7, 101, 102];
        let bins = HistogramBins::covering(values.into_iter());
        assert_eq!((bins.width, bins.from), (5, -5));
        assert_eq!(bins.count(&values).iter().sum::<u64>(), 5);
        let alone = HistogramBins::covering([4].into_iter());
        assert_eq!((alone.bars, alone.width), (1, 1));
    }
}
