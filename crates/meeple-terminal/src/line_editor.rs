//! A line editor for terminals: arrows, history, completion of words.
//!
//! The history lives as long as the editor; nothing is written to disk.

use rustyline::{
    Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::MemHistory, validate::Validator,
};
use std::io;

/// Asks questions on a terminal.
pub(crate) struct LineEditor {
    editor: Editor<Completions, MemHistory>,
}

impl LineEditor {
    pub(crate) fn new() -> io::Result<Self> {
        // Bracketed paste would have to be switched off again when a signal ends the program.
        let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(failure)?;
        editor.set_helper(Some(Completions::default()));
        Ok(LineEditor { editor })
    }

    /// Sets the words that the Tab key completes from now on.
    pub(crate) fn complete(&mut self, words: Vec<String>) {
        self.editor.set_helper(Some(Completions(words)));
    }

    /// Returns the typed line, or `None` at Ctrl-D. Ctrl-C is an error of kind `Interrupted`.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        match self.editor.readline(question) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }
}

fn failure(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Interrupted => io::ErrorKind::Interrupted.into(),
        ReadlineError::Io(error) => error,
        ReadlineError::Errno(error) => error.into(),
        other => io::Error::other(other),
    }
}

/// The words that can be completed.
#[derive(Default)]
struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, typed) = last_word(&line[..cursor]);
        let words = self.0.iter().filter(|word| word.starts_with(typed)).cloned();
        Ok((start, words.collect()))
    }
}

/// Returns the start and the text of the word being typed.
fn last_word(line: &str) -> (usize, &str) {
    let start = line.rfind([' ', ',']).map_or(0, |at| at + 1);
    (start, &line[start..])
}

impl Hinter for Completions {
    type Hint = String;
}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_behind_spaces_and_commas() {
        let history = MemHistory::new();
        let words = Completions(["you", "perfect", "play"].map(String::from).to_vec());
        let completed = |line: &str| {
            words.complete(line, line.len(), &Context::new(&history)).expect("it cannot fail")
        };
        assert_eq!(completed("y"), (0, vec!["you".into()]));
        assert_eq!(completed("you,p"), (4, vec!["perfect".into(), "play".into()]));
        assert_eq!(completed("é x"), (3, vec![]));
        assert_eq!(completed("").1.len(), 3);
    }
}
