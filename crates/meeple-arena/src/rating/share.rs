//! Confidence interval of the share of points.
//!
//! ```text
//! shares of 4 blocks  1, 1/2, 1, 1/2  ──►  0.75, from 0.28 to 0.96
//! ```

use super::student::quantile;

/// Returns the 95 % confidence interval of the true share, given the share (0 to 1) of each block.
///
/// It is Wilson's interval, with each block weighted by how much the blocks vary: a block that is like a coin
/// toss counts once, and blocks that hardly differ count many times. It stays within 0..=1 and is reliable
/// for few blocks. If all blocks were split the same way, the interval is a single point; if all were won or
/// all lost, it is as wide as for that many coin tosses.
pub fn share_interval(block_shares: &[f64]) -> [f64; 2] {
    let count = block_shares.len() as f64;
    if count < 2.0 {
        return [0.0, 1.0];
    }
    let share = (block_shares.iter().sum::<f64>() / count).clamp(0.0, 1.0);
    let squares = block_shares.iter().map(|block| (block - share) * (block - share)).sum::<f64>();
    let tossed = share * (1.0 - share);
    if tossed < NOTHING {
        // The spread says nothing: use the exact Clopper-Pearson bound.
        let bound = libm::pow(0.025, 1.0 / count);
        return if share > 0.5 { [bound, 1.0] } else { [0.0, 1.0 - bound] };
    }
    let variance = squares / (count - 1.0);
    if variance < NOTHING {
        return [share, share];
    }
    wilson(share, count * tossed / variance, quantile(count - 1.0))
}

/// Variances below this are rounding errors and count as zero.
const NOTHING: f64 = 1e-12;

/// Wilson's interval: all shares that differ from the observed one by at most `errors` of their own standard
/// errors.
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
        // Equal players who win each game by their seat: every block is split, which leaves no doubt.
        exactly(share_interval(&[0.5; 20]), 0.5, 0.5);
        // Whole blocks won or lost: twenty blocks are twenty trials, however many games they have.
        let all_or_nothing: Vec<f64> = (0..20).map(|block| f64::from(block % 2)).collect();
        let weight = 19.0 / 20.0; // the sample variance has one degree of freedom less
        let [low, high] = wilson(0.5, 20.0 * weight, 2.093);
        near(share_interval(&all_or_nothing), low, high);
        // All won: the Clopper-Pearson bound for that number of blocks.
        near(share_interval(&[1.0; 5]), 0.4782, 1.0);
        near(share_interval(&[0.0; 5]), 0.0, 0.5218);
        exactly(share_interval(&[1.0]), 0.0, 1.0);
        exactly(share_interval(&[]), 0.0, 1.0);
    }

    #[test]
    fn parts_of_a_point_are_counted() {
        // Wilson's interval for 0.75 of 9 tosses, with Student's 3.182 for four blocks.
        near(share_interval(&[1.0, 0.5, 1.0, 0.5]), 0.2759, 0.9594);
        near(share_interval(&[0.7; 9]), 0.7, 0.7);
    }
}
