//! The probabilities of who is placed next: the step that rankings are made of.
//!
//! From the entrants still to be placed, a single one or a tied group is chosen.
//! Each possible group has a weight (the Davidson-Luce model of Firth, Kosmidis and
//! Turner):
//!
//! ```text
//! a alone           α_a
//! a and b tied      δ₂ (α_a α_b)^(1/2)
//! a, b and c tied   δ₃ (α_a α_b α_c)^(1/3)   ...
//! ```
//!
//! The logarithm of a weight is linear in the logarithms of the strengths α and of
//! the tie weights δ. So all the information of a step is in its *statistic*: `1/d`
//! for each of the `d` chosen, and a 1 for the size `d` of the tie. This module
//! computes the mean and the covariance of that statistic. The total weight of all
//! groups of one size is an elementary symmetric polynomial, so the groups are never
//! enumerated.

/// Maximum number of entrants in a game; the games of this workspace have at most nine.
pub(super) const MAX_SEATS: usize = 16;

/// A tie size and the logarithm of its weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct TieSize {
    pub(super) size: usize,
    pub(super) log_weight: f64,
}

/// The expected outcome of the next step. Its statistic has one part for each entrant to be placed, then one
/// for each tie size.
#[derive(Debug, Clone)]
pub(super) struct NextRank {
    /// The logarithm of the sum of all weights.
    pub(super) log_sum: f64,
    /// The mean of the statistic.
    pub(super) mean: Vec<f64>,
    /// The means of the products of its parts, row by row, on and below the diagonal.
    pub(super) products: Vec<f64>,
}

impl NextRank {
    /// Computes the expected outcome, given the logarithms of the strengths of the entrants to be placed.
    pub(super) fn among(strengths: &[f64], ties: &[TieSize]) -> Self {
        let parts = strengths.len() + ties.len();
        let ranked = StrengthOrder::new(strengths);
        let possible = || ties.iter().enumerate().filter(|(_, tie)| tie.size <= strengths.len());
        // All weights are divided by the largest one, so that none overflows and not all underflow.
        let heaviest = |(_, tie): (usize, &TieSize)| tie.log_weight + ranked.top(tie.size, &[]);
        let largest = possible().map(heaviest).fold(ranked.strengths[0], f64::max);
        let mut choice =
            NextRank { log_sum: 0.0, mean: vec![0.0; parts], products: vec![0.0; parts * parts] };
        let mut sum = 0.0;
        for (at, strength) in strengths.iter().enumerate() {
            let weight = libm::exp(strength - largest);
            sum += weight;
            choice.mean[at] += weight;
            choice.products[at * parts + at] += weight;
        }
        for (index, tie) in possible() {
            let few = TiesOfSize::new(&ranked, tie.size, tie.log_weight - largest);
            sum += choice.add_tie(&few, index);
        }
        choice.log_sum = libm::log(sum) + largest;
        for part in choice.mean.iter_mut().chain(&mut choice.products) {
            *part /= sum;
        }
        choice
    }

    /// Adds all ties of one size and returns their total weight.
    fn add_tie(&mut self, few: &TiesOfSize, index: usize) -> f64 {
        let order = &few.ranked.order;
        let (parts, part) = (self.mean.len(), 1.0 / few.size as f64);
        let tie = order.len() + index;
        let all = few.with(&[]);
        self.mean[tie] += all;
        self.products[tie * parts + tie] += all;
        for a in 0..order.len() {
            let with_a = few.with(&[a]);
            self.mean[order[a]] += with_a * part;
            self.products[order[a] * parts + order[a]] += with_a * part * part;
            self.products[tie * parts + order[a]] += with_a * part;
            for b in 0..a {
                let (row, column) = (order[a].max(order[b]), order[a].min(order[b]));
                self.products[row * parts + column] += few.with(&[a, b]) * part * part;
            }
        }
        all
    }

    /// The covariance of two parts of the statistic; `row` must not be less than `column`.
    pub(super) fn covariance(&self, row: usize, column: usize) -> f64 {
        self.products[row * self.mean.len() + column] - self.mean[row] * self.mean[column]
    }

    /// The mean and the variance of the statistic along a direction.
    pub(super) fn along(&self, direction: &[f64]) -> (f64, f64) {
        let parts = self.mean.len();
        let mean: f64 = super::cholesky::dot(&self.mean, direction);
        let mut square = 0.0;
        for row in 0..parts {
            let products = &self.products[row * parts..][..=row];
            let beside = super::cholesky::dot(&products[..row], direction);
            square += direction[row] * (2.0 * beside + direction[row] * products[row]);
        }
        (mean, (square - mean * mean).max(0.0))
    }
}

/// Strengths in descending order.
struct StrengthOrder {
    /// The original index of each strength.
    order: Vec<usize>,
    strengths: Vec<f64>,
}

impl StrengthOrder {
    fn new(strengths: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..strengths.len()).collect();
        order.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
        StrengthOrder { strengths: order.iter().map(|&at| strengths[at]).collect(), order }
    }

    /// The average strength of the strongest group of this size that includes the fixed members.
    fn top(&self, size: usize, fixed: &[usize]) -> f64 {
        let others = (0..self.order.len()).filter(|at| !fixed.contains(at));
        let few = fixed.iter().copied().chain(others).take(size);
        few.map(|at| self.strengths[at]).sum::<f64>() / size as f64
    }
}

/// All ties of one size.
struct TiesOfSize<'a> {
    ranked: &'a StrengthOrder,
    size: usize,
    log_weight: f64,
    /// The factor by which the weight changes when the entrant of the row replaces that of the column.
    ratios: Vec<f64>,
}

impl<'a> TiesOfSize<'a> {
    fn new(ranked: &'a StrengthOrder, size: usize, log_weight: f64) -> Self {
        let strengths = &ranked.strengths;
        let ratio = |row: &f64, column: &f64| libm::exp((row - column) / size as f64);
        let ratios =
            strengths.iter().flat_map(|row| strengths.iter().map(move |at| ratio(row, at)));
        TiesOfSize { ratios: ratios.collect(), ranked, size, log_weight }
    }

    /// Returns the total weight of all groups that include the fixed members: an elementary symmetric
    /// polynomial of the others. Sums are stored as multiples of their largest term, the product of the
    /// strongest, so every factor is at most 1.
    fn with(&self, fixed: &[usize]) -> f64 {
        let (count, degree) = (self.ranked.order.len(), self.size - fixed.len());
        let largest = libm::exp(self.log_weight + self.ranked.top(self.size, fixed));
        if degree == 0 {
            return largest;
        }
        let mut sums = [0.0; MAX_SEATS + 1];
        let mut strongest = [0; MAX_SEATS];
        sums[0] = 1.0;
        for (seen, at) in (0..count).filter(|at| !fixed.contains(at)).enumerate() {
            if seen < degree {
                strongest[seen] = at;
            }
            for degree in (1..=degree.min(seen + 1)).rev() {
                sums[degree] += self.ratios[at * count + strongest[degree - 1]] * sums[degree - 1];
            }
        }
        sums[degree] * largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The reference implementation: enumerates every group that could come next.
    fn listed(strengths: &[f64], ties: &[TieSize]) -> NextRank {
        let parts = strengths.len() + ties.len();
        let (mut sum, mut mean, mut products) = (0.0, vec![0.0; parts], vec![0.0; parts * parts]);
        for few in 1_u32..1 << strengths.len() {
            let size = few.count_ones() as usize;
            let tie = ties.iter().position(|tie| tie.size == size);
            let log_weight = match tie {
                Some(index) => ties[index].log_weight,
                None if size == 1 => 0.0,
                None => continue,
            };
            let mut statistic = vec![0.0; parts];
            (0..strengths.len())
                .filter(|at| few >> at & 1 == 1)
                .for_each(|at| statistic[at] = 1.0 / size as f64);
            let weight = libm::exp(log_weight + super::super::cholesky::dot(&statistic, strengths));
            if let Some(index) = tie {
                statistic[strengths.len() + index] = 1.0;
            }
            sum += weight;
            for row in 0..parts {
                mean[row] += weight * statistic[row];
                for column in 0..=row {
                    products[row * parts + column] += weight * statistic[row] * statistic[column];
                }
            }
        }
        mean.iter_mut().chain(&mut products).for_each(|part| *part /= sum);
        NextRank { log_sum: libm::log(sum), mean, products }
    }

    fn ties(log_weights: [f64; 3]) -> Vec<TieSize> {
        let sizes = [2, 3, 5];
        let tie = |(size, log_weight)| TieSize { size, log_weight };
        sizes.into_iter().zip(log_weights).map(tie).collect()
    }

    proptest! {
        #[test]
        fn polynomials_agree_with_the_list(
            strengths in prop::collection::vec(-4.0..4.0, 2..=9),
            log_weights in prop::array::uniform3(-3.0..3.0),
            tied in 0_usize..=3,
        ) {
            let ties = &ties(log_weights)[..tied];
            let (quick, slow) = (NextRank::among(&strengths, ties), listed(&strengths, ties));
            prop_assert!((quick.log_sum - slow.log_sum).abs() < 1e-10);
            let pairs = quick.mean.iter().zip(&slow.mean);
            for (quick, slow) in pairs.chain(quick.products.iter().zip(&slow.products)) {
                prop_assert!((quick - slow).abs() < 1e-10);
            }
        }

        #[test]
        fn the_mean_is_the_slope_and_the_covariance_the_slope_of_the_mean(
            strengths in prop::collection::vec(-3.0..3.0, 2..=6),
            log_weights in prop::array::uniform3(-2.0..2.0),
        ) {
            const STEP: f64 = 1e-5;
            // The error of a central difference is of the order of the square of the step.
            const CLOSE: f64 = 1e-7;
            let count = strengths.len();
            let at = |part: usize, step: f64| {
                let (mut strengths, mut log_weights) = (strengths.clone(), log_weights);
                *if part < count { &mut strengths[part] } else { &mut log_weights[part - count] } += step;
                NextRank::among(&strengths, &ties(log_weights))
            };
            let here = at(0, 0.0);
            for row in 0..count + 3 {
                let (up, down) = (at(row, STEP), at(row, -STEP));
                prop_assert!(((up.log_sum - down.log_sum) / (2.0 * STEP) - here.mean[row]).abs() < CLOSE);
                for column in 0..=row {
                    let slope = (up.mean[column] - down.mean[column]) / (2.0 * STEP);
                    prop_assert!((slope - here.covariance(row, column)).abs() < CLOSE);
                }
            }
        }
    }

    #[test]
    fn nothing_overflows() {
        let choice = NextRank::among(&[9e5, -9e5, 0.0], &ties([800.0, 900.0, 5000.0]));
        assert!(choice.log_sum.is_finite() && choice.mean.iter().all(|mean| mean.is_finite()));
    }
}
