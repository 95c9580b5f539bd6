//! One bot's side of the talk, without the wire: what it is told, and what its lines mean.
//!
//! ```text
//! hear ──► question ──► start, turn   (bytes for the bot)
//!          read     ◄── a line of it
//! ```
//!
//! A program at the end of two pipes and one at the end of a socket are spoken with through this.

use super::{
    Ended, Limit, Line, Message, PROTOCOL, Start,
    answer::NotAnAnswer,
    message::{Asking, By},
};
use meeple_core::{AnyGame, End, Event, Header, Limits, Notes, PlayError, Seat, Verdict};
use meeple_view::AnyView;

/// Room for a question of the usual size, in bytes.
const USUAL_QUESTION: usize = 4096;
/// How many bytes of a bad answer a verdict shows.
const SHOWN: usize = 200;

/// What one bot was told so far.
pub struct Conversation {
    seat: Seat,
    view: &'static dyn AnyView,
    /// What is played, from the first event that was heard.
    header: Option<Header>,
    /// Whether `start` was said.
    has_started: bool,
    /// How many deals and moves led here.
    ply: usize,
    /// What happened since the bot was told last.
    events: Vec<Event>,
}

impl Conversation {
    /// With whoever sits there, of a game that is shown so.
    pub fn new(seat: Seat, view: &'static dyn AnyView) -> Self {
        Conversation { seat, view, header: None, has_started: false, ply: 0, events: Vec::new() }
    }

    /// Where the bot sits.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Something has happened.
    pub fn hear(&mut self, event: &Event) {
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

    /// What is to be said in this position: `start`, if it was not said yet, and `turn`.
    pub fn question(&mut self, position: &dyn AnyGame, limits: &Limits) -> Vec<u8> {
        let mut lines = Vec::with_capacity(USUAL_QUESTION);
        if let Some(start) = self.start(Limit::of(limits)) {
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

    /// What is said at the end, or to somebody who is sent home: `start`, if it was not said yet,
    /// and `end`.
    pub fn farewell(&mut self, end: Option<&End>) -> Vec<u8> {
        let start = self.start(Limit::default());
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
        lines
    }

    /// `start`, if it was not said yet and there is something to say.
    fn start(&mut self, limit: Limit) -> Option<Message> {
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
}

/// What a bot said when it was asked about this position. A text that is no move at all is no
/// answer; whether a move is legal is the table's business.
pub fn read_line(position: &dyn AnyGame, bytes: &[u8]) -> Result<Line, Verdict> {
    let line = Line::read(bytes).and_then(|line| match &line {
        Line::Info(_) => Ok(line),
        Line::Answer(answer) => match position.explain_text(&answer.mv) {
            Err(PlayError::Syntax(error)) => Err(NotAnAnswer::NoMove {
                reason: error.to_string(),
                example: position.legal_texts().into_iter().next().unwrap_or_default(),
            }),
            Ok(()) | Err(PlayError::Illegal(_)) => Ok(line),
        },
    });
    line.map_err(|why| Verdict::BadAnswer {
        answer: bytes[..bytes.len().min(SHOWN)].into(),
        reason: why.to_string(),
    })
}
