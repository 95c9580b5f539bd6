//! Converts an engine's output to steps.

use super::step::{EndText, PrintedStep};
use crate::command_error::CommandError;
use meeple_bots::school::{
    EngineResult, Transcript, TranscriptEnd, TranscriptError, TranscriptEvent,
};
use meeple_core::text::{excerpt, printable};
use std::io::BufRead;

/// Maximum characters of a name or a remark; no line of the side panel is longer.
const MAX_TEXT_CHARS: usize = 200;

/// An engine's output.
pub(crate) struct EngineOutput<R> {
    transcript: Transcript<R>,
    /// Names the source in errors.
    origin: String,
    names: [String; 2],
}

impl<R: BufRead> EngineOutput<R> {
    pub(crate) fn new(input: R, origin: &str) -> Self {
        let names = ["player 1", "player 2"].map(String::from);
        EngineOutput { transcript: Transcript::new(input), origin: printable(origin), names }
    }

    fn refused(&self, why: &TranscriptError) -> CommandError {
        CommandError::Failed(format!("{}: {why}", self.origin))
    }

    /// Reads up to the next step to show. This may block until the engine prints it.
    pub(crate) fn step(&mut self) -> Result<PrintedStep, CommandError> {
        loop {
            let told = self.transcript.next_event().map_err(|why| self.refused(&why))?;
            return Ok(match told {
                TranscriptEvent::Player { seat, name } => {
                    self.names[seat.index()] = clean(&name);
                    continue; // shown with the first board
                }
                TranscriptEvent::Start(seen) => {
                    PrintedStep::Started { names: self.names.clone(), seen }
                }
                TranscriptEvent::Turn(turn) => {
                    let remark = turn.at.is_none().then(|| said(&turn.answer));
                    PrintedStep::Moved(turn, remark)
                }
                TranscriptEvent::TurnCorrected(turn) => {
                    let did = if turn.was_placed { "has laid" } else { "has not laid" };
                    let remark = format!("the engine {did} this piece");
                    PrintedStep::Corrected(turn, remark)
                }
                TranscriptEvent::Board(seen) => PrintedStep::Board(seen),
                TranscriptEvent::EngineError(text) => PrintedStep::Remark(clean(&text)),
                TranscriptEvent::Broken { line, why } => {
                    PrintedStep::Remark(clean(&format!("line {line}: {why}")))
                }
                TranscriptEvent::End(end) => PrintedStep::Over(over(&end)),
            });
        }
    }
}

fn said(answer: &str) -> String {
    if answer.is_empty() { "no answer".into() } else { format!("answered {}", excerpt(answer)) }
}

fn over(end: &TranscriptEnd) -> EndText {
    let results: Vec<String> = end.results.iter().map(|line| clean(line)).collect();
    match end.ended {
        EngineResult::Finished => EndText::Finished(results.join("\n")),
        EngineResult::Failed => EndText::Unfinished(
            "the engine ended the game without a result: a player failed, and the engine's \
             standard error says how"
                .into(),
        ),
        EngineResult::CutOff => {
            EndText::Unfinished("the output ended before the end of the game".into())
        }
    }
}

/// Makes text from outside printable, and cuts it to a readable length.
fn clean(text: &str) -> String {
    let text = printable(text);
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<PrintedStep> {
        let mut printed = EngineOutput::new(text.as_bytes(), "game.txt");
        let mut steps = Vec::new();
        while !matches!(steps.last(), Some(PrintedStep::Over(_))) {
            steps.push(printed.step().expect("it has a board"));
        }
        steps
    }

    #[test]
    fn nothing_from_outside_reaches_the_terminal_as_it_is() {
        let text = "$$$ exec p1 : [a\x1b[2Jb]\nAnfield 3 1:\n000 @.$\nPiece 2 1:\nOO\n\
                    -> Answer (@): \x1b]0;x\x07\nPlayer with X: \x1b[31m\nAnfield \x1b[2J:\n\
                    Player1 (\x1b[1m): 1\nPlayer1 won!\n";
        let steps = steps(text);
        let [
            PrintedStep::Started { names, .. },
            PrintedStep::Moved(_, answer),
            PrintedStep::Remark(trouble),
            rest @ ..,
        ] = &steps[..]
        else {
            panic!("{steps:?}")
        };
        assert_eq!(names, &["a\\u{1b}[2Jb", "player 2"]);
        assert_eq!(answer.as_deref(), Some("answered \\u{1b}]0;x\\u{7}"));
        assert_eq!(trouble, "Player with X: \\u{1b}[31m");
        let [PrintedStep::Remark(broken), PrintedStep::Over(over)] = rest else {
            panic!("{rest:?}")
        };
        assert!(broken.starts_with("line 8: ") && !broken.contains('\x1b'), "{broken}");
        assert_eq!(over.words(), "Player1 (\\u{1b}[1m): 1\nPlayer1 won!");
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = "ä".repeat(1000);
        let steps = steps(&format!("$$$ exec p2 : [{name}]\nAnfield 1 1:\n000 @\n"));
        let PrintedStep::Started { names, .. } = &steps[0] else { panic!("{steps:?}") };
        assert_eq!(names[1], "ä".repeat(MAX_TEXT_CHARS) + "…");
    }

    #[test]
    fn what_cannot_be_followed_is_refused_by_its_name() {
        let mut printed = EngineOutput::new(&b"hello\n"[..], "game\x1b.txt");
        let refused = printed.step().expect_err("no board").to_string();
        assert!(refused.starts_with("game\\u{1b}.txt: no complete board"), "{refused}");
    }
}
