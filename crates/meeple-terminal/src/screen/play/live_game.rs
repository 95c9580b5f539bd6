//! A running game on the screen: drives a [`Session`] and the players at its table.
//!
//! ```text
//! go_on ──► deals and the end of the game happen at once
//!       ──► a computer player or bot is due: it thinks about a copy of the game on a thread; its
//!           reply is applied when it arrives, unless the game has changed in the meantime
//!       ──► a person is due: nothing happens until play, undo, redo or resign
//! ```

use crate::{
    bot_faults::report_bot_faults,
    command_error::CommandError,
    game_ui::kind_of,
    prompt::{GameSetup, now},
    record_file::{self, OverwriteAdvice, Recorder},
    screen::{
        app_context::{AppContext, Job, JobId, JobOutcome},
        scripted::{ComputerPlayers, scripted_reply},
    },
};
use meeple_bots::{PlayerLauncher, Players, TimedReply, school::EngineSetup};
use meeple_core::{Contestant, GameHistory, Header, Limits, Seat, Table, text::printable};
use meeple_games::GameKind;
use meeple_session::{
    Action, Due, MoveRequest, Notice, Refusal, Reply, Session, SessionConfig, Ticket, Update,
    open_table::open, replay_event, setup::order_seats,
};
use meeple_view::{GameResult, view};
use std::{path::Path, sync::Arc, time::Instant};

/// How many positions a computer player searches if results must not depend on the machine.
const PLAYER_NODES: u64 = 300;

/// A running game.
pub(crate) struct LiveGame {
    pub(crate) kind: GameKind,
    session: Session,
    /// The players; `None` while one of them thinks on another thread.
    players: Option<Players>,
    launcher: Arc<PlayerLauncher>,
    recorder: Recorder,
    /// The player that is thinking, if any: which turn it was asked about, and the job.
    job: Option<(Ticket, Job)>,
    /// A remark on the last replies, if any.
    pub(super) remark: Option<String>,
}

impl LiveGame {
    /// Starts a new game and its record.
    pub(crate) fn open(
        kind: GameKind,
        wanted: &GameSetup,
        ctx: &mut AppContext,
    ) -> Result<Self, String> {
        let mut live = LiveGame::unrecorded(kind, wanted, ctx)?;
        let recorder = match &wanted.record {
            Some(path) => Recorder::create(Some(path), OverwriteAdvice::Resume("meeple play"))
                .map_err(|error| error.to_string()),
            None => ctx.files.recorder(kind),
        };
        match recorder {
            Ok(recorder) => live.recorder = recorder,
            Err(why) if wanted.record.is_some() => return Err(why),
            Err(why) => ctx.notify_refusal(format!("This game is not saved: {why}")),
        }
        live.record_update(&Update::default());
        Ok(live)
    }

    /// Starts a new game without a record.
    pub(crate) fn unrecorded(
        kind: GameKind,
        wanted: &GameSetup,
        ctx: &AppContext,
    ) -> Result<Self, String> {
        let launcher = ctx.launcher(kind);
        let seed = match wanted.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| format!("cannot generate a seed: {error}"))?,
        };
        let mut names = wanted.seats.clone();
        order_seats(&mut names, wanted.order, seed);
        let seats = |_| launcher.parse_contestants(&names).map_err(|error| error.to_string());
        let table = open(kind, &wanted.options, seed, &now(), &seats)?;
        let session = Session::start(table, config(kind, ctx), ctx.now);
        LiveGame::seated(kind, session, launcher, Recorder::default())
    }

    /// Continues an unfinished game and its record.
    pub(crate) fn resume(path: &Path, ctx: &mut AppContext) -> Result<Self, String> {
        let replay = record_file::read(path).map_err(|error| error.to_string())?;
        let kind = kind_of(&replay.game);
        if replay.game.end().is_some() {
            return Err("This game is over; open its replay instead.".into());
        }
        if replay.game.header().deals.is_some() {
            let why =
                "Deals are typed in this game: continue it with meeple play --plain --resume.";
            return Err(why.into());
        }
        let recorder = Recorder::reopen(path, &replay).map_err(|error| error.to_string())?;
        let session = Session::resume(replay.game, &[], config(kind, ctx), ctx.now);
        LiveGame::seated(kind, session, ctx.launcher(kind), recorder)
    }

    /// Starts a new game with these players from a ply of another game, with its own record.
    pub(crate) fn branch(
        game: &GameHistory,
        ply: usize,
        seats: &[String],
        ctx: &mut AppContext,
    ) -> Result<Self, String> {
        let kind = kind_of(game);
        let launcher = ctx.launcher(kind);
        let seats = launcher.parse_contestants(seats).map_err(|error| error.to_string())?;
        let header = Header { seats, time: now(), ..game.header().clone() };
        let first = game.position_at(0).ok_or("The game has no beginning.")?;
        let mut table =
            Table::start(header, first.boxed_clone()).map_err(|error| error.to_string())?;
        for ply in &game.plies()[..ply.min(game.plies().len())] {
            replay_event(&mut table, &ply.event).map_err(|refusal| refusal.to_string())?;
        }
        let recorder = ctx.files.recorder(kind).unwrap_or_default();
        let session = Session::start(table, config(kind, ctx), ctx.now);
        LiveGame::seated(kind, session, launcher, recorder)
    }

    /// Starts a game between bots, run like the schools' engine. Bots that can't be started lose.
    pub(crate) fn arranged(
        arrangement: &EngineSetup,
        recorder: Recorder,
        ctx: &AppContext,
    ) -> Result<Self, CommandError> {
        let (kind, launcher) = (GameKind::Filler, arrangement.launcher.clone());
        let table = arrangement.open(now());
        let table = table.map_err(|error| CommandError::Failed(error.to_string()))?;
        let config =
            SessionConfig { referee: arrangement.referee, ..SessionConfig::for_game(kind) };
        let config = config.with_time(arrangement.limits.time);
        let (players, missing) = Players::from_header(&launcher, table.game());
        let session = Session::start(table, config, ctx.now);
        let mut live = LiveGame::at(kind, session, players, launcher, recorder);
        for (seat, verdict) in missing {
            // Several may fail at once; the game ends with the first.
            let _ = live.apply(Action::Fail(seat, &verdict), ctx.now);
        }
        Ok(live)
    }

    fn seated(
        kind: GameKind,
        session: Session,
        launcher: PlayerLauncher,
        recorder: Recorder,
    ) -> Result<Self, String> {
        let players = Players::try_from_header(&launcher, session.game());
        let players = players.map_err(|verdict| printable(&verdict.to_string()))?;
        Ok(LiveGame::at(kind, session, players, launcher, recorder))
    }

    fn at(
        kind: GameKind,
        session: Session,
        players: Players,
        launcher: PlayerLauncher,
        recorder: Recorder,
    ) -> Self {
        let (players, launcher) = (Some(players), Arc::new(launcher));
        let mut live =
            LiveGame { kind, session, players, launcher, recorder, job: None, remark: None };
        live.record_update(&Update::default());
        live
    }

    /// Returns an error if a bot misbehaved so that the game wasn't played properly, or if
    /// recording failed.
    pub(crate) fn settle(&mut self) -> Result<(), CommandError> {
        report_bot_faults(self.game())?;
        std::mem::take(&mut self.recorder).finish()
    }

    /// Returns the game so far.
    pub(crate) fn game(&self) -> &GameHistory {
        self.session.game()
    }

    /// Returns the session that owns the game.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the path of the record, if any.
    pub(crate) fn record(&self) -> Option<&Path> {
        self.recorder.path()
    }

    /// Returns how the game ended, if it is over.
    pub(crate) fn ending(&self) -> Option<GameResult> {
        view(self.kind).ending(self.game())
    }

    /// Returns the person whose move is due, if one is.
    pub(crate) fn due_person(&self) -> Option<Seat> {
        match self.session.due() {
            Due::Person(seat) => Some(seat),
            _ => None,
        }
    }

    /// Returns the turn of the computer player or bot that is due, if one is.
    fn due_ticket(&self) -> Option<Ticket> {
        match self.session.due() {
            Due::Computer(_, request) | Due::Program(request) => Some(request.ticket),
            _ => None,
        }
    }

    /// Returns the player that is thinking about the current turn, and since when.
    pub(crate) fn thinking(&self) -> Option<(Seat, Instant)> {
        let (ticket, job) = self.job.as_ref()?;
        (self.due_ticket() == Some(*ticket)).then_some((ticket.seat, job.since))
    }

    /// Returns whether this job belongs to a player of this game.
    pub(crate) fn is_waiting_for(&self, id: JobId) -> bool {
        self.job.as_ref().is_some_and(|(_, job)| job.id == id)
    }

    /// Plays everything automatic, and asks the player to move.
    pub(crate) fn proceed(&mut self, ctx: &mut AppContext) {
        self.advance(ctx.now);
        match self.session.due() {
            Due::Over => {
                if let Some(players) = &mut self.players {
                    players.end(self.session.game());
                }
            }
            Due::Computer(who, request) => self.ask(who, request, ctx),
            Due::Program(request) => {
                let seats = &self.game().header().seats;
                let who = seats[request.ticket.seat.index()].who.clone();
                self.ask(who, request, ctx);
            }
            // Games with typed deals are refused when they are opened.
            Due::Person(_) | Due::Advance | Due::Deal => {}
        }
    }

    /// Plays everything automatic: deals and the end of the game.
    pub(crate) fn advance(&mut self, now: Instant) {
        match self.session.advance(now) {
            Ok(update) => self.record_update(&update),
            Err(refusal) => self.remark = Some(refusal.to_string()),
        }
    }

    fn ask(&mut self, who: Contestant, request: MoveRequest, ctx: &mut AppContext) {
        let Some(mut players) = self.players.take() else { return };
        let MoveRequest { ticket, limits: Limits { clock, time, .. }, .. } = request;
        let limits = Limits { clock, ..ctx.limits(time, PLAYER_NODES) };
        let (game, mut rng) = (self.game().clone(), self.session.rng_for(ticket.seat));
        let (launcher, computers) = (Arc::clone(&self.launcher), ctx.computers);
        let job = ctx.spawn(limits, move |limits| {
            let answered = match computers {
                ComputerPlayers::Scripted => scripted_reply(&game),
                ComputerPlayers::Real => {
                    players.answer((&launcher, &game), (&who, ticket.seat), limits, &mut rng)
                }
            };
            JobOutcome::Replied { players, answered }
        });
        self.job = Some((ticket, job));
    }

    /// Applies a player's reply; returns an error message if that isn't possible.
    pub(crate) fn on_event(&mut self, news: JobOutcome, now: Instant) -> Result<(), String> {
        let Some((ticket, _)) = self.job.take() else { return Ok(()) };
        let JobOutcome::Replied { players, answered } = news else {
            return Err("A player crashed. The game is saved up to this move.".into());
        };
        let TimedReply { choice, time, stderr } = answered;
        let spell = |mv: &str| players.format_move(ticket.seat, mv);
        let reply = Reply { choice, time, stderr, spell: &spell };
        let applied = self.session.apply(Action::Answer(ticket, &reply), now);
        self.players = Some(players);
        match applied {
            Ok(update) => {
                self.remark = None;
                self.record_update(&update);
            }
            Err(Refusal::StaleAnswer) => {} // the game has changed in the meantime
            Err(refusal) => return Err(refusal.to_string()),
        }
        Ok(())
    }

    /// Plays a person's move; returns the reason if it is refused.
    pub(crate) fn play(&mut self, mv: &str, now: Instant) -> Result<(), String> {
        let seat = self.due_person().ok_or_else(|| Refusal::NotYourTurn.to_string())?;
        self.apply(Action::Play { seat, mv, at: None }, now)
    }

    /// Resigns for the person to move, or else for the first person.
    pub(crate) fn resign(&mut self, now: Instant) -> Result<(), String> {
        let seat = self.due_person().or_else(|| self.session.people().next());
        self.apply(Action::Resign(seat.ok_or("No person can resign here.")?), now)
    }

    /// Asks for a rematch for the first person; games without people need nobody's agreement. Returns why
    /// there can't be one.
    pub(crate) fn request_rematch(&mut self, now: Instant) -> Result<(), String> {
        let person = self.session.seats().find(|&seat| self.session.was_person(seat));
        person.map_or(Ok(()), |seat| self.apply(Action::Rematch(seat), now))
    }

    /// Applies an action, and stops players that think about an outdated position.
    pub(crate) fn apply(&mut self, action: Action<'_>, now: Instant) -> Result<(), String> {
        let applied = self.session.apply(action, now);
        let update = applied.map_err(|refusal| refusal.to_string())?;
        if self.thinking().is_none() {
            self.stop_job();
        }
        self.remark = None;
        self.record_update(&update);
        Ok(())
    }

    fn stop_job(&self) {
        if let Some((_, job)) = &self.job {
            job.stop();
        }
    }

    /// Stops all players; the record stays as it is.
    pub(crate) fn stop_players(&mut self) {
        self.stop_job();
        if let Some(players) = &mut self.players {
            players.end(self.session.game());
        }
        // Bot processes on other threads end when their players are dropped there.
    }

    /// Records what has happened, and stores the remark on it.
    fn record_update(&mut self, update: &Update) {
        let warning = self.recorder.follow(self.session.game());
        let said = update.notices.iter().map(notice_text);
        self.remark = said.chain(warning).last().or_else(|| self.remark.take());
    }
}

/// Returns the session configuration for the screen.
fn config(kind: GameKind, ctx: &AppContext) -> SessionConfig {
    SessionConfig::for_game(kind).with_time(ctx.env.time)
}

/// Returns the text of a notice, with the last line the bot wrote to stderr.
fn notice_text(notice: &Notice) -> String {
    match notice {
        Notice::Failed { message, stderr, .. } => match stderr.last() {
            Some(line) => format!("{message} Its stderr: {line}"),
            None => message.clone(),
        },
        notice => notice.message().to_owned(),
    }
}
