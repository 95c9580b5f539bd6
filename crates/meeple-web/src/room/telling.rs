//! What everybody is shown: the State, and the Update when something has changed.
//!
//! It is written once for all who look: what the session shows of its game, with what a room adds
//! to it (who is there, where the rematch is).

use super::{Phase, Summary, SummarySeat, plan::Chair, task::Task};
use meeple_core::{Match, Seat};
use meeple_session::{ClockSnapshot, Session, Snapshot};
use serde::Serialize;
use serde_json::value::RawValue;
use std::time::Instant;

/// A message to everybody who looks.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Message<'a> {
    /// All of it.
    State(State<'a>),
    /// What may have changed.
    Update(Now<'a>),
}

/// Everything that is known of a room.
#[derive(Serialize)]
struct State<'a> {
    room: &'a str,
    game: &'a str,
    options: &'a [String],
    public: bool,
    away: Away<'a>,
    #[serde(flatten)]
    now: Now<'a>,
}

#[derive(Serialize)]
struct Away<'a> {
    seconds: u64,
    stand_in: Option<&'a str>,
}

/// What may change.
#[derive(Serialize)]
struct Now<'a> {
    sequence: u64,
    phase: Phase,
    thinking: bool,
    seats: Vec<SeatNow>,
    next: Option<&'a str>,
    #[serde(flatten)]
    game: Snapshot<'a>,
}

#[derive(Serialize)]
struct SeatNow {
    kind: SeatKind,
    name: Option<String>,
    player: Option<String>,
    here: bool,
    away_ms: Option<u64>,
    stand_in: bool,
    gone: bool,
}

/// Who sits on a chair of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatKind {
    /// A person.
    Person,
    /// Nobody yet.
    Open,
    /// One of ours.
    Computer,
    /// A program that connects.
    Bot,
}

impl Task {
    /// `{"state": ...}`: all of it.
    pub(super) fn state(&self, now: Instant) -> String {
        let plan = &self.story.plan;
        let away = Away { seconds: plan.away, stand_in: plan.stand_in.as_deref() };
        written(&Message::State(State {
            room: &self.id,
            game: &plan.game,
            options: &plan.options,
            public: plan.public,
            away,
            now: self.now(self.snapshot(0, now), now),
        }))
    }

    /// `{"update": ...}`: what may have changed, with what was narrated from there on.
    pub(super) fn update(&self, narrated_from: usize, now: Instant) -> String {
        written(&Message::Update(self.now(self.snapshot(narrated_from, now), now)))
    }

    /// The same of a moment that has passed already: what followed from a move, such as a
    /// scoring, is seen before what was dealt next.
    pub(super) fn update_of(
        &self,
        session: &Session,
        (ply, narrated_from): (usize, usize),
        now: Instant,
    ) -> String {
        let moment = self.now(session.snapshot_at(ply, narrated_from, now), now);
        written(&Message::Update(Now { phase: Phase::Playing, ..moment }))
    }

    fn snapshot(&self, narrated_from: usize, now: Instant) -> Snapshot<'_> {
        match &self.session {
            Some(session) => session.snapshot(narrated_from, now),
            None => self.before_the_game(),
        }
    }

    /// What is shown of a game that has not begun.
    fn before_the_game(&self) -> Snapshot<'_> {
        let plan = &self.story.plan;
        Snapshot {
            ply: 0,
            to_move: None,
            clock: ClockSnapshot::at_start(plan.clock, plan.chairs.len()),
            narrated_from: 0,
            narration: &[],
            take_back: None,
            rematch: &[],
            ending: None,
            picture: self.preview.clone(),
            moves: RawValue::from_string("[]".into()).expect("an empty list is JSON"),
        }
    }

    fn now<'a>(&'a self, game: Snapshot<'a>, now: Instant) -> Now<'a> {
        Now {
            sequence: self.sequence,
            phase: self.phase(),
            thinking: self.thinking.is_some(),
            seats: (0..self.story.plan.chairs.len()).map(|seat| self.seat_now(seat, now)).collect(),
            next: self.story.next.as_deref(),
            game,
        }
    }

    fn seat_now(&self, seat: usize, now: Instant) -> SeatNow {
        let kind = self.kind_of_seat(seat);
        let away = self.presence.away_since(seat).filter(|_| kind == SeatKind::Person);
        let named = self.game().and_then(|game| game.header().seats.get(seat));
        let is = |of: fn(&Session, Seat) -> bool| {
            self.session.as_ref().is_some_and(|session| of(session, Seat::new(seat)))
        };
        SeatNow {
            kind,
            name: named.map(|info| info.name.clone()).or_else(|| self.story.name(seat)),
            player: self.player_of(seat),
            here: match &self.story.plan.chairs[seat] {
                Chair::Computer(_) => true,
                Chair::Person => self.presence.is_here(seat),
                Chair::Bot(_) => self.bots.is_here(seat),
            },
            away_ms: away.map(|since| now.saturating_duration_since(since).as_millis() as u64),
            stand_in: is(Session::is_away),
            gone: is(|session, seat| session.game().is_gone(seat)),
        }
    }

    fn kind_of_seat(&self, seat: usize) -> SeatKind {
        match &self.story.plan.chairs[seat] {
            Chair::Computer(_) => SeatKind::Computer,
            Chair::Bot(_) => SeatKind::Bot,
            Chair::Person if self.story.sitters[seat].is_some() => SeatKind::Person,
            Chair::Person => SeatKind::Open,
        }
    }

    /// What a list shows of this room.
    pub(super) fn summary(&self) -> Summary {
        let plan = &self.story.plan;
        let seats = (0..plan.chairs.len())
            .map(|seat| SummarySeat { kind: self.kind_of_seat(seat), name: self.story.name(seat) });
        Summary {
            room: self.id.to_string(),
            game: plan.game.clone(),
            options: plan.options.clone(),
            phase: self.phase(),
            public: plan.public,
            seats: seats.collect(),
            invite: (plan.public && self.phase() == Phase::Open).then(|| plan.invite.clone()),
            ply: self.game().map_or(0, |game| game.line().len()),
            started: self.game().map(|game| game.header().time.clone()),
        }
    }

    /// The game, once it has begun.
    pub(super) fn game(&self) -> Option<&Match> {
        self.session.as_ref().map(Session::game)
    }

    pub(super) fn phase(&self) -> Phase {
        match &self.session {
            None => Phase::Open,
            Some(session) if session.is_over() => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }
}

fn written(message: &Message<'_>) -> String {
    serde_json::to_string(message).expect("what is shown is plain data with text keys")
}
