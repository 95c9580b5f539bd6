//! A program that plays any game, spoken with in the Meeple protocol.

use crate::{Clock, Kennel, Process, Program, Silence, process::FAREWELL};
use meeple_core::{AnyGame, AnyPlayer, Choice, End, Event, Limits, NoChoice, Seat, Verdict};
use meeple_session::protocol::{Answer, Conversation, InfoLines, Line, read_line};
use meeple_view::AnyView;
use rand::Rng;
use std::time::Duration;

/// A program at a table of any game.
pub struct JsonProgram {
    process: Process,
    talk: Conversation,
}

impl JsonProgram {
    /// Starts the program for this seat of a game that is shown so.
    pub fn start(
        program: &Program,
        seat: Seat,
        view: &'static dyn AnyView,
        kennel: &Kennel,
    ) -> Result<Self, Verdict> {
        let process = Process::start(program, kennel)?;
        Ok(JsonProgram { process, talk: Conversation::new(seat, view) })
    }

    /// Its pipes.
    pub fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    /// What is to be said in this position: `start`, if it was not said yet, and `turn`.
    pub fn question(&mut self, position: &dyn AnyGame, limits: &Limits) -> Vec<u8> {
        self.talk.question(position, limits)
    }

    /// Sends the lines of a question about this position, and waits for the answer.
    pub fn ask(
        &mut self,
        lines: Vec<u8>,
        position: &dyn AnyGame,
        limits: &Limits,
    ) -> Result<Choice<String>, NoChoice> {
        let clock = self.process.ask(lines, limits)?;
        let Heard { answer, info } = self.listen(position, &clock)?;
        self.process.rest();
        Ok(answer.into_choice(self.talk.seat(), position.seats(), info))
    }

    /// Says how it ended, and gives the program so long to leave by itself.
    pub fn end_within(&mut self, end: Option<&End>, patience: Duration) {
        let lines = self.talk.farewell(end);
        self.process.send(lines);
        self.process.close(patience);
    }

    /// Waits for the answer, and for what is said for the report before it.
    fn listen(&mut self, position: &dyn AnyGame, clock: &Clock) -> Result<Heard, Silence> {
        let mut info = InfoLines::default();
        loop {
            let bytes = self.process.read_line(clock)?.bytes;
            match read_line(position, &bytes)? {
                Line::Info(line) => {
                    info.push(&line);
                    // Whoever talks so fast that we never wait is still in time or late.
                    clock.check(&bytes)?;
                }
                Line::Answer(answer) => return Ok(Heard { answer, info: info.take() }),
            }
        }
    }
}

/// What a program said in its turn.
struct Heard {
    answer: Answer,
    info: Vec<String>,
}

impl AnyPlayer for JsonProgram {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<String>, NoChoice> {
        let lines = self.question(position, limits);
        self.ask(lines, position, limits)
    }

    fn hear(&mut self, event: &Event, _: &dyn AnyGame) {
        self.talk.hear(event);
    }

    fn end(&mut self, end: Option<&End>) {
        self.end_within(end, FAREWELL);
    }

    fn last_words(&self) -> Vec<String> {
        self.process.stderr_lines()
    }

    fn thought(&self) -> Option<Duration> {
        self.process.thought()
    }
}
