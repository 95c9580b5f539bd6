//! Splits an output into numbered lines of limited length.

use super::TranscriptError;
use std::io::{BufRead, Read};

/// The longest line in bytes; longer ones cannot belong to a board and are skipped.
const LONGEST_LINE: u64 = 4096;

/// The most bytes without a board or a turn before the output is refused.
const MOST_NOISE: u64 = 4 << 20;

/// A line without its line ending.
pub(super) struct TranscriptLine {
    /// The line's number, from 1.
    pub(super) number: usize,
    pub(super) text: String,
}

/// Reads lines as they come.
#[derive(Debug)]
pub(super) struct TranscriptLines<R> {
    input: R,
    number: usize,
    /// Whether the previous line has been read to its end.
    is_at_start: bool,
    /// The bytes since the last board or turn.
    noise: u64,
}

impl<R: BufRead> TranscriptLines<R> {
    pub(super) fn new(input: R) -> Self {
        TranscriptLines { input, number: 0, is_at_start: true, noise: 0 }
    }

    /// Returns the next line that is not too long; `None` at the end.
    pub(super) fn next_line(&mut self) -> Result<Option<TranscriptLine>, TranscriptError> {
        loop {
            let mut bytes = Vec::new();
            self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.noise += bytes.len() as u64;
            if self.noise > MOST_NOISE {
                return Err(TranscriptError::Noise { bytes: MOST_NOISE });
            }
            let begins = self.is_at_start;
            self.is_at_start = bytes.ends_with(b"\n");
            self.number += usize::from(begins);
            let is_too_long = bytes.len() as u64 == LONGEST_LINE && !self.is_at_start;
            if begins && !is_too_long {
                let text = String::from_utf8_lossy(without_escapes(&bytes)).trim_end().to_owned();
                return Ok(Some(TranscriptLine { number: self.number, text }));
            }
        }
    }

    /// Resets the count of bytes without a board or a turn.
    pub(super) fn reset_noise(&mut self) {
        self.noise = 0;
    }
}

/// Strips the escape sequences at the start of a line, which engines print to draw each board over
/// the last one.
fn without_escapes(mut line: &[u8]) -> &[u8] {
    while let Some(sequence) = line.strip_prefix(b"\x1b[") {
        let Some(end) = sequence.iter().position(|byte| (b'@'..=b'~').contains(byte)) else {
            return line;
        };
        line = &sequence[end + 1..];
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    fn texts(input: impl BufRead) -> Vec<(usize, String)> {
        let mut lines = TranscriptLines::new(input);
        let next = || lines.next_line().expect("memory can be read");
        std::iter::from_fn(next).map(|line| (line.number, line.text)).collect()
    }

    #[test]
    fn lines_are_numbered_and_long_ones_mean_nothing() {
        let long = "x".repeat(10_000);
        let text = format!("one\r\n\n{long}\n\x1b[2J\x1b[Hfour\nfive\x1b[");
        let expected = [(1, "one"), (2, ""), (4, "four"), (5, "five\x1b[")];
        assert_eq!(texts(text.as_bytes()), expected.map(|(number, text)| (number, text.into())));
        let longest = format!("{}\nnext", "x".repeat(4095));
        assert_eq!(texts(longest.as_bytes()).len(), 2);
    }

    #[test]
    fn an_endless_input_is_given_up() {
        for byte in [b'\0', b'\n', b'.'] {
            let mut lines = TranscriptLines::new(io::BufReader::new(io::repeat(byte)));
            let refused = loop {
                match lines.next_line() {
                    Ok(line) => assert!(line.is_some(), "it has no end"),
                    Err(refused) => break refused.to_string(),
                }
            };
            assert_eq!(
                refused,
                "no board in the first 4194304 bytes: this is not the output of an engine"
            );
        }
    }
}
