//! What an engine prints, as steps.

use super::step::{Moved, Over, Step};
use crate::failure::Failure;
use meeple_bots::school::{End, Ended, NotATranscript, Told, Transcript, Turn};
use meeple_core::{
    Seat,
    text::{excerpt, printable},
};
use std::io::BufRead;

/// Letters of a name or a remark that are kept: no line of a side panel is longer.
const LONGEST_TEXT: usize = 200;

/// An engine's output.
pub(crate) struct EngineOutput<R> {
    transcript: Transcript<R>,
    /// Where it comes from, for errors.
    origin: String,
    names: [String; 2],
}

impl<R: BufRead> EngineOutput<R> {
    pub(crate) fn new(input: R, origin: &str) -> Self {
        let names = ["player 1", "player 2"].map(String::from);
        EngineOutput { transcript: Transcript::new(input), origin: printable(origin), names }
    }

    fn refused(&self, why: &NotATranscript) -> Failure {
        Failure::Failed(format!("{}: {why}", self.origin))
    }

    fn named(&mut self, seat: Seat, name: &str) {
        self.names[seat.index()] = clean(name);
    }
}

impl<R: BufRead> EngineOutput<R> {
    /// Goes on until there is something to be shown. It may wait for the engine.
    pub(crate) fn step(&mut self) -> Result<Step, Failure> {
        loop {
            let told = self.transcript.next_told().map_err(|why| self.refused(&why))?;
            return Ok(match told {
                Told::Player { seat, name } => {
                    self.named(seat, &name);
                    continue; // shown with the first board
                }
                Told::Start(seen) => Step::Begun { names: self.names.clone(), seen },
                Told::Turn(turn) => {
                    let remark = turn.at.is_none().then(|| said(&turn.answer));
                    Step::Moved(moved(turn, remark))
                }
                Told::Again(turn) => {
                    let did = if turn.laid { "has laid" } else { "has not laid" };
                    let remark = format!("the engine {did} this piece");
                    Step::Again(moved(turn, Some(remark)))
                }
                Told::Board(seen) => Step::Board(seen),
                Told::Trouble(text) => Step::Said(clean(&text)),
                Told::Broken { line, why } => Step::Said(clean(&format!("line {line}: {why}"))),
                Told::End(end) => Step::Over(over(&end)),
            });
        }
    }
}

fn moved(turn: Turn, remark: Option<String>) -> Moved {
    let Turn { seat, piece, laid, seen, .. } = turn;
    Moved { seat, piece, laid, seen, remark }
}

fn said(answer: &str) -> String {
    if answer.is_empty() { "no answer".into() } else { format!("answered {}", excerpt(answer)) }
}

fn over(end: &End) -> Over {
    let results: Vec<String> = end.results.iter().map(|line| clean(line)).collect();
    match end.ended {
        Ended::Finished => Over::Finished(results.join("\n")),
        Ended::Failed => Over::Unfinished(
            "the engine ended the game without a result: a player failed, and the engine's \
             standard error says how"
                .into(),
        ),
        Ended::CutOff => Over::Unfinished("the output ended before the end of the game".into()),
    }
}

/// Text from outside, made fit for a terminal and not longer than anybody reads.
fn clean(text: &str) -> String {
    let text = printable(text);
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<Step> {
        let mut printed = EngineOutput::new(text.as_bytes(), "game.txt");
        let mut steps = Vec::new();
        while !matches!(steps.last(), Some(Step::Over(_))) {
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
        let [Step::Begun { names, .. }, Step::Moved(moved), Step::Said(trouble), rest @ ..] =
            &steps[..]
        else {
            panic!("{steps:?}")
        };
        assert_eq!(names, &["a\\u{1b}[2Jb", "player 2"]);
        assert_eq!(moved.remark.as_deref(), Some("answered \\u{1b}]0;x\\u{7}"));
        assert_eq!(trouble, "Player with X: \\u{1b}[31m");
        let [Step::Said(broken), Step::Over(over)] = rest else { panic!("{rest:?}") };
        assert!(broken.starts_with("line 8: ") && !broken.contains('\x1b'), "{broken}");
        assert_eq!(over.words(), "Player1 (\\u{1b}[1m): 1\nPlayer1 won!");
    }

    #[test]
    fn a_long_name_is_cut() {
        let name = "ä".repeat(1000);
        let steps = steps(&format!("$$$ exec p2 : [{name}]\nAnfield 1 1:\n000 @\n"));
        let Step::Begun { names, .. } = &steps[0] else { panic!("{steps:?}") };
        assert_eq!(names[1], "ä".repeat(LONGEST_TEXT) + "…");
    }

    #[test]
    fn what_cannot_be_followed_is_refused_by_its_name() {
        let mut printed = EngineOutput::new(&b"hello\n"[..], "game\x1b.txt");
        let refused = printed.step().expect_err("no board").to_string();
        assert!(refused.starts_with("game\\u{1b}.txt: there is no whole board"), "{refused}");
    }
}
