//! The bot's side: answering an engine until it hangs up.

use super::{BadQuestion, Dialect, Question, Questions};
use meeple_games::filler::Placement;
use std::io::{self, BufRead, Write};

/// What is answered when nothing can be laid. A bot never leaves by itself.
const NOWHERE: Placement = Placement { column: 0, row: 0 };

/// Answers every question that comes from `input`, each in one write, flushed.
/// `choose` says where to lay the piece, or `None` where it can lie nowhere;
/// `complain` hears of questions that make no sense. Ends when either pipe is closed.
pub fn serve(
    input: impl BufRead,
    mut output: impl Write,
    dialect: Option<Dialect>,
    mut choose: impl FnMut(&Question) -> Option<Placement>,
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
            // The engine has hung up between its question and our answer.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes whole writes, as a pipe does.
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
