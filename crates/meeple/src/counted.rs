//! Numbers with their nouns: `1 line`, `2 lines`, `3 plies`.

/// The number and the noun, which is given for one.
///
/// ```
/// use meeple::counted::counted;
///
/// assert_eq!(counted(1, "position"), "1 position");
/// assert_eq!(counted(0, "position"), "0 positions");
/// assert_eq!(counted(2, "ply"), "2 plies");
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    if number == 1 {
        return format!("1 {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{number} {stem}ies"),
        _ => format!("{number} {noun}s"),
    }
}
