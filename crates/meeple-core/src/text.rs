//! Text input and output: one error type for all parsers, and lines of `key=value` words.
//!
//! Positions and options are written as words on one line, such as `width=5 height=4 rows=5,3,3,1
//! turn=0`: easy to read, easy to split, and a new key never changes the meaning of the old ones. A
//! parser accepts the whole input or returns an error that says where it went wrong.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

/// A syntax error: what the text should have been, where it is wrong, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad {what} at character {column}: {reason}")]
pub struct ParseError {
    /// What the text should have been, for example `bite`.
    pub what: &'static str,
    /// Position of the error, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: String,
}

impl ParseError {
    /// Creates an error in `text` at byte `offset` (at the end of the text if `offset` is past it).
    pub fn at(what: &'static str, text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let before = text.char_indices().take_while(|&(at, _)| at < offset);
        ParseError { what, column: before.count() + 1, reason: reason.into() }
    }
}

/// A parsed line of `key=value` words, consumed key by key.
///
/// ```
/// use meeple_core::KeyValues;
///
/// let mut words = KeyValues::parse("position", "rows=3,1 turn=0")?;
/// let turn: u8 = words.take("turn")?.parse("a seat")?;
/// let rows = words.take("rows")?.numbers()?;
/// words.finish()?; // an unknown key is an error
/// assert_eq!((turn, rows), (0, vec![3, 1]));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
#[derive(Debug)]
pub struct KeyValues<'a> {
    what: &'static str,
    text: &'a str,
    left: Vec<KeyValue<'a>>,
}

impl<'a> KeyValues<'a> {
    /// Splits `text` at single spaces into `key=value` words; a repeated key is an error.
    pub fn parse(what: &'static str, text: &'a str) -> Result<Self, ParseError> {
        let mut words: Vec<KeyValue<'a>> = Vec::new();
        let mut offset = 0;
        for part in text.split(' ') {
            let Some((key, value)) = part.split_once('=') else {
                let found = if part.is_empty() { "nothing".into() } else { format!("{part:?}") };
                let reason = format!("expected key=value, found {found}");
                return Err(ParseError::at(what, text, offset, reason));
            };
            if words.iter().any(|word| word.key == key) {
                return Err(ParseError::at(what, text, offset, format!("{key} is given twice")));
            }
            let value_at = offset + key.len() + 1;
            words.push(KeyValue { what, text, key, value, key_at: offset, value_at });
            offset += part.len() + 1;
        }
        Ok(KeyValues { what, text, left: words })
    }

    /// Removes and returns the word `key`; it is an error if it is missing.
    pub fn take(&mut self, key: &str) -> Result<KeyValue<'a>, ParseError> {
        self.take_optional(key).ok_or_else(|| {
            let reason = format!("{key}=... is missing");
            ParseError::at(self.what, self.text, self.text.len(), reason)
        })
    }

    /// Removes and returns the word `key`, if any.
    pub fn take_optional(&mut self, key: &str) -> Option<KeyValue<'a>> {
        let index = self.left.iter().position(|word| word.key == key)?;
        Some(self.left.remove(index))
    }

    /// Checks that every word has been taken; the error names the first one left over.
    pub fn finish(self) -> Result<(), ParseError> {
        self.left.first().map_or(Ok(()), |word| {
            let reason = format!("unknown key {:?}", word.key);
            Err(ParseError::at(self.what, self.text, word.key_at, reason))
        })
    }
}

/// One `key=value` word and its place in the line.
#[derive(Debug, Clone, Copy)]
pub struct KeyValue<'a> {
    what: &'static str,
    text: &'a str,
    /// The text before the `=`.
    pub key: &'a str,
    /// The text after the `=`.
    pub value: &'a str,
    key_at: usize,
    value_at: usize,
}

impl KeyValue<'_> {
    /// Parses the whole value as a `T`; `expected` describes a valid value for the error message.
    pub fn parse<T: FromStr>(&self, expected: &str) -> Result<T, ParseError> {
        self.value.parse().map_err(|_| self.expected(expected))
    }

    /// Parses the value as numbers 0..=255 separated by commas.
    pub fn numbers(&self) -> Result<Vec<u8>, ParseError> {
        let number = |part: &str| part.parse().map_err(|_| self.expected("numbers and commas"));
        self.value.split(',').map(number).collect()
    }

    /// Creates an error at the start of this word's value.
    pub fn error(&self, reason: impl Into<String>) -> ParseError {
        self.error_at(0, reason)
    }

    /// Creates an error at byte `offset` of this word's value.
    pub fn error_at(&self, offset: usize, reason: impl Into<String>) -> ParseError {
        ParseError::at(self.what, self.text, self.value_at + offset, reason)
    }

    fn expected(&self, expected: &str) -> ParseError {
        self.error(format!("{} should be {expected}, not {:?}", self.key, self.value))
    }
}

/// Escapes untrusted text for display: characters that move the cursor, change the terminal's
/// state, change the writing direction or are invisible are written as escape sequences.
///
/// ```
/// use meeple_core::text::printable;
///
/// assert_eq!(printable("Ann \u{1b}[2J\u{202e}"), r"Ann \u{1b}[2J\u{202e}");
/// ```
pub fn printable(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    for character in text.chars() {
        write!(spelled, "{}", EscapedChar(character)).expect("a String takes everything");
    }
    spelled
}

/// Shortens untrusted text for an error message: escaped as by [`printable`], at most 40
/// characters, followed by `…` if anything was cut off.
///
/// ```
/// use meeple_core::text::excerpt;
///
/// assert_eq!(excerpt("2 2 2"), "2 2 2");
/// assert_eq!(excerpt(&"x".repeat(10_000)), "x".repeat(40) + "…");
/// ```
pub fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    let mut room = LONGEST_EXCERPT;
    for character in text.chars().map(EscapedChar) {
        let spelled = character.to_string();
        let Some(left) = room.checked_sub(spelled.chars().count()) else {
            excerpt.push('…');
            break;
        };
        room = left;
        excerpt.push_str(&spelled);
    }
    excerpt
}

/// Maximum number of characters in an [`excerpt`].
const LONGEST_EXCERPT: usize = 40;

/// A character displayed as itself, or escaped if it [`is_unprintable`].
struct EscapedChar(char);

impl fmt::Display for EscapedChar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_unprintable(self.0) {
            write!(f, "{}", self.0.escape_default())
        } else {
            f.write_char(self.0)
        }
    }
}

/// Returns whether this is a control character, a line separator, or a formatting character that
/// changes the writing direction or has no width.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Finds the candidate that `word` is most likely a misspelling of, if any is close enough.
///
/// ```
/// use meeple_core::text::nearest;
///
/// assert_eq!(nearest("widht", ["width", "height"]), Some("width"));
/// assert_eq!(nearest("colour", ["width", "height"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let ranked =
        candidates.into_iter().map(|candidate| (edit_distance(word, candidate), candidate));
    let (distance, candidate) = ranked.min_by_key(|&(distance, _)| distance)?;
    let length = |text: &str| text.chars().take(LONGEST_COMPARED).count();
    let close_enough = length(candidate).max(length(word)) / 2;
    (distance <= close_enough).then_some(candidate)
}

/// Formats a count with its noun, given in the singular.
///
/// ```
/// use meeple_core::text::format_count;
///
/// assert_eq!([0, 1, 2].map(|n| format_count(n, "row")), ["0 rows", "1 row", "2 rows"]);
/// assert_eq!(format_count(2, "ply"), "2 plies");
/// ```
pub fn format_count(number: usize, noun: &str) -> String {
    if number == 1 {
        return format!("1 {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{number} {stem}ies"),
        _ => format!("{number} {noun}s"),
    }
}

/// Maximum number of characters compared in a word.
const LONGEST_COMPARED: usize = 40;

/// Returns the edit distance, counting a swap of two neighbouring characters as one edit (`widht`).
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(LONGEST_COMPARED).flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().take(LONGEST_COMPARED).flat_map(char::to_lowercase).collect();
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, column: usize, reason: &str) {
        let error = KeyValues::parse("position", text)
            .and_then(|mut words| {
                words.take("a")?.parse::<u8>("a number")?;
                words.take_optional("b");
                words.finish()
            })
            .expect_err("the text is bad");
        assert_eq!((error.column, error.reason.as_str()), (column, reason));
    }

    #[test]
    fn a_bad_line_is_refused_where_it_goes_wrong() {
        refused("", 1, "expected key=value, found nothing");
        refused("a=1  b=2", 5, "expected key=value, found nothing");
        refused("a=1 b", 5, "expected key=value, found \"b\"");
        refused("a=1 a=2", 5, "a is given twice");
        refused("b=1", 4, "a=... is missing");
        refused("a=x", 3, "a should be a number, not \"x\"");
        refused("é=1 a=1", 1, "unknown key \"é\"");
    }

    #[test]
    fn nothing_from_outside_moves_a_cursor_or_hides() {
        for (text, shown) in [
            ("é 日本 🍫", "é 日本 🍫"),
            ("a\tb\r\n", r"a\tb\r\n"),
            ("\u{1b}]0;title\u{7}", r"\u{1b}]0;title\u{7}"),
            ("\u{9b}2J\u{7f}", r"\u{9b}2J\u{7f}"),
            ("a\u{202e}b\u{2066}c\u{200b}d\u{feff}", r"a\u{202e}b\u{2066}c\u{200b}d\u{feff}"),
        ] {
            assert_eq!(printable(text), shown);
            assert_eq!(excerpt(text), shown);
        }
    }

    #[test]
    fn an_excerpt_is_cut_between_characters() {
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), "é".repeat(40) + "…");
        // `\u{1b}` takes six of the forty.
        assert_eq!(excerpt(&"\u{1b}".repeat(41)), r"\u{1b}".repeat(6) + "…");
        assert_eq!(excerpt(""), "");
    }

    #[test]
    fn the_nearest_word_is_found_over_swaps_case_and_slips() {
        assert_eq!(nearest("Heigth", ["width", "height"]), Some("height"));
        assert_eq!(nearest("perfct", ["random", "perfect"]), Some("perfect"));
        assert_eq!(nearest("", ["random"]), None);
        assert_eq!(nearest(&"x".repeat(4000), ["random"]), None, "its length is no likeness");
    }
}
