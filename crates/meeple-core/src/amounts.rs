//! Parses durations and node counts as people type them: `500ms`, `2s`, `1.5`, `20k`, `3M`.
//!
//! ```
//! use meeple_core::amounts::{Seconds, parse_nodes, parse_time};
//! use std::time::Duration;
//!
//! assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
//! assert_eq!(Seconds(Duration::from_millis(500)).to_string(), "0.5");
//! assert_eq!(parse_nodes("20k"), Ok(20_000));
//! ```

use crate::text::excerpt;
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// The longest duration accepted, 1000 hours.
pub const MAX_TIME: Duration = Duration::from_secs(1000 * 60 * 60);
/// Decimal places of a second: nanoseconds.
const PLACES: usize = 9;
/// Units of time in nanoseconds; a number without a unit means seconds.
const UNITS: [(&str, u64); 5] =
    [("ms", 1_000_000), ("s", NANOS), ("m", 60 * NANOS), ("h", 3600 * NANOS), ("", NANOS)];
const NANOS: u64 = 1_000_000_000;

/// Why a text is not a valid duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTimeError {
    /// The text is not a duration.
    #[error("\"{0}\" is not a time: use seconds or a unit, such as 10, 0.5, 500ms, 2s or 10m")]
    NoTime(String),
    /// The duration is zero where thinking time is needed.
    #[error("\"{0}\" is too short: a time limit must be more than 0, such as 0.1")]
    Zero(String),
    /// The duration is longer than [`MAX_TIME`].
    #[error("\"{0}\" is longer than {limit} hours", limit = MAX_TIME.as_secs() / 3600)]
    TooLong(String),
}

/// Parses a thinking time: a duration greater than zero.
pub fn parse_thinking_time(text: &str) -> Result<Duration, ParseTimeError> {
    match parse_time(text)? {
        Duration::ZERO => Err(ParseTimeError::Zero(excerpt(text))),
        time => Ok(time),
    }
}

/// Parses a number with an optional unit, exact to the nanosecond.
pub fn parse_time(text: &str) -> Result<Duration, ParseTimeError> {
    let bad = || ParseTimeError::NoTime(excerpt(text));
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = UNITS.iter().find(|(unit, _)| *unit == &text[digits.len()..]);
    let &(_, unit) = unit.ok_or_else(bad)?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.is_empty() || part.len() > PLACES || !is_number(part) {
        return Err(bad());
    }
    if !is_number(whole) {
        return Err(bad());
    }
    let too_long = || ParseTimeError::TooLong(excerpt(text));
    let whole: u64 = whole.parse().map_err(|_| too_long())?;
    let part: u64 = format!("{part:0<PLACES$}").parse().map_err(|_| bad())?;
    let nanos = u128::from(whole) * u128::from(unit)
        + u128::from(part) * u128::from(unit) / u128::from(NANOS);
    let nanos = u64::try_from(nanos).map_err(|_| too_long())?;
    let time = Duration::from_nanos(nanos);
    if time > MAX_TIME { Err(too_long()) } else { Ok(time) }
}

/// Displays a duration as exact seconds without a unit: `600`, `0.5`.
#[derive(Debug, Clone, Copy)]
pub struct Seconds(pub Duration);

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, nanos) = (self.0.as_secs(), self.0.subsec_nanos());
        let places = format!("{nanos:0PLACES$}");
        match places.trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            places => write!(f, "{whole}.{places}"),
        }
    }
}

/// Why a text is not a valid node count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a number of positions: use 1 or more, such as 5000, 20k or 1M")]
pub struct ParseNodesError(String);

/// Parses how many positions a search may visit; at least 1.
///
/// ```
/// use meeple_core::amounts::parse_nodes;
///
/// assert_eq!(parse_nodes("20k"), Ok(20_000));
/// assert_eq!(parse_nodes("1M"), Ok(1_000_000));
/// assert!(parse_nodes("many").is_err());
/// ```
pub fn parse_nodes(text: &str) -> Result<u64, ParseNodesError> {
    let bad = || ParseNodesError(excerpt(text));
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(bad());
    }
    let number: Option<u64> = digits.parse().ok();
    let number = number.and_then(|number| number.checked_mul(unit));
    number.filter(|&number| number > 0).ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nodes_are_a_number_with_a_unit() {
        assert_eq!(parse_nodes("5000"), Ok(5000));
        assert_eq!(parse_nodes("20K"), Ok(20_000));
        for text in ["", "k", "0", "-5", "+5", "1.5k", "5 k", "5m", "99999999999999999999", "ék"] {
            let error = parse_nodes(text).expect_err("no number").to_string();
            assert!(error.contains("such as 5000, 20k or 1M"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn printed_text_parses_back(nanos in 0..=MAX_TIME.as_nanos() as u64) {
            let time = Duration::from_nanos(nanos);
            prop_assert_eq!(parse_time(&Seconds(time).to_string()), Ok(time));
        }

        #[test]
        fn parsing_never_panics(text: String) {
            let _ = (parse_time(&text), parse_nodes(&text));
        }
    }
}
