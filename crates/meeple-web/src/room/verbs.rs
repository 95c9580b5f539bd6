//! The verbs: what people can do in a room, each checked before it is applied.

use super::{
    CommandResult, NewsKind, RoomPhase,
    room_config::SeatPolicy,
    room_log::{Occupant, RoomEvent},
    task::RoomTask,
};
use crate::{
    api_error::{ApiError, ErrorCode},
    names,
    secret::{Secret, SecretHash},
};
use meeple_core::Seat;
use meeple_session::Action;
use serde::Deserialize;
use serde_json::json;
use subtle::ConstantTimeEq as _;

/// An action of a person in a room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Verb {
    /// Takes an open seat.
    Sit {
        /// The seat to take.
        seat: usize,
        /// The person's name.
        #[serde(default)]
        name: String,
        /// The room's invitation.
        invite: String,
    },
    /// Leaves the seat before the game has started.
    Stand,
    /// Makes a move.
    Play {
        /// The ply for which the move was meant.
        ply: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Resigns.
    Resign,
    /// Asks to undo the player's own last move.
    Back {
        /// The current ply, as the client knows it.
        ply: usize,
    },
    /// Accepts or declines an undo request.
    Answer {
        /// Whether the request is accepted.
        agree: bool,
    },
    /// Asks for a rematch.
    Rematch,
    /// Sends a reaction.
    React {
        /// The reaction to send.
        reaction: Reaction,
    },
    /// Asks for advice on the current position.
    Hint {
        /// The current ply, as the client knows it.
        ply: usize,
    },
}

/// The reactions that players can send each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reaction {
    /// A greeting.
    Hello,
    /// Praise for a move.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// A request to move faster.
    Hurry,
    /// An apology for a slip.
    Oops,
    /// Thanks at the end of the game.
    GoodGame,
}

/// The result of applying a verb, before its consequences.
pub(super) enum VerbOutcome {
    /// The verb is done, apart from its consequences.
    Done(CommandResult),
    /// Everyone wants a rematch.
    Rematch,
}

fn said(value: serde_json::Value) -> VerbOutcome {
    VerbOutcome::Done(CommandResult::Said(value))
}

impl RoomTask {
    pub(super) fn start_verb(
        &mut self,
        who: Option<usize>,
        verb: Verb,
    ) -> Result<VerbOutcome, ApiError> {
        if let Verb::Sit { seat, name, invite } = verb {
            let secret = self.sit(seat, &name, &invite)?;
            return Ok(said(json!({ "seat": seat, "secret": secret.reveal() })));
        }
        let seat =
            who.ok_or_else(|| ApiError::new(ErrorCode::Forbidden, "You have no seat here."))?;
        let action = match &verb {
            Verb::Sit { .. } => return Ok(said(json!({}))),
            Verb::Stand => return self.stand(seat).map(|()| said(json!({}))),
            Verb::React { reaction } => {
                let text = json!({ "reaction": { "seat": seat, "reaction": reaction } });
                self.send(NewsKind::Reaction, text.to_string().into());
                return Ok(said(json!({})));
            }
            Verb::Hint { ply } => return self.hint(seat, *ply).map(VerbOutcome::Done),
            Verb::Rematch if self.room_log.next.is_some() => return Ok(said(json!({}))),
            Verb::Play { ply, mv } => Action::Play { seat: Seat::new(seat), mv, at: Some(*ply) },
            Verb::Resign => Action::Resign(Seat::new(seat)),
            Verb::Back { ply } => Action::Undo { by: Some(Seat::new(seat)), at: Some(*ply) },
            Verb::Answer { agree: true } => Action::Accept(Seat::new(seat)),
            Verb::Answer { agree: false } => Action::Decline(Seat::new(seat)),
            Verb::Rematch => Action::Rematch(Seat::new(seat)),
        };
        self.apply(action)?;
        if std::mem::take(&mut self.pending.is_rematch) {
            return Ok(VerbOutcome::Rematch);
        }
        if self.pending.entries.is_empty() {
            self.publish_change(); // offers aren't logged
        }
        Ok(said(json!({})))
    }

    fn sit(&mut self, seat: usize, name: &str, invite: &str) -> Result<Secret, ApiError> {
        if !bool::from(self.room_log.config.invite.as_bytes().ct_eq(invite.as_bytes())) {
            return Err(ApiError::new(
                ErrorCode::Forbidden,
                "One needs the invitation to sit down.",
            ));
        }
        match self.room_log.config.chairs.get(seat) {
            None => return Err(ApiError::not_found("There is no such seat.")),
            Some(SeatPolicy::Person) if self.room_log.occupants[seat].is_none() => {}
            Some(_) => return Err(ApiError::new(ErrorCode::NotNow, "This seat is taken.")),
        }
        let secret = super::room_config::random_or_error(Secret::new())?;
        self.seat_person(seat, names::clean(name, "guest"), secret.hash());
        Ok(secret)
    }

    /// Puts a person on a seat.
    fn seat_person(&mut self, seat: usize, name: String, secret: SecretHash) {
        let sitter = Occupant { name: name.clone(), secret: secret.clone() };
        self.room_log.occupants[seat] = Some(sitter);
        self.log_room_event(&RoomEvent::Sat { seat, name, secret });
    }

    fn stand(&mut self, seat: usize) -> Result<(), ApiError> {
        if self.phase() != RoomPhase::Open {
            return Err(ApiError::new(
                ErrorCode::NotNow,
                "The game has begun: you can give up instead.",
            ));
        }
        self.room_log.occupants[seat] = None;
        self.log_room_event(&RoomEvent::Stood { seat });
        Ok(())
    }

    /// Queues an event about the room for the log.
    pub(super) fn log_room_event(&mut self, event: &RoomEvent) {
        self.unlogged_lines.push(serde_json::to_string(event).expect("what happens is plain data"));
    }

    fn hint(&self, seat: usize, ply: usize) -> Result<CommandResult, ApiError> {
        let session = self.session.as_ref();
        let session =
            session.ok_or_else(|| ApiError::new(ErrorCode::NotNow, "The game has not begun."))?;
        session.check_hint(Seat::new(seat), Some(ply))?;
        Ok(CommandResult::Think(session.game().position().boxed_clone()))
    }
}
