//! The task that owns a room: handles requests, advances the game, and leaves memory when idle ("sleeps").

use super::{
    CommandResult, Identity, Joined, LeaveOnDrop, NEWS_CAPACITY, NewsKind, Room, RoomAction,
    RoomCommand, RoomNews, RoomPhase, RoomStatus, RoomSummary,
    bots::Bots,
    presence::Presence,
    room_config::SeatPolicy,
    room_log::{Occupant, RoomLog},
    storing::{LogRetry, StoredRoom},
};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    guard::{Client, Held, Permit, Rate, TokenBucket},
    lock::lock,
    thinking_pool::PendingThought,
};
use axum::extract::ws::Utf8Bytes;
use futures_util::future::OptionFuture;
use meeple_core::{Choice, ChooseError};
use meeple_games::GameKind;
use meeple_session::{Action, Session, Ticket, Update};
use serde_json::value::RawValue;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::{Duration, Instant, UNIX_EPOCH},
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
    /// When the last request arrived that keeps the room awake.
    pub(super) last_request: Instant,
    /// The room's share of the memory, which belongs to the client who uses it.
    pub(super) memory_permit: Permit,
    /// How often each seat may still react.
    pub(super) reactions: HashMap<usize, TokenBucket>,
    /// The State as it was sent last, and when.
    sent_state: Option<(Instant, RoomNews)>,
    /// When and how to go on after the log has failed.
    pub(super) retry: Option<LogRetry>,
    /// The pause after the log's last failure; zero if something was stored since.
    pub(super) retry_pause: Duration,
    news: broadcast::Sender<RoomNews>,
    /// The lengths of the last messages, the newest last.
    news_lengths: VecDeque<usize>,
    status: Arc<Mutex<RoomStatus>>,
    commands: mpsc::UnboundedReceiver<RoomCommand>,
    /// For those who are to send commands to this room.
    sender: mpsc::WeakUnboundedSender<RoomCommand>,
}

/// A computer player's move in progress.
pub(super) struct ThinkingMove {
    pub(super) ticket: Ticket,
    pub(super) thought: PendingThought<Result<Choice<String>, ChooseError>>,
}

/// Starts the task of a room.
pub(crate) fn spawn(
    app: &AppState,
    id: &str,
    StoredRoom { log, mut session }: StoredRoom,
    memory_permit: Permit,
) -> Result<Room, ApiError> {
    let kind = log.config.kind()?;
    let now = app.clock.now();
    let seats = log.config.seats.len();
    if let Some(session) = &mut session {
        session.begin_turn(now); // reading took time
    }
    let (sender, commands) = mpsc::unbounded_channel();
    let (summary, client) = (RoomSummary::default(), memory_permit.client().address());
    let status = RoomStatus { summary, idle_since: None, client };
    let status = Arc::new(Mutex::new(status));
    let mut task = RoomTask {
        app: app.clone(),
        id: id.into(),
        kind,
        preview: super::automation::preview(kind, &log.config),
        commitment: log.config.commitment(),
        room_log: log,
        session,
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
        memory_permit,
        reactions: HashMap::new(),
        sent_state: None,
        retry: None,
        retry_pause: Duration::ZERO,
        news: broadcast::channel(NEWS_CAPACITY).0,
        news_lengths: VecDeque::new(),
        status: Arc::clone(&status),
        commands,
        sender: sender.downgrade(),
    };
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
                            drop(self.memory_permit); // before the one who needs it hears that it is free
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
        // A room that needs memory, such as this one for a rematch, must not wait for this one.
        lock(&self.status).idle_since = None;
        let now = self.now();
        // Those who read and act keep the room awake only if they have a seat, see below.
        if !matches!(command, RoomCommand::State { .. } | RoomCommand::Do { .. }) {
            self.last_request = now;
        }
        match command {
            RoomCommand::Sleep { .. } => {} // there is a deadline to handle first
            RoomCommand::State { who, reply } => {
                if let Some(seat) = self.seat_of(&who) {
                    self.note_request(seat, now);
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
                let leaving = self.leave_on_drop(RoomCommand::Leave { seat });
                let news = self.news.subscribe();
                if let Some(state) = self.state(now) {
                    // If nobody waits for the reply any more, it is dropped, and the client leaves.
                    let _ = reply.send(Joined { seat, state, news, leaving });
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
                if let Some(seat) = seat {
                    self.change_owner(&client);
                    self.note_request(seat, now);
                }
                let done = self.apply_action(seat, &action, at).await;
                if let (RoomAction::Sit { seat, .. }, Ok(_)) = (&action, &done) {
                    self.note_request(*seat, now);
                    self.drive();
                }
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

    /// Returns what sends this command to the room itself when it is dropped.
    pub(super) fn leave_on_drop(&self, command: RoomCommand) -> LeaveOnDrop {
        LeaveOnDrop { room: self.sender.clone(), command: Some(command) }
    }

    /// Notes a request by the player on this seat, who counts as present for some time.
    fn note_request(&mut self, seat: usize, now: Instant) {
        self.presence.note_request(seat, now);
        self.last_request = now;
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
        self.memory_permit.client()
    }

    /// Charges the room to the player who uses it, instead of whoever woke it.
    fn change_owner(&mut self, client: &Client) {
        if client.address() != self.owner().address()
            && let Ok(permit) = client.try_acquire(Held::Rooms, 1)
        {
            self.memory_permit = permit;
            self.measure();
        }
    }

    /// Returns whether the log may hold what a game can do without: the game isn't too long for that, and its
    /// owner has not filled its share of the disk.
    pub(super) fn stores_notes(&self) -> bool {
        !self.is_log_full() && self.owner().has_left(Rate::BytesStored)
    }

    /// Returns whether only moves may be added to the log.
    pub(super) fn is_log_full(&self) -> bool {
        self.room_log.bytes > self.app.config.limits.max_game_bytes
    }

    /// Estimates how much memory the game takes.
    pub(super) fn measure(&mut self) {
        let plies = self.game().map_or(0, |game| game.plies().len());
        if self.position_bytes == 0 {
            let start = self.game().and_then(|game| game.position_at(0));
            self.position_bytes = start.map_or(0, |position| position.to_string().len());
        }
        let bytes = (self.position_bytes + PLY_BYTES).saturating_mul(plies);
        self.memory_permit.set(1 + (bytes / ROOM_UNIT_BYTES) as u64);
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
    pub(super) fn publish(&mut self, narrated_from: usize) {
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
