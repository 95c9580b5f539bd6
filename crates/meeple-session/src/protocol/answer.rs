//! What a bot says: a move, bare or as JSON, and lines for the report before it.

use crate::INFO_LINES;
use meeple_core::{Choice, Seat};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The most letters of a comment, or of a line for the report, that are kept.
const LONGEST_COMMENT: usize = 1000;

/// A move, and what the bot has to say about it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it expects of the move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<f64>,
    /// A remark for people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub comment: Option<String>,
}

impl Answer {
    /// The answer as the choice of whoever sits there, with what it reported before.
    pub fn into_choice(self, seat: Seat, seats: usize, info: Vec<String>) -> Choice<String> {
        let mut values = Vec::new();
        if let Some(value) = self.value {
            values.resize(seats, f64::NAN);
            values[seat.index()] = value;
        }
        Choice { values, info, remark: self.comment, ..Choice::silent(self.mv) }
    }
}

/// What a program reports during a turn: the last [`INFO_LINES`] lines, none of them long.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InfoLines {
    lines: VecDeque<String>,
}

impl InfoLines {
    /// One more line.
    pub fn push(&mut self, line: &str) {
        if self.lines.len() == INFO_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.chars().take(LONGEST_COMMENT).collect());
    }

    /// All of them, the first first; none are left.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines).into()
    }
}

/// One line of a bot.
///
/// ```
/// use meeple_session::protocol::Line;
///
/// let read = |line: &str| Line::read(line.as_bytes());
/// assert!(matches!(read("1,1\n"), Ok(Line::Answer(answer)) if answer.mv == "1,1"));
/// assert!(matches!(read("{\"move\":\"1,1\"}\n"), Ok(Line::Answer(answer)) if answer.mv == "1,1"));
/// assert!(matches!(read("info depth 3\n"), Ok(Line::Info(info)) if info == "depth 3"));
/// assert!(read("\n").is_err());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// For the report, without its first word.
    Info(String),
    /// The answer.
    Answer(Answer),
}

/// Why a line is neither.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnAnswer {
    /// Bytes that are no text.
    #[error("it is no UTF-8 text")]
    NoText,
    /// Nothing.
    #[error("the line is empty")]
    Empty,
    /// It looks like JSON and is none, or lacks the move.
    #[error("it begins like JSON, but {0}")]
    Json(String),
    /// It is no move of this game.
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

impl Line {
    /// Reads a line; white space around it does not matter.
    pub fn read(bytes: &[u8]) -> Result<Self, NotAnAnswer> {
        let text = std::str::from_utf8(bytes).map_err(|_| NotAnAnswer::NoText)?.trim();
        let json = |error: serde_json::Error| {
            // What Python prints for a dict.
            let is_dict = text.starts_with("{'");
            let advice = if is_dict { "; JSON has double quotes (Python: json.dumps)" } else { "" };
            NotAnAnswer::Json(format!("{error}{advice}"))
        };
        let answer = match text.as_bytes().first() {
            None => return Err(NotAnAnswer::Empty),
            Some(b'{') => {
                let mut answer: Answer = serde_json::from_str(text).map_err(json)?;
                if let Some(comment) = &mut answer.comment {
                    *comment = comment.chars().take(LONGEST_COMMENT).collect();
                }
                answer
            }
            Some(b'"') => Answer { mv: serde_json::from_str(text).map_err(json)?, ..bare("") },
            Some(_) => match text.strip_prefix("info") {
                Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                    return Ok(Line::Info(rest.trim().into()));
                }
                _ => bare(text),
            },
        };
        Ok(Line::Answer(answer))
    }
}

fn bare(mv: &str) -> Answer {
    Answer { mv: mv.into(), ..Answer::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn answers(line: &str, mv: &str) {
        assert_eq!(Line::read(line.as_bytes()), Ok(Line::Answer(bare(mv))));
    }

    #[test]
    fn a_move_may_be_bare_or_json_with_white_space_around() {
        answers("1,1\n", "1,1");
        answers(" 2 blue 3 \r\n", "2 blue 3");
        answers("\"lay Bc fr\"\n", "lay Bc fr");
        answers("{\"move\":\"1,1\",\"later\":[1,{}]}\n", "1,1");
        answers("information\n", "information");
        let said = br#"{"move":"1,1","value":0.5,"comment":"why"}"#;
        let answer = Answer { value: Some(0.5), comment: Some("why".into()), ..bare("1,1") };
        assert_eq!(Line::read(said), Ok(Line::Answer(answer)));
    }

    #[track_caller]
    fn refused(line: &[u8], reason: &str) {
        let error = Line::read(line).expect_err("no answer").to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn what_is_no_answer_says_why() {
        refused(b"\r\n", "empty");
        refused(b"\xff\n", "no UTF-8");
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
    }

    #[test]
    fn a_value_is_that_of_the_bots_own_seat() {
        let answer = Answer { value: Some(0.5), ..bare("1,1") };
        let choice = answer.into_choice(Seat::new(1), 3, Vec::new());
        assert_eq!((choice.values.len(), choice.values[1]), (3, 0.5));
        assert!(choice.values[0].is_nan());
        assert!(bare("1,1").into_choice(Seat::new(0), 2, Vec::new()).values.is_empty());
    }

    #[test]
    fn a_long_comment_is_cut() {
        let said = format!("{{\"move\":\"a\",\"comment\":\"{}\"}}", "é".repeat(2000));
        let Ok(Line::Answer(answer)) = Line::read(said.as_bytes()) else { panic!("an answer") };
        assert_eq!(answer.comment, Some("é".repeat(LONGEST_COMMENT)));
    }

    proptest! {
        #[test]
        fn no_bytes_make_us_stumble(bytes: Vec<u8>, start in "(\\{|\"|info|\\{\"move\":)?") {
            let line = [start.as_bytes(), &bytes].concat();
            let _ = Line::read(&line);
        }

        #[test]
        fn what_we_answer_is_read_back(mv in "\\PC{1,20}", value: f64, comment: Option<String>) {
            let value = Some(value).filter(|value| value.is_finite());
            let answer = Answer { mv, value, comment };
            let line = serde_json::to_vec(&answer).expect("plain data");
            prop_assert_eq!(Line::read(&line), Ok(Line::Answer(answer)));
        }
    }
}
