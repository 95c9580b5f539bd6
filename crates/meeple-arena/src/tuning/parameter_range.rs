//! The range of a parameter to be tuned: `answers=4..30`, both ends included.

use meeple_core::text::excerpt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// A parameter and the range of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterRange {
    /// The parameter's name.
    pub name: String,
    /// Minimum value.
    pub low: u32,
    /// Maximum value; greater than `low`.
    pub high: u32,
}

/// Why a text is not a valid range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterRangeError {
    /// The syntax is wrong.
    #[error(
        "{text:?} is not a range; write key=low..high, such as best=2..20 (both ends included)"
    )]
    Form {
        /// The text.
        text: String,
    },
    /// The range contains fewer than two values.
    #[error("{name}={low}..{high} is empty: the first number must be smaller than the second")]
    Empty {
        /// The parameter.
        name: String,
        /// The first number.
        low: u32,
        /// The second number.
        high: u32,
    },
}

impl ParameterRange {
    /// Returns the difference between maximum and minimum.
    pub fn width(&self) -> f64 {
        f64::from(self.high) - f64::from(self.low)
    }
}

impl FromStr for ParameterRange {
    type Err = ParameterRangeError;

    fn from_str(text: &str) -> Result<Self, ParameterRangeError> {
        let bad = || ParameterRangeError::Form { text: excerpt(text) };
        let (name, range) =
            text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(bad)?;
        let (low, high) = range.split_once("..").ok_or_else(bad)?;
        let number = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| is_plain).ok_or_else(bad)
        };
        let (name, low, high) = (name.to_owned(), number(low)?, number(high)?);
        if low >= high {
            return Err(ParameterRangeError::Empty { name, low, high });
        }
        Ok(ParameterRange { name, low, high })
    }
}

impl Display for ParameterRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.low, self.high)
    }
}

impl Serialize for ParameterRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ParameterRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_and_written() {
        let range: ParameterRange = "best=2..20".parse().expect("a good range");
        assert_eq!(range, ParameterRange { name: "best".into(), low: 2, high: 20 });
        assert_eq!(range.to_string(), "best=2..20");
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in [
            "best",
            "=1..2",
            "best=1",
            "best=..2",
            "best=1..",
            "best=1..=2",
            "best=+1..2",
            "best=1..2..3",
            "best=-1..2",
            "best=1..99999999999",
        ] {
            assert!(
                matches!(text.parse::<ParameterRange>(), Err(ParameterRangeError::Form { .. })),
                "{text}"
            );
        }
        for text in ["best=2..2", "best=3..2"] {
            assert!(
                matches!(text.parse::<ParameterRange>(), Err(ParameterRangeError::Empty { .. })),
                "{text}"
            );
        }
    }
}
