//! The bots connected to a room over sockets: what is sent to them, and what they answer.

use super::{BotJoined, RoomPhase, task::RoomTask};
use crate::api_error::{ApiError, ErrorCode};
use meeple_core::{Choice, ChooseError, GameHistory, Seat};
use meeple_session::{
    MoveRequest, Ticket,
    protocol::{AnswerLine, BotConversation, InfoLines, parse_bot_line},
};
use meeple_view::view;
use std::{collections::HashMap, time::Instant};
use tokio::sync::mpsc;

/// The number of messages that may queue up for a bot that isn't reading.
const MAX_QUEUED_MESSAGES: usize = 8;

/// The connected bots by seat; [`Presence`](super::presence::Presence) counts them as well.
#[derive(Default)]
pub(super) struct Bots {
    links: HashMap<usize, BotLink>,
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
    /// Returns when the bot on this seat was asked for a move, if it was.
    pub(super) fn asked_at(&self, seat: usize) -> Option<Instant> {
        self.links.get(&seat)?.request.map(|(_, at)| at)
    }

    /// Returns the bot on this seat, unless it has been replaced since this visit.
    fn link(&mut self, seat: usize, visit: u64) -> Option<&mut BotLink> {
        self.links.get_mut(&seat).filter(|link| link.visit == visit)
    }

    /// Forgets the open move requests, so that they are sent again after an undo.
    pub(super) fn clear_requests(&mut self) {
        self.links.values_mut().for_each(|link| link.request = None);
    }
}

impl BotLink {
    fn catch_up(&mut self, game: &GameHistory) {
        for event in &game.log()[self.sent_events..] {
            self.conversation.on_event(event);
        }
        self.sent_events = game.log().len();
    }
}

fn to_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl RoomTask {
    /// Connects a bot to the seat that its token opens, replacing the one that is there if any.
    pub(super) fn bot_join(&mut self, seat: Option<usize>) -> Result<BotJoined, ApiError> {
        let seat = seat.ok_or_else(|| {
            ApiError::new(ErrorCode::Forbidden, "This token belongs to no seat here.")
        })?;
        if self.phase() == RoomPhase::Over {
            return Err(ApiError::not_now("The game is over."));
        }
        self.bots.visits += 1;
        let (lines, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        let (visit, info) = (self.bots.visits, InfoLines::default());
        let conversation = BotConversation::new(Seat::new(seat), view(self.kind));
        let link = BotLink { visit, conversation, sent_events: 0, lines, request: None, info };
        if self.bots.links.insert(seat, link).is_none() {
            self.presence.connect(Some(seat), Instant::now());
        }
        Ok(BotJoined { seat, visit, lines: receiver })
    }

    /// Disconnects a bot, unless it has already been replaced.
    pub(super) fn bot_leave(&mut self, seat: usize, visit: u64) {
        if self.bots.link(seat, visit).is_some() {
            self.drop_bot(seat);
            self.publish_change();
        }
    }

    fn drop_bot(&mut self, seat: usize) {
        self.bots.links.remove(&seat);
        self.presence.disconnect(Some(seat), Instant::now());
    }

    /// Tells all bots how the game ended, and disconnects them.
    pub(super) fn finish_bots(&mut self) {
        let Some(session) = &self.session else { return };
        for (seat, mut link) in self.bots.links.drain() {
            link.catch_up(session.game());
            let farewell = to_text(&link.conversation.end_lines(session.game().end()));
            let _ = link.lines.try_send(farewell); // the queue may be full
            self.presence.disconnect(Some(seat), Instant::now());
        }
    }

    /// Asks the bot on this seat for a move, if it is connected and hasn't been asked yet.
    pub(super) fn ask_bot(&mut self, request: &MoveRequest) {
        let Some(session) = &self.session else { return };
        let seat = request.ticket.seat.index();
        let Some(link) = self.bots.links.get_mut(&seat) else { return };
        if link.request.is_some_and(|(ticket, _)| ticket == request.ticket) {
            return;
        }
        link.request = Some((request.ticket, Instant::now()));
        link.info = InfoLines::default();
        link.catch_up(session.game());
        let position = session.game().position();
        let question = to_text(&link.conversation.turn_lines(position, &request.limits));
        if link.lines.try_send(question).is_err() {
            self.drop_bot(seat); // the queue is full because it isn't reading: treat it as disconnected
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
