//! The bot's side: answering an engine until it hangs up.

use meeple_session::protocol::{Answer, Message};
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// No message is longer.
const LONGEST_MESSAGE: u64 = 64 << 20;

/// Why an engine is not answered any more.
#[derive(Debug, thiserror::Error)]
pub enum BadMessage {
    /// A line that is no message.
    #[error("line {line} of the engine is no message: {error}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A line without an end.
    #[error("line {line} of the engine has more than {LONGEST_MESSAGE} bytes")]
    TooLong {
        /// Its number, from 1.
        line: u64,
    },
    /// A message that makes no sense here.
    #[error("line {line} of the engine: {reason}")]
    Nonsense {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The pipes are broken.
    #[error(transparent)]
    Pipe(#[from] io::Error),
}

/// Hands on every message that comes from `input`. What `answer` gives for a turn is written,
/// each in one write, flushed. Ends when either pipe is closed.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(Message) -> Result<Option<Answer>, String>,
) -> Result<(), BadMessage> {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let count = input.by_ref().take(LONGEST_MESSAGE).read_until(b'\n', &mut bytes)?;
        if count == 0 {
            break;
        }
        if count as u64 == LONGEST_MESSAGE && bytes.last() != Some(&b'\n') {
            return Err(BadMessage::TooLong { line });
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let message = Message::read(&bytes);
        let message = message.map_err(|error| BadMessage::Line { line, error })?;
        let reply = answer(message).map_err(|reason| BadMessage::Nonsense { line, reason })?;
        let Some(reply) = reply else { continue };
        let mut reply = serde_json::to_vec(&reply).expect("answers are plain data");
        reply.push(b'\n');
        match output.write_all(&reply).and_then(|()| output.flush()) {
            // The engine has hung up between its question and our answer.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(())
}
