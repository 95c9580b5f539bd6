//! What a bot writes to stderr: drained always, the last lines kept.
//!
//! A pipe holds 64 KiB; a bot whose stderr nobody reads would block there.

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

/// How many bytes are kept.
const KEPT_BYTES: usize = 8 * 1024;
/// How many lines are shown.
const SHOWN_LINES: usize = 20;

/// The end of a stream that a thread drains.
#[derive(Debug)]
pub(crate) struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    /// Hangs up when the stream has ended.
    ended: Receiver<()>,
}

impl StderrTail {
    /// Begins to drain `stream`.
    pub(crate) fn drain(stream: impl Read + Send + 'static) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (open, ended) = mpsc::channel();
        let shared = Arc::clone(&kept);
        thread::Builder::new()
            .name("bot stderr".into())
            .spawn(move || keep_last(stream, &shared, open))?;
        Ok(StderrTail { kept, ended })
    }

    /// The last lines, once the stream has ended or `patience` is over.
    /// Whatever could move a cursor is escaped.
    pub(crate) fn lines(&self, patience: Duration) -> Vec<String> {
        self.ended.recv_timeout(patience).ok(); // nothing is sent: it hangs up or we go on
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        drop(kept);
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(shown).collect();
        lines[lines.len().saturating_sub(SHOWN_LINES)..].to_vec()
    }
}

fn keep_last(mut stream: impl Read, kept: &Mutex<VecDeque<u8>>, open: Sender<()>) {
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..count]);
                let surplus = kept.len().saturating_sub(KEPT_BYTES);
                kept.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    drop(open);
}

/// A tab is as wide as four letters; whatever could move a cursor is escaped.
fn shown(line: &str) -> String {
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
