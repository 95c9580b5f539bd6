//! The bots connected to a room over sockets: what is sent to them, and what they answer.

use super::{BotJoined, RoomPhase, task::RoomTask};
use crate::api_error::{ApiError, ErrorCode};
use meeple_core::{Choice, ChooseError, Match, Seat};
use meeple_session::{
    MoveRequest, Ticket,
    protocol::{AnswerLine, BotConversation, InfoLines, parse_bot_line},
};
use std::time::Instant;
use tokio::sync::mpsc;

/// The number of messages that may queue up for a bot that isn't reading.
const MAX_QUEUED_MESSAGES: usize = 8;

/// The connected bots by seat.
pub(super) struct Bots {
    links: Vec<Option<BotLink>>,
    /// When each seat's bot last disconnected (or the room was loaded).
    last_seen: Vec<Instant>,
    visits: u64,
}

/// A connected bot.
struct BotLink {
    visit: u64,
    conversation: BotConversation,
    /// The number of game events it has been sent.
    sent_events: usize,
    lines: mpsc::Sender<String>,
    /// The move request it has to answer, and when it was sent.
    request: Option<(Ticket, Instant)>,
    info: InfoLines,
}

impl Bots {
    pub(super) fn new(seats: usize, now: Instant) -> Self {
        Bots { links: (0..seats).map(|_| None).collect(), last_seen: vec![now; seats], visits: 0 }
    }

    /// Returns whether a bot is connected to this seat.
    pub(super) fn is_connected(&self, seat: usize) -> bool {
        self.links.get(seat).is_some_and(Option::is_some)
    }

    /// Returns since when no bot has been connected to this seat, or `None` if one is.
    pub(super) fn away_since(&self, seat: usize) -> Option<Instant> {
        self.last_seen.get(seat).copied().filter(|_| !self.is_connected(seat))
    }

    /// Returns when the bot on this seat was asked for a move, if it was.
    pub(super) fn asked_at(&self, seat: usize) -> Option<Instant> {
        self.links.get(seat)?.as_ref()?.request.map(|(_, at)| at)
    }

    /// Returns whether any bot is connected.
    pub(super) fn has_any(&self) -> bool {
        self.links.iter().any(Option::is_some)
    }

    /// Connects a bot, replacing the one on this seat if any.
    pub(super) fn connect(&mut self, seat: usize, conversation: BotConversation) -> BotJoined {
        self.visits += 1;
        let (lines, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        let (visit, info) = (self.visits, InfoLines::default());
        let link = BotLink { visit, conversation, sent_events: 0, lines, request: None, info };
        self.links[seat] = Some(link);
        BotJoined { seat, visit, lines: receiver }
    }

    /// Disconnects a bot; returns `false` if it had already been replaced.
    pub(super) fn disconnect(&mut self, seat: usize, visit: u64) -> bool {
        let is_it = self.links[seat].as_ref().is_some_and(|link| link.visit == visit);
        if is_it {
            self.leave(seat);
        }
        is_it
    }

    fn leave(&mut self, seat: usize) {
        (self.links[seat], self.last_seen[seat]) = (None, Instant::now());
    }

    fn link(&mut self, seat: usize, visit: u64) -> Option<&mut BotLink> {
        self.links.get_mut(seat)?.as_mut().filter(|link| link.visit == visit)
    }

    /// Forgets the open move requests, so that they are sent again after an undo.
    pub(super) fn clear_requests(&mut self) {
        self.links.iter_mut().flatten().for_each(|link| link.request = None);
    }

    /// Tells all bots how the game ended, and disconnects them.
    pub(super) fn finish(&mut self, game: &Match) {
        for place in &mut self.links {
            if let Some(mut link) = place.take() {
                link.catch_up(game);
                let farewell = to_text(&link.conversation.end_lines(game.end()));
                link.try_send(farewell);
            }
        }
    }
}

impl BotLink {
    fn catch_up(&mut self, game: &Match) {
        for event in &game.log()[self.sent_events..] {
            self.conversation.on_event(event);
        }
        self.sent_events = game.log().len();
    }

    /// Queues a message; returns `false` if the queue is full because the bot isn't reading.
    fn try_send(&self, text: String) -> bool {
        self.lines.try_send(text).is_ok()
    }
}

fn to_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl RoomTask {
    /// Connects a bot to the seat that its token opens.
    pub(super) fn bot_join(&mut self, seat: Option<usize>) -> Result<BotJoined, ApiError> {
        let seat = seat.ok_or_else(|| {
            ApiError::new(ErrorCode::Forbidden, "This token belongs to no seat here.")
        })?;
        if self.phase() == RoomPhase::Over {
            return Err(ApiError::not_now("The game is over."));
        }
        Ok(self.bots.connect(seat, BotConversation::new(Seat::new(seat), self.view)))
    }

    /// Asks the bot on this seat for a move, if it is connected and hasn't been asked yet.
    pub(super) fn ask_bot(&mut self, request: &MoveRequest) {
        let Some(session) = &self.session else { return };
        let seat = request.ticket.seat.index();
        let Some(Some(link)) = self.bots.links.get_mut(seat) else { return };
        if link.request.is_some_and(|(ticket, _)| ticket == request.ticket) {
            return;
        }
        link.request = Some((request.ticket, Instant::now()));
        link.info = InfoLines::default();
        link.catch_up(session.game());
        let position = session.game().position();
        let question = to_text(&link.conversation.turn_lines(position, &request.limits));
        if !link.try_send(question) {
            self.bots.leave(seat); // it isn't reading: treat it as disconnected
        }
    }

    /// Handles a line from a bot. Returns its choice or its failure if the line answers a move request.
    pub(super) fn parse_bot_answer(
        &mut self,
        (seat, visit): (usize, u64),
        line: &str,
    ) -> Option<(Ticket, Result<Choice<String>, ChooseError>)> {
        let position = self.session.as_ref()?.game().position();
        let bot = self.bots.link(seat, visit)?;
        let (ticket, _) = bot.request?;
        match parse_bot_line(position, line.as_bytes()) {
            Ok(AnswerLine::Info(info)) => {
                bot.info.push(&info);
                None
            }
            Ok(AnswerLine::Answer(answer)) => {
                let choice = answer.into_choice(Seat::new(seat), position.seats(), bot.info.take());
                Some((ticket, Ok(choice)))
            }
            Err(verdict) => Some((ticket, Err(ChooseError::Failed(verdict)))),
        }
    }
}
