//! The task that owns a room: handles requests, advances the game, and leaves memory when idle ("sleeps").

use super::{
    CommandResult, Identity, Joined, NEWS_CAPACITY, NewsKind, Room, RoomAction, RoomCommand,
    RoomNews, RoomPhase, RoomStatus, RoomSummary,
    bots::Bots,
    presence::Presence,
    room_config::SeatPolicy,
    room_log::{Occupant, RoomEvent, RoomLog},
};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    guard::{Client, Held, Permit, Rate, TokenBucket},
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
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::{
    sync::{broadcast, mpsc},
    time::sleep_until,
};

/// How long a State is sent to further clients before it is made anew, if only clocks have moved on.
const STATE_AGE: Duration = Duration::from_millis(100);
/// A State up to this length in bytes is kept until the room changes; a longer one only until it is made anew.
const SMALL_STATE_BYTES: usize = 16 << 10;
/// How many bytes of news may wait for clients that fall behind; further news they only hear of, and then get the
/// State. One message may always wait.
const MAX_UNREAD_BYTES: usize = 128 << 10;
/// A room counts once for each so many bytes that its game takes in memory.
const ROOM_UNIT_BYTES: usize = 64 << 10;
/// What a ply takes in memory, besides its position.
const PLY_BYTES: usize = 1 << 10;
/// The first pause before a log that failed is tried again; each further pause is twice as long...
const FIRST_RETRY: Duration = Duration::from_millis(100);
/// ...up to this.
const LAST_RETRY: Duration = Duration::from_secs(10);

/// The state of a room's task.
pub(super) struct RoomTask {
    pub(super) app: AppState,
    pub(super) id: Arc<str>,
    pub(super) kind: GameKind,
    /// The occupants and the log's length; the game itself is in the session.
    pub(super) room_log: RoomLog,
    pub(super) session: Option<Session>,
    /// The length of the starting position as text.
    position_bytes: usize,
    /// The commitment to the seed, if the server has drawn it.
    pub(super) commitment: Option<String>,
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
    /// When to ask again for a move that the thinking pool has stopped.
    pub(super) think_again_at: Option<Instant>,
    /// When a deadline last woke the task.
    pub(super) last_deadline: Option<Instant>,
    /// When the last request arrived that wasn't just reading.
    pub(super) last_request: Instant,
    /// The room's place in memory, which belongs to the client who uses it.
    place: Permit,
    /// How often each seat may still react.
    pub(super) reactions: HashMap<usize, TokenBucket>,
    /// The State as it was sent last, and when.
    sent_state: Option<(Instant, RoomNews)>,
    /// When and how to go on after the log has failed.
    pub(super) retry: Option<LogRetry>,
    news: broadcast::Sender<RoomNews>,
    /// The lengths of the last messages, the newest last.
    news_lengths: VecDeque<usize>,
    status: Arc<Mutex<RoomStatus>>,
    commands: mpsc::UnboundedReceiver<RoomCommand>,
}

/// A log that failed, and will be read again. Until then nothing can be done in the room.
pub(super) struct LogRetry {
    /// When to try again.
    pub(super) at: Instant,
    /// The pause until then.
    pause: Duration,
    /// Whether the room was restored from the log since.
    is_loaded: bool,
}

/// A computer player's move in progress.
pub(super) struct ThinkingMove {
    pub(super) ticket: Ticket,
    pub(super) thought: PendingThought<Result<Choice<String>, ChooseError>>,
}

/// Starts the task of a room from its log.
pub(crate) fn spawn(
    app: &AppState,
    id: &str,
    mut log: RoomLog,
    place: Permit,
) -> Result<Room, ApiError> {
    let kind = log.config.kind()?;
    let now = app.clock.now();
    let seats = log.config.seats.len();
    let game = log.game.take();
    let (sender, commands) = mpsc::unbounded_channel();
    let (summary, client) = (RoomSummary::default(), place.client().address());
    let status = RoomStatus { summary, idle_since: None, client };
    let status = Arc::new(Mutex::new(status));
    let mut task = RoomTask {
        app: app.clone(),
        id: id.into(),
        kind,
        preview: super::automation::preview(kind, &log.config),
        commitment: log.config.commitment(),
        room_log: log,
        session: None,
        position_bytes: 0,
        pending: Update::default(),
        unlogged_lines: Vec::new(),
        // A time stamp, so that messages sent before the room slept, or by an earlier server, have smaller
        // numbers.
        sequence: UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64),
        presence: Presence::new(seats, app.config.limits.presence_timeout, now),
        bots: Bots::default(),
        thinking: None,
        think_again_at: None,
        last_deadline: None,
        last_request: now,
        place,
        reactions: HashMap::new(),
        sent_state: None,
        retry: None,
        news: broadcast::channel(NEWS_CAPACITY).0,
        news_lengths: VecDeque::new(),
        status: Arc::clone(&status),
        commands,
    };
    task.session = task.resume(game);
    task.summarise();
    task.measure();
    tokio::spawn(task.run());
    Ok(Room { commands: sender, status, opened: now })
}

impl RoomTask {
    async fn run(mut self) {
        if let Err(refusal) = self.advance().await {
            tracing::error!(room = %self.id, %refusal, "the game cannot continue");
        }
        loop {
            self.note_status();
            let deadline = self.deadline(self.now());
            let deadline = deadline.map(|at| self.app.clock.real_time(at));
            let deadline = OptionFuture::from(deadline.map(|at| sleep_until(at.into())));
            let thinking = self.thinking.as_mut();
            let thought = OptionFuture::from(thinking.map(|thinking| &mut thinking.thought));
            let may_sleep = tokio::select! {
                // Deadlines first: requests, however many, must not keep a clock from running out.
                biased;
                Some(()) = deadline => {
                    // What has arrived before is in time.
                    for _ in 0..self.commands.len() {
                        if let Ok(command) = self.commands.try_recv() {
                            self.handle(command).await;
                        }
                    }
                    self.on_deadline().await
                }
                Some(thought) = thought => {
                    self.on_thought(thought).await;
                    false
                }
                command = self.commands.recv() => match command {
                    None => true,
                    Some(RoomCommand::Sleep { reply }) => {
                        let is_idle = self.may_sleep() && self.commands.is_empty();
                        if is_idle && self.app.lobby.retire(&self.id, || self.commands.is_empty()) {
                            drop(self.place); // before the one who needs it hears that it is free
                            let _ = reply.send(());
                            return self.commands.close();
                        }
                        false
                    }
                    Some(command) => {
                        self.handle(command).await;
                        false
                    }
                },
            };
            if may_sleep && self.app.lobby.retire(&self.id, || self.commands.is_empty()) {
                return self.commands.close();
            }
        }
    }

    async fn handle(&mut self, command: RoomCommand) {
        let now = self.now();
        if !matches!(command, RoomCommand::State { .. }) {
            self.last_request = now;
        }
        match command {
            RoomCommand::Sleep { .. } => {} // there is a deadline to handle first
            RoomCommand::State { who, reply } => {
                if let Some(seat) = self.seat_of(&who) {
                    self.presence.note_request(Some(seat), now);
                    self.last_request = now;
                    self.drive();
                }
                if let Some(state) = self.state(now) {
                    let _ = reply.send(state); // otherwise the reply is dropped: try again
                }
            }
            RoomCommand::Join { who, client, reply } => {
                let seat = self.seat_of(&who);
                if seat.is_some() {
                    self.change_owner(&client);
                }
                self.presence.connect(seat, now);
                self.end_stand_in(seat);
                let news = self.news.subscribe();
                let joined = self.state(now).map(|state| Joined { seat, state, news });
                if joined.is_none_or(|joined| reply.send(joined).is_err()) {
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
            RoomCommand::Do { who, client, at, action, reply } => {
                let seat = self.seat_of(&who);
                if seat.is_some() {
                    self.change_owner(&client);
                }
                self.presence.note_request(seat, now);
                let done = self.apply_action(seat, &action, at).await;
                let _ = reply.send(done);
            }
            RoomCommand::BotJoin { who, client, reply } => {
                let joined = self.bot_join(self.bot_seat_of(&who));
                if joined.is_ok() {
                    self.change_owner(&client); // what it says is stored
                }
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

    /// Returns the State; `None` if the log has failed and nobody has seen this one yet.
    fn state(&mut self, now: Instant) -> Option<RoomNews> {
        if let Some((at, news)) = &self.sent_state
            && news.sequence == self.sequence
            && (!self.is_loaded() || now.saturating_duration_since(*at) < STATE_AGE)
        {
            return Some(news.clone());
        }
        if !self.is_loaded() {
            return None; // what is in memory isn't in the log
        }
        let (kind, text) = (NewsKind::Update(self.phase()), self.state_message(now).into());
        let news = RoomNews { kind, sequence: self.sequence, text };
        self.sent_state = Some((now, news.clone()));
        Some(news)
    }

    /// Returns when the State that was sent last is forgotten: a long one isn't needed by anyone for long, but
    /// there may be thousands of rooms.
    pub(super) fn state_expires(&self) -> Option<Instant> {
        let (at, news) = self.sent_state.as_ref()?;
        (news.text.len() > SMALL_STATE_BYTES).then(|| *at + STATE_AGE)
    }

    /// Forgets the State that was sent last.
    pub(super) fn forget_state(&mut self) {
        self.sent_state = None;
    }

    /// Returns the time by the server's clock.
    pub(super) fn now(&self) -> Instant {
        self.app.clock.now()
    }

    /// Returns the client for whom the room is in memory, and computer players think.
    pub(super) fn owner(&self) -> &Client {
        self.place.client()
    }

    /// Charges the room to the player who uses it, instead of whoever woke it.
    fn change_owner(&mut self, client: &Client) {
        if client.address() != self.owner().address()
            && let Ok(place) = client.acquire(Held::Rooms, 1)
        {
            self.place = place;
            self.measure();
        }
    }

    /// Returns whether the log may hold what a game can do without: the game isn't too long for that, and its
    /// owner has not filled its share of the disk.
    pub(super) fn stores_notes(&self) -> bool {
        !self.is_log_full() && self.owner().spend(Rate::BytesStored, 0).is_ok()
    }

    /// Returns whether only moves may be added to the log.
    pub(super) fn is_log_full(&self) -> bool {
        self.room_log.bytes > self.app.config.limits.max_game_bytes
    }

    /// Estimates how much memory the game takes.
    fn measure(&mut self) {
        let plies = self.game().map_or(0, |game| game.plies().len());
        if self.position_bytes == 0 {
            let start = self.game().and_then(|game| game.position_at(0));
            self.position_bytes = start.map_or(0, |position| position.to_string().len());
        }
        let bytes = (self.position_bytes + PLY_BYTES).saturating_mul(plies);
        self.place.set(1 + (bytes / ROOM_UNIT_BYTES) as u64);
    }

    /// Tells the lobby whether the room may leave memory.
    fn note_status(&self) {
        let idle_since = self.may_sleep().then_some(self.last_request);
        let mut status = lock(&self.status);
        (status.idle_since, status.client) = (idle_since, self.owner().address());
    }

    /// Publishes a change that isn't in the log: who is connected, what is offered.
    pub(super) fn publish_change(&mut self) {
        self.drive();
        self.publish(usize::MAX);
    }

    /// Sends all clients an update, with the narration from `narrated_from` on.
    fn publish(&mut self, narrated_from: usize) {
        if !self.is_loaded() {
            return;
        }
        self.summarise();
        let now = self.now();
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
        let unread = self.news.len();
        let lengths = &mut self.news_lengths;
        lengths.drain(..lengths.len().saturating_sub(unread));
        let bytes = lengths.iter().sum::<usize>() + text.len();
        let is_too_much = unread >= 1 && bytes > MAX_UNREAD_BYTES;
        let (kind, text) =
            if is_too_much { (NewsKind::Skipped, Utf8Bytes::default()) } else { (kind, text) };
        lengths.push_back(text.len());
        let _ = self.news.send(RoomNews { kind, sequence: self.sequence, text }); // there may be no clients
    }

    fn summarise(&self) {
        if let Some(game) = self.game() {
            self.app.running_games.follow(&self.id, game);
        }
        let shown = &mut lock(&self.status).summary;
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
        let summary = (is_new_phase || is_over || has_begun).then(|| self.stored_summary());
        let bytes: usize = lines.iter().map(String::len).sum();
        let (name, expected) = (Arc::clone(&self.id), self.room_log.length);
        let append = LogAppend { name, expected, lines, summary };
        match self.app.append(append).await {
            Ok(length) => {
                self.room_log.length = length;
                self.room_log.changed = Some(SystemTime::now());
                self.room_log.bytes += bytes;
                self.owner().charge(Rate::BytesStored, bytes as u64);
                self.measure();
                let is_move = |event: &&Event| matches!(event, Event::Move { .. });
                self.app.metrics.moves.inc_by(events().filter(is_move).count() as u64);
                self.drive();
                // Clients run their own clocks, so spent time alone needn't be published.
                if is_new_phase || events().next().is_some() {
                    self.publish(narrated_from);
                }
                Ok(())
            }
            Err(error) => {
                tracing::error!(room = %self.id, %error, "the log cannot be written");
                self.try_later(matches!(error, LogError::Moved { .. }));
                self.reload_from_log().await;
                Err(error.into())
            }
        }
    }

    /// Plans to go on after a pause. What happened last is not in the log, so it has not happened.
    fn try_later(&mut self, is_moved: bool) {
        let pause = match &self.retry {
            _ if is_moved => Duration::ZERO, // another server has written: the log works
            None => FIRST_RETRY,
            Some(retry) => (2 * retry.pause).clamp(FIRST_RETRY, LAST_RETRY),
        };
        self.retry = Some(LogRetry { at: self.now() + pause, pause, is_loaded: false });
    }

    /// Restores the room from its log.
    async fn reload_from_log(&mut self) {
        let read = self.app.read_log(&self.id).await;
        match read.map_err(ApiError::from).and_then(|lines| RoomLog::replay(&lines)) {
            Ok(mut log) => {
                let game = log.game.take();
                log.changed = self.room_log.changed;
                self.room_log = log;
                self.session = self.resume(game);
                self.pending = Update::default();
                self.unlogged_lines.clear();
                self.bots.clear_requests();
                self.thinking = None;
                if let Some(retry) = &mut self.retry {
                    retry.is_loaded = true;
                }
                self.publish(0);
            }
            Err(error) => tracing::error!(room = %self.id, %error, "the log cannot be read"),
        }
    }

    /// Goes on after the log has failed.
    pub(super) async fn recover(&mut self) {
        if !self.is_loaded() {
            self.reload_from_log().await;
        }
        if !self.is_loaded() {
            return self.try_later(false);
        }
        let Some(failed) = self.retry.take() else { return };
        if self.advance().await.is_ok() {
            tracing::info!("the log works again for a room");
            return self.drive();
        }
        // The next pause is longer than the last one, not the first one again.
        let pause = (2 * failed.pause).clamp(FIRST_RETRY, LAST_RETRY);
        let at = self.now() + pause;
        if let Some(retry) = &mut self.retry {
            (retry.at, retry.pause) = (at, pause);
        }
    }

    /// Returns whether the room is as its log says.
    fn is_loaded(&self) -> bool {
        self.retry.as_ref().is_none_or(|retry| retry.is_loaded)
    }

    /// Applies an action and its consequences.
    async fn apply_action(
        &mut self,
        seat: Option<usize>,
        action: &RoomAction,
        at: Instant,
    ) -> Result<CommandResult, ApiError> {
        if !self.is_loaded() {
            let message = "Moves cannot be stored at the moment. Try again soon.";
            return Err(ApiError::new(ErrorCode::Unavailable, message));
        }
        let done = self.start_action(seat, action, at)?;
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
