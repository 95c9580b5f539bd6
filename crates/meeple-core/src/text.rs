//! Text in and out: one error for all parsers, and lines of `key=value` words.
//!
//! Positions and options are spelled as words on one line,
//! `width=5 height=4 rows=5,3,3,1 turn=0`: a person can read them, a program
//! can split them, and a new key never changes the meaning of the old ones.
//! A parser takes the whole input or refuses it and says where.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

/// Why a text was refused: what it should have been, where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad {what} at column {column}: {reason}")]
pub struct ParseError {
    /// What the text should have been, for example `bite`.
    pub what: &'static str,
    /// Where in the text it goes wrong, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: String,
}

impl ParseError {
    /// An error in `text` at byte `offset` (the end of the text if that is past it).
    pub fn at(what: &'static str, text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let before = text.char_indices().take_while(|&(at, _)| at < offset);
        ParseError { what, column: before.count() + 1, reason: reason.into() }
    }
}

/// A line of `key=value` words, taken apart key by key.
///
/// ```
/// use meeple_core::Words;
///
/// let mut words = Words::parse("position", "rows=3,1 turn=0")?;
/// let turn: u8 = words.take("turn")?.parse("a seat")?;
/// let rows = words.take("rows")?.numbers()?;
/// words.finish()?; // an unknown key is an error
/// assert_eq!((turn, rows), (0, vec![3, 1]));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Words<'a> {
    what: &'static str,
    text: &'a str,
    left: Vec<Word<'a>>,
}

impl<'a> Words<'a> {
    /// Splits `text` at single spaces into `key=value` words; no key may come twice.
    pub fn parse(what: &'static str, text: &'a str) -> Result<Self, ParseError> {
        let mut words: Vec<Word<'a>> = Vec::new();
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
            words.push(Word { what, text, key, value, key_at: offset, value_at });
            offset += part.len() + 1;
        }
        Ok(Words { what, text, left: words })
    }

    /// The word `key`, which must be there.
    pub fn take(&mut self, key: &str) -> Result<Word<'a>, ParseError> {
        self.take_if_there(key).ok_or_else(|| {
            let reason = format!("{key}=... is missing");
            ParseError::at(self.what, self.text, self.text.len(), reason)
        })
    }

    /// The word `key`, if it is there.
    pub fn take_if_there(&mut self, key: &str) -> Option<Word<'a>> {
        let index = self.left.iter().position(|word| word.key == key)?;
        Some(self.left.remove(index))
    }

    /// Every word has been taken, or the first one left over is an error.
    pub fn finish(self) -> Result<(), ParseError> {
        self.left.first().map_or(Ok(()), |word| {
            let reason = format!("unknown key {:?}", word.key);
            Err(ParseError::at(self.what, self.text, word.key_at, reason))
        })
    }
}

/// One `key=value` word and where it stood.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    what: &'static str,
    text: &'a str,
    /// What stands before the `=`.
    pub key: &'a str,
    /// What stands behind the `=`.
    pub value: &'a str,
    key_at: usize,
    value_at: usize,
}

impl Word<'_> {
    /// The whole value as a `T`; `expected` says in words what it should be.
    pub fn parse<T: FromStr>(&self, expected: &str) -> Result<T, ParseError> {
        self.value.parse().map_err(|_| self.expected(expected))
    }

    /// The value as numbers separated by commas, each 0..=255.
    pub fn numbers(&self) -> Result<Vec<u8>, ParseError> {
        let number = |part: &str| part.parse().map_err(|_| self.expected("numbers and commas"));
        self.value.split(',').map(number).collect()
    }

    /// An error at the start of this word's value.
    pub fn error(&self, reason: impl Into<String>) -> ParseError {
        self.error_at(0, reason)
    }

    /// An error at byte `offset` of this word's value.
    pub fn error_at(&self, offset: usize, reason: impl Into<String>) -> ParseError {
        ParseError::at(self.what, self.text, self.value_at + offset, reason)
    }

    fn expected(&self, expected: &str) -> ParseError {
        self.error(format!("{} should be {expected}, not {:?}", self.key, self.value))
    }
}

/// Text from outside that nothing can hide in: characters that move a cursor, change a
/// terminal's state, turn the direction of writing or cannot be seen are spelled out.
///
/// ```
/// use meeple_core::text::printable;
///
/// assert_eq!(printable("Ann \u{1b}[2J\u{202e}"), r"Ann \u{1b}[2J\u{202e}");
/// ```
pub fn printable(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    for character in text.chars() {
        write!(spelled, "{}", Spelled(character)).expect("a String takes everything");
    }
    spelled
}

/// The beginning of a text from outside, to be quoted back: [`printable`], 40 characters at
/// most, and `…` where more would follow.
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
    for character in text.chars().map(Spelled) {
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

/// Characters of an [`excerpt`].
const LONGEST_EXCERPT: usize = 40;

/// A character as itself, or spelled out where it would do something unseen.
struct Spelled(char);

impl fmt::Display for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if acts_unseen(self.0) {
            write!(f, "{}", self.0.escape_default())
        } else {
            f.write_char(self.0)
        }
    }
}

/// Control characters, line separators, and formatting characters that turn the direction of
/// writing or have no width.
fn acts_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// The candidate that `word` is most likely a misspelling of, if any is near.
///
/// ```
/// use meeple_core::text::nearest;
///
/// assert_eq!(nearest("widht", ["width", "height"]), Some("width"));
/// assert_eq!(nearest("colour", ["width", "height"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let ranked = candidates.into_iter().map(|candidate| (edits(word, candidate), candidate));
    let (distance, candidate) = ranked.min_by_key(|&(distance, _)| distance)?;
    let length = |text: &str| text.chars().take(LONGEST_COMPARED).count();
    let close_enough = length(candidate).max(length(word)) / 2;
    (distance <= close_enough).then_some(candidate)
}

/// So many of something, in words; the noun is given for one.
///
/// ```
/// use meeple_core::text::counted;
///
/// assert_eq!([0, 1, 2].map(|n| counted(n, "row")), ["0 rows", "1 row", "2 rows"]);
/// assert_eq!(counted(2, "ply"), "2 plies");
/// ```
pub fn counted(number: usize, noun: &str) -> String {
    if number == 1 {
        return format!("1 {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{number} {stem}ies"),
        _ => format!("{number} {noun}s"),
    }
}

/// Characters of a word that are compared.
const LONGEST_COMPARED: usize = 40;

/// Edit distance where swapping two neighbours is one edit (`widht`).
fn edits(a: &str, b: &str) -> usize {
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
        let error = Words::parse("position", text)
            .and_then(|mut words| {
                words.take("a")?.parse::<u8>("a number")?;
                words.take_if_there("b");
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
