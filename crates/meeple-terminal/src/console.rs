//! Line-by-line input and output: questions and answers.
//!
//! On a terminal, answers are typed in a line editor (arrows, history, Tab), text is wrapped to the window
//! and drawings are cut at its edge. Otherwise lines are read and written as they are.

use crate::{line_editor::LineEditor, paint::Paint, window};
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// Most bytes of a line that are read; the rest is discarded.
const LONGEST_LINE: u64 = 4096;

/// A source of input lines and an output.
pub struct Console<'a> {
    input: ConsoleInput<'a>,
    output: Box<dyn Write + 'a>,
    width: ConsoleWidth,
    /// What the output supports (colours, Unicode).
    pub paint: Paint,
}

enum ConsoleInput<'a> {
    Lines(Box<dyn BufRead + 'a>),
    Edited(Box<LineEditor>),
}

/// The width of the output.
#[derive(Clone, Copy)]
enum ConsoleWidth {
    Unlimited,
    /// Queried each time, because windows can be resized.
    OfStdout,
    #[cfg(test)]
    Columns(usize),
}

impl<'a> Console<'a> {
    /// Creates a console on this input and output, with unlimited width.
    pub fn new(input: impl BufRead + 'a, output: impl Write + 'a, paint: Paint) -> Self {
        let input = ConsoleInput::Lines(Box::new(input));
        Console { input, output: Box::new(output), width: ConsoleWidth::Unlimited, paint }
    }

    /// Creates the console on standard input and output, with line editing if both are a terminal.
    pub fn standard(paint: Paint) -> io::Result<Self> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let input = if is_terminal {
            ConsoleInput::Edited(Box::new(LineEditor::new()?))
        } else {
            ConsoleInput::Lines(Box::new(io::stdin().lock()))
        };
        Ok(Console { input, output: Box::new(io::stdout()), width: ConsoleWidth::OfStdout, paint })
    }

    /// Sets the words that the Tab key completes from now on.
    pub fn complete(&mut self, words: impl IntoIterator<Item = impl Into<String>>) {
        if let ConsoleInput::Edited(editor) = &mut self.input {
            editor.complete(words.into_iter().map(Into::into).collect());
        }
    }

    /// Prints text and a line feed; lines too long for the window are wrapped between words.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        match self.columns() {
            Some(columns) => self.put(&window::wrap(text.trim_end_matches('\n'), columns)),
            None => self.put(text.trim_end_matches('\n')),
        }
    }

    /// Prints a list after a few words; lines too long for the window are wrapped between items.
    pub fn say_list(&mut self, head: &str, items: &[String]) -> io::Result<()> {
        // Spaces inside items become no-break spaces while wrapping.
        let glued: Vec<String> = items.iter().map(|item| item.replace(' ', "\u{a0}")).collect();
        let text = format!("{head} {}", glued.join("  "));
        let text = match self.columns() {
            Some(columns) => window::wrap(&text, columns),
            None => text,
        };
        self.put(&text.replace('\u{a0}', " "))
    }

    /// Prints a drawing and a line feed; if the window is too narrow, lines are cut and a sentence says so.
    pub fn show(&mut self, drawing: &str) -> io::Result<()> {
        let drawing = drawing.trim_end_matches('\n');
        let Some(columns) = self.columns() else { return self.put(drawing) };
        let mark = self.paint.symbol("…", ">");
        let (drawing, needed) = window::cut(drawing, columns, mark);
        self.put(&drawing)?;
        match needed {
            None => Ok(()),
            Some(needed) => self.say(&format!(
                "(Cut at {mark}: to show all of it, the window needs {needed} columns.)"
            )),
        }
    }

    /// Prints `question` and returns the answer without surrounding spaces; `None` at the end of input.
    /// Ctrl-C in the line editor is an error of kind `Interrupted`.
    pub fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        let question = match self.columns() {
            // Leave room for an answer after the question.
            Some(columns) => window::wrap(question.trim_end(), columns - ROOM_TO_TYPE) + " ",
            None => question.into(),
        };
        let last = question.rfind('\n').map_or(0, |at| at + 1);
        write!(self.output, "{}", &question[..last])?;
        let answer = match &mut self.input {
            ConsoleInput::Edited(editor) => {
                self.output.flush()?;
                editor.ask(&question[last..])?
            }
            ConsoleInput::Lines(lines) => {
                write!(self.output, "{}", &question[last..])?;
                self.output.flush()?;
                let line = read_line(lines)?;
                if line.is_none() {
                    writeln!(self.output)?;
                }
                line
            }
        };
        Ok(answer.map(|answer| answer.trim().to_owned()))
    }

    /// Asks until `read` accepts the answer, printing its reason each time it doesn't; returns `None` at the
    /// end of input or if `q` or `quit` is typed.
    pub fn ask_until<T>(
        &mut self,
        question: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        while let Some(answer) = self.ask(question)? {
            if ["q", "quit"].contains(&answer.as_str()) {
                return Ok(None);
            }
            match read(&answer) {
                Ok(value) => return Ok(Some(value)),
                Err(reason) => self.say(&reason)?,
            }
        }
        Ok(None)
    }

    fn columns(&self) -> Option<usize> {
        match self.width {
            ConsoleWidth::Unlimited => None,
            ConsoleWidth::OfStdout => window::stdout_columns(),
            #[cfg(test)]
            ConsoleWidth::Columns(columns) => Some(columns),
        }
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }
}

/// Columns kept free after a question.
const ROOM_TO_TYPE: usize = 10;

/// Reads a line; returns `None` at the end of input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let count = (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if count == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") && count as u64 == LONGEST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn asked(input: &[u8], answers: &[&str]) {
        let mut console = Console::new(input, io::sink(), Paint::PLAIN);
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

    /// Returns what is printed in a window of 24 columns.
    fn said(input: &[u8], talk: impl FnOnce(&mut Console<'_>) -> io::Result<()>) -> String {
        let mut output = Vec::new();
        let mut console = Console::new(input, &mut output, Paint::PLAIN);
        console.width = ConsoleWidth::Columns(24);
        talk(&mut console).expect("memory does not fail");
        drop(console);
        String::from_utf8(output).expect("UTF-8")
    }

    #[test]
    fn prose_is_wrapped_and_a_drawing_is_cut_with_a_word() {
        let prose = said(b"", |console| console.say("Whoever eats the poison loses.\n"));
        assert_eq!(prose, "Whoever eats the poison\nloses.\n");
        let fitting = said(b"", |console| console.show("# # # # # # # # # # # #\n"));
        assert_eq!(fitting, "# # # # # # # # # # # #\n");
        let cut = said(b"", |console| console.show("# # # # # # # # # # # # #\n# #\n"));
        let words = "(Cut at >: to show all\nof it, the window needs\n25 columns.)\n";
        assert_eq!(cut, format!("# # # # # # # # # # # #>\n# #\n{words}"));
    }

    #[test]
    fn a_long_question_is_wrapped_and_leaves_room_for_the_answer() {
        let asked = said(b"x\n", |console| {
            assert_eq!(console.ask("Ann, your bite, row and column: ")?.as_deref(), Some("x"));
            Ok(())
        });
        assert_eq!(asked, "Ann, your\nbite, row and\ncolumn: ");
    }

    #[test]
    fn what_makes_no_sense_is_asked_again_and_q_leaves() {
        let read = |answer: &str| answer.parse::<u8>().map_err(|_| "a number!".to_owned());
        let mut console = Console::new(&b"x\n7\n7\nq\nquit\n8\n"[..], io::sink(), Paint::PLAIN);
        let mut ask = || console.ask_until("? ", read).expect("memory does not fail");
        assert_eq!(
            [ask(), ask(), ask(), ask(), ask(), ask()].map(|n| n.unwrap_or(0)),
            [7, 7, 0, 0, 8, 0]
        );
    }
}
