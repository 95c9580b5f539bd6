//! Names of people: short, and nothing in them but what can be read.

use meeple_core::text::printable;

/// No name has more letters.
pub(crate) const LONGEST: usize = 24;

/// The name as it is shown to others: without control and invisible letters, white space folded,
/// cut to [`LONGEST`]; `fallback` if nothing is left.
pub(crate) fn cleaned(name: &str, fallback: &str) -> String {
    let visible: String =
        name.chars().take(4 * LONGEST).filter(|&letter| is_plain(letter)).collect();
    let words = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = printable(&words).chars().take(LONGEST).collect();
    let name = name.trim();
    if name.is_empty() { fallback.into() } else { name.into() }
}

/// Letters, figures, white space and the marks that stand in names; what turns the direction of
/// writing, joins invisibly or has no shape is left out.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'' | '.' | '_' | '’')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_readable() {
        let check = |name, expected| assert_eq!(cleaned(name, "guest"), expected, "{name:?}");
        check("Ann", "Ann");
        check("  Ann \t Lee ", "Ann Lee");
        check("<b>Bo</b>", "bBob");
        check("\u{202e}evil\u{0}\u{1b}[31m", "evil31m");
        check("Łukasz O’Neil-Ünal", "Łukasz O’Neil-Ünal");
        check("", "guest");
        check("\u{200b}\u{200d}", "guest");
        check(&"x".repeat(5000), &"x".repeat(LONGEST));
    }
}
