//! A program that plays any game, spoken with in the Meeple protocol.

use super::{
    Answer, Ended, Limit, Line, Message, PROTOCOL, Start,
    answer::NotAnAnswer,
    message::{Asking, By},
};
use crate::{Clock, Kennel, Process, Program, Silence, process::FAREWELL};
use meeple_core::{
    AnyGame, AnyPlayer, Choice, End, Event, Header, Limits, NoChoice, Notes, PlayError, Seat,
    Verdict,
};
use meeple_view::AnyView;
use rand::Rng;
use std::{collections::VecDeque, time::Duration};

/// Room for a question of the usual size, in bytes.
const USUAL_QUESTION: usize = 4096;
/// How many lines for the report are kept of a turn: the last ones.
const INFO_LINES: usize = 100;
/// How many bytes of a bad answer a verdict shows.
const SHOWN: usize = 200;

/// A program at a table of any game.
pub struct JsonProgram {
    process: Process,
    seat: Seat,
    view: &'static dyn AnyView,
    /// What is played, from the first event that was heard.
    header: Option<Header>,
    /// Whether `start` was said.
    has_started: bool,
    /// How many deals and moves led here.
    ply: usize,
    /// What happened since the program was told last.
    events: Vec<Event>,
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
        let (header, events) = (None, Vec::new());
        Ok(JsonProgram { process, seat, view, header, has_started: false, ply: 0, events })
    }

    /// Its pipes.
    pub fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    /// What is to be said in this position: `start`, if it was not said yet, and `turn`.
    pub fn question(&mut self, position: &dyn AnyGame, limits: &Limits) -> Vec<u8> {
        let mut lines = Vec::with_capacity(USUAL_QUESTION);
        if let Some(start) = self.start_message(Limit::of(limits)) {
            start.write(&mut lines);
        }
        let asking = Asking {
            ply: self.ply,
            seat: self.seat,
            position,
            view: self.view,
            seats: self.header.as_ref().map_or(&[], |header| &header.seats),
            events: &self.events,
            limits,
        };
        asking.write(&mut lines);
        self.events.clear();
        lines
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
        let mut values = Vec::new();
        if let Some(value) = answer.value {
            values.resize(position.seats(), f64::NAN);
            values[self.seat.index()] = value;
        }
        Ok(Choice { values, info, remark: answer.comment, ..Choice::silent(answer.mv) })
    }

    /// Says how it ended, and gives the program so long to leave by itself.
    pub fn end_within(&mut self, end: Option<&End>, patience: Duration) {
        let start = self.start_message(Limit::default());
        let events = std::mem::take(&mut self.events);
        let ended = match end {
            Some(End { by, results, reason }) => Ended {
                by: By::Ended(*by),
                reason: reason.clone(),
                results: results.clone(),
                events,
            },
            None => Ended {
                by: By::Left,
                reason: "the game was left, or goes on without you".into(),
                results: Vec::new(),
                events,
            },
        };
        let mut lines = Vec::new();
        for message in start.into_iter().chain([Message::End(ended)]) {
            message.write(&mut lines);
        }
        self.process.send(lines);
        self.process.close(patience);
    }

    /// `start`, if it was not said yet and there is something to say.
    fn start_message(&mut self, limit: Limit) -> Option<Message> {
        let header = self.header.as_ref().filter(|_| !self.has_started)?;
        self.has_started = true;
        // The seed is not for players: it would tell them what is dealt next.
        Some(Message::Start(Start {
            protocol: PROTOCOL,
            game: header.game.clone(),
            rules: header.rules,
            options: header.options.clone(),
            seat: self.seat,
            seats: header.seats.iter().map(|info| info.name.clone()).collect(),
            limits: limit,
        }))
    }

    /// Waits for the answer, and for what is said for the report before it.
    fn listen(&mut self, position: &dyn AnyGame, clock: &Clock) -> Result<Heard, Silence> {
        let mut info = VecDeque::new();
        loop {
            let bytes = self.process.read_line(clock)?.bytes;
            let bad = |why: NotAnAnswer| Verdict::BadAnswer {
                answer: bytes[..bytes.len().min(SHOWN)].into(),
                reason: why.to_string(),
            };
            match Line::read(&bytes).map_err(bad)? {
                Line::Info(line) => {
                    info.push_back(line);
                    if info.len() > INFO_LINES {
                        info.pop_front();
                    }
                    // Whoever talks so fast that we never wait is still in time or late.
                    clock.check(&bytes)?;
                }
                Line::Answer(answer) => {
                    check_syntax(position, &answer).map_err(bad)?;
                    return Ok(Heard { answer, info: info.into() });
                }
            }
        }
    }
}

/// What a program said in its turn.
struct Heard {
    answer: Answer,
    info: Vec<String>,
}

/// A text that is no move at all is no answer; whether a move is legal is the table's business.
fn check_syntax(position: &dyn AnyGame, answer: &Answer) -> Result<(), NotAnAnswer> {
    match position.explain_text(&answer.mv) {
        Err(PlayError::Syntax(error)) => Err(NotAnAnswer::NoMove {
            reason: error.to_string(),
            example: position.legal_texts().into_iter().next().unwrap_or_default(),
        }),
        Ok(()) | Err(PlayError::Illegal(_)) => Ok(()),
    }
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
        match event {
            Event::Start(header) => self.header = Some(header.clone()),
            Event::Move { seat, mv, ms, .. } => {
                self.ply += 1;
                // What others thought of it is not for players.
                let notes = Notes { ms: *ms, ..Notes::default() };
                self.events.push(Event::played(*seat, mv.clone(), notes));
            }
            Event::Deal { .. } => {
                self.ply += 1;
                self.events.push(event.clone());
            }
            Event::Undo { plies } => {
                self.ply -= plies;
                self.events.push(event.clone());
            }
            Event::Fault { seat, verdict, seen, then, .. } => {
                // Nor is what others wrote for whoever looks after them.
                let (verdict, seen) = (verdict.clone(), seen.clone());
                let (seat, then, stderr) = (*seat, *then, Vec::new());
                self.events.push(Event::Fault { seat, verdict, seen, then, stderr });
            }
            Event::Resign { .. } => self.events.push(event.clone()),
            Event::End(_) => {} // told as such
        }
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
