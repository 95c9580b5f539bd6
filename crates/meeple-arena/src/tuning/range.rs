//! A parameter and what it may become: `answers=4..30`, both ends included.

use meeple_core::text::excerpt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// A parameter and what it may become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The parameter's name.
    pub name: String,
    /// The least it may be.
    pub low: u32,
    /// The most; more than the least.
    pub high: u32,
}

/// Why a text is no range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRange {
    /// It is not written so.
    #[error("{text:?} is no range: write it key=low..high, such as best=2..20, both ends included")]
    Form {
        /// The text.
        text: String,
    },
    /// There is nothing to choose from.
    #[error("{name}={low}..{high} leaves nothing to choose: the first number must be the smaller")]
    Empty {
        /// The parameter.
        name: String,
        /// The first number.
        low: u32,
        /// The second.
        high: u32,
    },
}

impl Range {
    /// How many steps of one it is from end to end.
    pub fn width(&self) -> f64 {
        f64::from(self.high) - f64::from(self.low)
    }
}

impl FromStr for Range {
    type Err = BadRange;

    fn from_str(text: &str) -> Result<Self, BadRange> {
        let bad = || BadRange::Form { text: excerpt(text) };
        let (name, range) =
            text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(bad)?;
        let (low, high) = range.split_once("..").ok_or_else(bad)?;
        let number = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| is_plain).ok_or_else(bad)
        };
        let (name, low, high) = (name.to_owned(), number(low)?, number(high)?);
        if low >= high {
            return Err(BadRange::Empty { name, low, high });
        }
        Ok(Range { name, low, high })
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.low, self.high)
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_and_written() {
        let range: Range = "best=2..20".parse().expect("a good range");
        assert_eq!(range, Range { name: "best".into(), low: 2, high: 20 });
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
            assert!(matches!(text.parse::<Range>(), Err(BadRange::Form { .. })), "{text}");
        }
        for text in ["best=2..2", "best=3..2"] {
            assert!(matches!(text.parse::<Range>(), Err(BadRange::Empty { .. })), "{text}");
        }
    }
}
