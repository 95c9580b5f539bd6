//! Human-like mistakes: people overlook moves and misjudge the ones they see, but they don't play at random.
//!
//! ```text
//! value   9.0  8.5  7.0  6.9  2.0
//! seen     -    x    x    -    x     sometimes the best move is overlooked
//! felt         8.1  8.3       ---    seen moves are misjudged a little; the last is too bad to play
//! ```

use meeple_core::RankedMove;
use rand::{Rng, RngExt};

/// A model of human error, in the unit of a game's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MistakeModel {
    /// Probability of overlooking each move, from 0 to 1.
    pub overlooks: f64,
    /// Typical error when judging a move.
    pub blur: f64,
    /// Moves worse than the best by more than this are never played.
    pub tolerates: f64,
}

impl MistakeModel {
    /// Picks a move subject to these errors; `None` if `moves` is empty.
    pub fn pick<M: Copy>(&self, moves: &[RankedMove<M>], rng: &mut dyn Rng) -> Option<M> {
        let best = moves.iter().map(|ranked| ranked.value).max_by(f64::total_cmp)?;
        let sane = moves.iter().filter(|ranked| ranked.value >= best - self.tolerates);
        let mut felt: Option<(f64, M)> = None;
        let mut unseen: Option<(f64, M)> = None;
        for &RankedMove { mv, value } in sane {
            let value = value + self.blur * approx_normal(rng);
            let place = if rng.random::<f64>() < self.overlooks { &mut unseen } else { &mut felt };
            if place.is_none_or(|(most, _)| value > most) {
                *place = Some((value, mv));
            }
        }
        felt.or(unseen).map(|(_, mv)| mv)
    }
}

/// Draws from a roughly normal distribution with mean 0 and variance 1. Sums of uniform numbers are the same
/// on every machine; logarithms are not.
fn approx_normal(rng: &mut dyn Rng) -> f64 {
    let sum: f64 = (0..6).map(|_| rng.random::<f64>()).sum();
    (sum - 3.0) * std::f64::consts::SQRT_2 // variance 6/12 scaled to 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::rng::{RngStream, seeded};

    fn picks(oversight: MistakeModel, values: &[f64]) -> Vec<usize> {
        let ranked = |(mv, &value)| RankedMove { mv, value };
        let moves: Vec<RankedMove<usize>> = values.iter().enumerate().map(ranked).collect();
        let mut rng = seeded(1, RngStream::Deals);
        let mut counts = vec![0; values.len()];
        for _ in 0..2000 {
            counts[oversight.pick(&moves, &mut rng).expect("there are moves")] += 1;
        }
        counts
    }

    #[test]
    fn a_player_without_mistakes_takes_the_best_move() {
        let sharp = MistakeModel { overlooks: 0.0, blur: 0.0, tolerates: 0.0 };
        assert_eq!(picks(sharp, &[1.0, 3.0, 2.0]), [0, 2000, 0]);
        assert_eq!(sharp.pick::<u8>(&[], &mut seeded(1, RngStream::Deals)), None);
    }

    #[test]
    fn an_overlooked_move_leaves_the_next_best_and_never_an_absurd_one() {
        let careless = MistakeModel { overlooks: 0.25, blur: 0.0, tolerates: 5.0 };
        let counts = picks(careless, &[10.0, 9.0, 8.0, 1.0]);
        assert!((1400..1650).contains(&counts[0]), "three of four times the best: {counts:?}");
        assert!(counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0, "{counts:?}");
    }

    #[test]
    fn close_moves_are_confused_and_distant_ones_are_not() {
        let blurred = MistakeModel { overlooks: 0.0, blur: 1.0, tolerates: 100.0 };
        let counts = picks(blurred, &[10.0, 9.8, 0.0]);
        assert!(counts[1] > 700 && counts[0] > counts[1] && counts[2] == 0, "{counts:?}");
    }
}
