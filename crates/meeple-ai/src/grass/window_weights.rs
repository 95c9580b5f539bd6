//! The weights of the window player's evaluation, as parameters: `window:turn=30:coupon=40`.

use meeple_core::{GameOptions, OptionKey};

/// The window player's parameters; `None` means the default shown in the help.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WindowOptions {
    /// Tenths of a cell in a window that one more turn is expected to fill.
    pub turn: Option<u32>,
    /// The same for one more robbery.
    pub robbery: Option<u32>,
    /// Value of a coupon, in tenths of a cell.
    pub coupon: Option<u32>,
    /// Constant part of the uncertainty, in tenths of a cell.
    pub doubt: Option<u32>,
    /// Part of the uncertainty that grows with the square root of the turns left, in tenths of a cell.
    pub drift: Option<u32>,
    /// Cost of a missing cell that is closed on three sides, in hundredths of a cell.
    pub nook: Option<u32>,
    /// Value of a full square in itself, in thousandths.
    pub square: Option<u32>,
}

impl GameOptions for WindowOptions {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::number(
            "turn",
            "cells that one more turn fills, in tenths",
            0..=200,
            "30",
            |o| o.turn,
            |o, n| o.turn = Some(n),
        ),
        OptionKey::number(
            "robbery",
            "cells that one more robbery fills, in tenths",
            0..=200,
            "30",
            |o| o.robbery,
            |o, n| o.robbery = Some(n),
        ),
        OptionKey::number(
            "coupon",
            "value of a coupon, in tenths of a cell",
            0..=200,
            "40",
            |o| o.coupon,
            |o, n| o.coupon = Some(n),
        ),
        OptionKey::number(
            "doubt",
            "uncertainty, in tenths of a cell",
            1..=200,
            "10",
            |o| o.doubt,
            |o, n| o.doubt = Some(n),
        ),
        OptionKey::number(
            "drift",
            "uncertainty per square root of the turns left, in tenths of a cell",
            0..=200,
            "15",
            |o| o.drift,
            |o, n| o.drift = Some(n),
        ),
        OptionKey::number(
            "nook",
            "cost of a missing cell closed on three sides, in hundredths of a cell",
            100..=1000,
            "150",
            |o| o.nook,
            |o, n| o.nook = Some(n),
        ),
        OptionKey::number(
            "square",
            "value of a full square, in thousandths",
            0..=1000,
            "20",
            |o| o.square,
            |o, n| o.square = Some(n),
        ),
    ];
}

/// The weights in the units of the evaluation (cells, unless noted).
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowWeights {
    /// Cells of a window that one more turn is expected to fill.
    pub(super) turn: f64,
    /// The same for one more robbery.
    pub(super) robbery: f64,
    /// Value of a coupon: one cell at the end of the game, a better tile before that.
    pub(super) coupon: f64,
    /// Constant part of the uncertainty.
    pub(super) doubt: f64,
    /// Part of the uncertainty that grows with the square root of the turns left.
    pub(super) drift: f64,
    /// Cost of a missing cell in hundredths, indexed by how many of its four sides are closed: nooks are hard
    /// to fill.
    pub(super) cost: [u32; 5],
    /// Value of a full square of at least 2x2 in itself; it rewards compactness.
    pub(super) square: f64,
}

impl WindowWeights {
    pub(super) fn from_options(options: &WindowOptions) -> Self {
        let given = |option: Option<u32>, unit: f64, usual: f64| {
            option.map_or(usual, |number| f64::from(number) / unit)
        };
        let usual = WindowWeights::default();
        let [open, beside, corner, nook, hole] = usual.cost;
        WindowWeights {
            turn: given(options.turn, 10.0, usual.turn),
            robbery: given(options.robbery, 10.0, usual.robbery),
            coupon: given(options.coupon, 10.0, usual.coupon),
            doubt: given(options.doubt, 10.0, usual.doubt),
            drift: given(options.drift, 10.0, usual.drift),
            cost: [open, beside, corner, options.nook.unwrap_or(nook), hole],
            square: given(options.square, 1000.0, usual.square),
        }
    }
}

/// Found by playing against `greedy`. Tuning them in self-play found nothing better, so they stayed:
///
/// ```text
/// meeple tune grass window turn=10..60 robbery=10..60 coupon=10..90 doubt=3..30 drift=3..40
///     nook=100..300 square=0..100 --games 2400 --batch 20 --final 800 --seed 5000000
///     --nodes 1000000                                                          (2026-11-16)
///
/// Nothing shows that window:turn=27:robbery=39:coupon=23:doubt=8:drift=19:nook=171:square=18 is
/// better than window: 800 games on the fresh seeds 5001200 to 5001599, 49.3 %, -5 Elo, -21 .. +12.
/// ```
impl Default for WindowWeights {
    fn default() -> Self {
        WindowWeights {
            turn: 3.0,
            robbery: 3.0,
            coupon: 4.0,
            doubt: 1.0,
            drift: 1.5,
            cost: [100, 110, 140, 150, 500],
            square: 0.02,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::options::parse;

    #[test]
    fn the_defaults_shown_in_help_are_used() {
        let words = WindowOptions::KEYS.iter().map(|key| format!("{}={}", key.name, key.default));
        let shown: WindowOptions = parse(words).expect("they are possible");
        let usual = format!("{:?}", WindowWeights::default());
        assert_eq!(format!("{:?}", WindowWeights::from_options(&shown)), usual);
        assert_eq!(format!("{:?}", WindowWeights::from_options(&WindowOptions::default())), usual);
    }

    #[test]
    fn every_parameter_changes_something() {
        let usual = format!("{:?}", WindowWeights::default());
        for key in WindowOptions::KEYS {
            let options: WindowOptions = parse([format!("{}=199", key.name)]).expect("possible");
            assert_ne!(
                format!("{:?}", WindowWeights::from_options(&options)),
                usual,
                "{}",
                key.name
            );
        }
    }
}
