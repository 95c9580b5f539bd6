//! A program that plays any game, using the Meeple protocol.

use crate::{
    AnswerDeadline, Process, ProcessSupervisor, Program, ReplyError, process::EXIT_PATIENCE,
};
use meeple_core::{
    AnyGame, AnyPlayer, Choice, ChooseError, EndEvent, Event, Limits, Seat, Verdict,
};
use meeple_session::protocol::{
    AnswerLine, BotConversation, InfoLines, MoveAnswer, parse_bot_line,
};
use meeple_view::AnyView;
use rand::Rng;
use std::time::Duration;

/// A program that plays at a table of any game.
pub struct JsonProgram {
    process: Process,
    conversation: BotConversation,
}

impl JsonProgram {
    /// Starts the program for this seat; `view` shows it the game.
    pub fn start(
        program: &Program,
        seat: Seat,
        view: &'static dyn AnyView,
        supervisor: &ProcessSupervisor,
    ) -> Result<Self, Verdict> {
        let process = Process::start(program, supervisor)?;
        Ok(JsonProgram { process, conversation: BotConversation::new(seat, view) })
    }

    /// Returns the running process.
    pub fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Returns the lines to send in this position: `start`, if it was not sent yet, and `turn`.
    pub fn question(&mut self, position: &dyn AnyGame, limits: &Limits) -> Vec<u8> {
        self.conversation.turn_lines(position, limits)
    }

    /// Sends the lines of a question about this position and waits for the answer.
    pub fn ask(
        &mut self,
        lines: Vec<u8>,
        position: &dyn AnyGame,
        limits: &Limits,
    ) -> Result<Choice<String>, ChooseError> {
        let clock = self.process.ask(lines, limits)?;
        let ProgramOutput { answer, info } = self.read_answer(position, &clock)?;
        self.process.suspend();
        Ok(answer.into_choice(self.conversation.seat(), position.seats(), info))
    }

    /// Sends the end of the game and gives the program `patience` to exit by itself.
    pub fn end_within(&mut self, end: Option<&EndEvent>, patience: Duration) {
        let lines = self.conversation.end_lines(end);
        self.process.send(lines);
        self.process.close(patience);
    }

    /// Waits for the answer, collecting the info lines before it.
    fn read_answer(
        &mut self,
        position: &dyn AnyGame,
        clock: &AnswerDeadline,
    ) -> Result<ProgramOutput, ReplyError> {
        let mut info = InfoLines::default();
        loop {
            let bytes = self.process.read_line(clock)?.bytes;
            match parse_bot_line(position, &bytes)? {
                AnswerLine::Info(line) => {
                    info.push(&line);
                    // A bot that writes so fast that reads never wait must still meet the deadline.
                    clock.check(&bytes)?;
                }
                AnswerLine::Answer(answer) => {
                    return Ok(ProgramOutput { answer, info: info.take() });
                }
            }
        }
    }
}

/// A program's output in one turn.
struct ProgramOutput {
    answer: MoveAnswer,
    info: Vec<String>,
}

impl AnyPlayer for JsonProgram {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<String>, ChooseError> {
        let lines = self.question(position, limits);
        self.ask(lines, position, limits)
    }

    fn on_event(&mut self, event: &Event, _: &dyn AnyGame) {
        self.conversation.on_event(event);
    }

    fn on_end(&mut self, end: Option<&EndEvent>) {
        self.end_within(end, EXIT_PATIENCE);
    }

    fn stderr_tail(&self) -> Vec<String> {
        self.process.stderr_lines()
    }

    fn thinking_time(&self) -> Option<Duration> {
        self.process.thinking_time()
    }
}
