//! The bot's side of the protocol: answers an engine until either pipe is closed.

use meeple_session::protocol::{EngineMessage, MoveAnswer};
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// The longest message that is read, in bytes.
const LONGEST_MESSAGE: u64 = 64 << 20;

/// Why serving an engine failed.
#[derive(Debug, thiserror::Error)]
pub enum BadMessage {
    /// A line is not a valid message.
    #[error("line {line} from the engine is not a valid message: {error}")]
    Line {
        /// The line's number, from 1.
        line: u64,
        /// The parse error.
        error: serde_json::Error,
    },
    /// A line is too long.
    #[error("line {line} from the engine is longer than {LONGEST_MESSAGE} bytes")]
    TooLong {
        /// The line's number, from 1.
        line: u64,
    },
    /// A message makes no sense at this point.
    #[error("line {line} from the engine: {reason}")]
    Nonsense {
        /// The line's number, from 1.
        line: u64,
        /// What is wrong with the message.
        reason: String,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Pipe(#[from] io::Error),
}

/// Passes every message from `input` to `answer` and writes its answers to `output`, each in one
/// write, flushed. Returns when either pipe is closed.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(EngineMessage) -> Result<Option<MoveAnswer>, String>,
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
        let message = EngineMessage::read(&bytes);
        let message = message.map_err(|error| BadMessage::Line { line, error })?;
        let reply = answer(message).map_err(|reason| BadMessage::Nonsense { line, reason })?;
        let Some(reply) = reply else { continue };
        let mut reply = serde_json::to_vec(&reply).expect("answers are plain data");
        reply.push(b'\n');
        match output.write_all(&reply).and_then(|()| output.flush()) {
            // The engine hung up between its question and this answer.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(())
}
