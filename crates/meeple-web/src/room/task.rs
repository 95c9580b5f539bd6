//! The task that owns a room: handles requests, advances the game, and leaves memory when idle ("sleeps").

use super::{
    CommandResult, Identity, Joined, NEWS_CAPACITY, NewsKind, Room, RoomAction, RoomCommand,
    RoomNews, RoomPhase, RoomSummary,
    bots::Bots,
    presence::Presence,
    room_config::SeatPolicy,
    room_log::{Occupant, RoomEvent, RoomLog},
};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    lock::lock,
    log::{LogAppend, LogError},
    thinking_pool::PendingThought,
};
use axum::extract::ws::Utf8Bytes;
use futures_util::future::OptionFuture;
use meeple_core::{Choice, ChooseError, Event};
use meeple_games::GameKind;
use meeple_session::{Action, LogEntry, Session, Ticket, Update};
use serde_json::value::RawValue;
use std::{
    sync::{Arc, Mutex},
    time::{Instant, UNIX_EPOCH},
};
use tokio::{
    sync::{broadcast, mpsc},
    time::sleep_until,
};

/// The state of a room's task.
pub(super) struct RoomTask {
    pub(super) app: AppState,
    pub(super) id: Arc<str>,
    pub(super) kind: GameKind,
    /// The occupants and the log's length; the game itself is in the session.
    pub(super) room_log: RoomLog,
    pub(super) session: Option<Session>,
    /// The picture shown before the game has started.
    pub(super) preview: Box<RawValue>,
    /// Game events that aren't in the log yet.
    pub(super) pending: Update,
    /// Lines about the room that aren't in the log yet.
    pub(super) unlogged_lines: Vec<String>,
    pub(super) sequence: u64,
    pub(super) presence: Presence,
    pub(super) bots: Bots,
    pub(super) thinking: Option<ThinkingMove>,
    /// When a deadline last woke the task.
    pub(super) last_deadline: Option<Instant>,
    /// When the last request arrived.
    pub(super) last_request: Instant,
    news: broadcast::Sender<RoomNews>,
    summary: Arc<Mutex<RoomSummary>>,
    commands: mpsc::UnboundedReceiver<RoomCommand>,
}

/// A computer player's move in progress.
pub(super) struct ThinkingMove {
    pub(super) ticket: Ticket,
    pub(super) thought: PendingThought<Result<Choice<String>, ChooseError>>,
}

/// Starts the task of a room from its log.
pub(crate) fn spawn(app: &AppState, id: &str, mut log: RoomLog) -> Result<Room, ApiError> {
    let kind = log.config.kind()?;
    let now = Instant::now();
    let seats = log.config.seats.len();
    let game = log.game.take();
    let (sender, commands) = mpsc::unbounded_channel();
    let summary = Arc::<Mutex<RoomSummary>>::default();
    let mut task = RoomTask {
        app: app.clone(),
        id: id.into(),
        kind,
        preview: super::automation::preview(kind, &log.config),
        room_log: log,
        session: None,
        pending: Update::default(),
        unlogged_lines: Vec::new(),
        // A time stamp, so that messages sent before the room slept, or by an earlier server, have smaller
        // numbers.
        sequence: UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64),
        presence: Presence::new(seats, app.config.limits.presence_timeout, now),
        bots: Bots::default(),
        thinking: None,
        last_deadline: None,
        last_request: now,
        news: broadcast::channel(NEWS_CAPACITY).0,
        summary: Arc::clone(&summary),
        commands,
    };
    task.session = task.resume(game);
    task.summarise();
    tokio::spawn(task.run());
    Ok(Room { commands: sender, summary })
}

impl RoomTask {
    async fn run(mut self) {
        if let Err(refusal) = self.advance().await {
            tracing::error!(room = %self.id, %refusal, "the game cannot continue");
        }
        loop {
            let deadline = self.deadline(Instant::now());
            let deadline = OptionFuture::from(deadline.map(|at| sleep_until(at.into())));
            let thinking = self.thinking.as_mut();
            let thought = OptionFuture::from(thinking.map(|thinking| &mut thinking.thought));
            let may_sleep = tokio::select! {
                biased;
                command = self.commands.recv() => match command {
                    None => true,
                    Some(command) => {
                        self.last_request = Instant::now();
                        self.handle(command).await;
                        false
                    }
                },
                Some(thought) = thought => {
                    self.on_thought(thought).await;
                    false
                }
                Some(()) = deadline => self.on_deadline().await,
            };
            if may_sleep && self.app.lobby.retire(&self.id, || self.commands.is_empty()) {
                return self.commands.close();
            }
        }
    }

    async fn handle(&mut self, command: RoomCommand) {
        let now = Instant::now();
        match command {
            RoomCommand::State { reply } => {
                self.presence.note_request(None, now);
                let _ = reply.send(self.state(now));
                self.drive();
            }
            RoomCommand::Join { who, reply } => {
                let seat = self.seat_of(&who);
                self.presence.connect(seat, now);
                self.end_stand_in(seat);
                let (state, news) = (self.state(now), self.news.subscribe());
                if reply.send(Joined { seat, state, news }).is_err() {
                    self.presence.disconnect(seat, now);
                }
                self.on_presence_change(seat);
            }
            RoomCommand::SeatChanged { was, is } => {
                self.presence.change_seat(was, is, now);
                self.end_stand_in(is);
                self.publish_change();
            }
            RoomCommand::Leave { seat } => {
                self.presence.disconnect(seat, now);
                self.on_presence_change(seat);
            }
            RoomCommand::Checkpoint { reply } => {
                self.apply_automatic(Action::Checkpoint).await;
                let _ = reply.send(());
            }
            RoomCommand::Do { who, action, reply } => {
                let seat = self.seat_of(&who);
                self.presence.note_request(seat, now);
                let done = self.apply_action(seat, &action).await;
                let _ = reply.send(done);
            }
            RoomCommand::BotJoin { who, reply } => {
                let joined = self.bot_join(self.bot_seat_of(&who));
                self.end_stand_in(joined.as_ref().ok().map(|joined| joined.seat));
                let _ = reply.send(joined);
                self.publish_change();
            }
            RoomCommand::BotLine { seat, connection, line, heard } => {
                self.on_bot_line(seat, connection, &line).await;
                let _ = heard.send(());
            }
            RoomCommand::BotLeave { seat, connection } => self.bot_leave(seat, connection),
        }
    }

    /// Publishes the change if a player connected or disconnected; spectators aren't shown to anyone.
    fn on_presence_change(&mut self, seat: Option<usize>) {
        match seat {
            Some(_) => self.publish_change(),
            None => self.drive(),
        }
    }

    /// Returns the seat owned by this secret, if any.
    fn seat_of(&self, who: &Identity) -> Option<usize> {
        let who = who.as_ref()?;
        let is_theirs = |occupant: &Option<Occupant>| {
            occupant.as_ref().is_some_and(|occupant| occupant.secret.equals(who))
        };
        self.room_log.occupants.iter().position(is_theirs)
    }

    /// Returns the seat that this bot token opens, if any.
    fn bot_seat_of(&self, who: &Identity) -> Option<usize> {
        let who = who.as_ref()?;
        let opens =
            |policy: &SeatPolicy| matches!(policy, SeatPolicy::Bot(token) if token.equals(who));
        self.room_log.config.seats.iter().position(opens)
    }

    /// Returns the State.
    fn state(&self, now: Instant) -> RoomNews {
        let (kind, text) = (NewsKind::Update(self.phase()), self.state_message(now).into());
        RoomNews { kind, sequence: self.sequence, text }
    }

    /// Publishes a change that isn't in the log: who is connected, what is offered.
    pub(super) fn publish_change(&mut self) {
        self.drive();
        self.publish(usize::MAX);
    }

    /// Sends all clients an update, with the narration from `narrated_from` on.
    fn publish(&mut self, narrated_from: usize) {
        self.summarise();
        let now = Instant::now();
        let is_watched = self.news.receiver_count() > 0;
        let passed = self
            .session
            .as_ref()
            .and_then(|session| session.consequences_since(narrated_from).filter(|_| is_watched));
        if let (Some(ply), Some(session)) = (passed, &self.session) {
            self.sequence += 1;
            let text = self.update_message_at(session, (ply, narrated_from), now);
            self.send(NewsKind::Update(RoomPhase::Playing), text.into());
        }
        self.sequence += 1;
        if is_watched {
            let from = passed.unwrap_or(narrated_from);
            self.send(NewsKind::Update(self.phase()), self.update_message(from, now).into());
        }
    }

    /// Sends a message to all clients.
    pub(super) fn send(&mut self, kind: NewsKind, text: Utf8Bytes) {
        let _ = self.news.send(RoomNews { kind, sequence: self.sequence, text }); // there may be no clients
    }

    fn summarise(&self) {
        let mut shown = lock(&self.summary);
        if (shown.phase, self.phase()) == (RoomPhase::Playing, RoomPhase::Playing) {
            shown.ply = self.game().map_or(0, |game| game.plies().len());
        } else {
            *shown = self.summary();
        }
    }

    /// Appends what has happened to the log, then publishes it. If the log fails, nothing has happened.
    pub(super) async fn commit(&mut self) -> Result<(), ApiError> {
        let mut lines = std::mem::take(&mut self.unlogged_lines);
        let is_new_phase = !lines.is_empty();
        let Update { entries, narrated_from, .. } = std::mem::take(&mut self.pending);
        lines.extend(entries.iter().map(line));
        if lines.is_empty() {
            return Ok(());
        }
        let events = || {
            entries.iter().filter_map(|entry| match entry {
                LogEntry::Event(event) => Some(&**event),
                LogEntry::Spent(_) => None,
            })
        };
        let has_begun = events().any(|event| matches!(event, Event::Start(_)));
        let is_over = self.phase() == RoomPhase::Over;
        let summary = (is_new_phase || is_over || has_begun).then(|| self.summary().to_stored());
        let (name, expected) = (Arc::clone(&self.id), self.room_log.length);
        let append = LogAppend { name, expected, lines, summary };
        match self.app.append(append).await {
            Ok(length) => {
                self.room_log.length = length;
                let is_move = |event: &&Event| matches!(event, Event::Move { .. });
                self.app.metrics.moves.inc_by(events().filter(is_move).count() as u64);
                self.drive();
                // Clients run their own clocks, so spent time alone needn't be published.
                if is_new_phase || events().next().is_some() {
                    self.publish(narrated_from);
                }
                Ok(())
            }
            Err(error) => Err(self.reload_from_log(error).await),
        }
    }

    /// Restores the room from the log after a failed write.
    async fn reload_from_log(&mut self, error: LogError) -> ApiError {
        tracing::error!(room = %self.id, "the log cannot be written");
        let read = self.app.read_log(&self.id).await;
        match read.map_err(ApiError::from).and_then(|lines| RoomLog::replay(&lines)) {
            Ok(mut log) => {
                let game = log.game.take();
                self.room_log = log;
                self.session = self.resume(game);
                self.pending = Update::default();
                self.bots.clear_requests();
                self.thinking = None;
                self.publish(0);
            }
            Err(error) => tracing::error!(room = %self.id, %error, "the log cannot be read"),
        }
        ApiError::from(error)
    }

    /// Applies an action and its consequences.
    async fn apply_action(
        &mut self,
        seat: Option<usize>,
        action: &RoomAction,
    ) -> Result<CommandResult, ApiError> {
        let done = self.start_action(seat, action)?;
        let is_rematch = std::mem::take(&mut self.pending.is_rematch);
        self.advance().await?;
        if is_rematch {
            self.make_rematch().await?;
        }
        Ok(done)
    }
}

/// Formats an entry as a line of the room's log.
fn line(entry: &LogEntry) -> String {
    match entry {
        LogEntry::Event(event) => event.to_string(),
        LogEntry::Spent(spent) => RoomEvent::Spent(*spent).to_line(),
    }
}
