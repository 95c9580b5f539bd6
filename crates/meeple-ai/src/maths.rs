//! Mathematical functions that return the same bits on every platform.
//!
//! The standard library's versions (`exp`, `powf`, ...) depend on the platform's maths library and
//! on the compiler, and the last bit can decide between two nearly equal moves. The crate `libm`
//! is the same code everywhere. Single-precision functions are computed in double precision and
//! rounded once: that is as fast as `libm`'s own versions, and nearly always exact.

/// The logistic function: converts log-odds to a probability from 0 to 1.
pub(crate) fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// [`logistic`] in single precision.
pub(crate) fn logistic_f32(log_odds: f32) -> f32 {
    1.0 / (1.0 + exp_f32(-log_odds))
}

/// Returns e raised to this power.
pub(crate) fn exp_f32(exponent: f32) -> f32 {
    libm::exp(exponent.into()) as f32
}

/// Returns the natural logarithm.
pub(crate) fn ln_f32(x: f32) -> f32 {
    libm::log(x.into()) as f32
}

/// Raises `base` to any power.
pub(crate) fn powf_f32(base: f32, exponent: f32) -> f32 {
    libm::pow(base.into(), exponent.into()) as f32
}

/// Raises `base` to an integer power, by repeated squaring in single precision.
pub(crate) fn powi_f32(base: f32, exponent: u32) -> f32 {
    let (mut square, mut left, mut product) = (base, exponent, 1.0);
    loop {
        if left % 2 == 1 {
            product *= square;
        }
        left /= 2;
        if left == 0 {
            return product;
        }
        square *= square;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn whole_powers_are_repeated_products() {
        for (exponent, expected) in [(0, 1.0), (1, 3.0), (2, 9.0), (3, 27.0), (6, 729.0)] {
            assert_eq!(powi_f32(3.0, exponent), expected);
            assert_eq!(powf_f32(3.0, exponent as f32), expected);
        }
        assert_eq!(powi_f32(0.0, 0), 1.0);
    }

    #[test]
    fn the_logarithm_undoes_the_exponential() {
        for x in [-3.0, 0.0, 0.5, 7.0] {
            assert!((ln_f32(exp_f32(x)) - x).abs() < 1e-6);
        }
    }

    #[test]
    fn no_advantage_is_an_even_chance_and_both_sides_share_one() {
        assert!((logistic(0.0) - 0.5).abs() < 1e-15);
        assert!((logistic(2.0) + logistic(-2.0) - 1.0).abs() < 1e-15);
        assert!((f64::from(logistic_f32(2.0)) - logistic(2.0)).abs() < 1e-7);
        assert!(logistic(-1e9) >= 0.0 && logistic_f32(1e9) <= 1.0);
    }
}
