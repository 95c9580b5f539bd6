//! Student's t-distribution, for confidence intervals whose spread is itself only an estimate.
//!
//! ```text
//! degrees of freedom     1      2      9     39    many
//! 95 % lie within    12.71   4.30   2.26   2.02    1.96   standard errors
//! ```

/// Returns how many standard errors to either side contain 95 % of the distribution.
pub(super) fn quantile(freedom: f64) -> f64 {
    if freedom >= MANY {
        return cornish_fisher(freedom);
    }
    let mut high = 2.0;
    while cumulative(high, freedom) < 0.975 {
        high *= 2.0;
    }
    let mut low = 0.0;
    while high - low > 1e-12 * high {
        let middle = f64::midpoint(low, high);
        *if cumulative(middle, freedom) < 0.975 { &mut low } else { &mut high } = middle;
    }
    high
}

/// The cumulative distribution function.
pub(super) fn cumulative(value: f64, freedom: f64) -> f64 {
    let freedom = freedom.clamp(LEAST, MOST);
    let square = value * value;
    let (x, rest) = (freedom / (freedom + square), square / (freedom + square));
    let beyond = incomplete_beta(x, rest, freedom / 2.0, 0.5) / 2.0;
    if value > 0.0 { 1.0 - beyond } else { beyond }
}

/// Fewer degrees of freedom are treated as this many: nearly everything is beyond any number.
const LEAST: f64 = 0.1;
/// More degrees of freedom are treated as this many: it is the normal distribution, to six digits.
const MOST: f64 = 1e6;
/// From here on the series below is accurate to nine digits.
const MANY: f64 = 1000.0;

/// The quantile by the Cornish-Fisher expansion around that of the normal distribution.
fn cornish_fisher(freedom: f64) -> f64 {
    const NORMAL: f64 = 1.959_963_984_540_054;
    const CUBE: f64 = NORMAL * NORMAL * NORMAL;
    let first = (CUBE + NORMAL) / 4.0;
    let second = (5.0 * NORMAL * NORMAL * CUBE + 16.0 * CUBE + 3.0 * NORMAL) / 96.0;
    NORMAL + first / freedom + second / freedom / freedom
}

/// The regularised incomplete beta function of `x`. `rest` is `1 - x`, passed separately because one of the
/// two may be too small to be recovered from the other.
fn incomplete_beta(x: f64, rest: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || rest <= 0.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let front =
        a * libm::log(x) + b * libm::log(rest) + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    // The fraction converges quickly only on this side of the mean.
    if x < (a + 1.0) / (a + b + 2.0) {
        libm::exp(front) * fraction(x, a, b) / a
    } else {
        1.0 - libm::exp(front) * fraction(rest, b, a) / b
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let guard = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut below = 1.0 / guard(1.0 - (a + b) * x / (a + 1.0));
    let (mut above, mut product) = (1.0, below);
    for step in 1..=5000 {
        let (n, twice) = (f64::from(step), a + 2.0 * f64::from(step));
        let even = n * (b - n) * x / ((twice - 1.0) * twice);
        let odd = -(a + n) * (a + b + n) * x / (twice * (twice + 1.0));
        let before = product;
        for term in [even, odd] {
            below = 1.0 / guard(1.0 + term * below);
            above = guard(1.0 + term / above);
            product *= above * below;
        }
        if (product - before).abs() < 1e-15 * product.abs() {
            break;
        }
    }
    product
}

/// The logarithm of the gamma function, by Stirling's series.
fn ln_gamma(x: f64) -> f64 {
    // The series is accurate to twelve digits from 10 on; Γ(x) = Γ(x + 1) / x leads there.
    let (mut at, mut shift) = (x, 0.0);
    while at < 10.0 {
        shift += libm::log(at);
        at += 1.0;
    }
    let square = at * at;
    let series = (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square)
        / at;
    (at - 0.5) * libm::log(at) - at + libm::log(std::f64::consts::TAU) / 2.0 + series - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let few = [(1.0, 12.706_205), (2.0, 4.302_653), (9.0, 2.262_157), (39.0, 2.022_691)];
        let many =
            [(100.0, 1.983_972), (999.999, 1.962_339), (1000.0, 1.962_339), (1e9, 1.959_964)];
        for (freedom, expected) in few.into_iter().chain(many) {
            near(quantile(freedom), expected);
        }
        assert!(quantile(0.0) > 1e9 && quantile(0.0).is_finite());
    }

    #[test]
    fn closed_forms_are_met() {
        // One degree of freedom is the Cauchy distribution, two have a closed form with a square root.
        for value in [-30.0, -2.0, -0.1, 0.0, 0.3, 1.0, 7.0, 1000.0_f64] {
            near(cumulative(value, 1.0), 0.5 + libm::atan(value) / std::f64::consts::PI);
            near(cumulative(value, 2.0), 0.5 + value / (2.0 * (2.0 + value * value).sqrt()));
        }
        near(cumulative(1.959_964, 1e12), 0.975);
    }

    #[test]
    fn gamma_is_the_factorial() {
        near(ln_gamma(1.0), 0.0);
        near(ln_gamma(0.5), libm::log(std::f64::consts::PI) / 2.0);
        near(ln_gamma(21.0), (1..=20).map(|factor| libm::log(f64::from(factor))).sum());
    }
}
