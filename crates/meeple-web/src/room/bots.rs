//! The bots connected to a room over sockets: what is sent to them, and what they answer.

use super::{BotJoined, RoomCommand, RoomPhase, task::RoomTask};
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
/// The maximum length of what a bot reports during one move, in bytes: it is in memory until the move, and then
/// on disk.
const MAX_INFO_BYTES: usize = 8 << 10;

/// The connected bots by seat; [`Presence`](super::presence::Presence) counts them as well.
#[derive(Default)]
pub(super) struct Bots {
    connections: HashMap<usize, BotConnection>,
    last_id: u64,
}

/// A connected bot.
struct BotConnection {
    id: u64,
    conversation: BotConversation,
    /// How many events of the log its conversation has received.
    notified_events: usize,
    messages: mpsc::Sender<String>,
    /// The move request it has to answer, and when it was sent.
    request: Option<(Ticket, Instant)>,
    info: InfoLines,
}

impl Bots {
    /// Returns when the bot on this seat was asked for a move, if it was.
    pub(super) fn asked_at(&self, seat: usize) -> Option<Instant> {
        self.connections.get(&seat)?.request.map(|(_, at)| at)
    }

    /// Returns the bot on this seat, unless it has been replaced by another connection.
    fn connection(&mut self, seat: usize, id: u64) -> Option<&mut BotConnection> {
        self.connections.get_mut(&seat).filter(|connection| connection.id == id)
    }

    /// Forgets the open move requests, so that they are sent again after the room was reloaded from its
    /// log.
    pub(super) fn clear_requests(&mut self) {
        self.connections.values_mut().for_each(|connection| connection.request = None);
    }
}

impl BotConnection {
    /// Passes the events since the last call to the conversation.
    fn catch_up(&mut self, game: &GameHistory) {
        for event in &game.log()[self.notified_events..] {
            self.conversation.on_event(event);
        }
        self.notified_events = game.log().len();
    }
}

fn to_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl RoomTask {
    /// Connects a bot to its seat, replacing the one that is there if any; `None` means that its token belongs
    /// to no seat.
    pub(super) fn bot_join(&mut self, seat: Option<usize>) -> Result<BotJoined, ApiError> {
        let seat = seat.ok_or_else(|| {
            ApiError::new(ErrorCode::Forbidden, "This token belongs to no seat here.")
        })?;
        if self.phase() == RoomPhase::Over {
            return Err(ApiError::not_now("The game is over."));
        }
        self.bots.last_id += 1;
        let (messages, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        let (id, info) = (self.bots.last_id, InfoLines::with_limit(MAX_INFO_BYTES));
        let conversation = BotConversation::new(Seat::new(seat), view(self.kind))
            .with_max_choices_bytes(self.app.config.limits.max_moves_bytes);
        let connection =
            BotConnection { id, conversation, notified_events: 0, messages, request: None, info };
        if self.bots.connections.insert(seat, connection).is_none() {
            self.presence.connect(Some(seat), self.app.clock.now());
        }
        let leaving = self.leave_on_drop(RoomCommand::BotLeave { seat, connection: id });
        Ok(BotJoined { seat, connection: id, messages: receiver, leaving })
    }

    /// Disconnects a bot, unless it has already been replaced.
    pub(super) fn bot_leave(&mut self, seat: usize, id: u64) {
        if self.bots.connection(seat, id).is_some() {
            self.drop_bot(seat);
            self.publish_change();
        }
    }

    fn drop_bot(&mut self, seat: usize) {
        self.bots.connections.remove(&seat);
        self.presence.disconnect(Some(seat), self.app.clock.now());
    }

    /// Tells all bots how the game ended, and disconnects them.
    pub(super) fn finish_bots(&mut self) {
        let Some(session) = &self.session else { return };
        for (seat, mut connection) in self.bots.connections.drain() {
            connection.catch_up(session.game());
            let farewell = to_text(&connection.conversation.end_lines(session.game().end()));
            let _ = connection.messages.try_send(farewell); // the queue may be full
            self.presence.disconnect(Some(seat), self.app.clock.now());
        }
    }

    /// Asks the bot on this seat for a move, if it is connected and hasn't been asked yet.
    pub(super) fn ask_bot(&mut self, request: &MoveRequest) {
        let Some(session) = &self.session else { return };
        let seat = request.ticket.seat.index();
        let Some(connection) = self.bots.connections.get_mut(&seat) else { return };
        if connection.request.is_some_and(|(ticket, _)| ticket == request.ticket) {
            return;
        }
        connection.request = Some((request.ticket, self.app.clock.now()));
        connection.info = InfoLines::with_limit(MAX_INFO_BYTES);
        connection.catch_up(session.game());
        let position = session.game().position();
        let question = to_text(&connection.conversation.turn_lines(position, &request.limits));
        if connection.messages.try_send(question).is_err() {
            self.drop_bot(seat); // the queue is full because it isn't reading: treat it as disconnected
        }
    }

    /// Handles a line from a bot. Returns the move, or why the answer is invalid; `None` if the line was only
    /// information or no move was requested.
    pub(super) fn receive_bot_line(
        &mut self,
        seat: usize,
        id: u64,
        line: &str,
    ) -> Option<(Ticket, Result<Choice<String>, ChooseError>)> {
        let stores_notes = self.stores_notes();
        let position = self.session.as_ref()?.game().position();
        let bot = self.bots.connection(seat, id)?;
        let (ticket, _) = bot.request?;
        match parse_bot_line(position, line.as_bytes()) {
            Ok(AnswerLine::Info(info)) => {
                if stores_notes {
                    bot.info.push(&info);
                }
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
