//! Small words that every game needs.

pub use meeple_core::text::counted;

/// The verb for `you`, or with an `s` for anybody else: `you bite`, `Ann bites`.
///
/// ```
/// assert_eq!(meeple_view::words::verb("you", "bite"), "bite");
/// assert_eq!(meeple_view::words::verb("Ann", "bite"), "bites");
/// assert_eq!(meeple_view::words::verb("Ann", "are"), "is");
/// ```
pub fn verb(name: &str, verb: &str) -> String {
    match (name, verb) {
        ("you", verb) => verb.into(),
        (_, "are") => "is".into(),
        (_, verb) => format!("{verb}s"),
    }
}

/// `Ann`, `Ann and Bo`, `Ann, Bo and Cy`.
///
/// ```
/// assert_eq!(meeple_view::words::listed(&["Ann", "Bo", "Cy"]), "Ann, Bo and Cy");
/// ```
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).into(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// The text with a capital letter in front, unless it begins with a path or a file's name.
///
/// ```
/// assert_eq!(meeple_view::words::capitalised("you win"), "You win");
/// assert_eq!(meeple_view::words::capitalised("bots/mine wins"), "bots/mine wins");
/// ```
pub fn capitalised(text: &str) -> String {
    if text.split(' ').next().is_some_and(|word| word.contains(['/', '.'])) {
        return text.into();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The words with a capital letter in front and a full stop behind.
///
/// ```
/// assert_eq!(meeple_view::words::sentence("it is seat 1's turn"), "It is seat 1's turn.");
/// ```
pub fn sentence(words: &str) -> String {
    let words = capitalised(words);
    if words.ends_with('.') { words } else { format!("{words}.") }
}
