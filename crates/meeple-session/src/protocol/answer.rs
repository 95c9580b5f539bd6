//! What a bot says: a move, bare or as JSON, and lines for the report before it.

use serde::{Deserialize, Serialize};

/// The most letters of a comment that are kept.
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
