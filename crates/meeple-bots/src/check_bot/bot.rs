//! The bot in one game, whatever it speaks, with all that goes over its pipes.

use super::Checkup;
use crate::{Exchange, Exit, Process, Protocol, json::JsonProgram, school::FillerProgram};
use meeple_core::{AnyPlayer, Choice, End, Limits, NoChoice, Seat, Table, Verdict};
use meeple_view::view;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How much a very long message is longer than others: more than a pipe holds.
const LONG: usize = 200_000;

/// A running bot at its seat.
pub(super) struct Bot {
    player: Talker,
    /// How much of the log it has heard.
    told: usize,
    seat: Seat,
}

/// Which protocol it speaks.
enum Talker {
    Json(Box<JsonProgram>),
    Filler(Box<FillerProgram>),
}

/// How a question is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// As always.
    Usual,
    /// With keys and a message that version 1 does not have.
    Newer,
    /// In a line longer than any pipe holds.
    Long,
}

/// What a bot answered.
pub(super) struct Answer {
    /// The move.
    pub(super) mv: String,
    /// The answer, as the protocol spells it.
    pub(super) text: String,
    pub(super) time: Duration,
}

/// How a bot behaved when there was nothing more to be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Farewell {
    /// How it left by itself; nothing if it stayed.
    pub(super) exit: Option<Exit>,
    /// The last message.
    pub(super) sent: Vec<u8>,
    /// What it said that nobody had asked for.
    pub(super) said: Vec<u8>,
    pub(super) stderr: Vec<String>,
}

/// What is known of a bot that failed.
pub(super) struct LastWords {
    pub(super) said: Vec<u8>,
    pub(super) said_late: Vec<u8>,
    pub(super) stderr: Vec<String>,
}

impl Bot {
    /// Starts it for this seat.
    pub(super) fn start(checkup: &Checkup, seat: Seat) -> Result<Self, Verdict> {
        let Checkup { program, kennel, .. } = checkup;
        let player = match checkup.protocol {
            Protocol::Json => {
                let view = view(checkup.kind);
                Talker::Json(Box::new(JsonProgram::start(program, seat, view, kennel)?))
            }
            Protocol::Filler { dialect, reading } => {
                let speech = (dialect, reading);
                Talker::Filler(Box::new(FillerProgram::start(program, seat, speech, kennel)?))
            }
        };
        let mut bot = Bot { player, told: 0, seat };
        bot.process().overhear();
        Ok(bot)
    }

    /// Its seat.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Asks for a move at this table.
    pub(super) fn ask(
        &mut self,
        table: &Table,
        limits: &Limits,
        manner: Manner,
    ) -> Result<Answer, NoChoice> {
        self.tell(table);
        let (position, mut rng) = (table.position(), table.generator(self.seat));
        let begin = Instant::now();
        let choice = match &mut self.player {
            Talker::Json(program) if manner != Manner::Usual => {
                let question = program.question(position, limits);
                program.ask(strange(&question, manner), position, limits)
            }
            Talker::Json(program) => program.choose_text(position, limits, &mut rng),
            Talker::Filler(program) => program.choose_text(position, limits, &mut rng),
        };
        let time = self.process().thought().unwrap_or_else(|| begin.elapsed());
        let Choice { mv, answer, .. } = choice?;
        let text = answer.as_deref().unwrap_or(&mv).trim_end().to_owned();
        Ok(Answer { mv, text, time })
    }

    fn tell(&mut self, table: &Table) {
        let (log, position) = (table.game().log(), table.position());
        for event in &log[self.told..] {
            match &mut self.player {
                Talker::Json(program) => program.hear(event, position),
                Talker::Filler(program) => program.hear(event, position),
            }
        }
        self.told = log.len();
    }

    /// Ends its game: as `table` has ended, or it is left.
    pub(super) fn end(&mut self, table: &Table, patience: Duration) -> Farewell {
        self.tell(table);
        let end: Option<&End> = table.game().end();
        // What was said to the last question belongs to its answer; what waits does not.
        let unasked = self.process().said_already();
        match &mut self.player {
            Talker::Json(program) => program.end_within(end, patience),
            Talker::Filler(program) => program.process_mut().close(patience),
        }
        self.farewell(unasked)
    }

    /// Closes its input in the middle of a game.
    pub(super) fn hang_up(&mut self, patience: Duration) -> Farewell {
        let unasked = self.process().said_already();
        self.process().close(patience);
        self.farewell(unasked)
    }

    fn farewell(&mut self, mut said: Vec<u8>) -> Farewell {
        let process = self.process();
        said.extend(process.said_already());
        let sent = process.exchange().map(|exchange| exchange.sent.clone()).unwrap_or_default();
        Farewell { exit: process.left(), sent, said, stderr: process.stderr_lines() }
    }

    /// What it said to the last question, and what it adds when its input is closed.
    pub(super) fn last_words(&mut self, patience: Duration) -> LastWords {
        self.process().said_already();
        let said = self.exchange().said;
        self.process().close(patience);
        self.process().said_already();
        let said_late = self.exchange().said.split_off(said.len());
        LastWords { said, said_late, stderr: self.process().stderr_lines() }
    }

    /// The latest exchange.
    pub(super) fn exchange(&mut self) -> Exchange {
        self.process().exchange().cloned().unwrap_or_default()
    }

    fn process(&mut self) -> &mut Process {
        match &mut self.player {
            Talker::Json(program) => program.process_mut(),
            Talker::Filler(program) => program.process_mut(),
        }
    }
}

/// The lines of a question that is not put as always.
fn strange(question: &[u8], manner: Manner) -> Vec<u8> {
    let mut lines = Vec::new();
    if manner == Manner::Newer {
        lines.extend(
            b"{\"type\":\"weather\",\"sky\":[\"blue\",{\"clouds\":null}],\"wind\":-1.5e3}\n",
        );
    }
    for line in question.split_inclusive(|&byte| byte == b'\n') {
        let mut message: Value = serde_json::from_slice(line).expect("a message is JSON");
        message["weather"] = match manner {
            Manner::Long => Value::from("x".repeat(LONG)),
            _ => json!({"sky": ["grey"], "rain": null}),
        };
        lines.extend(message.to_string().bytes());
        lines.push(b'\n');
    }
    lines
}
