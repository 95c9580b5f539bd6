//! Lists of logs, page by page. A cursor names the last entry of a page; the next page starts after it, however
//! many entries were added in the meantime.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use std::{fmt, str::FromStr};

/// The maximum length of a cursor's text; ids are short.
const MAX_CURSOR_BYTES: usize = 120;

/// Which public finished games to list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListQuery {
    /// Only this game.
    pub game: Option<String>,
    /// Only what follows this entry.
    pub before: Option<ListCursor>,
    /// The maximum number of entries.
    pub limit: usize,
}

/// A public finished game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedGame {
    /// Its place in the list.
    pub cursor: ListCursor,
    /// Its summary as JSON.
    pub json: String,
}

/// A place in a list. Its text means nothing to clients.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListCursor {
    /// When the summary changed, in milliseconds since 1970.
    pub changed: i64,
    /// The name of the log.
    pub name: String,
}

/// The text is not a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use `next` of an earlier page, exactly as it was returned")]
pub struct BadCursor;

impl fmt::Display for ListCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ListCursor { changed, name } = self;
        f.write_str(&URL_SAFE_NO_PAD.encode(format!("{changed} {name}")))
    }
}

impl FromStr for ListCursor {
    type Err = BadCursor;
    fn from_str(text: &str) -> Result<Self, BadCursor> {
        if text.len() > MAX_CURSOR_BYTES {
            return Err(BadCursor);
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| BadCursor)?;
        let text = String::from_utf8(bytes).map_err(|_| BadCursor)?;
        let (changed, name) = text.split_once(' ').ok_or(BadCursor)?;
        let cursor =
            ListCursor { changed: changed.parse().map_err(|_| BadCursor)?, name: name.to_owned() };
        // Other spellings of the same number are not ours.
        if format!("{} {}", cursor.changed, cursor.name) == text {
            Ok(cursor)
        } else {
            Err(BadCursor)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_and_nothing_else_is_a_cursor() {
        for (changed, name) in [(0, ""), (-5, "a b"), (i64::MAX, "k7mq2w9xt4")] {
            let cursor = ListCursor { changed, name: name.into() };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        let text = |plain: &str| URL_SAFE_NO_PAD.encode(plain);
        let bad = [
            String::new(),
            "7".into(),
            "not base64!".into(),
            text("7"),
            text("+7 a"),
            text("07 a"),
            text("99999999999999999999 a"),
            text("' OR 1 a"),
            URL_SAFE_NO_PAD.encode([b'7', b' ', 0xff]),
            "A".repeat(1 << 16),
        ];
        for text in bad {
            assert_eq!(text.parse::<ListCursor>(), Err(BadCursor), "{text}");
        }
    }
}
