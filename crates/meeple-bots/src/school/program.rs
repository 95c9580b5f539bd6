//! A program that plays Filler in one of the two dialects.

use super::{AnswerReading, Dialect};
use crate::{
    AnswerDeadline, Process, ProcessSupervisor, Program, ReplyError,
    process::{BotLine, EXIT_PATIENCE},
};
use meeple_core::{AnyGame, AnyPlayer, Choice, ChooseError, EndEvent, Game, Limits, Seat, Verdict};
use meeple_games::filler::{Filler, Move, Placement};
use rand::Rng;
use std::{mem, time::Duration};

/// How many bytes of unexpected output are quoted, at most.
const QUOTED: usize = 40;

/// A program that plays at a table of Filler.
#[derive(Debug)]
pub struct FillerProgram {
    process: Process,
    dialect: Dialect,
    reading: AnswerReading,
    /// The bytes after the line feed of the last answer, in the same read: the official engine has
    /// read them with that answer.
    tail: Vec<u8>,
}

/// A program's answer.
struct SchoolAnswer {
    at: Placement,
    /// The bytes of the answer, as they were read.
    bytes: Vec<u8>,
    /// What strict reading would have made of it, if something else.
    warning: Option<String>,
}

impl FillerProgram {
    /// Starts the program and sends it its player number.
    pub fn start(
        program: &Program,
        seat: Seat,
        (dialect, reading): (Dialect, AnswerReading),
        supervisor: &ProcessSupervisor,
    ) -> Result<Self, Verdict> {
        let mut process = Process::start(program, supervisor)?;
        process.send(Dialect::exec_line(seat, program.typed()).into_bytes());
        Ok(FillerProgram { process, dialect, reading, tail: Vec::new() })
    }

    /// Returns the running process.
    pub fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Sends the question and reads the answer.
    fn ask(&mut self, question: String, limits: &Limits) -> Result<SchoolAnswer, ReplyError> {
        // Bytes written before the question are not part of the answer, but the official engine would
        // take them for it.
        let unasked = self.unasked();
        let clock = self.process.ask(question.into_bytes(), limits)?;
        let answer = match self.reading {
            AnswerReading::Strict => self.read_strictly(unasked, &clock),
            AnswerReading::Lenient => self.read_leniently(&unasked, &clock),
        }?;
        self.process.suspend();
        Ok(answer)
    }

    /// Returns what the program has written since its last answer.
    fn unasked(&mut self) -> Vec<u8> {
        let said = self.process.read_unasked();
        let tail = mem::take(&mut self.tail);
        said.strip_prefix(&tail[..]).map(<[u8]>::to_vec).unwrap_or(said)
    }

    fn read_strictly(
        &mut self,
        unasked: Vec<u8>,
        clock: &AnswerDeadline,
    ) -> Result<SchoolAnswer, ReplyError> {
        let is_silent = unasked.is_empty();
        let bytes = if is_silent { self.process.read(clock, &[])? } else { unasked };
        let at = self.read(AnswerReading::Strict, &bytes)?;
        Ok(SchoolAnswer { at, bytes, warning: None })
    }

    fn read_leniently(
        &mut self,
        unasked: &[u8],
        clock: &AnswerDeadline,
    ) -> Result<SchoolAnswer, ReplyError> {
        let BotLine { bytes, first_read } = self.process.read_line(clock)?;
        self.tail = first_read.get(bytes.len()..).unwrap_or_default().to_vec();
        let at = self.read(AnswerReading::Lenient, &bytes)?;
        let warning = if unasked.is_empty() {
            self.strict_warning(&first_read)
        } else {
            let unasked = unasked[..unasked.len().min(QUOTED)].escape_ascii();
            Some(format!(
                "it wrote \"{unasked}\" before it was asked; the official engine would read that \
                 as the answer"
            ))
        };
        Ok(SchoolAnswer { at, bytes, warning })
    }

    /// Describes what the official engine would have made of the first read alone, if something else.
    fn strict_warning(&self, first_read: &[u8]) -> Option<String> {
        if let Err(verdict) = self.read(AnswerReading::Strict, first_read) {
            return Some(format!("the official engine ends the game here: {verdict}"));
        }
        if self.tail.is_empty() || self.dialect != Dialect::Edu {
            return None;
        }
        let tail = self.tail[..self.tail.len().min(QUOTED)].escape_ascii();
        Some(format!(
            "\"{tail}\" followed the line feed of its answer in the same write; the official \
             engine would read Y as 0"
        ))
    }

    /// Returns a remark if the answer would be legal with column and row swapped, a common mistake.
    fn swap_warning(&self, position: &Filler, at: Placement) -> Option<String> {
        let other = Placement { column: at.row, row: at.column };
        let is_legal = |at: Placement| position.check_move(Move::Place(at)).is_ok();
        (!is_legal(at) && is_legal(other)).then(|| {
            let first = self.dialect.order("column", "row").0;
            let other = self.dialect.answer(other);
            format!(
                "column and row are swapped: {} is legal; the {first} comes first",
                other.trim_end()
            )
        })
    }

    fn read(&self, reading: AnswerReading, bytes: &[u8]) -> Result<Placement, Verdict> {
        reading.read(self.dialect, bytes).map_err(|bad| bad.verdict(bytes))
    }
}

impl AnyPlayer for FillerProgram {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<String>, ChooseError> {
        let other_game = ChooseError::OtherGame(position.name());
        let position: &Filler = position.as_any().downcast_ref().ok_or(other_game)?;
        let Some(piece) = position.piece() else { return Err(ChooseError::NotNow) };
        let board = position.board();
        let question = self.dialect.question(board, piece);
        let SchoolAnswer { at, bytes, warning } = self.ask(question, limits)?;
        // F5: the bot is asked even about a piece that fits nowhere, and then any answer means "stop".
        let fits = position.check_move(Move::Place(at)).is_ok() || position.can_place();
        let mv = if fits { Move::Place(at) } else { Move::Stop };
        let warning = warning.or_else(|| self.swap_warning(position, at));
        let answer = Some(String::from_utf8_lossy(&bytes).into_owned());
        Ok(Choice { remark: warning, answer, ..Choice::from_move(mv.to_string()) })
    }

    fn format_move(&self, mv: &str) -> String {
        match mv.parse() {
            Ok(Move::Place(at)) => self.dialect.answer(at).trim_end().into(),
            Ok(Move::Stop) | Err(_) => mv.into(),
        }
    }

    fn on_end(&mut self, _: Option<&EndEvent>) {
        self.process.close(EXIT_PATIENCE);
    }

    fn stderr_tail(&self) -> Vec<String> {
        self.process.stderr_lines()
    }

    fn thinking_time(&self) -> Option<Duration> {
        self.process.thinking_time()
    }
}
