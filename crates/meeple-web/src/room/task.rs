//! The task that owns a room: hears, lets happen, and sleeps.

use super::{
    Ask, Done, Identity, Joined, NEWS, News, NewsKind, Phase, Room, Summary, Told,
    bots::Bots,
    presence::Presence,
    story::{RoomEvent, Story},
};
use crate::{
    app::App,
    log::{Append, LogError},
    refusal::{Code, Refusal},
    thinking::Thought,
};
use axum::extract::ws::Utf8Bytes;
use meeple_core::{Choice, Event, NoChoice};
use meeple_games::GameKind;
use meeple_session::{Entry, Session, Ticket, Update};
use meeple_view::{AnyView, view};
use serde_json::value::RawValue;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};
use tokio::{
    sync::{broadcast, mpsc},
    time::sleep_until,
};

/// What a room's task owns.
pub(super) struct Task {
    pub(super) app: App,
    pub(super) id: Arc<str>,
    pub(super) kind: GameKind,
    pub(super) view: &'static dyn AnyView,
    /// Who sits here, and the log's length; the game itself is in the session.
    pub(super) story: Story,
    pub(super) session: Option<Session>,
    /// What is shown before the game has begun: a picture.
    pub(super) preview: Box<RawValue>,
    /// What has happened in the game and is not in the log yet.
    pub(super) pending: Update,
    /// Lines about the room that are not in the log yet.
    pub(super) fresh: Vec<String>,
    pub(super) sequence: u64,
    pub(super) presence: Presence,
    pub(super) bots: Bots,
    pub(super) thinking: Option<Thinking>,
    /// When time alone woke it last.
    pub(super) timed: Option<Instant>,
    /// When anything happened last.
    pub(super) active: Instant,
    news: broadcast::Sender<News>,
    summary: Arc<Mutex<Summary>>,
    asks: mpsc::UnboundedReceiver<Ask>,
}

/// One of ours thinks.
pub(super) struct Thinking {
    pub(super) ticket: Ticket,
    pub(super) thought: Thought<Result<Choice<String>, NoChoice>>,
}

/// What a room wakes up for.
enum Moment {
    Asked(Option<Ask>),
    Thought(Result<Result<Choice<String>, NoChoice>, Refusal>),
    Time,
}

/// Whether a room stays awake.
#[derive(PartialEq, Eq)]
pub(super) enum Stay {
    Awake,
    Asleep,
}

/// Wakes a room.
pub(crate) fn spawn(app: &App, id: &str, mut story: Story) -> Result<Room, Refusal> {
    let kind = story.plan.kind()?;
    let now = Instant::now();
    let seats = story.plan.chairs.len();
    let game = story.game.take();
    let (sender, asks) = mpsc::unbounded_channel();
    let summary = Arc::<Mutex<Summary>>::default();
    let mut task = Task {
        app: app.clone(),
        id: id.into(),
        kind,
        view: view(kind),
        preview: super::course::preview(kind, &story.plan),
        story,
        session: None,
        pending: Update::default(),
        fresh: Vec::new(),
        // What was sent before this room slept, or by an earlier server, has smaller numbers.
        sequence: jiff::Timestamp::now().as_millisecond().unsigned_abs(),
        presence: Presence::new(seats, now),
        bots: Bots::new(seats, now),
        thinking: None,
        timed: None,
        active: now,
        news: broadcast::channel(NEWS).0,
        summary: Arc::clone(&summary),
        asks,
    };
    task.session = task.resume(game);
    task.summarise();
    tokio::spawn(task.run());
    Ok(Room { asks: sender, summary })
}

impl Task {
    async fn run(mut self) {
        if let Err(refusal) = self.go_on().await {
            tracing::error!(room = %self.id, %refusal, "a room cannot go on");
        }
        loop {
            let moment = self.wait().await;
            let stay = match moment {
                Moment::Asked(None) => Stay::Asleep,
                Moment::Asked(Some(ask)) => {
                    self.active = Instant::now();
                    self.answer(ask).await;
                    Stay::Awake
                }
                Moment::Thought(choice) => {
                    self.thought(choice).await;
                    Stay::Awake
                }
                Moment::Time => self.on_time().await,
            };
            if stay == Stay::Asleep && self.app.lobby.retire(&self.id, || self.asks.is_empty()) {
                return self.asks.close();
            }
        }
    }

    async fn wait(&mut self) -> Moment {
        let deadline = self.deadline(Instant::now());
        let Task { asks, thinking, .. } = self;
        let thought = async {
            match thinking {
                Some(thinking) => (&mut thinking.thought).await,
                None => std::future::pending().await,
            }
        };
        let time = async {
            match deadline {
                Some(deadline) => sleep_until(deadline.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            ask = asks.recv() => Moment::Asked(ask),
            thought = thought => Moment::Thought(thought),
            () = time => Moment::Time,
        }
    }

    async fn answer(&mut self, ask: Ask) {
        let now = Instant::now();
        match ask {
            Ask::State { reply } => {
                self.presence.asked(None, now);
                let _ = reply.send(self.as_told(now));
                self.drive();
            }
            Ask::Join { who, reply } => {
                let seat = self.seat_of(&who);
                self.presence.come(seat, now);
                self.welcome(seat);
                let (told, news) = (self.as_told(now), self.news.subscribe());
                if reply.send(Joined { seat, told, news }).is_err() {
                    self.presence.go(seat, now);
                }
                self.came_or_went(seat);
            }
            Ask::Became { was, is } => {
                self.presence.became(was, is, now);
                if let Some(seat) = is {
                    self.welcome(Some(seat));
                }
                self.changed();
            }
            Ask::Leave { seat } => {
                self.presence.go(seat, now);
                self.came_or_went(seat);
            }
            Ask::Checkpoint { reply } => {
                self.checkpoint().await;
                let _ = reply.send(());
            }
            Ask::Do { who, verb, reply } => {
                let seat = self.seat_of(&who);
                self.presence.asked(seat, now);
                let done = self.act(seat, verb).await;
                if done.is_err() {
                    self.app.metrics.refusals.up();
                }
                let _ = reply.send(done);
            }
            Ask::BotJoin { who, reply } => {
                let joined = self.bot_join(self.bot_seat_of(&who));
                self.welcome(joined.as_ref().ok().map(|joined| joined.seat));
                let _ = reply.send(joined);
                self.changed();
            }
            Ask::BotSaid { seat, visit, line, heard } => {
                self.heard_bot(seat, visit, &line).await;
                let _ = heard.send(());
            }
            Ask::BotLeave { seat, visit } => {
                if self.bots.go(seat, visit) {
                    self.changed();
                }
            }
        }
    }

    /// Everybody sees who sits there; who only watches is shown to nobody.
    fn came_or_went(&mut self, seat: Option<usize>) {
        match seat {
            Some(_) => self.changed(),
            None => self.drive(),
        }
    }

    /// Where whoever has this secret sits.
    fn seat_of(&self, who: &Identity) -> Option<usize> {
        let who = who.as_ref()?;
        let is_theirs = |sitter: &Option<super::story::Sitter>| {
            sitter.as_ref().is_some_and(|sitter| sitter.secret.equals(who))
        };
        self.story.sitters.iter().position(is_theirs)
    }

    /// The seat that this token of a program opens.
    fn bot_seat_of(&self, who: &Identity) -> Option<usize> {
        let who = who.as_ref()?;
        let opens = |chair: &super::plan::Chair| match chair {
            super::plan::Chair::Bot(token) => token.equals(who),
            super::plan::Chair::Person | super::plan::Chair::Computer(_) => false,
        };
        self.story.plan.chairs.iter().position(opens)
    }

    fn as_told(&self, now: Instant) -> Told {
        let text = Utf8Bytes::from(self.state(now));
        Told { phase: self.phase(), sequence: self.sequence, text }
    }

    /// Something that is not in the log has changed: who is there, what is asked for.
    pub(super) fn changed(&mut self) {
        self.drive();
        self.publish(usize::MAX);
    }

    /// Everybody sees how it stands, with what was narrated from there on.
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
            let text = self.update_of(session, (ply, narrated_from), now);
            self.send(NewsKind::Update(Phase::Playing), text.into());
        }
        self.sequence += 1;
        if is_watched {
            let from = passed.unwrap_or(narrated_from);
            self.send(NewsKind::Update(self.phase()), self.update(from, now).into());
        }
    }

    /// Everybody sees this.
    pub(super) fn send(&mut self, kind: NewsKind, text: Utf8Bytes) {
        let _ = self.news.send(News { kind, sequence: self.sequence, text }); // nobody may be there
    }

    fn summarise(&self) {
        let mut shown = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        if (shown.phase, self.phase()) == (Phase::Playing, Phase::Playing) {
            shown.ply = self.game().map_or(0, |game| game.line().len());
        } else {
            *shown = self.summary();
        }
    }

    /// What has happened goes into the log; when it is there, everybody sees it. If it cannot,
    /// nothing has happened.
    pub(super) async fn commit(&mut self) -> Result<(), Refusal> {
        let mut lines = std::mem::take(&mut self.fresh);
        let is_new_phase = !lines.is_empty();
        let Update { entries, narrated_from, .. } = std::mem::take(&mut self.pending);
        lines.extend(entries.iter().map(line));
        if lines.is_empty() {
            return Ok(());
        }
        let has_begun =
            entries.iter().any(|entry| is_event(entry, |e| matches!(e, Event::Start(_))));
        let is_over = self.phase() == Phase::Over;
        let summary = (is_new_phase || is_over || has_begun).then(|| self.summary().to_stored());
        let (name, expected) = (Arc::clone(&self.id), self.story.length);
        let append = Append { name, expected, lines, summary };
        match self.app.log.append(append).await {
            Ok(length) => {
                self.story.length = length;
                let is_move = |entry: &&Entry| is_event(entry, |e| matches!(e, Event::Move { .. }));
                self.app.metrics.moves.add(entries.iter().filter(is_move).count());
                self.drive();
                // That time has passed is seen on every clock; nobody need be told.
                if is_new_phase || entries.iter().any(|entry| is_event(entry, |_| true)) {
                    self.publish(narrated_from);
                }
                Ok(())
            }
            Err(error) => Err(self.forget(&error).await),
        }
    }

    /// The log was not written: the room becomes what the log says.
    async fn forget(&mut self, error: &LogError) -> Refusal {
        tracing::error!(room = %self.id, %error, "nothing could be logged");
        let read = self.app.log.read(&self.id).await;
        let story = read.map_err(|error| broken(&error)).and_then(|lines| Story::read(&lines));
        match story {
            Ok(mut story) => {
                let game = story.game.take();
                self.story = story;
                self.session = self.resume(game);
                self.pending = Update::default();
                self.bots.forget_questions();
                self.thinking = None;
                self.publish(0);
            }
            Err(refusal) => tracing::error!(room = %self.id, %refusal, "nor could it be read"),
        }
        broken(error)
    }

    /// A verb, and what follows from it.
    async fn act(&mut self, seat: Option<usize>, verb: super::Verb) -> Result<Done, Refusal> {
        let done = self.begin_verb(seat, verb)?;
        self.go_on().await?;
        match done {
            super::verbs::Begun::Done(done) => Ok(done),
            super::verbs::Begun::Rematch => {
                self.make_rematch().await?;
                Ok(Done::Said(serde_json::json!({})))
            }
        }
    }
}

fn broken(error: &LogError) -> Refusal {
    Refusal::new(Code::Broken, format!("It could not be kept, so it was not done: {error}."))
}

/// An entry as a line of the room's log.
fn line(entry: &Entry) -> String {
    match entry {
        Entry::Event(event) => event.to_string(),
        Entry::Spent(spent) => {
            serde_json::to_string(&RoomEvent::Spent(*spent)).expect("what happens is plain data")
        }
    }
}

fn is_event(entry: &Entry, is: impl Fn(&Event) -> bool) -> bool {
    matches!(entry, Entry::Event(event) if is(event))
}
