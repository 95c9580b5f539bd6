//! Parses answers, strictly as the official engine does or leniently.
//!
//! The official engine takes the bytes of one read and matches `^-?(\d+) -?(\d+)\n`. So an answer in
//! two writes, a carriage return or a second space ends the game (F7). Bytes after the line feed in
//! the same read are not fatal, but then Y counts as 0:
//!
//! ```text
//! 7 2\n       strict 7,2     lenient 7,2
//! 7 2\n\n     strict 7,0     lenient 7,2
//! 7 2\r\n     strict fatal   lenient 7,2
//! ```
//!
//! Lenient reading waits for the whole line and accepts a carriage return; the result of strict
//! reading is then reported as a warning.

use super::Dialect;
use meeple_core::Verdict;
use meeple_games::filler::Placement;

/// How answers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerReading {
    /// Exactly as the official engine does, from one read.
    Strict,
    /// An answer may come in pieces and end in CR LF.
    #[default]
    Lenient,
}

/// Why some bytes are not a valid answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSchoolAnswer {
    /// The line feed is missing.
    #[error("the line feed is missing")]
    NoLineFeed,
    /// The answer ends in CR LF.
    #[error("it ends with a carriage return and a line feed; only a line feed is allowed")]
    CarriageReturn,
    /// Any other error in the 01-edu dialect.
    #[error("expected {0}, two whole numbers separated by one space and followed by a line feed")]
    Edu(&'static str),
    /// Any other error in the 42 dialect.
    #[error("expected {0}, two whole numbers separated by white space and followed by a line feed")]
    FortyTwo(&'static str),
}

impl AnswerReading {
    /// Parses an answer. Bytes after the line feed matter only in strict reading of the 01-edu dialect,
    /// where they turn Y into 0.
    pub fn read(self, dialect: Dialect, bytes: &[u8]) -> Result<Placement, BadSchoolAnswer> {
        let end =
            bytes.iter().position(|&byte| byte == b'\n').ok_or(BadSchoolAnswer::NoLineFeed)?;
        let line = &bytes[..end];
        let line = match self {
            AnswerReading::Strict => line,
            AnswerReading::Lenient => line.strip_suffix(b"\r").unwrap_or(line),
        };
        let (column, row) = match dialect {
            Dialect::Edu => edu(line)?,
            Dialect::FortyTwo => forty_two(line)?,
        };
        let is_followed = end + 1 < bytes.len();
        let row = match (self, dialect) {
            (AnswerReading::Strict, Dialect::Edu) if is_followed => 0,
            _ => row,
        };
        Ok(Placement { column, row })
    }
}

impl BadSchoolAnswer {
    /// Returns the verdict on a bot that gave this answer.
    pub fn verdict(self, bytes: &[u8]) -> Verdict {
        Verdict::BadAnswer { answer: bytes.into(), reason: self.to_string() }
    }
}

fn edu(line: &[u8]) -> Result<(i16, i16), BadSchoolAnswer> {
    let wrong = || match line {
        [.., b'\r'] => BadSchoolAnswer::CarriageReturn,
        _ => BadSchoolAnswer::Edu("X Y"),
    };
    let space = line.iter().position(|&byte| byte == b' ').ok_or_else(wrong)?;
    let (first, second) = (&line[..space], &line[space + 1..]);
    Ok((number(first).ok_or_else(wrong)?, number(second).ok_or_else(wrong)?))
}

fn forty_two(line: &[u8]) -> Result<(i16, i16), BadSchoolAnswer> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let wrong = BadSchoolAnswer::FortyTwo("Y X");
    let row = words.next().and_then(number).ok_or(wrong)?;
    let column = words.next().and_then(number).ok_or(wrong)?;
    if words.next().is_some() { Err(wrong) } else { Ok((column, row)) }
}

/// Parses `-?\d+`. Numbers too large for the type saturate, so they stay outside any board.
fn number(word: &[u8]) -> Option<i16> {
    let (digits, sign) = match word {
        [b'-', digits @ ..] => (digits, -1),
        digits => (digits, 1),
    };
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_i16, |sum, &byte| {
        let digit = byte.is_ascii_digit().then(|| i16::from(byte - b'0'))?;
        Some(sum.saturating_mul(10).saturating_add(sign * digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks the result of each reading in the dialect; `None` if the answer is fatal (F7).
    #[track_caller]
    fn check(
        dialect: Dialect,
        bytes: &str,
        strict: Option<(i16, i16)>,
        lenient: Option<(i16, i16)>,
    ) {
        let read = |judge: AnswerReading| {
            let at = judge.read(dialect, bytes.as_bytes()).ok()?;
            Some((at.column, at.row))
        };
        assert_eq!(read(AnswerReading::Strict), strict, "strict on {bytes:?}");
        assert_eq!(read(AnswerReading::Lenient), lenient, "lenient on {bytes:?}");
    }

    #[test]
    fn the_table_of_answers() {
        let both = |bytes, at| check(Dialect::Edu, bytes, Some(at), Some(at));
        both("7 2\n", (7, 2));
        both("-1 8\n", (-1, 8));
        both("007 2\n", (7, 2));
        both("-0 0\n", (0, 0));
        both("99999 -99999\n", (i16::MAX, i16::MIN));
        let neither = |bytes| check(Dialect::Edu, bytes, None, None);
        for bytes in ["7 2", "7 2 \n", " 7 2\n", "7  2\n", "+7 2\n", "7, 2\n", "\n", "abc\n", ""] {
            neither(bytes);
        }
        for bytes in ["7\n", "7 \n", "- 2\n", "--7 2\n", "7\t2\n", "7 2\r\r\n", "\r\n", "7 2 1\n"] {
            neither(bytes);
        }
        check(Dialect::Edu, "7 2\r\n", None, Some((7, 2)));
    }

    #[test]
    fn what_follows_the_line_feed_makes_y_0() {
        let y_is_0 = |bytes| check(Dialect::Edu, bytes, Some((7, 0)), Some((7, 2)));
        for bytes in ["7 2\n\n", "7 2\n8 3\n", "7 2\nand more", "7 2\n ", "007 2\n\0"] {
            y_is_0(bytes);
        }
        check(Dialect::Edu, "-1 -8\n\n", Some((-1, 0)), Some((-1, -8)));
        check(Dialect::Edu, "7 2\r\n\n", None, Some((7, 2)));
        check(Dialect::FortyTwo, "2 7\n\n", Some((7, 2)), Some((7, 2)));
    }

    #[test]
    fn the_other_dialect_says_the_row_first_and_takes_any_white_space() {
        let both = |bytes, at| check(Dialect::FortyTwo, bytes, Some(at), Some(at));
        both("8 -1\n", (-1, 8));
        both(" 8\t -1 \r\n", (-1, 8));
        let neither = |bytes| check(Dialect::FortyTwo, bytes, None, None);
        for bytes in ["8 -1", "8\n-1\n", "8\n", "8 1 2\n", "8,1\n", "+8 1\n"] {
            neither(bytes);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_a_judge_stumble(bytes: Vec<u8>) {
            for dialect in Dialect::ALL {
                let strict = AnswerReading::Strict.read(dialect, &bytes);
                let lenient = AnswerReading::Lenient.read(dialect, &bytes);
                let is_followed = bytes.iter().position(|&byte| byte == b'\n') != bytes.len().checked_sub(1);
                match (strict, lenient) {
                    (Err(_), _) => {}
                    (Ok(strict), Ok(lenient)) if is_followed && dialect == Dialect::Edu => {
                        prop_assert_eq!(strict, Placement { row: 0, ..lenient });
                    }
                    (strict, lenient) => prop_assert_eq!(strict, lenient),
                }
            }
        }

        #[test]
        fn every_answer_is_read_back(column: i16, row: i16) {
            let at = Placement { column, row };
            for dialect in Dialect::ALL {
                let text = dialect.answer(at);
                prop_assert_eq!(AnswerReading::Strict.read(dialect, text.as_bytes()), Ok(at));
            }
        }
    }
}
