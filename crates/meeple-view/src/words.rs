//! Helpers for building English sentences.

pub use meeple_core::text::format_count;

/// Conjugates a verb for `you` or, with an `s`, for any other name: `you bite`, `Ann bites`.
///
/// ```
/// assert_eq!(meeple_view::words::conjugate("you", "bite"), "bite");
/// assert_eq!(meeple_view::words::conjugate("Ann", "bite"), "bites");
/// assert_eq!(meeple_view::words::conjugate("Ann", "are"), "is");
/// ```
pub fn conjugate(name: &str, verb: &str) -> String {
    match (name, verb) {
        ("you", verb) => verb.into(),
        (_, "are") => "is".into(),
        (_, verb) => format!("{verb}s"),
    }
}

/// Names the player whose turn it is: `your turn`, `Ann's turn`.
///
/// ```
/// assert_eq!(meeple_view::words::whose_turn("you"), "your turn");
/// assert_eq!(meeple_view::words::whose_turn("Ann"), "Ann's turn");
/// ```
pub fn whose_turn(name: &str) -> String {
    match name {
        "you" => "your turn".into(),
        _ => format!("{name}'s turn"),
    }
}

/// Joins names: `Ann`, `Ann and Bo`, `Ann, Bo and Cy`.
///
/// ```
/// assert_eq!(meeple_view::words::join_names(&["Ann", "Bo", "Cy"]), "Ann, Bo and Cy");
/// ```
pub fn join_names(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).into(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// Capitalises the first letter, unless the text begins with a path or a file name.
///
/// ```
/// assert_eq!(meeple_view::words::capitalise("you win"), "You win");
/// assert_eq!(meeple_view::words::capitalise("bots/mine wins"), "bots/mine wins");
/// ```
pub fn capitalise(text: &str) -> String {
    if text.split(' ').next().is_some_and(|word| word.contains(['/', '.'])) {
        return text.into();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Capitalises the first letter and adds a full stop unless there is one.
///
/// ```
/// assert_eq!(meeple_view::words::to_sentence("it is seat 1's turn"), "It is seat 1's turn.");
/// ```
pub fn to_sentence(words: &str) -> String {
    let words = capitalise(words);
    if words.ends_with('.') { words } else { format!("{words}.") }
}
