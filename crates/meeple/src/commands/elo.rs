//! Formats Elo differences: `+236`, `+201 .. +280`.

use meeple_arena::rating::Estimate;

/// Formats a difference: `+236`, `-12`, `0`.
pub(super) fn signed(elo: f64) -> String {
    let rounded = elo.round();
    if rounded == 0.0 { "0".into() } else { format!("{rounded:+.0}") }
}

/// Formats a difference with its label and interval: `+236 Elo (95 % interval +201 .. +280)`.
pub(super) fn with_interval(elo: Estimate) -> String {
    format!("{} Elo (95 % interval {})", signed(elo.value), interval(elo))
}

/// Formats an interval: `+201 .. +280`, or `+201 or more` if it has no upper bound.
pub(super) fn interval(elo: Estimate) -> String {
    match (elo.low.is_finite(), elo.high.is_finite()) {
        (true, true) => format!("{} .. {}", signed(elo.low), signed(elo.high)),
        (true, false) => format!("{} or more", signed(elo.low)),
        (false, true) => format!("{} or less", signed(elo.high)),
        (false, false) => "unknown".into(),
    }
}
