//! Lines sent by a bot: a move, bare or as JSON, and `info` lines before it.

use crate::INFO_LINES;
use meeple_core::{Choice, Seat};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Maximum length of a comment or `info` line in characters; the rest is cut off.
const LONGEST_COMMENT: usize = 1000;

/// A move and what the bot says about it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveAnswer {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The bot's evaluation of the move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<f64>,
    /// A remark for people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub comment: Option<String>,
}

impl MoveAnswer {
    /// Converts the answer to this seat's choice, with the `info` lines sent before it.
    pub fn into_choice(self, seat: Seat, seats: usize, info: Vec<String>) -> Choice<String> {
        let mut values = Vec::new();
        if let Some(value) = self.value {
            values.resize(seats, f64::NAN);
            values[seat.index()] = value;
        }
        Choice { values, info, remark: self.comment, ..Choice::from_move(self.mv) }
    }
}

/// The last [`INFO_LINES`] lines a program reported during a turn, each shortened if too long.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InfoLines {
    lines: VecDeque<String>,
    /// The length of all lines in bytes.
    bytes: usize,
    max_bytes: Option<usize>,
}

impl InfoLines {
    /// Returns an empty report that never has more than this many bytes.
    pub fn with_limit(max_bytes: usize) -> Self {
        InfoLines { max_bytes: Some(max_bytes), ..InfoLines::default() }
    }

    /// Adds a line, dropping the oldest ones if there is too much.
    pub fn push(&mut self, line: &str) {
        let line: String = line.chars().take(LONGEST_COMMENT).collect();
        self.bytes += line.len();
        self.lines.push_back(line);
        let max_bytes = self.max_bytes.unwrap_or(usize::MAX);
        while self.lines.len() > INFO_LINES || self.bytes > max_bytes {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.len();
        }
    }

    /// Removes and returns all lines, oldest first.
    pub fn take(&mut self) -> Vec<String> {
        self.bytes = 0;
        std::mem::take(&mut self.lines).into()
    }
}

/// One line sent by a bot.
///
/// ```
/// use meeple_session::protocol::AnswerLine;
///
/// let read = |line: &str| AnswerLine::read(line.as_bytes());
/// assert!(matches!(read("1,1\n"), Ok(AnswerLine::Answer(answer)) if answer.mv == "1,1"));
/// assert!(matches!(read("{\"move\":\"1,1\"}\n"), Ok(AnswerLine::Answer(answer)) if answer.mv == "1,1"));
/// assert!(matches!(read("info depth 3\n"), Ok(AnswerLine::Info(info)) if info == "depth 3"));
/// assert!(read("\n").is_err());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerLine {
    /// An `info` line, without the word `info`.
    Info(String),
    /// The answer.
    Answer(MoveAnswer),
}

/// Why a line is neither an answer nor an `info` line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadAnswer {
    /// The line is not UTF-8.
    #[error("it is not UTF-8 text")]
    NoText,
    /// The line is empty.
    #[error("the line is empty")]
    Empty,
    /// The line looks like JSON but is invalid or lacks the move.
    #[error("it begins like JSON, but {0}")]
    Json(String),
    /// The text is not a move of this game.
    #[error(
        "{reason}; the answer is one of `moves`, such as {example}, lines for the report begin \
         with `info`, and debugging belongs on stderr"
    )]
    NoMove {
        /// What is wrong with it.
        reason: String,
        /// A legal move.
        example: String,
    },
}

impl AnswerLine {
    /// Parses a line, ignoring white space around it.
    pub fn read(bytes: &[u8]) -> Result<Self, BadAnswer> {
        let text = std::str::from_utf8(bytes).map_err(|_| BadAnswer::NoText)?.trim();
        let json = |error: serde_json::Error| {
            // Python prints dicts with single quotes.
            let is_dict = text.starts_with("{'");
            let advice = if is_dict { "; JSON has double quotes (Python: json.dumps)" } else { "" };
            BadAnswer::Json(format!("{error}{advice}"))
        };
        let answer = match text.as_bytes().first() {
            None => return Err(BadAnswer::Empty),
            Some(b'{') => {
                let mut answer: MoveAnswer = serde_json::from_str(text).map_err(json)?;
                if let Some(comment) = &mut answer.comment {
                    *comment = comment.chars().take(LONGEST_COMMENT).collect();
                }
                answer
            }
            Some(b'"') => MoveAnswer { mv: serde_json::from_str(text).map_err(json)?, ..bare("") },
            Some(_) => match text.strip_prefix("info") {
                Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                    return Ok(AnswerLine::Info(rest.trim().into()));
                }
                _ => bare(text),
            },
        };
        Ok(AnswerLine::Answer(answer))
    }
}

fn bare(mv: &str) -> MoveAnswer {
    MoveAnswer { mv: mv.into(), ..MoveAnswer::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn answers(line: &str, mv: &str) {
        assert_eq!(AnswerLine::read(line.as_bytes()), Ok(AnswerLine::Answer(bare(mv))));
    }

    #[test]
    fn a_move_may_be_bare_or_json_with_white_space_around() {
        answers("1,1\n", "1,1");
        answers(" 2 blue 3 \r\n", "2 blue 3");
        answers("\"lay Bc fr\"\n", "lay Bc fr");
        answers("{\"move\":\"1,1\",\"later\":[1,{}]}\n", "1,1");
        answers("information\n", "information");
        let said = br#"{"move":"1,1","value":0.5,"comment":"why"}"#;
        let answer = MoveAnswer { value: Some(0.5), comment: Some("why".into()), ..bare("1,1") };
        assert_eq!(AnswerLine::read(said), Ok(AnswerLine::Answer(answer)));
    }

    #[track_caller]
    fn refused(line: &[u8], reason: &str) {
        let error = AnswerLine::read(line).expect_err("no answer").to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn what_is_no_answer_says_why() {
        refused(b"\r\n", "empty");
        refused(b"\xff\n", "not UTF-8");
        refused(b"{\"move\":3}\n", "expected a string at line 1 column 9");
        refused(b"{\"mov\":\"1,1\"}\n", "missing field `move`");
        refused(b"{'move': '1,1'}\n", "double quotes (Python: json.dumps)");
        refused(b"{\"move\":\"1,1\"\n", "EOF");
        refused(&[b"{\"move\":\"1,1\",\"x\":".as_slice(), &[b'['; 5000]].concat(), "EOF");
    }

    #[test]
    fn the_last_lines_of_a_report_are_kept_and_long_ones_are_cut() {
        let mut lines = InfoLines::default();
        (0..INFO_LINES + 5).for_each(|number| lines.push(&number.to_string()));
        lines.push(&"é".repeat(2000));
        let kept = lines.take();
        assert_eq!((kept.len(), kept[0].as_str()), (INFO_LINES, "6"));
        assert_eq!(kept[INFO_LINES - 1], "é".repeat(LONGEST_COMMENT));
        assert!(lines.take().is_empty());
        let mut lines = InfoLines::with_limit(10);
        for _ in 0..2 {
            for line in ["one", "two", "three", "four"] {
                lines.push(line);
            }
            assert_eq!(lines.take(), ["three", "four"]);
        }
        lines.push("far too long");
        assert!(lines.take().is_empty());
    }

    #[test]
    fn a_value_is_that_of_the_bots_own_seat() {
        let answer = MoveAnswer { value: Some(0.5), ..bare("1,1") };
        let choice = answer.into_choice(Seat::new(1), 3, Vec::new());
        assert_eq!((choice.values.len(), choice.values[1]), (3, 0.5));
        assert!(choice.values[0].is_nan());
        assert!(bare("1,1").into_choice(Seat::new(0), 2, Vec::new()).values.is_empty());
    }

    #[test]
    fn a_long_comment_is_cut() {
        let said = format!("{{\"move\":\"a\",\"comment\":\"{}\"}}", "é".repeat(2000));
        let Ok(AnswerLine::Answer(answer)) = AnswerLine::read(said.as_bytes()) else {
            panic!("an answer")
        };
        assert_eq!(answer.comment, Some("é".repeat(LONGEST_COMMENT)));
    }

    proptest! {
        #[test]
        fn no_bytes_make_us_stumble(bytes: Vec<u8>, start in "(\\{|\"|info|\\{\"move\":)?") {
            let line = [start.as_bytes(), &bytes].concat();
            let _ = AnswerLine::read(&line);
        }

        #[test]
        fn what_we_answer_is_read_back(mv in "\\PC{1,20}", value: f64, comment: Option<String>) {
            let value = Some(value).filter(|value| value.is_finite());
            let answer = MoveAnswer { mv, value, comment };
            let line = serde_json::to_vec(&answer).expect("plain data");
            prop_assert_eq!(AnswerLine::read(&line), Ok(AnswerLine::Answer(answer)));
        }
    }
}
