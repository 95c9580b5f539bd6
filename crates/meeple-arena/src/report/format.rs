//! Formats numbers for display: `62.5 %`, `+123`, `1.2 s`, `1,234`.

// Escapes control characters in untrusted text; maud escapes HTML.
pub(super) use meeple_core::text::printable;

/// Formats a fraction: `62.5 %`.
pub(super) fn percent(fraction: f64) -> String {
    format!("{} %", percent_number(fraction))
}

/// Formats a range of fractions: `55.1 to 69.0 %`.
pub(super) fn percent_range([low, high]: [f64; 2]) -> String {
    format!("{} to {} %", percent_number(low), percent_number(high))
}

/// Formats a fraction as a percentage to one decimal place, without the `%`.
fn percent_number(fraction: f64) -> String {
    format!("{:.1}", (fraction * 1000.0).round() / 10.0 + 0.0) // turns -0.0 into 0.0
}

/// Formats an Elo rating or difference: `+123`, `−40`, `0`, `+∞` or `−∞` if unbounded, `?` if not
/// a number.
pub(super) fn elo(value: f64) -> String {
    if value.is_nan() {
        return "?".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+∞" } else { "−∞" }.into();
    }
    match value.round() as i64 {
        0 => "0".into(),
        positive @ 1.. => format!("+{positive}"),
        negative => format!("−{}", -negative),
    }
}

/// Formats points: `12`, `12.5`, `12.33`.
pub(super) fn points(value: f64) -> String {
    let text = format!("{:.2}", value + 0.0); // turns -0.0 into 0.0
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Formats an integer with thousands separators: `1,234`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a time given in milliseconds: `0.04 ms`, `12 ms`, `1.2 s`, `3 min 20 s`, `2 h 5 min`; `?` if it
/// is not finite.
pub(super) fn time(ms: f64) -> String {
    match ms {
        ms if !ms.is_finite() => "?".into(),
        ms if ms < 0.095 => format!("{ms:.2} ms"),
        ms if ms < 9.95 => format!("{ms:.1} ms"),
        ms if ms < 999.5 => format!("{ms:.0} ms"),
        ms if ms < 59_950.0 => format!("{:.1} s", ms / 1e3),
        ms => {
            let seconds = (ms / 1e3).round() as u64;
            match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
                (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
                (hours, minutes, _) => format!("{hours} h {minutes} min"),
            }
        }
    }
}

/// Formats a count with its noun, which must have a regular plural: `1 game`, `1,234 games`.
pub(super) fn count_of(number: u64, noun: &str) -> String {
    let suffix = if number == 1 { "" } else { "s" };
    format!("{} {noun}{suffix}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_other_than_zero_have_a_sign() {
        assert_eq!([12.6, -3.4, 0.2, -0.4].map(elo), ["+13", "−3", "0", "0"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(elo), ["+∞", "−∞"]);
    }

    #[test]
    fn fractions_become_percentages() {
        assert_eq!(percent_range([-1e-17, 0.6254]), "0.0 to 62.5 %");
        assert_eq!(percent(1.0), "100.0 %");
    }

    #[test]
    fn times_use_a_suitable_unit() {
        let times = [0.04, 3.25, 12.0, 999.4, 1234.0, 200_000.0, 7_500_000.0].map(time);
        let expected = ["0.04 ms", "3.2 ms", "12 ms", "999 ms", "1.2 s", "3 min 20 s", "2 h 5 min"];
        assert_eq!(times, expected);
    }

    #[test]
    fn counts_have_thousands_separators_and_points_no_trailing_zeros() {
        assert_eq!([7, 1000, 1_234_567].map(grouped), ["7", "1,000", "1,234,567"]);
        assert_eq!([12.0, 12.5, 1.0 / 3.0, -0.0].map(points), ["12", "12.5", "0.33", "0"]);
        assert_eq!([count_of(1, "game"), count_of(2000, "game")], ["1 game", "2,000 games"]);
    }
}
