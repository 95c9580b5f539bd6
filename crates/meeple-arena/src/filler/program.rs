//! A program that plays Filler in one of the two dialects.

use super::{Dialect, Reading};
use crate::{Clock, Kennel, Process, Program, Silence};
use meeple_core::{AnyGame, AnyPlayer, Choice, End, Limits, NoChoice, Seat, Verdict};
use meeple_games::filler::{Filler, Move, Placement, has_valid_placement};
use rand::Rng;
use std::time::Duration;

/// How long a program has to leave by itself when its game is over.
const FAREWELL: Duration = Duration::from_millis(200);
/// How long an answer may take where no limit is set.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A program at a table of Filler.
#[derive(Debug)]
pub struct FillerProgram {
    process: Process,
    dialect: Dialect,
    reading: Reading,
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
        Ok(FillerProgram { process, dialect, reading })
    }

    /// Its pipes.
    pub fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Asks, and reads the answer; with it, what a strict judge would have said.
    fn ask(
        &mut self,
        question: String,
        clock: &Clock,
    ) -> Result<(Placement, Option<String>), Silence> {
        // Nobody can answer what was not asked: these bytes are no part of the answer,
        // but the official engine would take them for it.
        let unasked = self.process.said_already();
        self.process.send(question.into_bytes());
        let dialect = self.dialect;
        let read = |reading: Reading, bytes: &[u8]| {
            reading.read(dialect, bytes).map_err(|bad| bad.verdict(bytes))
        };
        if self.reading == Reading::Strict {
            let is_silent = unasked.is_empty();
            let bytes = if is_silent { self.process.read(clock, &[])? } else { unasked };
            return Ok((read(Reading::Strict, &bytes)?, None));
        }
        let line = self.process.read_line(clock)?;
        let at = read(Reading::Lenient, &line.bytes)?;
        let warning = if unasked.is_empty() {
            let strict = read(Reading::Strict, &line.first_read).err();
            strict.map(|verdict| format!("the official engine ends the game here: {verdict}"))
        } else {
            let unasked = unasked[..unasked.len().min(40)].escape_ascii();
            Some(format!(
                "it said \"{unasked}\" before it was asked; the official engine takes that for \
                 the answer"
            ))
        };
        Ok((at, warning))
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
        let (Some(piece), Some(seat)) = (position.piece(), position.seat()) else {
            return Err(NoChoice::NotNow);
        };
        let board = position.board();
        let clock = Clock::start(limits.time.unwrap_or(A_DAY), &limits.stop);
        let (at, remark) = match self.ask(self.dialect.question(board, piece), &clock) {
            Ok(answered) => answered,
            Err(Silence::Stopped) => return Err(NoChoice::Stopped),
            Err(Silence::Failed(verdict)) => return Err(NoChoice::Failed(verdict)),
        };
        // F5: a piece that fits nowhere is asked about all the same, and any answer means that.
        let fits = has_valid_placement(board, piece, seat, position.margins());
        let mv = if fits { Move::Place(at) } else { Move::Stop };
        let answer = Some(self.dialect.answer(at).trim_end().to_owned());
        Ok(Choice { remark, answer, ..Choice::silent(mv.to_string()) })
    }

    fn end(&mut self, _: Option<&End>) {
        self.process.close(FAREWELL);
    }

    fn last_words(&self) -> Vec<String> {
        self.process.stderr_lines()
    }
}
