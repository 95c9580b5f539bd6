//! What everybody is shown: the State, and the Update when something has changed.
//!
//! It is written once for all who look. Pictures and moves go straight from the
//! position into the message.

use super::{Phase, Summary, SummarySeat, plan::Chair, task::Task};
use meeple_core::{Event, Match, Seat, Turn};
use meeple_view::{Ending, Told as Sentences};
use serde::Serialize;
use std::time::Instant;

/// A ply in words.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ToldPly {
    ply: usize,
    seat: Option<Seat>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(flatten)]
    words: Sentences,
}

/// What never changes.
#[derive(Serialize)]
struct Fixed<'a> {
    room: &'a str,
    game: &'a str,
    options: &'a [String],
    public: bool,
    away: Away<'a>,
}

#[derive(Serialize)]
struct Away<'a> {
    seconds: u64,
    stand_in: Option<&'a str>,
}

/// What may have changed, but for the picture and the moves.
#[derive(Serialize)]
struct Now<'a> {
    sequence: u64,
    phase: Phase,
    ply: usize,
    to_move: Option<Seat>,
    thinking: bool,
    seats: Vec<SeatNow>,
    clock: Option<ClockNow>,
    told_from: usize,
    told: &'a [ToldPly],
    back: Option<BackNow<'a>>,
    rematch: &'a [usize],
    next: Option<&'a str>,
    ending: Option<Ending>,
}

#[derive(Serialize)]
struct SeatNow {
    kind: &'static str,
    name: Option<String>,
    player: Option<String>,
    here: bool,
    away_ms: Option<u64>,
    stand_in: bool,
    gone: bool,
}

#[derive(Serialize)]
struct ClockNow {
    left_ms: Vec<u64>,
    running: Option<usize>,
    increment_ms: u64,
}

#[derive(Serialize)]
struct BackNow<'a> {
    by: usize,
    agreed: &'a [usize],
}

impl Task {
    /// `{"state": ...}`: all of it.
    pub(super) fn state(&self, now: Instant) -> String {
        let away =
            Away { seconds: self.story.plan.away, stand_in: self.story.plan.stand_in.as_deref() };
        let fixed = Fixed {
            room: &self.id,
            game: &self.story.plan.game,
            options: &self.story.plan.options,
            public: self.story.plan.public,
            away,
        };
        let mut out = Vec::with_capacity(4096);
        out.extend_from_slice(b"{\"state\":");
        write(&mut out, &fixed);
        out.pop();
        let seam = out.len();
        self.write_now(&mut out, 0, now);
        out[seam] = b','; // instead of the bracket that opens what may change
        finished(out)
    }

    /// `{"update": ...}`: what may have changed, with what was told from there on.
    pub(super) fn update(&self, told_from: usize, now: Instant) -> String {
        let mut out = Vec::with_capacity(4096);
        out.extend_from_slice(b"{\"update\":");
        self.write_now(&mut out, told_from, now);
        finished(out)
    }

    /// The same of a moment that has passed already: what followed from a move, such as a
    /// scoring, is seen before what was dealt next. Nothing can be done in it.
    pub(super) fn update_of(&self, ply: usize, told_from: usize, now: Instant) -> Option<String> {
        let picture = self.view.picture_at(self.game()?, ply)?;
        let mut moment = self.now(told_from, now);
        (moment.ply, moment.to_move, moment.ending) = (ply, None, None);
        moment.told = &self.told[moment.told_from..ply.max(moment.told_from)];
        moment.phase = Phase::Playing;
        let mut out = b"{\"update\":".to_vec();
        write(&mut out, &moment);
        out.pop();
        out.extend_from_slice(b",\"picture\":");
        write(&mut out, &picture);
        out.extend_from_slice(b",\"moves\":[]}");
        Some(finished(out))
    }

    /// The last ply before the newest from which something followed by the rules, if that is new.
    pub(super) fn followed_since(&self, told_from: usize) -> Option<usize> {
        let before_last = self.told.len().checked_sub(1)?;
        let new = told_from.min(before_last)..before_last;
        new.rev().find(|&index| !self.told[index].words.followed.is_empty()).map(|index| index + 1)
    }

    /// What may have changed, as an object.
    fn write_now(&self, out: &mut Vec<u8>, told_from: usize, now: Instant) {
        write(out, &self.now(told_from, now));
        out.pop();
        out.extend_from_slice(b",\"picture\":");
        match self.game() {
            Some(game) => self.view.write_picture_now(game, out),
            None => out.extend_from_slice(self.preview.as_bytes()),
        }
        out.extend_from_slice(b",\"moves\":");
        match self.game().filter(|game| game.end().is_none()) {
            Some(game) => self.view.write_legal_moves(game.position(), out),
            None => out.extend_from_slice(b"[]"),
        }
        out.push(b'}');
    }

    fn now(&self, told_from: usize, now: Instant) -> Now<'_> {
        let game = self.game();
        let from = told_from.min(self.told.len());
        Now {
            sequence: self.sequence,
            phase: self.phase(),
            ply: game.map_or(0, |game| game.line().len()),
            to_move: self.due_seat().map(Seat::new),
            thinking: self.thinking.is_some(),
            seats: (0..self.story.plan.chairs.len()).map(|seat| self.seat_now(seat, now)).collect(),
            clock: self.clock_now(now),
            told_from: from,
            told: &self.told[from..],
            back: self.back.as_ref().map(|back| BackNow { by: back.by, agreed: &back.agreed }),
            rematch: &self.rematch,
            next: self.story.next.as_deref(),
            ending: game.and_then(|game| self.view.ending(game)),
        }
    }

    fn seat_now(&self, seat: usize, now: Instant) -> SeatNow {
        let chair = &self.story.plan.chairs[seat];
        let kind = self.kind_of_seat(seat);
        let away = self.presence.away_since(seat).filter(|_| kind == "person");
        let named = self.game().and_then(|game| game.header().seats.get(seat));
        SeatNow {
            kind,
            name: named.map(|info| info.name.clone()).or_else(|| self.story.name(seat)),
            player: match chair {
                Chair::Computer(player) => Some(player.clone()),
                Chair::Person | Chair::Bot(_) => None,
            },
            here: match chair {
                Chair::Computer(_) => true,
                Chair::Person => self.presence.is_here(seat),
                Chair::Bot(_) => self.bots.is_here(seat),
            },
            away_ms: away.map(|since| now.saturating_duration_since(since).as_millis() as u64),
            stand_in: self.stand_ins[seat],
            gone: self.game().is_some_and(|game| game.is_gone(Seat::new(seat))),
        }
    }

    fn kind_of_seat(&self, seat: usize) -> &'static str {
        match &self.story.plan.chairs[seat] {
            Chair::Computer(_) => "computer",
            Chair::Bot(_) => "bot",
            Chair::Person if self.story.sitters[seat].is_some() => "person",
            Chair::Person => "open",
        }
    }

    fn clock_now(&self, now: Instant) -> Option<ClockNow> {
        use meeple_arena::TimeControl::{Game, Move, None as Free};
        let seats = self.story.plan.chairs.len();
        let running = self.due_seat();
        let spent = now.saturating_duration_since(self.due_since);
        let (each, increment): (Box<dyn Fn(usize) -> _>, _) = match self.story.plan.clock {
            Free => return None,
            Move(time) => (Box::new(move |_| time), std::time::Duration::ZERO),
            Game { time, increment } => {
                let clocks = &self.clocks;
                (Box::new(move |seat| clocks.left(Seat::new(seat)).unwrap_or(time)), increment)
            }
        };
        let left = |seat| {
            let left = each(seat);
            if running == Some(seat) { left.saturating_sub(spent) } else { left }
        };
        Some(ClockNow {
            left_ms: (0..seats).map(|seat| left(seat).as_millis() as u64).collect(),
            running,
            increment_ms: increment.as_millis() as u64,
        })
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

    /// Tells the plies that are not told yet; from which on that is.
    pub(super) fn tell(&mut self) -> usize {
        let Some(table) = &self.table else { return 0 };
        let game = table.game();
        let from = self.told.len().min(self.told_since.take().unwrap_or(usize::MAX));
        let from = from.min(game.line().len());
        self.told.truncate(from);
        for ply in from + 1..=game.line().len() {
            let words = self.view.tell(game, ply).unwrap_or_default();
            let (seat, mv) = who_did(game, ply);
            self.told.push(ToldPly { ply, seat, mv, words });
        }
        from
    }
}

fn who_did(game: &Match, ply: usize) -> (Option<Seat>, Option<String>) {
    match &*game.line()[ply - 1].event {
        Event::Move { seat, mv, .. } => (Some(*seat), Some(mv.clone())),
        _ => (None, None),
    }
}

impl Task {
    /// The seat that is due.
    pub(super) fn due_seat(&self) -> Option<usize> {
        let game = self.game().filter(|game| game.end().is_none())?;
        match game.position().turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    pub(super) fn phase(&self) -> Phase {
        match self.game() {
            None => Phase::Open,
            Some(game) if game.end().is_some() => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect("what is shown is plain data with text keys");
}

fn finished(mut out: Vec<u8>) -> String {
    out.push(b'}');
    String::from_utf8(out).expect("JSON is text")
}
