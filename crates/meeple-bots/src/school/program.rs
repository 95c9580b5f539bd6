//! A program that plays Filler in one of the two dialects.

use super::{Dialect, Reading};
use crate::{
    Clock, Kennel, Process, Program, Silence,
    process::{FAREWELL, Line},
};
use meeple_core::{AnyGame, AnyPlayer, Choice, End, Game, Limits, NoChoice, Seat, Verdict};
use meeple_games::filler::{Filler, Move, Placement};
use rand::Rng;
use std::{mem, time::Duration};

/// How much is quoted of what a program should not have said.
const QUOTED: usize = 40;

/// A program at a table of Filler.
#[derive(Debug)]
pub struct FillerProgram {
    process: Process,
    dialect: Dialect,
    reading: Reading,
    /// What stood behind the line feed of the last answer, in the same read: the official engine
    /// has read it with that answer.
    tail: Vec<u8>,
}

/// What a program answered.
struct Answer {
    at: Placement,
    /// The bytes that counted, as they were read.
    bytes: Vec<u8>,
    /// What a strict judge would have said.
    warning: Option<String>,
}

impl FillerProgram {
    /// Starts the program and tells it its number.
    pub fn start(
        program: &Program,
        seat: Seat,
        (dialect, reading): (Dialect, Reading),
        kennel: &Kennel,
    ) -> Result<Self, Verdict> {
        let mut process = Process::start(program, kennel)?;
        process.send(Dialect::exec_line(seat, program.typed()).into_bytes());
        Ok(FillerProgram { process, dialect, reading, tail: Vec::new() })
    }

    /// Its pipes.
    pub fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Asks, and reads the answer.
    fn ask(&mut self, question: String, limits: &Limits) -> Result<Answer, Silence> {
        // Nobody can answer what was not asked: these bytes are no part of the answer,
        // but the official engine would take them for it.
        let unasked = self.unasked();
        let clock = self.process.ask(question.into_bytes(), limits)?;
        let answer = match self.reading {
            Reading::Strict => self.read_strictly(unasked, &clock),
            Reading::Lenient => self.read_leniently(&unasked, &clock),
        }?;
        self.process.rest();
        Ok(answer)
    }

    /// What it has said since its last answer.
    fn unasked(&mut self) -> Vec<u8> {
        let said = self.process.said_already();
        let tail = mem::take(&mut self.tail);
        said.strip_prefix(&tail[..]).map(<[u8]>::to_vec).unwrap_or(said)
    }

    fn read_strictly(&mut self, unasked: Vec<u8>, clock: &Clock) -> Result<Answer, Silence> {
        let is_silent = unasked.is_empty();
        let bytes = if is_silent { self.process.read(clock, &[])? } else { unasked };
        let at = self.read(Reading::Strict, &bytes)?;
        Ok(Answer { at, bytes, warning: None })
    }

    fn read_leniently(&mut self, unasked: &[u8], clock: &Clock) -> Result<Answer, Silence> {
        let Line { bytes, first_read } = self.process.read_line(clock)?;
        self.tail = first_read.get(bytes.len()..).unwrap_or_default().to_vec();
        let at = self.read(Reading::Lenient, &bytes)?;
        let warning = if unasked.is_empty() {
            self.strict_warning(&first_read)
        } else {
            let unasked = unasked[..unasked.len().min(QUOTED)].escape_ascii();
            Some(format!(
                "it said \"{unasked}\" before it was asked; the official engine takes that for \
                 the answer"
            ))
        };
        Ok(Answer { at, bytes, warning })
    }

    /// What the official engine would have made of the first read alone.
    fn strict_warning(&self, first_read: &[u8]) -> Option<String> {
        if let Err(verdict) = self.read(Reading::Strict, first_read) {
            return Some(format!("the official engine ends the game here: {verdict}"));
        }
        if self.tail.is_empty() || self.dialect != Dialect::Edu {
            return None;
        }
        let tail = self.tail[..self.tail.len().min(QUOTED)].escape_ascii();
        Some(format!(
            "\"{tail}\" followed the line feed of its answer in the same write; the official \
             engine takes Y for 0 then"
        ))
    }

    /// A word about a place that would be legal with column and row exchanged, as they often are.
    fn exchanged(&self, position: &Filler, at: Placement) -> Option<String> {
        let other = Placement { column: at.row, row: at.column };
        let is_legal = |at: Placement| position.explain(Move::Place(at)).is_ok();
        (!is_legal(at) && is_legal(other)).then(|| {
            let first = self.dialect.order("column", "row").0;
            let other = self.dialect.answer(other);
            format!(
                "column and row are exchanged: {} is legal; the {first} comes first",
                other.trim_end()
            )
        })
    }

    fn read(&self, reading: Reading, bytes: &[u8]) -> Result<Placement, Verdict> {
        reading.read(self.dialect, bytes).map_err(|bad| bad.verdict(bytes))
    }
}

impl AnyPlayer for FillerProgram {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<String>, NoChoice> {
        let other_game = NoChoice::OtherGame(position.name());
        let position: &Filler = position.as_any().downcast_ref().ok_or(other_game)?;
        let Some(piece) = position.piece() else { return Err(NoChoice::NotNow) };
        let board = position.board();
        let question = self.dialect.question(board, piece);
        let Answer { at, bytes, warning } = self.ask(question, limits)?;
        // F5: a piece that fits nowhere is asked about all the same, and any answer means that.
        let fits = position.explain(Move::Place(at)).is_ok() || position.can_lay();
        let mv = if fits { Move::Place(at) } else { Move::Stop };
        let warning = warning.or_else(|| self.exchanged(position, at));
        let answer = Some(String::from_utf8_lossy(&bytes).into_owned());
        Ok(Choice { remark: warning, answer, ..Choice::silent(mv.to_string()) })
    }

    fn spell(&self, mv: &str) -> String {
        match mv.parse() {
            Ok(Move::Place(at)) => self.dialect.answer(at).trim_end().into(),
            Ok(Move::Stop) | Err(_) => mv.into(),
        }
    }

    fn end(&mut self, _: Option<&End>) {
        self.process.close(FAREWELL);
    }

    fn last_words(&self) -> Vec<String> {
        self.process.stderr_lines()
    }

    fn thought(&self) -> Option<Duration> {
        self.process.thought()
    }
}
