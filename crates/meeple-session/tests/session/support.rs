//! A session with a simulated clock, for tests.

use meeple_core::{Choice, ChooseError, Contestant, Event, Seat, SeatInfo, Verdict};
use meeple_games::GameKind;
use meeple_session::{
    Action, Due, LogEntry, Notice, Refusal, Reply, Session, SessionConfig, SpentTime, Ticket,
    Update, UpdateResult, open_table,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A session, the current time, and all log entries it has returned.
pub(crate) struct TestSession {
    pub(crate) session: Session,
    pub(crate) now: Instant,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) last: Update,
}

pub(crate) const ANN: Seat = Seat::new(0);
pub(crate) const BO: Seat = Seat::new(1);
pub(crate) const CY: Seat = Seat::new(2);

pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Creates a seat from a name: `Ann` is a person, `hard` a computer player, `bot` a program.
pub(crate) fn seat(word: &str) -> SeatInfo {
    let who = match word {
        "bot" => Contestant::Program { command: "./bot".into() },
        word if word.starts_with(char::is_lowercase) => Contestant::Computer {
            player: word.into(),
            parameters: meeple_core::OptionValues::new(),
        },
        _ => Contestant::Person,
    };
    SeatInfo { name: word.into(), colour: None, who }
}

impl TestSession {
    pub(crate) fn new(kind: GameKind, options: &str, seats: &[&str]) -> Self {
        Self::with(kind, options, seats, |config| config)
    }

    pub(crate) fn with(
        kind: GameKind,
        options: &str,
        seats: &[&str],
        change: impl FnOnce(SessionConfig) -> SessionConfig,
    ) -> Self {
        let options: Vec<String> = options.split_whitespace().map(Into::into).collect();
        let seats = |_| Ok(seats.iter().map(|word| seat(word)).collect());
        let table = open_table::open(kind, &options, 7, "", &seats).expect("a good game");
        let now = Instant::now();
        let session = Session::start(table, change(SessionConfig::for_game(kind)), now);
        let mut game = TestSession { session, now, log: Vec::new(), last: Update::default() };
        game.advance();
        game
    }

    pub(crate) fn chomp(seats: &[&str]) -> Self {
        Self::new(GameKind::Chomp, "width=5 height=4", seats)
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, time: Duration) -> &mut Self {
        self.now += time;
        self
    }

    pub(crate) fn advance(&mut self) {
        let update = self.session.advance(self.now).expect("nothing can be refused");
        self.keep(update);
    }

    fn keep(&mut self, update: Update) {
        self.log.extend(update.entries.iter().cloned());
        self.last = update;
    }

    /// Applies an action, then advances the session.
    pub(crate) fn apply(&mut self, action: Action<'_>) -> Result<(), Refusal> {
        let applied: UpdateResult = self.session.apply(action, self.now);
        let mut update = applied?;
        update.merge(self.session.advance(self.now).expect("nothing can be refused"));
        self.keep(update);
        Ok(())
    }

    #[track_caller]
    pub(crate) fn play(&mut self, seat: Seat, mv: &str) -> &mut Self {
        self.apply(Action::Play { seat, mv, at: None }).expect("a legal move");
        self
    }

    /// Plays the first legal move for the seat that is due.
    #[track_caller]
    pub(crate) fn play_any(&mut self) -> &mut Self {
        let mv = self.session.game().position().legal_move_texts().remove(0);
        match self.session.due() {
            Due::Person(seat) => drop(self.play(seat, &mv)),
            Due::Computer(_, request) | Due::Program(request) => {
                self.answer(request.ticket, &mv).expect("a listed move");
            }
            due => panic!("no player is due: {due:?}"),
        }
        self
    }

    #[track_caller]
    pub(crate) fn ticket(&self) -> Ticket {
        match self.session.due() {
            Due::Computer(_, request) | Due::Program(request) => request.ticket,
            due => panic!("no player is asked: {due:?}"),
        }
    }

    pub(crate) fn answer(&mut self, ticket: Ticket, mv: &str) -> Result<(), Refusal> {
        let reply = Reply::new(Ok(Choice::from_move(mv.into())), Duration::from_millis(5));
        self.apply(Action::Answer(ticket, &reply))
    }

    pub(crate) fn fail(&mut self, ticket: Ticket, verdict: Verdict) -> Result<(), Refusal> {
        let reply = Reply::new(Err(ChooseError::Failed(verdict)), Duration::from_millis(5));
        self.apply(Action::Answer(ticket, &reply))
    }

    #[track_caller]
    pub(crate) fn refused(&mut self, action: Action<'_>, expected: &Refusal) {
        let before = self.session.game().log().len();
        assert_eq!(self.apply(action).as_ref(), Err(expected));
        assert_eq!(self.session.game().log().len(), before, "nothing has changed");
    }

    /// Returns the moves not undone.
    pub(crate) fn moves(&self) -> Vec<String> {
        let line = self.session.game().plies().iter();
        line.filter_map(|ply| match &*ply.event {
            Event::Move { mv, .. } => Some(mv.clone()),
            _ => None,
        })
        .collect()
    }

    pub(crate) fn events(&self) -> Vec<Arc<Event>> {
        let event = |entry: &LogEntry| match entry {
            LogEntry::Event(event) => Some(Arc::clone(event)),
            LogEntry::Spent(_) => None,
        };
        self.log.iter().filter_map(event).collect()
    }

    pub(crate) fn last_event(&self) -> Arc<Event> {
        self.session.game().log().last().cloned().expect("a log starts with an event")
    }

    /// Rebuilds the session from the returned log entries alone, at another time.
    pub(crate) fn restarted(&self) -> TestSession {
        let mut spent: Vec<(usize, SpentTime)> = Vec::new();
        let mut lines = String::new();
        let mut events = 0;
        for entry in &self.log {
            match entry {
                LogEntry::Event(event) => {
                    lines.extend([event.to_string(), "\n".to_owned()]);
                    events += 1;
                }
                LogEntry::Spent(note) => spent.push((events, *note)),
            }
        }
        let replay = meeple_core::Replay::read(lines.as_bytes(), meeple_games::open_record);
        let game = replay.expect("the entries are a record").game;
        let now = self.now + seconds(3600);
        let config = self.session.config().clone();
        let session = Session::resume(game, &spent, config, now);
        TestSession { session, now, log: self.log.clone(), last: Update::default() }
    }

    pub(crate) fn notices(&self) -> Vec<&str> {
        self.last.notices.iter().map(Notice::message).collect()
    }

    pub(crate) fn is_due(&self, seat: Seat) -> bool {
        matches!(self.session.due(), Due::Person(due) if due == seat)
    }
}
