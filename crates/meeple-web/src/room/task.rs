//! The task that owns a room: hears, lets happen, and sleeps.

use super::{
    Ask, Done, Identity, Joined, NEWS, News, NewsKind, Phase, Room, Summary, Told, bots::Bots,
    presence::Presence, story::Story, telling::ToldPly,
};
use crate::{
    app::App,
    log::{Append, LogError},
    refusal::{Code, Refusal},
    thinking::Thought,
};
use axum::extract::ws::Utf8Bytes;
use meeple_arena::Clocks;
use meeple_core::{Choice, Match, NoChoice, Table};
use meeple_games::GameKind;
use meeple_view::{AnyView, view};
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
    /// Who sits here, and the log's length; the game itself is at the table.
    pub(super) story: Story,
    pub(super) table: Option<Table>,
    /// What is shown before the game has begun: a picture.
    pub(super) preview: String,
    /// How many of the table's events are in the log.
    pub(super) logged: usize,
    /// Lines about the room that are not in the log yet.
    pub(super) fresh: Vec<String>,
    /// The plies in words.
    pub(super) told: Vec<ToldPly>,
    /// From where on they are to be told anew, after something was taken back.
    pub(super) told_since: Option<usize>,
    pub(super) sequence: u64,
    pub(super) presence: Presence,
    pub(super) bots: Bots,
    /// For whom one of ours moves, because they are away.
    pub(super) stand_ins: Vec<bool>,
    pub(super) clocks: Clocks,
    /// Since when the seat that is due is due, and at which ply.
    pub(super) due_since: Instant,
    pub(super) due_ply: usize,
    pub(super) back: Option<Back>,
    /// Who wants a rematch.
    pub(super) rematch: Vec<usize>,
    pub(super) thinking: Option<Thinking>,
    /// When time alone woke it last.
    pub(super) timed: Option<Instant>,
    /// When anything happened last.
    pub(super) active: Instant,
    news: broadcast::Sender<News>,
    summary: Arc<Mutex<Summary>>,
    asks: mpsc::UnboundedReceiver<Ask>,
}

/// Somebody wants to take back a move.
pub(super) struct Back {
    pub(super) by: usize,
    pub(super) agreed: Vec<usize>,
    /// The ply of which that was asked.
    pub(super) ply: usize,
}

/// One of ours thinks.
pub(super) struct Thinking {
    pub(super) seat: usize,
    pub(super) ply: usize,
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
    let table = story.game.take().map(Table::resume);
    let logged = table.as_ref().map_or(0, |table| table.game().log().len());
    let (sender, asks) = mpsc::unbounded_channel();
    let summary = Arc::<Mutex<Summary>>::default();
    let mut task = Task {
        app: app.clone(),
        id: id.into(),
        kind,
        view: view(kind),
        preview: super::course::preview(kind, &story.plan),
        clocks: super::course::clocks(&story.plan, table.as_ref().map(Table::game)),
        story,
        table,
        logged,
        fresh: Vec::new(),
        told: Vec::new(),
        told_since: None,
        // What was sent before this room slept, or by an earlier server, has smaller numbers.
        sequence: jiff::Timestamp::now().as_millisecond().unsigned_abs(),
        presence: Presence::new(seats, now),
        bots: Bots::new(seats),
        stand_ins: vec![false; seats],
        due_since: now,
        due_ply: usize::MAX,
        back: None,
        rematch: Vec::new(),
        thinking: None,
        timed: None,
        active: now,
        news: broadcast::channel(NEWS).0,
        summary: Arc::clone(&summary),
        asks,
    };
    task.tell();
    task.summarise();
    tokio::spawn(task.run());
    Ok(Room { asks: sender, summary })
}

impl Task {
    /// The game, once it has begun.
    pub(super) fn game(&self) -> Option<&Match> {
        self.table.as_ref().map(Table::game)
    }

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
                if let Ok(joined) = &joined {
                    self.stand_ins[joined.seat] = false;
                }
                let _ = reply.send(joined);
                self.changed();
            }
            Ask::BotSaid { seat, visit, line, heard } => {
                self.heard_bot(seat, visit, &line).await;
                let _ = heard.send(());
            }
            Ask::BotLeave { seat, visit } => {
                if self.bots.go(seat, visit) {
                    self.due_since = now; // it has as long to come back as everybody
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

    /// Whoever returns moves for themselves again.
    fn welcome(&mut self, seat: Option<usize>) {
        if let Some(seat) = seat
            && std::mem::replace(&mut self.stand_ins[seat], false)
        {
            self.thinking = None;
            self.due_since = Instant::now();
        }
    }

    fn as_told(&self, now: Instant) -> Told {
        let text = Utf8Bytes::from(self.state(now));
        Told { phase: self.phase(), sequence: self.sequence, text }
    }

    /// Something that is not in the log has changed: who is there, what is asked for.
    pub(super) fn changed(&mut self) {
        self.drive();
        let from = self.told.len();
        self.publish(from);
    }

    /// Everybody sees how it stands, with what was told from there on.
    fn publish(&mut self, told_from: usize) {
        self.summarise();
        let now = Instant::now();
        let is_watched = self.news.receiver_count() > 0;
        let passed = self.followed_since(told_from).filter(|_| is_watched);
        if let Some(text) = passed.and_then(|ply| {
            self.sequence += 1;
            self.update_of(ply, told_from, now)
        }) {
            self.send(NewsKind::Update(Phase::Playing), text.into());
        }
        self.sequence += 1;
        if is_watched {
            let from = passed.unwrap_or(told_from);
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
        if let Some(table) = &self.table {
            lines.extend(table.game().log()[self.logged..].iter().map(ToString::to_string));
        }
        if lines.is_empty() {
            return Ok(());
        }
        let is_over = self.phase() == Phase::Over;
        let summary =
            (is_new_phase || is_over || self.logged == 0).then(|| self.summary().to_stored());
        let (name, expected) = (Arc::clone(&self.id), self.story.length);
        let append = Append { name, expected, lines, summary };
        match self.app.log.append(append).await {
            Ok(length) => {
                self.story.length = length;
                self.logged = self.game().map_or(0, |game| game.log().len());
                let from = self.tell();
                self.drive();
                self.publish(from);
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
                self.table = story.game.take().map(Table::resume);
                self.logged = self.game().map_or(0, |game| game.log().len());
                self.clocks = super::course::clocks(&story.plan, self.game());
                self.story = story;
                self.told.clear();
                self.tell();
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
