//! Time controls: how long each player may think.
//!
//! ```text
//! 10        ten seconds a move; 0.5, 500ms, 2s and 1m are times as well
//! 60+0.5    a minute for the game, and half a second more after each move
//! 10m+5s    ten minutes and five seconds; 60s+0 adds nothing
//! none      no limit
//! ```
//!
//! The number of positions to search is a separate limit
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

/// Why a text is not a valid time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTimeControlError {
    /// A part is not a valid duration.
    #[error(transparent)]
    Time(#[from] ParseTimeError),
    /// There is more than one `+`.
    #[error("\"{0}\" has more than one +: use TIME+INCREMENT, such as 60+0.5")]
    ManyParts(String),
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
            return Err(ParseTimeControlError::ManyParts(excerpt(text)));
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
    use meeple_core::amounts::MAX_TIME as LONGEST;
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
            refused(text, "is not a time: use seconds");
        }
        refused("60+", "\"\" is not a time");
        refused("+5", "\"\" is not a time");
        refused("0", "must be more than 0");
        refused("0+5", "must be more than 0");
        refused("1001h", "longer than 1000 hours");
        refused(&"9".repeat(5000), "longer than 1000 hours");
        refused("1+2+3", "more than one +");
        refused(&"x".repeat(5000), "is not a time");
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
            let _ = text.parse::<TimeControl>();
        }
    }
}
