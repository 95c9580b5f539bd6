//! Cleans up the names that people enter: short, and only readable characters.

use meeple_core::text::printable;

/// The maximum length of a name in characters.
pub(crate) const MAX_NAME_LENGTH: usize = 24;

/// Returns the name as others see it: without control or invisible characters, white space collapsed, cut to
/// [`MAX_NAME_LENGTH`]; `fallback` if nothing is left.
pub(crate) fn clean(name: &str, fallback: &str) -> String {
    let visible: String =
        name.chars().take(4 * MAX_NAME_LENGTH).filter(|&letter| is_plain(letter)).collect();
    let words = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = printable(&words).chars().take(MAX_NAME_LENGTH).collect();
    let name = name.trim();
    if name.is_empty() { fallback.into() } else { name.into() }
}

/// Accepts letters, digits, spaces and the punctuation found in names. Rejects characters that change the
/// writing direction, join invisibly or have no shape.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'' | '.' | '_' | '’')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_readable() {
        let check = |name, expected| assert_eq!(clean(name, "guest"), expected, "{name:?}");
        check("Ann", "Ann");
        check("  Ann \t Lee ", "Ann Lee");
        check("<b>Bo</b>", "bBob");
        check("\u{202e}evil\u{0}\u{1b}[31m", "evil31m");
        check("Łukasz O’Neil-Ünal", "Łukasz O’Neil-Ünal");
        check("", "guest");
        check("\u{200b}\u{200d}", "guest");
        check(&"x".repeat(5000), &"x".repeat(MAX_NAME_LENGTH));
    }
}
