//! What happens by itself: deals, the end, computers, clocks, and what follows when somebody
//! stays away.

use super::{
    Phase,
    bots::{BotAnswer, PATIENCE},
    plan::{Chair, Plan, STAND_IN},
    story::{RoomEvent, Story},
    task::{Stay, Task, Thinking},
};
use crate::{
    refusal::{Code, Refusal},
    thinking::Owner,
};
use meeple_ai::roster::roster;
use meeple_arena::{Clocks, Referee, TimeControl, opening};
use meeple_core::{
    Choice, Due, Event, Limits, Match, Millis, NoChoice, Notes, Seat, Table, Verdict,
    game_match::BadEvent,
};
use meeple_games::{GameKind, open_record};
use meeple_view::{view, words::sentence};
use std::time::{Duration, Instant};

/// How much later than its time a computer's answer may come: it has to be carried.
const CARRIED: Duration = Duration::from_millis(500);

/// Between two moments that time alone brings.
const PAUSE: Duration = Duration::from_millis(20);

/// Who moves for a seat.
enum Mover {
    Person,
    Bot,
    Computer(String),
}

/// What is shown of a room whose game has not begun.
pub(super) fn preview(kind: GameKind, plan: &Plan) -> String {
    let first = if let Some(text) = &plan.position {
        let position = kind.read_position(text).ok();
        position.and_then(|position| {
            view(kind).picture(&*position, &opening::nobodies(position.seats()))
        })
    } else {
        let game = opening::without_players(kind, &plan.options, plan.seed).ok();
        game.and_then(|table| view(kind).picture_at(table.game(), 0))
    };
    first.unwrap_or_default().to_string()
}

/// The clocks as they stand after this much of the game.
pub(super) fn clocks(plan: &Plan, game: Option<&Match>) -> Clocks {
    let mut clocks = Clocks::new(plan.clock, plan.chairs.len());
    for ply in game.map_or(&[][..], Match::line) {
        if let Event::Move { seat, ms, .. } = &*ply.event {
            clocks.charge(*seat, ms.map_or(Duration::ZERO, Millis::duration));
            clocks.moved(*seat);
        }
    }
    clocks
}

impl Task {
    /// Lets happen what happens by itself, puts it into the log, and shows it.
    pub(super) async fn go_on(&mut self) -> Result<(), Refusal> {
        if self.table.is_none() && self.story.is_complete() {
            self.begin()?;
        }
        if let Some(table) = &mut self.table {
            loop {
                match table.due() {
                    Due::Deal => drop(table.deal().map_err(|error| impossible(&error))?),
                    Due::End => drop(table.end().map_err(|error| impossible(&error))?),
                    Due::Seat(_) | Due::Over => break,
                }
            }
        }
        self.commit().await?;
        if self.phase() == Phase::Over
            && let Some(table) = &self.table
        {
            self.bots.end(table.game(), table.game().end());
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Refusal> {
        let time = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let header = self.story.header(time)?;
        let position = open_record(&header).map_err(Refusal::bad_request)?;
        let table = Table::start(header, position).map_err(|error| impossible(&error))?;
        self.table = Some(table);
        Ok(())
    }

    /// Changes the table; a refusal of the rules in words.
    pub(super) fn change(
        &mut self,
        change: impl FnOnce(&mut Table) -> Result<(), BadEvent>,
    ) -> Result<(), Refusal> {
        let table = self.table.as_mut();
        let table = table.ok_or_else(|| Refusal::new(Code::NotNow, "The game has not begun."))?;
        change(table).map_err(|error| Refusal::new(Code::Illegal, sentence(&error.to_string())))
    }

    /// A seat moves, and its clock hears of it.
    pub(super) fn make_move(&mut self, seat: usize, mv: &str, notes: Notes) -> Result<(), Refusal> {
        let spent = self.due_since.elapsed();
        self.change(|table| table.play(Seat::new(seat), mv, notes).map(drop))?;
        self.clocks.charge(Seat::new(seat), spent);
        self.clocks.moved(Seat::new(seat));
        self.back = None;
        self.app.metrics.moves.up();
        Ok(())
    }

    fn mover(&self, seat: usize) -> Mover {
        let is_gone = self.game().is_some_and(|game| game.is_gone(Seat::new(seat)));
        if is_gone || self.stand_ins[seat] {
            let stand_in = self.story.plan.stand_in.as_deref().unwrap_or(STAND_IN);
            return Mover::Computer(stand_in.into());
        }
        match &self.story.plan.chairs[seat] {
            Chair::Person => Mover::Person,
            Chair::Bot(_) => Mover::Bot,
            Chair::Computer(player) => Mover::Computer(player.clone()),
        }
    }

    /// Asks whoever is due, if it is one of ours or a program, and somebody waits for it.
    pub(super) fn drive(&mut self) {
        let Some(seat) = self.due_seat() else {
            self.thinking = None;
            return;
        };
        let (now, ply) = (Instant::now(), self.game().map_or(0, |game| game.line().len()));
        if self.due_ply != ply {
            (self.due_ply, self.due_since) = (ply, now);
        }
        match self.mover(seat) {
            Mover::Computer(player) if self.is_waited_for(now) => {
                let is_asked = |thinking: &Thinking| thinking.ply == ply && thinking.seat == seat;
                if !self.thinking.as_ref().is_some_and(is_asked) {
                    self.think(seat, ply, player);
                }
            }
            Mover::Computer(_) | Mover::Person => self.thinking = None,
            Mover::Bot => {
                self.thinking = None;
                self.ask_bot(seat);
            }
        }
    }

    fn think(&mut self, seat: usize, ply: usize, player: String) {
        let limits = self.limits_of(seat, self.app.config.limits.thinking);
        let Some(table) = &self.table else { return };
        let (position, mut rng) =
            (table.position().boxed_clone(), table.generator(Seat::new(seat)));
        let (roster, resources) = (roster(self.kind), self.app.resources.clone());
        let owner = Owner::Room(self.id.to_string());
        let thought = self.app.pool.think(owner, limits, move |limits| {
            let seated = roster.seat(&player, &resources);
            let mut player = seated.map_err(|error| NoChoice::broken(error.to_string()))?;
            player.choose_text(&*position, limits, &mut rng)
        });
        self.thinking = Some(Thinking { seat, ply, thought });
    }

    /// How long this seat may think; where there is no clock, so long.
    pub(super) fn limits_of(&self, seat: usize, usual: Duration) -> Limits {
        let limits = Limits { time: Some(usual), ..Limits::default() };
        self.clocks.limits(Seat::new(seat), &limits).into_owned()
    }

    /// One of ours has thought.
    pub(super) async fn thought(
        &mut self,
        thought: Result<Result<Choice<String>, NoChoice>, Refusal>,
    ) {
        let Some(Thinking { seat, ply, .. }) = self.thinking.take() else { return };
        if self.game().is_none_or(|game| game.line().len() != ply) {
            return self.drive();
        }
        let answer = match thought {
            Ok(Ok(choice)) => {
                let notes = Notes {
                    ms: Some(Millis::of(self.due_since.elapsed())),
                    value: choice.values.get(seat).copied(),
                    nodes: choice.nodes,
                    comment: self.stand_ins[seat].then(|| "moved by a stand-in".to_owned()),
                    info: Vec::new(),
                };
                Ok((choice.mv, notes))
            }
            Ok(Err(NoChoice::Stopped)) => return, // nobody waits: it is asked again
            Ok(Err(NoChoice::Failed(verdict))) => Err(verdict),
            Ok(Err(error)) => Err(Verdict::Broken { reason: error.to_string() }),
            Err(refusal) => Err(Verdict::Broken { reason: refusal.message }),
        };
        self.answered(seat, answer).await;
    }

    /// A program has said something.
    pub(super) async fn heard_bot(&mut self, seat: usize, visit: u64, line: &str) {
        let Some(said) = self.bot_said((seat, visit), line) else { return };
        if self.due_seat() != Some(seat) {
            return;
        }
        let ms = Some(Millis::of(self.due_since.elapsed()));
        let answer = said.map(|BotAnswer { mv, comment, info }| {
            (mv, Notes { ms, comment, info, ..Notes::default() })
        });
        self.answered(seat, answer).await;
    }

    /// A player has answered, or failed; what follows happens.
    async fn answered(&mut self, seat: usize, answer: Result<(String, Notes), Verdict>) {
        let verdict = match answer {
            Ok((mv, notes)) => match self.make_move(seat, &mv, notes) {
                Ok(()) => None,
                Err(refusal) => Some(Verdict::Illegal { mv, reason: refusal.message }),
            },
            Err(verdict) => Some(verdict),
        };
        if let Some(verdict) = verdict {
            self.fail(seat, &verdict);
        }
        if let Err(refusal) = self.go_on().await {
            tracing::error!(room = %self.id, %refusal, "a move was lost");
        }
    }

    /// A player failed: what follows is the referee's business.
    fn fail(&mut self, seat: usize, verdict: &Verdict) {
        tracing::info!(room = %self.id, seat, verdict = verdict.name(), "a player failed");
        let kind = self.kind;
        let failed = self.change(|table| {
            let penalty = Referee::of(kind).penalty(table.position(), verdict);
            table.fault(Seat::new(seat), verdict, &penalty).map(drop)
        });
        if let Err(refusal) = failed {
            tracing::error!(room = %self.id, %refusal, "nothing followed from a failure");
        }
    }

    /// When something is to be done if nobody asks for anything.
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        let due = self.due_seat();
        let flag = due.and_then(|seat| self.flag_falls(seat));
        let away = due.and_then(|seat| self.gives_way(seat, now));
        let sleep = self.may_sleep().then(|| {
            let idle = self.active + self.app.config.limits.idle;
            self.presence.interest_ends().map_or(idle, |ends| idle.max(ends))
        });
        let first = [flag, away, sleep].into_iter().flatten().min();
        // Whatever goes wrong, time alone never keeps a room busy.
        first.map(|first| self.timed.map_or(first, |timed| first.max(timed + PAUSE)))
    }

    /// When whoever is due has thought too long.
    fn flag_falls(&self, seat: usize) -> Option<Instant> {
        if self.game().is_some_and(|game| game.is_gone(Seat::new(seat))) {
            return None; // who has left cannot be late again
        }
        let is_computer = matches!(self.mover(seat), Mover::Computer(_));
        let time = match self.story.plan.clock {
            TimeControl::Game { .. } => self.clocks.left(Seat::new(seat))?,
            TimeControl::Move(time) => time,
            TimeControl::None if self.bots.is_here(seat) => PATIENCE,
            TimeControl::None => return None,
        };
        Some(self.due_since + time + if is_computer { CARRIED } else { Duration::ZERO })
    }

    /// When somebody else moves for whoever is due and away, if others wait.
    fn gives_way(&self, seat: usize, now: Instant) -> Option<Instant> {
        let plan = &self.story.plan;
        let away_since = match self.mover(seat) {
            Mover::Computer(_) => return None,
            Mover::Person => self.presence.away_since(seat)?,
            Mover::Bot if self.bots.is_here(seat) => return None,
            Mover::Bot => self.due_since,
        };
        let others_wait = self.is_waited_for(now);
        let since = away_since.max(self.due_since);
        (plan.away > 0 && others_wait).then(|| since + Duration::from_secs(plan.away))
    }

    /// Whether nobody would miss the room: nobody looks, and no clock runs.
    fn may_sleep(&self) -> bool {
        let clock_runs = self.due_seat().is_some_and(|seat| self.flag_falls(seat).is_some());
        let is_empty = !self.presence.is_watched() && !self.bots.is_anybody_here();
        is_empty && !clock_runs && self.thinking.is_none()
    }

    /// Whether anybody waits for what happens next: people, or programs.
    fn is_waited_for(&self, now: Instant) -> bool {
        self.presence.is_anybody_there(now) || self.bots.is_anybody_here()
    }

    /// The time has come for something.
    pub(super) async fn on_time(&mut self) -> Stay {
        let now = Instant::now();
        self.timed = Some(now);
        if let Some(seat) = self.due_seat() {
            if self.flag_falls(seat).is_some_and(|at| at <= now) {
                self.thinking = None;
                let verdict = self.late();
                self.answered(seat, Err(verdict)).await;
                return Stay::Awake;
            }
            if self.gives_way(seat, now).is_some_and(|at| at <= now) {
                self.give_way(seat).await;
                return Stay::Awake;
            }
        }
        self.drive(); // whoever asked without a socket may have lost interest
        let is_idle = self.active + self.app.config.limits.idle <= now;
        let nobody = !self.is_waited_for(now);
        if self.may_sleep() && is_idle && nobody { Stay::Asleep } else { Stay::Awake }
    }

    /// Whoever is due has thought too long: in the words of the clock.
    fn late(&self) -> Verdict {
        match self.story.plan.clock {
            TimeControl::Game { time: game, increment } => {
                Verdict::Flag { game, increment, late: None }
            }
            TimeControl::Move(limit) => Verdict::TimeOut { limit, heard: Vec::new() },
            TimeControl::None => Verdict::TimeOut { limit: PATIENCE, heard: Vec::new() },
        }
    }

    /// Whoever is due stays away: one of ours moves for them, or they have given up.
    async fn give_way(&mut self, seat: usize) {
        if self.story.plan.stand_in.is_some() {
            self.stand_ins[seat] = true;
            return self.changed();
        }
        if let Err(refusal) = self.change(|table| table.resign(Seat::new(seat)).map(drop)) {
            tracing::error!(room = %self.id, %refusal, "nobody gave up");
        }
        if let Err(refusal) = self.go_on().await {
            tracing::error!(room = %self.id, %refusal, "an end was lost");
        }
    }

    /// Another game of the same people, seats rotated.
    pub(super) async fn make_rematch(&mut self) -> Result<(), Refusal> {
        let mut plan = self.story.plan.clone();
        let mut sitters = self.story.sitters.clone();
        plan.chairs.rotate_left(1);
        sitters.rotate_left(1);
        plan.seed = super::plan::drawn(getrandom::u64())?;
        let mut story = Story::begin(plan);
        story.sitters = sitters;
        let id = self.app.lobby.open(&self.app, story).await?;
        self.story.next = Some(id.clone());
        self.note(&RoomEvent::Next { id });
        self.commit().await
    }
}

fn impossible(error: &BadEvent) -> Refusal {
    Refusal::new(Code::Broken, format!("This cannot happen: {error}."))
}
