//! Where the true share of points lies.
//!
//! ```text
//! shares of 4 blocks  1, 1/2, 1, 1/2  ──►  0.75, from 0.28 to 0.96
//! ```

use super::student::quantile;

/// Where the true share lies with a certainty of 95 %, given the share (0 to 1) of each block.
///
/// It is Wilson's interval, in which a block counts as much as the spread of the blocks says:
/// one that could as well have been tossed for counts once, blocks that hardly differ count many
/// times. It stays within 0..=1 and is honest for few. Blocks that were all split the same way
/// are certain; all won or all lost, they are as sure as so many tosses can be.
pub fn share_interval(block_shares: &[f64]) -> [f64; 2] {
    let count = block_shares.len() as f64;
    if count < 2.0 {
        return [0.0, 1.0];
    }
    let share = (block_shares.iter().sum::<f64>() / count).clamp(0.0, 1.0);
    let squares = block_shares.iter().map(|block| (block - share) * (block - share)).sum::<f64>();
    let tossed = share * (1.0 - share);
    if tossed < NOTHING {
        // The spread says nothing: the exact bound of Clopper and Pearson.
        let bound = libm::pow(0.025, 1.0 / count);
        return if share > 0.5 { [bound, 1.0] } else { [0.0, 1.0 - bound] };
    }
    let variance = squares / (count - 1.0);
    if variance < NOTHING {
        return [share, share];
    }
    wilson(share, count * tossed / variance, quantile(count - 1.0))
}

/// What is not distinguished from 0: rounding.
const NOTHING: f64 = 1e-12;

/// Wilson's interval: all shares that are not further from the one seen than so many of their
/// own standard errors.
fn wilson(share: f64, trials: f64, errors: f64) -> [f64; 2] {
    let square = errors * errors;
    let middle = share + square / (2.0 * trials);
    let spread =
        errors * (share * (1.0 - share) / trials + square / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + square / trials;
    [((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: [f64; 2], low: f64, high: f64) {
        assert!((found[0] - low).abs() < 5e-4 && (found[1] - high).abs() < 5e-4, "{found:?}");
    }

    #[track_caller]
    fn exactly(found: [f64; 2], low: f64, high: f64) {
        assert_eq!(found.map(f64::to_bits), [low, high].map(f64::to_bits), "{found:?}");
    }

    #[test]
    fn the_interval_is_wilsons() {
        near(wilson(0.5, 100.0, 1.96), 0.404, 0.596);
        near(wilson(0.9, 10.0, 1.96), 0.596, 0.982);
        near(wilson(1.0, 5.0, 1.96), 0.566, 1.0);
    }

    #[test]
    fn blocks_are_the_unit() {
        // Equals who win each game by their seat: every block is split, and that is certain.
        exactly(share_interval(&[0.5; 20]), 0.5, 0.5);
        // Whole blocks won or lost: twenty blocks are twenty trials, whatever their games.
        let all_or_nothing: Vec<f64> = (0..20).map(|block| f64::from(block % 2)).collect();
        let weight = 19.0 / 20.0; // the sample's variance has one degree of freedom less
        let [low, high] = wilson(0.5, 20.0 * weight, 2.093);
        near(share_interval(&all_or_nothing), low, high);
        // All won: Clopper and Pearson's bound for so many blocks.
        near(share_interval(&[1.0; 5]), 0.4782, 1.0);
        near(share_interval(&[0.0; 5]), 0.0, 0.5218);
        exactly(share_interval(&[1.0]), 0.0, 1.0);
        exactly(share_interval(&[]), 0.0, 1.0);
    }

    #[test]
    fn parts_of_a_point_are_counted() {
        // Wilson's for 0.75 of 9 tosses, with Student's 3.182 for four blocks.
        near(share_interval(&[1.0, 0.5, 1.0, 0.5]), 0.2759, 0.9594);
        near(share_interval(&[0.7; 9]), 0.7, 0.7);
    }
}
