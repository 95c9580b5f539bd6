//! Talking line by line: what is asked, what is answered.

use crate::paint::Paint;
use std::io::{self, BufRead, Read, Write};

/// Longer lines are not answers; the rest of such a line is thrown away.
const LONGEST_LINE: u64 = 4096;

/// Where lines come from and go to.
pub struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// What the output takes.
    pub paint: Paint,
}

impl<'a> Console<'a> {
    /// A console on this input and output.
    pub fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, paint: Paint) -> Self {
        Console { input, output, paint }
    }

    /// Prints `text` and a line feed.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", text.trim_end_matches('\n'))?;
        self.output.flush()
    }

    /// Prints `question` and reads the answer without the spaces around it; `None` at the
    /// end of input.
    pub fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.output, "{question}")?;
        self.output.flush()?;
        let mut line = Vec::new();
        let count = (&mut *self.input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if count == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        if !line.ends_with(b"\n") && count as u64 == LONGEST_LINE {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Asks until `read` makes sense of the answer, giving its reason each time it does not.
    pub fn ask_until<T>(
        &mut self,
        question: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        while let Some(answer) = self.ask(question)? {
            match read(&answer) {
                Ok(value) => return Ok(Some(value)),
                Err(reason) => self.say(&reason)?,
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn asked(input: &[u8], answers: &[&str]) {
        let mut output = Vec::new();
        let mut input = input;
        let mut console = Console::new(&mut input, &mut output, Paint::PLAIN);
        for answer in answers {
            let got = console.ask("? ").expect("memory can be read");
            assert_eq!(got.as_deref(), Some(*answer));
        }
        assert_eq!(console.ask("? ").expect("memory can be read"), None);
    }

    #[test]
    fn lines_of_any_bytes_and_any_length_are_answers() {
        asked(b"", &[]);
        asked(b"1 2\r\n\n last", &["1 2", "", "last"]);
        asked(b"\xff\n", &["\u{fffd}"]);
        let long = [b"x".repeat(5000), b"\nnext\n".to_vec()].concat();
        asked(&long, &[&"x".repeat(4096), "next"]);
    }
}
