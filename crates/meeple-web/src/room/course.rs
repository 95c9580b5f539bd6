//! What happens by itself: the game goes on, players are asked, clocks run out, and somebody
//! moves for those who stay away.

use super::{
    Phase,
    plan::{Chair, Plan},
    story::{RoomEvent, Story},
    task::{Stay, Task, Thinking},
};
use crate::{
    refusal::{Code, Refusal},
    thinking::Owner,
};
use meeple_ai::roster::roster;
use meeple_core::{Choice, Contestant, Match, NoChoice, Seat, Table, Verdict};
use meeple_games::{GameKind, open_record};
use meeple_session::{
    Action, Config, Due, Notice, OPPONENT, People, Refusal as Refused, Reply, Request, Session,
    Ticket, TimeControl, opening, rotate_seats,
};
use meeple_view::view;
use serde_json::value::{RawValue, to_raw_value};
use std::time::{Duration, Instant};

/// Between two moments that time alone brings.
const PAUSE: Duration = Duration::from_millis(20);
/// How often the running turn of a game with a clock is written down.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// What is shown of a room whose game has not begun.
pub(super) fn preview(kind: GameKind, plan: &Plan) -> Box<RawValue> {
    let first = if let Some(text) = &plan.position {
        let position = kind.read_position(text).ok();
        position.and_then(|position| {
            view(kind).picture(&*position, &opening::nobodies(position.seats()))
        })
    } else {
        let game = opening::without_players(kind, &plan.options, plan.seed).ok();
        game.and_then(|table| view(kind).picture_at(table.game(), 0))
    };
    to_raw_value(&first).expect("a picture is plain data")
}

/// What the session of a room is set up with.
pub(super) fn session_config(kind: GameKind, plan: &Plan, thinking: Duration) -> Config {
    let config = Config {
        control: plan.clock,
        people: People::Apart,
        computer_time: Some(thinking),
        ..Config::of(kind)
    };
    config.with_stand_in(kind, plan.stand_in.as_deref().unwrap_or(OPPONENT))
}

impl Task {
    /// Lets happen what happens by itself, puts it into the log, and shows it.
    pub(super) async fn go_on(&mut self) -> Result<(), Refusal> {
        if self.session.is_none() && self.story.is_complete() {
            self.begin()?;
        }
        if let Some(session) = &mut self.session {
            let update = session.advance(Instant::now())?;
            self.pending.merge(update);
        }
        self.commit().await?;
        if self.phase() == Phase::Over
            && let Some(session) = &self.session
        {
            self.bots.end(session.game());
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Refusal> {
        let time = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let header = self.story.header(time)?;
        let position = open_record(&header).map_err(Refusal::bad_request)?;
        let table = Table::start(header, position);
        let table = table.map_err(|error| Refusal::new(Code::Broken, error.to_string()))?;
        self.session = Some(Session::start(table, self.session_config(), Instant::now()));
        Ok(())
    }

    fn session_config(&self) -> Config {
        session_config(self.kind, &self.story.plan, self.app.config.limits.thinking)
    }

    /// The session of this story, if its game has begun.
    pub(super) fn resume(&self, game: Option<Match>) -> Option<Session> {
        let (config, now) = (self.session_config(), Instant::now());
        game.map(|game| Session::resume(game, &self.story.spent, config, now))
    }

    /// Does something in the game; what comes of it is stored and shown by [`Task::go_on`].
    pub(super) fn apply(&mut self, action: Action<'_>) -> Result<(), Refusal> {
        let session = self.session.as_mut();
        let session =
            session.ok_or_else(|| Refusal::new(Code::NotNow, "The game has not begun."))?;
        let update = session.apply(action, Instant::now())?;
        self.pending.merge(update);
        Ok(())
    }

    /// Asks whoever is due, if it is one of ours or a program, and somebody waits for it.
    pub(super) fn drive(&mut self) {
        let due = self.session.as_ref().map(Session::due);
        match due {
            Some(Due::Computer(who, request)) if self.is_waited_for(Instant::now()) => {
                let is_asked = |thinking: &Thinking| thinking.ticket == request.ticket;
                if !self.thinking.as_ref().is_some_and(is_asked) {
                    self.think(who, request);
                }
            }
            Some(Due::Program(request)) => {
                self.thinking = None;
                self.ask_bot(&request);
            }
            _ => self.thinking = None,
        }
    }

    fn think(&mut self, who: Contestant, request: Request) {
        let Some(session) = &self.session else { return };
        let Request { ticket, limits } = request;
        let (position, mut rng) =
            (session.game().position().boxed_clone(), session.generator(ticket.seat));
        let (roster, resources) = (roster(self.kind), self.app.resources.clone());
        let owner = Owner::Room(self.id.to_string());
        let thought = self.app.pool.think(owner, limits, move |limits| {
            let Contestant::Computer { player, parameters } = &who else {
                return Err(NoChoice::broken("only computer players think here"));
            };
            let seated = roster.seat_as(player, parameters, &resources);
            let mut player = seated.map_err(|error| NoChoice::broken(error.to_string()))?;
            player.choose_text(&*position, limits, &mut rng)
        });
        self.thinking = Some(Thinking { ticket, thought });
    }

    /// One of ours has thought.
    pub(super) async fn thought(
        &mut self,
        thought: Result<Result<Choice<String>, NoChoice>, Refusal>,
    ) {
        let Some(Thinking { ticket, .. }) = self.thinking.take() else { return };
        let choice = match thought {
            Ok(Err(NoChoice::Stopped)) => return, // nobody waits: it is asked again
            Ok(choice) => choice,
            Err(refusal) => Err(NoChoice::broken(refusal.message)),
        };
        let time = self.session.as_ref().map(|session| session.turn_time(Instant::now()));
        self.answered(ticket, choice, time.unwrap_or_default()).await;
    }

    /// A program has said something.
    pub(super) async fn heard_bot(&mut self, seat: usize, visit: u64, line: &str) {
        let Some((ticket, choice)) = self.bot_said((seat, visit), line) else { return };
        let time = self.bot_time(seat, Instant::now());
        self.answered(ticket, choice, time).await;
    }

    /// How long a program has thought: by the clock, or where there is none since it was asked.
    fn bot_time(&self, seat: usize, now: Instant) -> Duration {
        let asked = self.bots.asked_at(seat).map(|asked| now.saturating_duration_since(asked));
        match &self.session {
            Some(session) if self.story.plan.clock != TimeControl::None => session.turn_time(now),
            _ => asked.unwrap_or_default(),
        }
    }

    /// A player has answered, or failed; what follows happens.
    async fn answered(
        &mut self,
        ticket: Ticket,
        choice: Result<Choice<String>, NoChoice>,
        time: Duration,
    ) {
        let is_wanted = self.does(Action::Answer(ticket, &Reply::new(choice, time)));
        self.follow(is_wanted).await;
    }

    /// Does something that nobody asked for; whether anything may have come of it.
    fn does(&mut self, action: Action<'_>) -> bool {
        let Some(session) = &mut self.session else { return false };
        match session.apply(action, Instant::now()) {
            Ok(update) => {
                for notice in &update.notices {
                    if let Notice::Failed { seat, verdict, .. } = notice {
                        tracing::info!(room = %self.id, %seat, verdict, "a player failed");
                    }
                }
                self.pending.merge(update);
                true
            }
            Err(Refused::StaleAnswer) => false,
            Err(error) => {
                tracing::error!(room = %self.id, %error, "nothing came of it");
                true
            }
        }
    }

    /// What has come of something is stored and shown.
    async fn follow(&mut self, has_changed: bool) {
        if !has_changed {
            return self.drive();
        }
        if let Err(refusal) = self.go_on().await {
            tracing::error!(room = %self.id, %refusal, "a move was lost");
        }
    }

    /// When something is to be done if nobody asks for anything.
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        let sleep = self.may_sleep().then(|| {
            let idle = self.active + self.app.config.limits.idle;
            self.presence.interest_ends().map_or(idle, |ends| idle.max(ends))
        });
        let moments = [self.time_runs_out(), self.gives_way(now), self.checkpoint_due(), sleep];
        let first = moments.into_iter().flatten().min();
        // Whatever goes wrong, time alone never keeps a room busy.
        first.map(|first| self.timed.map_or(first, |timed| first.max(timed + PAUSE)))
    }

    /// When whoever is due has thought too long: by the clock, or a program without one.
    fn time_runs_out(&self) -> Option<Instant> {
        let session = self.session.as_ref()?;
        let by_clock = session.deadline();
        let program = || match session.due() {
            Due::Program(request) => {
                let asked = self.bots.asked_at(request.ticket.seat.index())?;
                Some(asked + session.config().program_time)
            }
            _ => None,
        };
        by_clock.or_else(program)
    }

    /// When somebody else moves for whoever is due and away, if others wait.
    fn gives_way(&self, now: Instant) -> Option<Instant> {
        let session = self.session.as_ref()?;
        let away_since = match session.due() {
            Due::Person(seat) => self.presence.away_since(seat.index())?,
            Due::Program(request) => self.bots.away_since(request.ticket.seat.index())?,
            _ => return None,
        };
        let since = away_since.max(session.turn_began());
        let others_wait = self.is_waited_for(now);
        let away = self.story.plan.away;
        (away > 0 && others_wait).then(|| since + Duration::from_secs(away))
    }

    /// When the running turn is to be written down, where a clock runs.
    fn checkpoint_due(&self) -> Option<Instant> {
        let session = self.session.as_ref()?;
        session.deadline().map(|_| session.noted_until() + CHECKPOINT)
    }

    /// Whether nobody would miss the room: nobody looks, and no clock runs.
    fn may_sleep(&self) -> bool {
        let is_empty = !self.presence.is_watched() && !self.bots.is_anybody_here();
        is_empty && self.time_runs_out().is_none() && self.thinking.is_none()
    }

    /// Whether anybody waits for what happens next: people, or programs.
    fn is_waited_for(&self, now: Instant) -> bool {
        self.presence.is_anybody_there(now) || self.bots.is_anybody_here()
    }

    /// The time has come for something.
    pub(super) async fn on_time(&mut self) -> Stay {
        let now = Instant::now();
        self.timed = Some(now);
        let has_come = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if has_come(self.time_runs_out()) {
            self.thinking = None;
            self.run_out().await;
            return Stay::Awake;
        }
        if has_come(self.gives_way(now)) {
            self.give_way().await;
            return Stay::Awake;
        }
        if has_come(self.checkpoint_due()) {
            self.checkpoint().await;
            return Stay::Awake;
        }
        self.drive(); // whoever asked without a socket may have lost interest
        let is_idle = self.active + self.app.config.limits.idle <= now;
        let nobody = !self.is_waited_for(now);
        if self.may_sleep() && is_idle && nobody { Stay::Asleep } else { Stay::Awake }
    }

    /// Writes down how long the running turn has taken, where a clock runs.
    pub(super) async fn checkpoint(&mut self) {
        let is_noted = self.does(Action::Checkpoint);
        self.follow(is_noted).await;
    }

    /// The time of whoever is due is over.
    async fn run_out(&mut self) {
        let Some(session) = &self.session else { return };
        match session.due() {
            Due::Program(request) if session.deadline().is_none() => {
                let limit = session.config().program_time;
                let verdict = Verdict::TimeOut { limit, heard: Vec::new() };
                self.answered(request.ticket, Err(NoChoice::Failed(verdict)), limit).await;
            }
            _ => {
                let has_fallen = self.does(Action::Tick);
                self.follow(has_fallen).await;
            }
        }
    }

    /// Whoever is due stays away: one of ours moves for them, or they have given up.
    async fn give_way(&mut self) {
        let Some(seat) = self.session.as_ref().and_then(Session::seat_to_move) else { return };
        if self.story.plan.stand_in.is_some() {
            if let Err(refusal) = self.apply(Action::StandIn(seat)) {
                tracing::error!(room = %self.id, %refusal, "nobody stands in");
            }
            return self.changed();
        }
        let has_resigned = self.does(Action::Resign(seat));
        self.follow(has_resigned).await;
    }

    /// Whoever returns moves for themselves again.
    pub(super) fn welcome(&mut self, seat: Option<usize>) {
        let is_away = |session: &Session, seat| session.is_away(Seat::new(seat));
        if let (Some(seat), Some(session)) = (seat, &self.session)
            && is_away(session, seat)
        {
            self.thinking = None;
            if let Err(refusal) = self.apply(Action::Return(Seat::new(seat))) {
                tracing::error!(room = %self.id, %refusal, "nobody returns");
            }
        }
    }

    /// Another game of the same people, seats rotated.
    pub(super) async fn make_rematch(&mut self) -> Result<(), Refusal> {
        let mut plan = self.story.plan.clone();
        let mut sitters = self.story.sitters.clone();
        rotate_seats(&mut plan.chairs);
        rotate_seats(&mut sitters);
        plan.seed = super::plan::drawn(getrandom::u64())?;
        let mut story = Story::begin(plan);
        story.sitters = sitters;
        let id = self.app.lobby.open(&self.app, story).await?;
        self.story.next = Some(id.clone());
        self.note(&RoomEvent::Next { id });
        self.commit().await
    }

    /// The player in a chair, where it is one of ours.
    pub(super) fn player_of(&self, seat: usize) -> Option<String> {
        match &self.story.plan.chairs[seat] {
            Chair::Computer(player) => Some(player.clone()),
            Chair::Person | Chair::Bot(_) => None,
        }
    }
}
