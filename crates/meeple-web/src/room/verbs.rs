//! What people do in a room: verbs, checked one by one.

use super::{
    Done, NewsKind, Phase,
    plan::Chair,
    story::{RoomEvent, Sitter},
    task::Task,
};
use crate::{
    names,
    refusal::{Code, Refusal},
    secret::{Secret, SecretHash},
};
use meeple_core::Seat;
use meeple_session::Action;
use serde::Deserialize;
use serde_json::json;
use subtle::ConstantTimeEq as _;

/// What can be done in a room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Verb {
    /// Takes an open seat.
    Sit {
        /// Which.
        seat: usize,
        /// What the person is called.
        #[serde(default)]
        name: String,
        /// What lets one sit down.
        invite: String,
    },
    /// Leaves the seat before the game has begun.
    Stand,
    /// Moves.
    Play {
        /// The ply that the move was meant for.
        ply: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Gives up.
    Resign,
    /// Asks to take back the last own move.
    Back {
        /// The ply of which that is asked.
        ply: usize,
    },
    /// Agrees to that, or does not.
    Answer {
        /// Which.
        agree: bool,
    },
    /// Asks for another game.
    Rematch,
    /// Says one of a few things.
    React {
        /// Which.
        reaction: Reaction,
    },
    /// Asks for the best moves.
    Hint {
        /// The ply of which that is asked.
        ply: usize,
    },
}

/// What people can say to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reaction {
    /// Hello.
    Hello,
    /// A good move.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// It takes long.
    Hurry,
    /// That was not meant.
    Oops,
    /// It was a pleasure.
    GoodGame,
}

/// What a verb has begun, before what follows from it.
pub(super) enum Begun {
    /// It is done but for what follows.
    Done(Done),
    /// All want another game.
    Rematch,
}

fn said(value: serde_json::Value) -> Begun {
    Begun::Done(Done::Said(value))
}

impl Task {
    pub(super) fn begin_verb(&mut self, who: Option<usize>, verb: Verb) -> Result<Begun, Refusal> {
        if let Verb::Sit { seat, name, invite } = verb {
            let secret = self.sit(seat, &name, &invite)?;
            return Ok(said(json!({ "seat": seat, "secret": secret.reveal() })));
        }
        let seat = who.ok_or_else(|| Refusal::new(Code::Forbidden, "You have no seat here."))?;
        let action = match &verb {
            Verb::Sit { .. } => return Ok(said(json!({}))),
            Verb::Stand => return self.stand(seat).map(|()| said(json!({}))),
            Verb::React { reaction } => {
                let text = json!({ "reaction": { "seat": seat, "reaction": reaction } });
                self.send(NewsKind::Reaction, text.to_string().into());
                return Ok(said(json!({})));
            }
            Verb::Hint { ply } => return self.hint(seat, *ply).map(Begun::Done),
            Verb::Rematch if self.story.next.is_some() => return Ok(said(json!({}))),
            Verb::Play { ply, mv } => Action::Play { seat: Seat::new(seat), mv, at: Some(*ply) },
            Verb::Resign => Action::Resign(Seat::new(seat)),
            Verb::Back { ply } => Action::Undo { by: Some(Seat::new(seat)), at: Some(*ply) },
            Verb::Answer { agree: true } => Action::Accept(Seat::new(seat)),
            Verb::Answer { agree: false } => Action::Decline(Seat::new(seat)),
            Verb::Rematch => Action::Rematch(Seat::new(seat)),
        };
        self.apply(action)?;
        if std::mem::take(&mut self.pending.is_rematch) {
            return Ok(Begun::Rematch);
        }
        if self.pending.entries.is_empty() {
            self.changed(); // an offer is not in the log
        }
        Ok(said(json!({})))
    }

    fn sit(&mut self, seat: usize, name: &str, invite: &str) -> Result<Secret, Refusal> {
        if !bool::from(self.story.plan.invite.as_bytes().ct_eq(invite.as_bytes())) {
            return Err(Refusal::new(Code::Forbidden, "One needs the invitation to sit down."));
        }
        match self.story.plan.chairs.get(seat) {
            None => return Err(Refusal::not_found("There is no such seat.")),
            Some(Chair::Person) if self.story.sitters[seat].is_none() => {}
            Some(_) => return Err(Refusal::new(Code::NotNow, "This seat is taken.")),
        }
        let secret = super::plan::drawn(Secret::new())?;
        self.seat_person(seat, names::cleaned(name, "guest"), secret.hash());
        Ok(secret)
    }

    /// Somebody sits down; the game begins when nobody is missing.
    fn seat_person(&mut self, seat: usize, name: String, secret: SecretHash) {
        let sitter = Sitter { name: name.clone(), secret: secret.clone() };
        self.story.sitters[seat] = Some(sitter);
        self.note(&RoomEvent::Sat { seat, name, secret });
    }

    fn stand(&mut self, seat: usize) -> Result<(), Refusal> {
        if self.phase() != Phase::Open {
            return Err(Refusal::new(Code::NotNow, "The game has begun: you can give up instead."));
        }
        self.story.sitters[seat] = None;
        self.note(&RoomEvent::Stood { seat });
        Ok(())
    }

    /// A line for the log.
    pub(super) fn note(&mut self, event: &RoomEvent) {
        self.fresh.push(serde_json::to_string(event).expect("what happens is plain data"));
    }

    fn hint(&self, seat: usize, ply: usize) -> Result<Done, Refusal> {
        let session = self.session.as_ref();
        let session =
            session.ok_or_else(|| Refusal::new(Code::NotNow, "The game has not begun."))?;
        session.check_hint(Seat::new(seat), Some(ply))?;
        Ok(Done::Think(session.game().position().boxed_clone()))
    }
}
