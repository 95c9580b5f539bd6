//! The scale of a chart: maps values to positions and chooses round ticks.

/// The range of values a chart shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ChartScale {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl ChartScale {
    /// Creates a scale that covers the finite values among these, with a small margin; at least `least` wide.
    pub(super) fn around(values: impl Iterator<Item = f64>, least: f64) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let ends = finite.fold(None, |ends: Option<(f64, f64)>, value| match ends {
            None => Some((value, value)),
            Some((low, high)) => Some((low.min(value), high.max(value))),
        });
        let (low, high) = ends.unwrap_or((0.0, 0.0));
        let short = (least - (high - low)).max(0.0) / 2.0;
        let margin = (high - low + 2.0 * short) * 0.04;
        ChartScale { low: low - short - margin, high: high + short + margin }
    }

    /// Returns the position of a value: 0 at the low end, 1 at the high end; values outside are clamped.
    pub(super) fn position(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Returns round numbers for the axis, at most `most + 1`.
    pub(super) fn ticks(&self, most: usize) -> Vec<f64> {
        let step = round_step((self.high - self.low) / most.max(1) as f64);
        let first = (self.low / step).ceil();
        let ticks = (0..=most).map(|index| (first + index as f64) * step);
        ticks.filter(|tick| *tick <= self.high).collect()
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20 ... (and 0.5, 0.2, 0.1 ...) that is at least `least`.
fn round_step(least: f64) -> f64 {
    // Parsed from text, a power of ten is rounded exactly: 1e-5, not 9.999999999999999e-6.
    let power = format!("1e{}", libm::log10(least).floor()).parse::<f64>().unwrap_or(0.0);
    let step = [1.0, 2.0, 5.0].into_iter().map(|step| step * power).find(|step| *step >= least);
    step.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let scale = ChartScale { low: -130.0, high: 95.0 };
        assert_eq!(scale.ticks(5), [-100.0, -50.0, 0.0, 50.0]);
        assert_eq!(
            ChartScale { low: 0.0, high: 7.0 }.ticks(7),
            [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
        );
    }

    #[test]
    fn a_scale_holds_what_it_shows_and_nothing_infinite() {
        let scale = ChartScale::around([3.0, f64::INFINITY, -5.0, f64::NAN].into_iter(), 1.0);
        assert!(scale.low < -5.0 && scale.high > 3.0 && scale.high < 4.0, "{scale:?}");
        assert!(scale.position(f64::INFINITY) >= 1.0 && scale.position(-100.0) <= 0.0);
        let empty = ChartScale::around(std::iter::empty(), 100.0);
        assert!((empty.position(0.0) - 0.5).abs() < 1e-9, "{empty:?}");
    }
}
