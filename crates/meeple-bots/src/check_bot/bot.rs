//! The checked bot in one game, in either protocol, with everything that goes over its pipes.

use super::BotCheck;
use crate::{Exchange, Exit, Process, Protocol, json::JsonProgram, school::FillerProgram};
use meeple_core::{AnyPlayer, Choice, ChooseError, EndEvent, Limits, Seat, Table, Verdict};
use meeple_view::view;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How many bytes are added to make a very long message: more than a pipe holds.
const LONG: usize = 200_000;

/// A running bot and its seat.
pub(super) struct CheckedBot {
    player: CheckedPlayer,
    /// How many events of the log it has received.
    notified_events: usize,
    seat: Seat,
}

/// The bot, by its protocol.
enum CheckedPlayer {
    Json(Box<JsonProgram>),
    Filler(Box<FillerProgram>),
}

/// How a question is formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionFormat {
    /// As in a normal game.
    Usual,
    /// With keys and a message that version 1 of the protocol does not have.
    Newer,
    /// In a line longer than any pipe holds.
    Long,
}

/// A bot's answer.
pub(super) struct BotAnswer {
    /// The move.
    pub(super) mv: String,
    /// The answer in the protocol's notation.
    pub(super) text: String,
    pub(super) time: Duration,
}

/// How a bot behaved at the end of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameExit {
    /// How it exited by itself; `None` if it kept running.
    pub(super) exit: Option<Exit>,
    /// The last message it was sent.
    pub(super) sent: Vec<u8>,
    /// What it wrote unasked.
    pub(super) said: Vec<u8>,
    pub(super) stderr: Vec<String>,
}

/// The output of a bot that failed.
pub(super) struct FailureOutput {
    pub(super) said: Vec<u8>,
    pub(super) said_late: Vec<u8>,
    pub(super) stderr: Vec<String>,
}

impl CheckedBot {
    /// Starts the bot for this seat.
    pub(super) fn start(check: &BotCheck, seat: Seat) -> Result<Self, Verdict> {
        let BotCheck { program, supervisor, .. } = check;
        let player = match check.protocol {
            Protocol::Json => {
                let view = view(check.kind);
                CheckedPlayer::Json(Box::new(JsonProgram::start(program, seat, view, supervisor)?))
            }
            Protocol::Filler { dialect, reading } => {
                let protocol = (dialect, reading);
                CheckedPlayer::Filler(Box::new(FillerProgram::start(
                    program, seat, protocol, supervisor,
                )?))
            }
        };
        let mut bot = CheckedBot { player, notified_events: 0, seat };
        bot.process().record_exchange();
        Ok(bot)
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Asks for a move at this table.
    pub(super) fn ask(
        &mut self,
        table: &Table,
        limits: &Limits,
        format: QuestionFormat,
    ) -> Result<BotAnswer, ChooseError> {
        self.notify(table);
        let (position, mut rng) = (table.position(), table.rng_for(self.seat));
        let begin = Instant::now();
        let choice = match &mut self.player {
            CheckedPlayer::Json(program) if format != QuestionFormat::Usual => {
                let question = program.question(position, limits);
                program.ask(reformat(&question, format), position, limits)
            }
            CheckedPlayer::Json(program) => program.choose_text(position, limits, &mut rng),
            CheckedPlayer::Filler(program) => program.choose_text(position, limits, &mut rng),
        };
        let time = self.process().thinking_time().unwrap_or_else(|| begin.elapsed());
        let Choice { mv, answer, .. } = choice?;
        let text = answer.as_deref().unwrap_or(&mv).trim_end().to_owned();
        Ok(BotAnswer { mv, text, time })
    }

    fn notify(&mut self, table: &Table) {
        let (log, position) = (table.game().log(), table.position());
        for event in &log[self.notified_events..] {
            match &mut self.player {
                CheckedPlayer::Json(program) => program.on_event(event, position),
                CheckedPlayer::Filler(program) => program.on_event(event, position),
            }
        }
        self.notified_events = log.len();
    }

    /// Ends its game, whether `table` has ended or is abandoned.
    pub(super) fn end(&mut self, table: &Table, patience: Duration) -> GameExit {
        self.notify(table);
        let end: Option<&EndEvent> = table.game().end();
        // Output after the last question belongs to its answer; unread output does not.
        let unasked = self.process().read_unasked();
        match &mut self.player {
            CheckedPlayer::Json(program) => program.end_within(end, patience),
            CheckedPlayer::Filler(program) => program.process_mut().close(patience),
        }
        self.game_exit(unasked)
    }

    /// Closes its stdin in the middle of a game.
    pub(super) fn hang_up(&mut self, patience: Duration) -> GameExit {
        let unasked = self.process().read_unasked();
        self.process().close(patience);
        self.game_exit(unasked)
    }

    fn game_exit(&mut self, mut said: Vec<u8>) -> GameExit {
        let process = self.process();
        said.extend(process.read_unasked());
        let sent = process.exchange().map(|exchange| exchange.sent.clone()).unwrap_or_default();
        GameExit { exit: process.own_exit(), sent, said, stderr: process.stderr_lines() }
    }

    /// Closes its stdin; returns its output after the last question, before and after the closing.
    pub(super) fn failure_output(&mut self, patience: Duration) -> FailureOutput {
        self.process().read_unasked();
        let said = self.exchange().received;
        self.process().close(patience);
        self.process().read_unasked();
        let said_late = self.exchange().received.split_off(said.len());
        FailureOutput { said, said_late, stderr: self.process().stderr_lines() }
    }

    /// Returns the latest exchange.
    pub(super) fn exchange(&mut self) -> Exchange {
        self.process().exchange().cloned().unwrap_or_default()
    }

    fn process(&mut self) -> &mut Process {
        match &mut self.player {
            CheckedPlayer::Json(program) => program.process_mut(),
            CheckedPlayer::Filler(program) => program.process_mut(),
        }
    }
}

/// Rewrites the lines of a question in an unusual format.
fn reformat(question: &[u8], format: QuestionFormat) -> Vec<u8> {
    let mut lines = Vec::new();
    if format == QuestionFormat::Newer {
        lines.extend(
            b"{\"type\":\"weather\",\"sky\":[\"blue\",{\"clouds\":null}],\"wind\":-1.5e3}\n",
        );
    }
    for line in question.split_inclusive(|&byte| byte == b'\n') {
        let mut message: Value = serde_json::from_slice(line).expect("a message is JSON");
        message["weather"] = match format {
            QuestionFormat::Long => Value::from("x".repeat(LONG)),
            _ => json!({"sky": ["grey"], "rain": null}),
        };
        lines.extend(message.to_string().bytes());
        lines.push(b'\n');
    }
    lines
}
