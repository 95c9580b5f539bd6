//! Thinking times as written in records: milliseconds, exact to the microsecond.
//!
//! ```
//! use meeple_core::Millis;
//! use std::time::Duration;
//!
//! let written = |micros| serde_json::to_string(&Millis::from_duration(Duration::from_micros(micros)));
//! assert_eq!(written(5_120_000)?, "5120"); // a whole number where it is one
//! assert_eq!(written(52)?, "0.052");
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// The largest number of microseconds that an `f64` of milliseconds represents unambiguously.
const MOST_MICROS: u64 = 1 << 50;

/// A duration in milliseconds, exact to the microsecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Millis {
    micros: u64,
}

impl Millis {
    /// Converts a duration, rounding down to a microsecond and capping it at 2^50 microseconds.
    pub fn from_duration(time: Duration) -> Self {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Millis { micros: micros.min(MOST_MICROS) }
    }

    /// Returns the time as a [`Duration`].
    pub fn to_duration(self) -> Duration {
        Duration::from_micros(self.micros)
    }

    /// Returns fractional milliseconds, for averages and tables.
    pub fn as_f64(self) -> f64 {
        self.micros as f64 / 1000.0
    }

    /// Returns the number of milliseconds if it is whole.
    fn whole(self) -> Option<u64> {
        self.micros.is_multiple_of(1000).then_some(self.micros / 1000)
    }
}

impl Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(whole) => write!(f, "{whole}"),
            None => write!(f, "{}", self.as_f64()),
        }
    }
}

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(whole) => serializer.serialize_u64(whole),
            None => serializer.serialize_f64(self.as_f64()),
        }
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MillisVisitor)
    }
}

struct MillisVisitor;

impl Visitor<'_> for MillisVisitor {
    type Value = Millis;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "milliseconds, a number from 0 to {}", MOST_MICROS / 1000)
    }

    fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Millis, E> {
        let micros = whole.checked_mul(1000).filter(|&micros| micros <= MOST_MICROS);
        let bad = || E::invalid_value(Unexpected::Unsigned(whole), &self);
        micros.map(|micros| Millis { micros }).ok_or_else(bad)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Millis, E> {
        let micros = (number * 1000.0).round();
        if !(0.0..=MOST_MICROS as f64).contains(&micros) {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        Ok(Millis { micros: micros as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn micros(micros: u64) -> Millis {
        Millis::from_duration(Duration::from_micros(micros))
    }

    #[track_caller]
    fn reads(text: &str, expected: Millis) {
        assert_eq!(serde_json::from_str::<Millis>(text).expect("a time"), expected);
    }

    #[test]
    fn whole_numbers_and_fractions_are_parsed() {
        reads("5120", micros(5_120_000));
        reads("0", micros(0));
        reads("0.052", micros(52));
        reads("3.0", micros(3000));
        reads("0.0524", micros(52));
    }

    #[test]
    fn an_invalid_time_is_refused() {
        for text in ["-1", "-0.5", "1e300", "18446744073709551615", "\"1\"", "null", "[1]"] {
            let error = serde_json::from_str::<Millis>(text).expect_err("no time").to_string();
            assert!(error.contains("milliseconds, a number from 0"), "{text}: {error}");
        }
    }

    #[test]
    fn a_time_too_large_becomes_the_maximum() {
        assert_eq!(Millis::from_duration(Duration::MAX), micros(MOST_MICROS));
        assert_eq!(Millis::from_duration(Duration::from_nanos(1999)), micros(1));
    }

    proptest! {
        #[test]
        fn written_times_parse_back(count in 0..=MOST_MICROS) {
            let text = serde_json::to_string(&micros(count)).expect("plain data");
            prop_assert_eq!(&text, &micros(count).to_string());
            prop_assert_eq!(serde_json::from_str::<Millis>(&text).expect("a time"), micros(count));
        }
    }
}
