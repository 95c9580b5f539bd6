//! The engine's side of the protocol with one bot: which lines to send, and how to read its lines.
//!
//! ```text
//! on_event ──► turn_lines ──► start, turn   (bytes for the bot)
//!              parse_bot_line ◄── a line from it
//! ```
//!
//! Used for programs connected by pipes as well as by sockets.

use super::{
    AnswerLine, EndMessage, EngineMessage, LimitsMessage, PROTOCOL, StartMessage,
    answer::BadAnswer,
    message::{EndCause, TurnWriter},
};
use meeple_core::{AnyGame, EndEvent, Event, Header, Limits, Notes, PlayError, Seat, Verdict};
use meeple_view::AnyView;

/// Initial buffer size for a question, in bytes.
const USUAL_QUESTION: usize = 4096;
/// Maximum number of bytes of a bad answer shown in a verdict.
const SHOWN: usize = 200;

/// The state of the protocol with one bot.
pub struct BotConversation {
    seat: Seat,
    view: &'static dyn AnyView,
    /// The header of the game, from its start event.
    header: Option<Header>,
    /// Whether `start` has been sent.
    has_started: bool,
    /// How many deals and moves led to the current position.
    ply: usize,
    /// Events since the last message to the bot.
    events: Vec<Event>,
    /// The maximum size of the `choices` of a turn in bytes.
    max_choices_bytes: usize,
}

impl BotConversation {
    /// Creates a conversation with the bot in this seat; `view` describes positions to it.
    pub fn new(seat: Seat, view: &'static dyn AnyView) -> Self {
        BotConversation {
            seat,
            view,
            header: None,
            has_started: false,
            ply: 0,
            events: Vec::new(),
            max_choices_bytes: usize::MAX,
        }
    }

    /// Sends only as many `choices` as fit into this many bytes; `moves` is always complete.
    #[must_use]
    pub fn with_max_choices_bytes(self, max_choices_bytes: usize) -> Self {
        BotConversation { max_choices_bytes, ..self }
    }

    /// Returns the bot's seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Records an event, to be sent with the next message.
    pub fn on_event(&mut self, event: &Event) {
        match event {
            Event::Start(header) => self.header = Some(header.clone()),
            Event::Move { seat, mv, ms, .. } => {
                self.ply += 1;
                // Players don't get to see the opponents' evaluations and remarks.
                let notes = Notes { ms: *ms, ..Notes::default() };
                self.events.push(Event::new_move(*seat, mv.clone(), notes));
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
                // Nor their stderr output.
                let (verdict, seen) = (verdict.clone(), seen.clone());
                let (seat, then, stderr) = (*seat, *then, Vec::new());
                self.events.push(Event::Fault { seat, verdict, seen, then, stderr });
            }
            Event::Resign { .. } => self.events.push(event.clone()),
            Event::End(_) => {} // sent as an `end` message
        }
    }

    /// Returns the lines that ask for a move: `start`, unless it was sent before, and `turn`.
    pub fn turn_lines(&mut self, position: &dyn AnyGame, limits: &Limits) -> Vec<u8> {
        let mut lines = Vec::with_capacity(USUAL_QUESTION);
        if let Some(start) = self.start(LimitsMessage::of(limits)) {
            start.write(&mut lines);
        }
        let asking = TurnWriter {
            ply: self.ply,
            seat: self.seat,
            position,
            view: self.view,
            seats: self.header.as_ref().map_or(&[], |header| &header.seats),
            events: &self.events,
            limits,
            max_choices_bytes: self.max_choices_bytes,
        };
        asking.write(&mut lines);
        self.events.clear();
        lines
    }

    /// Returns the lines that end the game for this bot: `start`, unless it was sent before, and
    /// `end`. Without an `end`, the game was abandoned or goes on without the bot.
    pub fn end_lines(&mut self, end: Option<&EndEvent>) -> Vec<u8> {
        let start = self.start(LimitsMessage::default());
        let events = std::mem::take(&mut self.events);
        let ended = match end {
            Some(EndEvent { by, results, reason }) => EndMessage {
                by: EndCause::Ended(*by),
                reason: reason.clone(),
                results: results.clone(),
                events,
            },
            None => EndMessage {
                by: EndCause::Left,
                reason: "the game was left, or goes on without you".into(),
                results: Vec::new(),
                events,
            },
        };
        let mut lines = Vec::new();
        for message in start.into_iter().chain([EngineMessage::End(ended)]) {
            message.write(&mut lines);
        }
        lines
    }

    /// Returns the `start` message, unless it was sent before or no start event has been recorded.
    fn start(&mut self, limit: LimitsMessage) -> Option<EngineMessage> {
        let header = self.header.as_ref().filter(|_| !self.has_started)?;
        self.has_started = true;
        // Players must not see the seed: it would reveal future deals.
        Some(EngineMessage::Start(StartMessage {
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

/// Parses a line sent by a bot in this position. Text that is not a move at all is an error;
/// whether the move is legal is left to the table.
pub fn parse_bot_line(position: &dyn AnyGame, bytes: &[u8]) -> Result<AnswerLine, Verdict> {
    let line = AnswerLine::read(bytes).and_then(|line| match &line {
        AnswerLine::Info(_) => Ok(line),
        AnswerLine::Answer(answer) => match position.check_move_text(&answer.mv) {
            Err(PlayError::Syntax(error)) => Err(BadAnswer::NoMove {
                reason: error.to_string(),
                example: position.legal_move_texts().into_iter().next().unwrap_or_default(),
            }),
            Ok(()) | Err(PlayError::Illegal(_)) => Ok(line),
        },
    });
    line.map_err(|why| Verdict::BadAnswer {
        answer: bytes[..bytes.len().min(SHOWN)].into(),
        reason: why.to_string(),
    })
}
