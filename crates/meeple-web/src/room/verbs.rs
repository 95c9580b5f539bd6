//! What people do in a room: verbs, checked one by one.

use super::{
    Done, NewsKind, Phase,
    plan::Chair,
    story::{RoomEvent, Sitter},
    task::{Back, Task},
};
use crate::{
    names,
    refusal::{Code, Refusal},
    secret::{Secret, SecretHash},
};
use meeple_core::{Event, Match, Millis, Notes, Seat};
use meeple_view::words::sentence;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
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
        match verb {
            Verb::Sit { .. } => {}
            Verb::Stand => self.stand(seat)?,
            Verb::Play { ply, mv } => self.play(seat, ply, &mv)?,
            Verb::Resign => self.resign(seat)?,
            Verb::Back { ply } => self.ask_back(seat, ply)?,
            Verb::Answer { agree } => self.answer_back(seat, agree)?,
            Verb::Rematch => {
                if self.ask_rematch(seat)? {
                    return Ok(Begun::Rematch);
                }
            }
            Verb::React { reaction } => {
                let text = json!({ "reaction": { "seat": seat, "reaction": reaction } });
                self.send(NewsKind::Reaction, text.to_string().into());
            }
            Verb::Hint { ply } => return self.hint(seat, ply).map(Begun::Done),
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

    /// The game, if it is being played and this is its ply.
    fn playing(&self, ply: Option<usize>) -> Result<&Match, Refusal> {
        let game = match (self.phase(), self.game()) {
            (Phase::Playing, Some(game)) => game,
            (Phase::Over, _) => return Err(Refusal::new(Code::NotNow, "The game is over.")),
            _ => return Err(Refusal::new(Code::NotNow, "The game has not begun.")),
        };
        let at = game.line().len();
        match ply.filter(|&ply| ply != at) {
            None => Ok(game),
            Some(ply) => {
                let message =
                    format!("The game went on: this was meant for ply {ply}, and it is at {at}.");
                Err(Refusal::new(Code::Stale, message))
            }
        }
    }

    fn play(&mut self, seat: usize, ply: usize, mv: &str) -> Result<(), Refusal> {
        let game = self.playing(Some(ply))?;
        if game.is_gone(Seat::new(seat)) {
            return Err(Refusal::new(Code::Forbidden, "You have left this game."));
        }
        if self.due_seat() != Some(seat) {
            return Err(Refusal::new(Code::NotNow, "It is not your turn."));
        }
        if let Some(reason) = self.view.refusal(game, mv) {
            return Err(Refusal::new(Code::Illegal, sentence(&reason)));
        }
        // Whoever moves is there again.
        self.stand_ins[seat] = false;
        let spent = self.due_since.elapsed();
        let ms = Some(Millis::of(Duration::from_millis(spent.as_millis() as u64)));
        self.make_move(seat, mv, Notes { ms, ..Notes::default() })
    }

    fn resign(&mut self, seat: usize) -> Result<(), Refusal> {
        self.playing(None)?;
        self.thinking = None;
        self.change(|table| table.resign(Seat::new(seat)).map(drop))
    }

    /// Somebody wants to take back a move; where nobody else has a say it is done.
    fn ask_back(&mut self, seat: usize, ply: usize) -> Result<(), Refusal> {
        let game = self.playing(Some(ply))?;
        if last_choice(game, seat).is_none() {
            return Err(Refusal::new(Code::NotNow, "There is nothing to take back."));
        }
        self.back = Some(Back { by: seat, agreed: vec![seat], ply });
        self.settle_back()
    }

    fn answer_back(&mut self, seat: usize, agree: bool) -> Result<(), Refusal> {
        self.playing(None)?;
        let Some(back) = &mut self.back else {
            return Err(Refusal::new(Code::NotNow, "Nobody asks for that any more."));
        };
        if !agree {
            self.back = None;
            self.changed();
            return Ok(());
        }
        if !back.agreed.contains(&seat) {
            back.agreed.push(seat);
        }
        self.settle_back()
    }

    /// Takes back what all agree on.
    fn settle_back(&mut self) -> Result<(), Refusal> {
        let others = self.other_people();
        let Some(back) = &self.back else { return Ok(()) };
        if others.iter().any(|seat| !back.agreed.contains(seat)) {
            self.changed();
            return Ok(());
        }
        let (by, ply) = (back.by, back.ply);
        let at = self.playing(Some(ply)).map(|game| last_choice(game, by))?;
        self.back = None;
        if let Some(at) = at {
            self.thinking = None;
            self.bots.forget_questions();
            self.change(|table| {
                let plies = table.game().line().len() - at;
                table.undo(plies).map(drop)
            })?;
            self.told_since = Some(at);
        }
        Ok(())
    }

    /// People who still play.
    fn other_people(&self) -> Vec<usize> {
        let people = self.story.sitters.iter().enumerate().filter(|(_, sitter)| sitter.is_some());
        let is_gone = |seat| self.game().is_some_and(|game| game.is_gone(Seat::new(seat)));
        people.map(|(seat, _)| seat).filter(|&seat| !is_gone(seat)).collect()
    }

    /// Somebody wants another game; whether all who are there do.
    fn ask_rematch(&mut self, seat: usize) -> Result<bool, Refusal> {
        if self.phase() != Phase::Over {
            return Err(Refusal::new(Code::NotNow, "This game is not over."));
        }
        if self.story.next.is_some() {
            return Ok(false);
        }
        if !self.rematch.contains(&seat) {
            self.rematch.push(seat);
        }
        let people =
            (0..self.story.sitters.len()).filter(|&seat| self.story.sitters[seat].is_some());
        let missing = people
            .into_iter()
            .any(|other| self.presence.is_here(other) && !self.rematch.contains(&other));
        if missing {
            self.changed();
        }
        Ok(!missing)
    }

    fn hint(&self, seat: usize, ply: usize) -> Result<Done, Refusal> {
        let game = self.playing(Some(ply))?;
        let refuse = |message: &str| Err(Refusal::new(Code::NotNow, message));
        if self.due_seat() != Some(seat) {
            return refuse("It is not your turn.");
        }
        if self.story.sitters.iter().flatten().count() > 1 {
            return refuse("There are no hints where another person plays.");
        }
        if self.story.plan.clock != meeple_arena::TimeControl::None {
            return refuse("There are no hints where a clock runs.");
        }
        Ok(Done::Think(game.position().boxed_clone()))
    }
}

/// The ply before the last move that this seat chose among several.
fn last_choice(game: &Match, seat: usize) -> Option<usize> {
    let line = game.line();
    (0..line.len()).rev().find(|&at| match &*line[at].event {
        Event::Move { seat: mover, .. } => {
            mover.index() == seat && line[at].before.legal_texts().len() > 1
        }
        _ => false,
    })
}
