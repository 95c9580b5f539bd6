//! The bot's side: answers an engine until it hangs up.

use super::{BadQuestion, Dialect, Questions, SchoolQuestion};
use meeple_games::filler::Placement;
use std::io::{self, BufRead, Write};

/// The answer if the piece fits nowhere; a bot never exits by itself.
const NOWHERE: Placement = Placement { column: 0, row: 0 };

/// Answers every question from `input`, each in one write, flushed.
///
/// `choose` returns where to place the piece, or `None` if it fits nowhere; `complain` is called for
/// invalid questions. Returns when either pipe is closed.
pub fn serve(
    input: impl BufRead,
    mut output: impl Write,
    dialect: Option<Dialect>,
    mut choose: impl FnMut(&SchoolQuestion) -> Option<Placement>,
    mut complain: impl FnMut(&BadQuestion),
) -> io::Result<()> {
    let mut questions = Questions::new(input, dialect);
    while let Some(question) = questions.next_question()? {
        let (dialect, at) = match question {
            Ok(question) => (question.dialect, choose(&question)),
            Err(bad) => {
                complain(&bad);
                (Dialect::default(), None)
            }
        };
        let answer = dialect.answer(at.unwrap_or(NOWHERE));
        let written = output.write_all(answer.as_bytes()).and_then(|()| output.flush());
        match written {
            // The engine hung up between its question and this answer.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that takes whole writes, as a pipe does.
    struct Writes(Vec<String>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0.push("flush".into());
            Ok(())
        }
    }

    #[test]
    fn each_answer_is_one_write_and_flushed() {
        let questions = "Anfield 2 1:\n000 @.\nPiece 2 1:\nOO\nAnfield ?\nPiece ?\n\
                         Plateau 1 2:\n000 O.\nPiece 1 2:\n**\nAnfield 2 1:";
        let mut writes = Writes(Vec::new());
        let mut complaints = 0;
        let at = Placement { column: -1, row: 3 };
        serve(questions.as_bytes(), &mut writes, None, |_| Some(at), |_| complaints += 1)
            .expect("memory can be read");
        assert_eq!(writes.0, ["-1 3\n", "flush", "0 0\n", "flush", "3 -1\n", "flush"]);
        assert_eq!(complaints, 1);
    }
}
