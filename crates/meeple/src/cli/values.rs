//! Values that the options of several commands have.

use meeple_core::amounts::parse_time;
use std::time::Duration;

/// The shortest and the longest time limit of a move.
const SHORTEST_TIME: Duration = Duration::from_millis(1);
const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Parses a 64-bit seed, signed or unsigned: -1 and 18446744073709551615 are the same.
pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    let signed = text.parse::<i64>().map(|seed| seed as u64);
    signed
        .or_else(|_| text.parse())
        .map_err(|_| "a seed is a whole number of up to 64 bits, such as 42 or -7".into())
}

/// Parses the time limit of a move: seconds or a number with a unit, from 1 ms to 24 h.
pub(super) fn parse_time_limit(text: &str) -> Result<Duration, String> {
    let time = parse_time(text)
        .map_err(|_| "use seconds or a unit, such as 10, 0.5, 500ms or 2m".to_owned())?;
    if !(SHORTEST_TIME..=LONGEST_TIME).contains(&time) {
        return Err("must be between 0.001 and 86400 seconds".into());
    }
    Ok(time)
}
