//! Erring as people do: they overlook things and misjudge what they see; they do not close
//! their eyes and point.
//!
//! ```text
//! value   9.0  8.5  7.0  6.9  2.0
//! seen     -    x    x    -    x     the best is overlooked now and then
//! felt         8.1  8.3       ---    what is seen is misjudged a little; the last is absurd
//! ```

use meeple_core::Ranked;
use rand::{Rng, RngExt};

/// How somebody errs, in the unit of a game's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oversight {
    /// How likely each move is to be overlooked, from 0 to 1.
    pub overlooks: f64,
    /// By how much a move is typically misjudged.
    pub blur: f64,
    /// What is worse than the best move by more than this is never played.
    pub tolerates: f64,
}

impl Oversight {
    /// The move that somebody who errs so takes; `None` if there is none.
    pub fn pick<M: Copy>(&self, moves: &[Ranked<M>], rng: &mut dyn Rng) -> Option<M> {
        let best = moves.iter().map(|ranked| ranked.value).max_by(f64::total_cmp)?;
        let sane = moves.iter().filter(|ranked| ranked.value >= best - self.tolerates);
        let mut felt: Option<(f64, M)> = None;
        let mut unseen: Option<(f64, M)> = None;
        for &Ranked { mv, value } in sane {
            let value = value + self.blur * bell(rng);
            let place = if rng.random::<f64>() < self.overlooks { &mut unseen } else { &mut felt };
            if place.is_none_or(|(most, _)| value > most) {
                *place = Some((value, mv));
            }
        }
        felt.or(unseen).map(|(_, mv)| mv)
    }
}

/// About 0, mostly within one to either side. Sums of uniform numbers are the same on every
/// machine, which logarithms are not.
fn bell(rng: &mut dyn Rng) -> f64 {
    let sum: f64 = (0..6).map(|_| rng.random::<f64>()).sum();
    (sum - 3.0) * std::f64::consts::SQRT_2 // six twelfths of a variance become one
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::rng::{Stream, seeded};

    fn picks(oversight: Oversight, values: &[f64]) -> Vec<usize> {
        let ranked = |(mv, &value)| Ranked { mv, value };
        let moves: Vec<Ranked<usize>> = values.iter().enumerate().map(ranked).collect();
        let mut rng = seeded(1, Stream::Deals);
        let mut counts = vec![0; values.len()];
        for _ in 0..2000 {
            counts[oversight.pick(&moves, &mut rng).expect("there are moves")] += 1;
        }
        counts
    }

    #[test]
    fn who_never_errs_takes_the_best() {
        let sharp = Oversight { overlooks: 0.0, blur: 0.0, tolerates: 0.0 };
        assert_eq!(picks(sharp, &[1.0, 3.0, 2.0]), [0, 2000, 0]);
        assert_eq!(sharp.pick::<u8>(&[], &mut seeded(1, Stream::Deals)), None);
    }

    #[test]
    fn what_is_overlooked_leaves_the_next_best_and_never_the_absurd() {
        let careless = Oversight { overlooks: 0.25, blur: 0.0, tolerates: 5.0 };
        let counts = picks(careless, &[10.0, 9.0, 8.0, 1.0]);
        assert!((1400..1650).contains(&counts[0]), "three of four times the best: {counts:?}");
        assert!(counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0, "{counts:?}");
    }

    #[test]
    fn close_moves_are_confused_and_distant_ones_are_not() {
        let blurred = Oversight { overlooks: 0.0, blur: 1.0, tolerates: 100.0 };
        let counts = picks(blurred, &[10.0, 9.8, 0.0]);
        assert!(counts[1] > 700 && counts[0] > counts[1] && counts[2] == 0, "{counts:?}");
    }
}
