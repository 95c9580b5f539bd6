//! What people can do in a room. Each action is checked before it is applied.

use super::{
    CommandResult, NewsKind, RoomPhase,
    room_config::SeatPolicy,
    room_log::{Occupant, RoomEvent, RoomLog},
    task::RoomTask,
};
use crate::{
    api_error::{ApiError, ErrorCode},
    guard::{Rate, TokenBucket},
    names,
    secret::Secret,
};
use meeple_core::Seat;
use meeple_session::Action;
use serde::Deserialize;
use serde_json::json;
use std::time::Instant;

/// An action of a person in a room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum RoomAction {
    /// Takes an open seat.
    Sit {
        /// The seat to take.
        seat: usize,
        /// The person's name.
        #[serde(default)]
        name: String,
        /// The room's invitation; a public room needs none.
        #[serde(default)]
        invite: Option<Secret>,
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
    /// Wants the game to be stored forever, or doesn't want that any more.
    Keep {
        /// Whether it is to be kept.
        #[serde(default = "yes")]
        keep: bool,
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

impl RoomTask {
    /// Applies an action, apart from its consequences.
    pub(super) fn start_action(
        &mut self,
        who: Option<usize>,
        action: &RoomAction,
        at: Instant,
    ) -> Result<CommandResult, ApiError> {
        if let RoomAction::Sit { seat, name, invite } = action {
            let secret = self.sit(*seat, name, invite.as_ref())?;
            let value = json!({ "seat": seat, "secret": secret.reveal() });
            return Ok(CommandResult::Done(value));
        }
        let index = who.ok_or_else(|| forbidden("You have no seat here."))?;
        let (seat, done) = (Seat::new(index), Ok(CommandResult::Done(json!({}))));
        let session_action = match action {
            RoomAction::Sit { .. } => return done, // handled above
            RoomAction::Stand => return self.stand(index).and(done),
            RoomAction::React { reaction } => {
                let (now, allowed) = (self.app.clock.now(), self.app.config.limits.seat_reactions);
                let bucket = self.reactions.entry(index);
                if !bucket.or_insert_with(|| TokenBucket::new(allowed, now)).take(1.0, now) {
                    return Err(self.owner().refuse("seat_reactions", "That is enough for now."));
                }
                let text = json!({ "reaction": { "seat": index, "reaction": reaction } });
                self.send(NewsKind::Reaction, text.to_string().into());
                return done;
            }
            RoomAction::Hint { ply } => return self.hint(seat, *ply),
            RoomAction::Keep { keep } => return self.keep(index, *keep).and(done),
            RoomAction::Rematch if self.room_log.next.is_some() => return done,
            RoomAction::Play { ply, mv } => {
                self.memory_permit.check_growth()?;
                Action::Play { seat, mv, at: Some(*ply) }
            }
            RoomAction::Resign => Action::Resign(seat),
            RoomAction::Back { .. } | RoomAction::Answer { agree: true } if self.is_log_full() => {
                return Err(ApiError::not_now("This game is too long for undoing moves."));
            }
            RoomAction::Back { ply } => {
                self.check_share()?;
                Action::Undo { by: Some(seat), at: Some(*ply) }
            }
            RoomAction::Answer { agree: true } => {
                self.check_share()?;
                Action::Accept(seat)
            }
            RoomAction::Answer { agree: false } => Action::Decline(seat),
            RoomAction::Rematch => Action::Rematch(seat),
        };
        self.apply(session_action, at)?;
        if self.pending.entries.is_empty() && !self.pending.is_rematch {
            self.publish_change(); // offers aren't logged
        }
        done
    }

    fn sit(
        &mut self,
        seat: usize,
        name: &str,
        invitation: Option<&Secret>,
    ) -> Result<Secret, ApiError> {
        let RoomLog { config, occupants, .. } = &self.room_log;
        if !config.admits(invitation) {
            return Err(forbidden("You need the invitation to take a seat."));
        }
        match config.seats.get(seat) {
            None => return Err(ApiError::not_found("There is no such seat.")),
            Some(SeatPolicy::Person) if occupants[seat].is_none() => {}
            Some(_) => return Err(ApiError::not_now("This seat is taken.")),
        }
        self.check_size()?;
        let people: Vec<&str> =
            occupants.iter().flatten().map(|person| person.name.as_str()).collect();
        let name = names::choose(self.kind, name, &people, &config.computers())?;
        let secret = Secret::new()?;
        let occupant = Occupant { name, secret: secret.hash() };
        self.room_log.occupants[seat] = Some(occupant.clone());
        self.unlogged_lines.push(RoomEvent::Sat { seat, occupant }.to_line());
        Ok(secret)
    }

    fn stand(&mut self, seat: usize) -> Result<(), ApiError> {
        if self.phase() != RoomPhase::Open {
            return Err(ApiError::not_now("The game has started. You can resign."));
        }
        self.check_size()?;
        self.room_log.occupants[seat] = None;
        self.room_log.kept.remove(&seat);
        self.unlogged_lines.push(RoomEvent::Stood { seat }.to_line());
        Ok(())
    }

    fn keep(&mut self, seat: usize, kept: bool) -> Result<(), ApiError> {
        if self.room_log.kept.contains(&seat) == kept {
            return Ok(());
        }
        self.check_size()?;
        self.room_log.set_kept(seat, kept);
        self.unlogged_lines.push(RoomEvent::Kept { seat, kept }.to_line());
        Ok(())
    }

    /// Refuses what isn't a move if the log is full.
    fn check_size(&self) -> Result<(), ApiError> {
        if self.is_log_full() {
            return Err(ApiError::not_now("Too much has happened in this room already."));
        }
        self.check_share()
    }

    /// Refuses what isn't a move while the room's owner has filled its share of the disk.
    fn check_share(&self) -> Result<(), ApiError> {
        self.owner().spend(Rate::BytesStored, 0)
    }

    fn hint(&self, seat: Seat, ply: usize) -> Result<CommandResult, ApiError> {
        let session = self.session.as_ref().ok_or_else(not_started)?;
        session.check_hint(seat, Some(ply))?;
        Ok(CommandResult::Advise(session.game().position().boxed_clone()))
    }
}

/// For serde, which wants a function.
fn yes() -> bool {
    true
}

fn forbidden(message: &str) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, message)
}

/// Returns the error for what needs a running game.
pub(super) fn not_started() -> ApiError {
    ApiError::not_now("The game has not started.")
}
