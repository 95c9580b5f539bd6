//! Time controls: how long everybody may think.
//!
//! ```text
//! 10        ten seconds a move; 0.5, 500ms, 2s and 1m are times as well
//! 60+0.5    a minute for the game, and half a second more after each move
//! 10m+5s    ten minutes and five seconds; 60s+0 adds nothing
//! none      no limit
//! ```
//!
//! How many positions may be looked at is another limit ([`parse_nodes`]).

use meeple_core::text::excerpt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    fmt::{self, Display},
    str::FromStr,
    time::Duration,
};

/// Longer than this is no limit that anybody waits for.
const LONGEST: Duration = Duration::from_secs(1000 * 60 * 60);
/// Digits behind the point: nanoseconds.
const PLACES: usize = 9;
/// The units of time, in nanoseconds; without one it is seconds.
const UNITS: [(&str, u64); 5] =
    [("ms", 1_000_000), ("s", NANOS), ("m", 60 * NANOS), ("h", 3600 * NANOS), ("", NANOS)];
const NANOS: u64 = 1_000_000_000;
/// The word for no limit.
const NONE: &str = "none";

/// How long everybody may think.
///
/// ```
/// use meeple_arena::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "10m+0.5".parse()?;
/// let (time, increment) = (Duration::from_secs(600), Duration::from_millis(500));
/// assert_eq!(control, TimeControl::Game { time, increment });
/// assert_eq!(control.to_string(), "600s+0.5s");
/// # Ok::<(), meeple_arena::time_control::BadControl>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// So long for each move.
    Move(Duration),
    /// So long for the whole game.
    Game {
        /// What is on the clock at the beginning.
        time: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

/// Why a text is no time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadControl {
    /// A part of it is no time.
    #[error("\"{0}\" is no time: seconds are meant, or a unit follows (10, 0.5, 500ms, 2s, 10m)")]
    NoTime(String),
    /// Nobody can move in no time.
    #[error("\"{0}\" is no time to think: it must be more than 0, such as 0.1")]
    Zero(String),
    /// It would never end.
    #[error("\"{0}\" is longer than {limit} hours", limit = LONGEST.as_secs() / 3600)]
    TooLong(String),
    /// More than a game and an increment.
    #[error(
        "\"{0}\" has more than one +: a game and what each move adds are meant, such as 60+0.5"
    )]
    ManyParts(String),
}

impl FromStr for TimeControl {
    type Err = BadControl;
    fn from_str(text: &str) -> Result<Self, BadControl> {
        if text == NONE {
            return Ok(TimeControl::None);
        }
        let Some((time, increment)) = text.split_once('+') else {
            return thinking(text).map(TimeControl::Move);
        };
        if increment.contains('+') {
            return Err(BadControl::ManyParts(excerpt(text)));
        }
        Ok(TimeControl::Game { time: thinking(time)?, increment: duration(increment)? })
    }
}

/// What is read back as the same control.
impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::None => f.write_str(NONE),
            TimeControl::Move(time) => write!(f, "{}s", Seconds(time)),
            TimeControl::Game { time, increment } => {
                write!(f, "{}s+{}s", Seconds(time), Seconds(increment))
            }
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Seconds without a unit, exact: `600`, `0.5`.
struct Seconds(Duration);

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

/// A time in which one can move.
fn thinking(text: &str) -> Result<Duration, BadControl> {
    match duration(text)? {
        Duration::ZERO => Err(BadControl::Zero(excerpt(text))),
        time => Ok(time),
    }
}

/// A number with a unit, exact to the nanosecond.
fn duration(text: &str) -> Result<Duration, BadControl> {
    let bad = || BadControl::NoTime(excerpt(text));
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
    let too_long = || BadControl::TooLong(excerpt(text));
    let whole: u64 = whole.parse().map_err(|_| too_long())?;
    let part: u64 = format!("{part:0<PLACES$}").parse().map_err(|_| bad())?;
    let nanos = u128::from(whole) * u128::from(unit)
        + u128::from(part) * u128::from(unit) / u128::from(NANOS);
    let nanos = u64::try_from(nanos).map_err(|_| too_long())?;
    let time = Duration::from_nanos(nanos);
    if time > LONGEST { Err(too_long()) } else { Ok(time) }
}

/// Why a text is no number of positions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no number of positions: one of 1 or more is meant, such as 5000, 20k or 1M")]
pub struct BadNodes(String);

/// How many positions may be looked at.
///
/// ```
/// use meeple_arena::time_control::parse_nodes;
///
/// assert_eq!(parse_nodes("20k"), Ok(20_000));
/// assert_eq!(parse_nodes("1M"), Ok(1_000_000));
/// assert!(parse_nodes("many").is_err());
/// ```
pub fn parse_nodes(text: &str) -> Result<u64, BadNodes> {
    let bad = || BadNodes(excerpt(text));
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

    fn millis(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[track_caller]
    fn reads(text: &str, expected: TimeControl) {
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }

    #[test]
    fn a_move_a_game_or_no_limit() {
        for (text, ms) in
            [("10", 10_000), ("0.5", 500), ("500ms", 500), ("2s", 2000), ("1m", 60_000)]
        {
            reads(text, TimeControl::Move(millis(ms)));
        }
        for (text, time, increment) in
            [("60+0.5", 60_000, 500), ("10m+5s", 600_000, 5000), ("60s+0", 60_000, 0)]
        {
            let (time, increment) = (millis(time), millis(increment));
            reads(text, TimeControl::Game { time, increment });
        }
        reads("none", TimeControl::None);
        reads("1000h", TimeControl::Move(LONGEST));
        reads("0.000000001", TimeControl::Move(Duration::from_nanos(1)));
    }

    #[track_caller]
    fn refused(text: &str, words: &str) {
        let error = text.parse::<TimeControl>().expect_err("no control").to_string();
        assert!(error.contains(words) && error.len() < 200, "{text}: {error}");
    }

    #[test]
    fn what_is_none_says_what_is_meant() {
        for text in
            ["", "x", "-1", "1e3", "1,5", ".5", "5.", "1 s", "10x", "inf", "1.0000000001", "٣"]
        {
            refused(text, "is no time: seconds are meant");
        }
        refused("60+", "\"\" is no time");
        refused("+5", "\"\" is no time");
        refused("0", "must be more than 0");
        refused("0+5", "must be more than 0");
        refused("1001h", "longer than 1000 hours");
        refused(&"9".repeat(5000), "longer than 1000 hours");
        refused("1+2+3", "more than one +");
        refused(&"x".repeat(5000), "is no time");
    }

    #[test]
    fn nodes_are_a_number_with_a_unit() {
        assert_eq!(parse_nodes("5000"), Ok(5000));
        assert_eq!(parse_nodes("20K"), Ok(20_000));
        for text in ["", "k", "0", "-5", "+5", "1.5k", "5 k", "5m", "99999999999999999999", "ék"] {
            let error = parse_nodes(text).expect_err("no number").to_string();
            assert!(error.contains("such as 5000, 20k or 1M"), "{error}");
        }
    }

    fn time() -> impl Strategy<Value = Duration> {
        (1..=LONGEST.as_nanos() as u64).prop_map(Duration::from_nanos)
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(time in time(), increment in time()) {
            for control in [
                TimeControl::None,
                TimeControl::Move(time),
                TimeControl::Game { time, increment },
                TimeControl::Game { time, increment: Duration::ZERO },
            ] {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
                let json = serde_json::to_string(&control).expect("plain data");
                prop_assert_eq!(serde_json::from_str::<TimeControl>(&json).ok(), Some(control));
            }
        }

        #[test]
        fn no_text_makes_us_stumble(text: String) {
            let _ = (text.parse::<TimeControl>(), parse_nodes(&text));
        }
    }
}
