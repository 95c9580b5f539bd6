//! Time controls: how long each player may think.
//!
//! ```text
//! 10        ten seconds per move; also 0.5, 500ms, 2s, 1m
//! 60+0.5    a minute for the game, plus half a second after each move
//! 10m+5s    ten minutes for the game, plus five seconds after each move; 60s+0 has no increment
//! none      no limit
//! ```
//!
//! The number of nodes is a separate limit
//! ([`parse_nodes`](meeple_core::amounts::parse_nodes)).

use meeple_core::{
    amounts::{ParseTimeError, Seconds, parse_thinking_time, parse_time},
    text::excerpt,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{
    fmt::{self, Display},
    str::FromStr,
    time::Duration,
};

/// The text of [`TimeControl::None`].
const NONE: &str = "none";

/// How long each player may think.
///
/// ```
/// use meeple_session::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "10m+0.5".parse()?;
/// let (time, increment) = (Duration::from_secs(600), Duration::from_millis(500));
/// assert_eq!(control, TimeControl::Game { time, increment });
/// assert_eq!(control.to_string(), "600s+0.5s");
/// # Ok::<(), meeple_session::time_control::ParseTimeControlError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// A limit for each move.
    Move(Duration),
    /// A clock for the whole game.
    Game {
        /// The time on the clock at the start.
        time: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

/// Why text is not a valid time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTimeControlError {
    /// A part is not a valid duration.
    #[error(transparent)]
    Time(#[from] ParseTimeError),
    /// There is more than one `+`.
    #[error("\"{0}\" has more than one +: use TIME+INCREMENT, such as 60+0.5")]
    MultipleIncrements(String),
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;
    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        if text == NONE {
            return Ok(TimeControl::None);
        }
        let Some((time, increment)) = text.split_once('+') else {
            return Ok(TimeControl::Move(parse_thinking_time(text)?));
        };
        if increment.contains('+') {
            return Err(ParseTimeControlError::MultipleIncrements(excerpt(text)));
        }
        Ok(TimeControl::Game {
            time: parse_thinking_time(time)?,
            increment: parse_time(increment)?,
        })
    }
}

/// Writes text that parses back to the same time control.
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

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::amounts::MAX_TIME;
    use proptest::prelude::*;

    fn millis(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[track_caller]
    fn assert_parses(text: &str, expected: TimeControl) {
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }

    #[test]
    fn every_form_is_parsed() {
        for (text, ms) in
            [("10", 10_000), ("0.5", 500), ("500ms", 500), ("2s", 2000), ("1m", 60_000)]
        {
            assert_parses(text, TimeControl::Move(millis(ms)));
        }
        for (text, time, increment) in
            [("60+0.5", 60_000, 500), ("10m+5s", 600_000, 5000), ("60s+0", 60_000, 0)]
        {
            let (time, increment) = (millis(time), millis(increment));
            assert_parses(text, TimeControl::Game { time, increment });
        }
        assert_parses("none", TimeControl::None);
        assert_parses("1000h", TimeControl::Move(MAX_TIME));
        assert_parses("0.000000001", TimeControl::Move(Duration::from_nanos(1)));
    }

    #[track_caller]
    fn assert_rejected(text: &str, message: &str) {
        let error = text.parse::<TimeControl>().expect_err("should be rejected").to_string();
        assert!(error.contains(message) && error.len() < 200, "{text}: {error}");
    }

    #[test]
    fn invalid_text_gets_a_helpful_error() {
        for text in
            ["", "x", "-1", "1e3", "1,5", ".5", "5.", "1 s", "10x", "inf", "1.0000000001", "٣"]
        {
            assert_rejected(text, "is not a time: use seconds");
        }
        assert_rejected("60+", "\"\" is not a time");
        assert_rejected("+5", "\"\" is not a time");
        assert_rejected("0", "must be more than 0");
        assert_rejected("0+5", "must be more than 0");
        assert_rejected("1001h", "longer than 1000 hours");
        assert_rejected(&"9".repeat(5000), "longer than 1000 hours");
        assert_rejected("1+2+3", "more than one +");
        assert_rejected(&"x".repeat(5000), "is not a time");
    }

    fn time() -> impl Strategy<Value = Duration> {
        (1..=MAX_TIME.as_nanos() as u64).prop_map(Duration::from_nanos)
    }

    proptest! {
        #[test]
        fn printed_text_parses_back(time in time(), increment in time()) {
            for control in [
                TimeControl::None,
                TimeControl::Move(time),
                TimeControl::Game { time, increment },
                TimeControl::Game { time, increment: Duration::ZERO },
            ] {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
                let json = serde_json::to_string(&control).expect("it serialises");
                prop_assert_eq!(serde_json::from_str::<TimeControl>(&json).ok(), Some(control));
            }
        }

        #[test]
        fn parsing_never_panics(text: String) {
            let _ = text.parse::<TimeControl>();
        }
    }
}
