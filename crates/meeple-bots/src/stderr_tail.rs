//! Drains a bot's stderr and keeps its last lines.
//!
//! A pipe holds 64 KiB; a bot whose stderr is never read would block once it is full.

use meeple_core::text::printable;
use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

/// How many bytes of stderr are kept at most.
const KEPT_BYTES: usize = 8 * 1024;
/// How many lines are returned, at most.
const SHOWN_LINES: usize = 20;

/// The last bytes of a stream that a thread drains.
#[derive(Debug)]
pub(crate) struct StderrTail {
    tail: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnects when the stream has ended.
    ended: Receiver<()>,
}

impl StderrTail {
    /// Starts a thread that drains `stream`.
    pub(crate) fn drain(stream: impl Read + Send + 'static) -> io::Result<Self> {
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let (open, ended) = mpsc::channel();
        let shared = Arc::clone(&tail);
        thread::Builder::new()
            .name("bot stderr".into())
            .spawn(move || keep_last(stream, &shared, open))?;
        Ok(StderrTail { tail, ended })
    }

    /// Returns the last lines once the stream has ended, or after `patience`.
    /// Control characters are escaped, so the lines cannot move the cursor.
    pub(crate) fn lines(&self, patience: Duration) -> Vec<String> {
        self.ended.recv_timeout(patience).ok(); // nothing is ever sent: it disconnects or times out
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.iter().copied().collect();
        drop(tail);
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(to_printable).collect();
        lines[lines.len().saturating_sub(SHOWN_LINES)..].to_vec()
    }
}

fn keep_last(mut stream: impl Read, tail: &Mutex<VecDeque<u8>>, open: Sender<()>) {
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend(&buffer[..count]);
                let surplus = tail.len().saturating_sub(KEPT_BYTES);
                tail.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    drop(open);
}

/// Expands tabs to four spaces and escapes control characters.
fn to_printable(line: &str) -> String {
    printable(&line.replace('\t', "    "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept_and_they_cannot_move_the_cursor() {
        let noise = "x\n".repeat(100_000) + "\x1b[2J\tlast \u{9b}é";
        let tail = StderrTail::drain(io::Cursor::new(noise)).expect("a thread starts");
        let lines = tail.lines(Duration::from_secs(60));
        assert_eq!(lines.len(), SHOWN_LINES);
        assert_eq!(lines.last().map(String::as_str), Some("\\u{1b}[2J    last \\u{9b}é"));
    }
}
