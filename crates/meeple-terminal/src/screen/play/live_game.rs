//! A running game on the screen: drives a [`Session`] and the players at its table.
//!
//! ```text
//! go_on ──► deals and ends happen at once
//!       ──► a player is due: it thinks about a copy of the game on a thread; its answer is
//!           applied when it comes, unless the game went elsewhere meanwhile
//!       ──► a person is due: nothing happens before play, undo, redo or resign
//! ```

use super::setting::{kind_of, set};
use crate::{
    blame::blame,
    failure::Failure,
    prompt::{Setting, now},
    record_file::{self, Advice, Recorder},
    screen::desk::{Desk, News, Ticket, stop},
};
use meeple_bots::{Host, Players, school::Arrangement};
use meeple_core::{Contestant, Header, Limits, Match, Seat, Table, text::printable};
use meeple_games::GameKind;
use meeple_session::{
    Action, Config, Due, Narrated, Notice, Refusal, Reply, Request, Session, Update, replay,
};
use meeple_view::{Ending, view};
use std::{path::Path, sync::Arc, time::Instant};

/// How many positions a player looks at where the machine must not matter.
const PLAYER_NODES: u64 = 300;

/// A running game.
pub(crate) struct LiveGame {
    /// Which game.
    pub(crate) kind: GameKind,
    session: Session,
    /// The players; nobody while one of them thinks elsewhere.
    players: Option<Players>,
    host: Arc<Host>,
    recorder: Recorder,
    job: Option<Job>,
    /// What is remarked of the last answers.
    remark: Option<String>,
}

/// Somebody who thinks.
struct Job {
    ticket: Ticket,
    request: Request,
    limits: Limits,
    since: Instant,
    /// Whether the answer is no longer wanted.
    is_stale: bool,
}

/// Whom a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waits {
    /// A person.
    Person(Seat),
    /// A player, who thinks or has not begun.
    Player(Seat),
    /// Nobody: something happens by itself.
    Nobody,
    /// It is over.
    Over,
}

impl LiveGame {
    /// A new game.
    pub(crate) fn open(kind: GameKind, wanted: &Setting, desk: &mut Desk) -> Result<Self, String> {
        let mut live = LiveGame::unrecorded(kind, wanted, desk)?;
        let recorder = match &wanted.record {
            Some(path) => Recorder::create(Some(path), Advice::Resume("meeple play"))
                .map_err(|error| error.to_string()),
            None => desk.kept.recorder(kind),
        };
        match recorder {
            Ok(recorder) => live.recorder = recorder,
            Err(why) if wanted.record.is_some() => return Err(why),
            Err(why) => desk.refuse(format!("This game is not kept: {why}")),
        }
        live.follow(&Update::default());
        Ok(live)
    }

    /// A new game that is kept nowhere.
    pub(crate) fn unrecorded(
        kind: GameKind,
        wanted: &Setting,
        desk: &Desk,
    ) -> Result<Self, String> {
        let host = desk.host(kind);
        let seed = match wanted.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| format!("no seed: {error}"))?,
        };
        let table = set(kind, wanted, seed, &host)?;
        let session = Session::start(table, config(kind, desk), desk.now);
        LiveGame::seated(kind, session, host, Recorder::default())
    }

    /// A game that was left, to go on with, and its record.
    pub(crate) fn resume(path: &Path, desk: &mut Desk) -> Result<Self, String> {
        let replay = record_file::read(path).map_err(|error| error.to_string())?;
        let kind = kind_of(&replay.game);
        if replay.game.end().is_some() {
            return Err("This game is over; its replay shows it.".into());
        }
        if replay.game.header().deals.is_some() {
            let why = "What is dealt is typed in this game: meeple play --plain --resume goes on.";
            return Err(why.into());
        }
        let recorder = Recorder::reopen(path, &replay).map_err(|error| error.to_string())?;
        let session = Session::resume(replay.game, &[], config(kind, desk), desk.now);
        LiveGame::seated(kind, session, desk.host(kind), recorder)
    }

    /// A game that begins like this one did, up to a ply, with these players: a record of its own.
    pub(crate) fn branch(
        game: &Match,
        ply: usize,
        seats: &[String],
        desk: &mut Desk,
    ) -> Result<Self, String> {
        let kind = kind_of(game);
        let host = desk.host(kind);
        let seats = host.read_all(seats).map_err(|error| error.to_string())?;
        let header = Header { seats, time: now(), ..game.header().clone() };
        let first = game.position_at(0).ok_or("The game has no beginning.")?;
        let mut table =
            Table::start(header, first.boxed_clone()).map_err(|error| error.to_string())?;
        for ply in &game.line()[..ply.min(game.line().len())] {
            replay(&mut table, &ply.event).map_err(|refusal| refusal.to_string())?;
        }
        let recorder = desk.kept.recorder(kind).unwrap_or_default();
        let session = Session::start(table, config(kind, desk), desk.now);
        LiveGame::seated(kind, session, host, recorder)
    }

    /// A game between bots, as the schools' engine would play it. Whoever cannot come has failed.
    pub(crate) fn arranged(
        arrangement: &Arrangement,
        recorder: Recorder,
        desk: &Desk,
    ) -> Result<Self, Failure> {
        let (kind, host) = (GameKind::Filler, arrangement.host.clone());
        let table = arrangement.open(now());
        let table = table.map_err(|error| Failure::Failed(error.to_string()))?;
        let config = Config { referee: arrangement.referee, ..Config::of(kind) };
        let config = config.with_time(arrangement.limits.time);
        let (players, missing) = Players::seat(&host, table.game());
        let session = Session::start(table, config, desk.now);
        let mut live = LiveGame::at(kind, session, players, host, recorder);
        for (seat, verdict) in missing {
            // Two may fail together; the game is over with the first.
            let _ = live.apply(Action::Fail(seat, &verdict), desk.now);
        }
        Ok(live)
    }

    fn seated(
        kind: GameKind,
        session: Session,
        host: Host,
        recorder: Recorder,
    ) -> Result<Self, String> {
        let players = Players::seat_all(&host, session.game());
        let players = players.map_err(|verdict| printable(&verdict.to_string()))?;
        Ok(LiveGame::at(kind, session, players, host, recorder))
    }

    fn at(
        kind: GameKind,
        session: Session,
        players: Players,
        host: Host,
        recorder: Recorder,
    ) -> Self {
        let (players, host) = (Some(players), Arc::new(host));
        let mut live = LiveGame { kind, session, players, host, recorder, job: None, remark: None };
        live.follow(&Update::default());
        live
    }

    /// Who misbehaved so that the game was not played as was asked, and whether it was recorded.
    pub(crate) fn settle(&mut self) -> Result<(), Failure> {
        blame(self.game())?;
        std::mem::take(&mut self.recorder).settle()
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Match {
        self.session.game()
    }

    /// What happened, ply by ply.
    pub(crate) fn narration(&self) -> &[Narrated] {
        self.session.narration()
    }

    /// What was remarked of the last answer.
    pub(crate) fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Where the game is kept.
    pub(crate) fn record(&self) -> Option<&Path> {
        self.recorder.path()
    }

    /// How it ended.
    pub(crate) fn ending(&self) -> Option<Ending> {
        view(self.kind).ending(self.game())
    }

    /// Whether a person sits there.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.session.is_person(seat)
    }

    /// The first person at the table.
    pub(crate) fn first_person(&self) -> Option<Seat> {
        self.session.people().next()
    }

    /// The first seat that a person took, also if it was given up since.
    pub(crate) fn own(&self) -> Option<Seat> {
        self.session.seats().find(|&seat| self.session.was_person(seat))
    }

    /// Whether only the end is left.
    pub(crate) fn is_ending(&self) -> bool {
        self.game().due_end().is_some()
    }

    /// Whom the game waits for.
    pub(crate) fn waits(&self) -> Waits {
        match self.session.due() {
            Due::Over => Waits::Over,
            Due::Advance | Due::Deal => Waits::Nobody,
            Due::Person(seat) => Waits::Person(seat),
            Due::Computer(_, request) | Due::Program(request) => Waits::Player(request.ticket.seat),
        }
    }

    /// Who thinks, and since when.
    pub(crate) fn thinking(&self) -> Option<(Seat, Instant)> {
        let job = self.job.as_ref().filter(|job| !job.is_stale)?;
        Some((job.request.ticket.seat, job.since))
    }

    /// Whether this is about a player of ours.
    pub(crate) fn awaits(&self, ticket: Ticket) -> bool {
        self.job.as_ref().is_some_and(|job| job.ticket == ticket)
    }

    /// Who sits there, fit for a screen.
    pub(crate) fn name(&self, seat: Seat) -> String {
        self.session.name(seat)
    }

    /// Lets happen what happens by itself, and asks the player who is due.
    pub(crate) fn go_on(&mut self, desk: &mut Desk) {
        self.advance(desk.now);
        match self.session.due() {
            Due::Over => {
                if let Some(players) = &mut self.players {
                    players.end(self.session.game());
                }
            }
            Due::Computer(who, request) => self.ask(who, request, desk),
            Due::Program(request) => {
                let seats = &self.game().header().seats;
                let who = seats[request.ticket.seat.index()].who.clone();
                self.ask(who, request, desk);
            }
            // Typed deals are refused when a game is opened.
            Due::Person(_) | Due::Advance | Due::Deal => {}
        }
    }

    /// Lets happen what happens by itself.
    pub(crate) fn advance(&mut self, now: Instant) {
        match self.session.advance(now) {
            Ok(update) => self.follow(&update),
            Err(refusal) => self.remark = Some(refusal.to_string()),
        }
    }

    fn ask(&mut self, who: Contestant, request: Request, desk: &mut Desk) {
        let Some(mut players) = self.players.take() else { return };
        let seat = request.ticket.seat;
        let Limits { clock, time, .. } = request.limits.clone();
        let limits = Limits { clock, ..desk.limits(time, PLAYER_NODES) };
        let (game, mut rng) = (self.game().clone(), self.session.generator(seat));
        let (within, since, host) = (limits.clone(), desk.now, Arc::clone(&self.host));
        let ticket = desk.spawn(move || {
            let answered = players.answer((&host, &game), (&who, seat), &within, &mut rng);
            News::Answered { players, answered }
        });
        self.job = Some(Job { ticket, request, limits, since, is_stale: false });
    }

    /// A player has answered. What could not be done is said.
    pub(crate) fn hear(&mut self, news: News, now: Instant) -> Result<(), String> {
        let Some(job) = self.job.take() else { return Ok(()) };
        let News::Answered { players, answered } = news else {
            return Err("A player broke down. The game is kept as it stands.".into());
        };
        let ticket = job.request.ticket;
        let applied = if job.is_stale {
            Err(Refusal::StaleAnswer)
        } else {
            let spell = |mv: &str| players.spell(ticket.seat, mv);
            let reply = Reply {
                choice: answered.choice,
                time: answered.time,
                stderr: answered.stderr,
                spell: &spell,
            };
            self.session.apply(Action::Answer(ticket, &reply), now)
        };
        self.players = Some(players);
        match applied {
            Ok(update) => {
                self.remark = None;
                self.follow(&update);
            }
            Err(Refusal::StaleAnswer) => {} // the game went elsewhere
            Err(refusal) => return Err(refusal.to_string()),
        }
        Ok(())
    }

    /// A person moves; a refusal in words.
    pub(crate) fn play(&mut self, mv: &str, now: Instant) -> Result<(), String> {
        let Waits::Person(seat) = self.waits() else {
            return Err(Refusal::NotYourTurn.to_string());
        };
        self.apply(Action::Play { seat, mv, at: None }, now)
    }

    /// Takes back the last move that a person chose, and everything since.
    pub(crate) fn undo(&mut self, now: Instant) -> Result<(), String> {
        self.apply(Action::Undo { by: None, at: None }, now)
    }

    /// Plays again what was taken back last.
    pub(crate) fn redo(&mut self, now: Instant) -> Result<(), String> {
        self.apply(Action::Redo, now)
    }

    /// The person to move gives up, or the first one.
    pub(crate) fn resign(&mut self, now: Instant) -> Result<(), String> {
        let seat = match self.waits() {
            Waits::Person(seat) => seat,
            _ => self.first_person().ok_or("Nobody here can give up.")?,
        };
        self.apply(Action::Resign(seat), now)
    }

    /// Does something; whoever thinks about what is no longer so is stopped.
    fn apply(&mut self, action: Action<'_>, now: Instant) -> Result<(), String> {
        let applied = self.session.apply(action, now);
        let update = applied.map_err(|refusal| refusal.to_string())?;
        self.stop_thinking();
        self.remark = None;
        self.follow(&update);
        Ok(())
    }

    /// Whoever thinks about a question that is no longer asked is stopped.
    fn stop_thinking(&mut self) {
        let asked = match self.session.due() {
            Due::Computer(_, request) | Due::Program(request) => Some(request.ticket),
            _ => None,
        };
        if let Some(job) = self.job.as_mut().filter(|job| asked != Some(job.request.ticket)) {
            stop(&job.limits);
            job.is_stale = true;
        }
    }

    /// Whoever plays is sent home. The game is kept as it stands.
    pub(crate) fn leave(&mut self) {
        if let Some(job) = &mut self.job {
            stop(&job.limits);
            job.is_stale = true;
        }
        if let Some(players) = &mut self.players {
            players.end(self.session.game());
        }
        // Programs whose players are elsewhere end when they are dropped there.
    }

    /// Records what has happened, and keeps what is to be said of it.
    fn follow(&mut self, update: &Update) {
        let warning = self.recorder.follow(self.session.game());
        let said = update.notices.iter().map(said);
        self.remark = said.chain(warning).last().or_else(|| self.remark.take());
    }
}

/// What a session on the screen is set up with.
fn config(kind: GameKind, desk: &Desk) -> Config {
    Config::of(kind).with_time(desk.house.time)
}

/// What is said of a notice, with the last line that a program wrote to stderr.
fn said(notice: &Notice) -> String {
    match notice {
        Notice::Failed { message, stderr, .. } => match stderr.last() {
            Some(line) => format!("{message} Its stderr: {line}"),
            None => message.clone(),
        },
        notice => notice.message().to_owned(),
    }
}
