//! What happens automatically: the game advances, computer players and bots are asked for moves, clocks run
//! out, and a computer player stands in for absent players.

use super::{
    RoomPhase,
    actions::not_started,
    room_config::{RoomConfig, SeatPolicy},
    room_log::{RoomEvent, RoomLog},
    task::{RoomTask, ThinkingMove},
};
use crate::{
    api_error::ApiError,
    config::ServerLimits,
    thinking_pool::{LostThought, ThoughtOwner},
};
use meeple_ai::roster::roster;
use meeple_core::{Choice, ChooseError, Contestant, Limits, Seat, Table, Verdict};
use meeple_games::{GameKind, open_record};
use meeple_session::{
    Action, Due, MoveRequest, Notice, People, Refusal, Reply, Session, SessionConfig, Ticket,
    TimeControl, open_table, rotate_seats,
};
use meeple_view::view;
use serde_json::value::{RawValue, to_raw_value};
use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// The minimum time between two wake-ups by a deadline.
const MIN_PAUSE: Duration = Duration::from_millis(20);
/// The pause after the thinking pool has stopped a search, before it is asked again.
const THINK_AGAIN: Duration = Duration::from_millis(500);
/// The pause after a computer player or bot wasn't asked because the owner's games take too much memory.
const MEMORY_PAUSE: Duration = Duration::from_secs(5);
/// How often the running turn of a game with a clock is logged.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);

/// Returns the picture of the starting position, for a room whose game has not started.
pub(super) fn preview(kind: GameKind, config: &RoomConfig) -> Box<RawValue> {
    let position = match &config.position {
        Some(text) => kind.parse_position(text).ok(),
        None => kind.entry().starting_position(&config.options).ok().map(|start| start.position),
    };
    let picture = position.and_then(|position| {
        view(kind).picture(&*position, &open_table::anonymous_seats(position.seats()))
    });
    to_raw_value(&picture).expect("a picture is plain data")
}

/// Returns how the session of this room is configured.
pub(super) fn session_config(
    room: &RoomConfig,
    limits: &ServerLimits,
) -> Result<SessionConfig, ApiError> {
    let kind = room.kind()?;
    let config = SessionConfig {
        control: room.clock,
        people: People::Apart,
        computer_time: Some(limits.max_thinking_time),
        max_moves_bytes: limits.max_moves_bytes,
        ..SessionConfig::for_game(kind)
    };
    Ok(match &room.stand_in {
        Some(player) => config.with_stand_in(kind, player),
        None => config,
    })
}

impl RoomTask {
    /// Advances the game as far as it goes without players, then logs and publishes the result.
    pub(super) async fn advance(&mut self) -> Result<(), ApiError> {
        if self.session.is_none() && self.room_log.is_complete() {
            self.start_game()?;
        }
        if let Some(session) = &mut self.session {
            let update = session.advance(self.app.clock.now())?;
            self.pending.merge(update);
        }
        self.commit().await?;
        if self.phase() == RoomPhase::Over {
            self.finish_bots();
        }
        Ok(())
    }

    fn start_game(&mut self) -> Result<(), ApiError> {
        let time = humantime::format_rfc3339_seconds(SystemTime::now().max(UNIX_EPOCH)).to_string();
        let header = self.room_log.header(time)?;
        let position = open_record(&header).map_err(ApiError::bad_request)?;
        let table = Table::start(header, position).map_err(ApiError::broken)?;
        let config = session_config(&self.room_log.config, &self.app.config.limits)?;
        self.session = Some(Session::start(table, config, self.now()));
        Ok(())
    }

    /// Applies an action to the game; its result is logged and published by [`RoomTask::advance`].
    pub(super) fn apply(&mut self, action: Action<'_>, at: Instant) -> Result<(), ApiError> {
        let session = self.session.as_mut().ok_or_else(not_started)?;
        let update = session.apply(action, at)?;
        self.pending.merge(update);
        Ok(())
    }

    /// Asks the computer player or bot to move, if it is its turn. Computer players think only while someone
    /// waits for them.
    pub(super) fn drive(&mut self) {
        if self.retry.is_some() {
            self.thinking = None; // a move could not be stored
            return;
        }
        let due = self.session.as_ref().map(Session::due);
        match due {
            Some(Due::Computer(who, request)) if self.is_awaited() => {
                let is_asked = |thinking: &ThinkingMove| thinking.ticket == request.ticket;
                if self.thinking.as_ref().is_some_and(is_asked) {
                    return;
                }
                if self.has_memory() {
                    self.think(who, request);
                } else {
                    self.pause_thinking();
                }
            }
            Some(Due::Program(request)) => {
                self.thinking = None;
                if self.memory_permit.may_grow() {
                    self.ask_bot(&request);
                } else {
                    self.pause_thinking();
                }
            }
            _ => self.thinking = None,
        }
    }

    /// Returns whether someone waits for the move of a computer player. If no one else plays, a spectator has to
    /// be connected: requests alone don't keep such a game going.
    fn is_awaited(&self) -> bool {
        let is_computer = |policy: &SeatPolicy| matches!(policy, SeatPolicy::Computer(_));
        if self.room_log.config.seats.iter().all(is_computer) {
            self.presence.is_watched()
        } else {
            self.presence.is_anyone_present(self.now())
        }
    }

    /// Returns whether there is memory for the move of a computer player. If the owner's games take too much
    /// already, only those go on in which a person plays who is here, and in the end not even those.
    fn has_memory(&self) -> bool {
        !self.memory_permit.is_over_limit()
            || self.is_person_present(None, self.now()) && self.memory_permit.may_grow()
    }

    /// Waits until other games are over or have left memory.
    fn pause_thinking(&mut self) {
        self.thinking = None;
        self.think_again_at = Some(self.now() + MEMORY_PAUSE);
    }

    /// Returns whether a person is here who still plays, apart from the one on this seat.
    fn is_person_present(&self, except: Option<Seat>, now: Instant) -> bool {
        let Some(session) = &self.session else { return false };
        let mut others = session.people().filter(|seat| Some(*seat) != except);
        others.any(|seat| self.presence.is_present(seat.index(), now))
    }

    fn think(&mut self, who: Contestant, request: MoveRequest) {
        let Some(session) = &self.session else { return };
        let MoveRequest { ticket, limits, .. } = request;
        let (position, mut rng) =
            (session.game().position().boxed_clone(), session.rng_for(ticket.seat));
        let (roster, resources) = (roster(self.kind), self.app.resources.clone());
        let (client, room) = (self.owner().address(), Some(Arc::clone(&self.id)));
        let (asked, has_clock) = (Instant::now(), self.room_log.config.clock != TimeControl::None);
        let metrics = Arc::clone(&self.app.metrics);
        let owner = ThoughtOwner { client, room };
        let thought = self.app.pool.think(owner, limits, move |limits| {
            metrics.observe_computer_wait(asked.elapsed());
            let waited = if has_clock { asked.elapsed() } else { Duration::ZERO };
            let time = limits.time.map(|time| time.saturating_sub(waited));
            let limits = &Limits { time, ..limits.clone() };
            let Contestant::Computer { player, parameters } = &who else {
                return Err(ChooseError::broken("only computer players think here"));
            };
            let seated = roster.seat_as(player, parameters, &resources);
            let mut player = seated.map_err(|error| ChooseError::broken(error.to_string()))?;
            let choice = player.choose_text(&*position, limits, &mut rng);
            metrics.observe_computer_move(asked.elapsed());
            choice
        });
        self.thinking = Some(ThinkingMove { ticket, thought });
    }

    /// Handles the move or failure of a computer player.
    pub(super) async fn on_thought(
        &mut self,
        thought: Result<Result<Choice<String>, ChooseError>, LostThought>,
    ) {
        let Some(ThinkingMove { ticket, .. }) = self.thinking.take() else { return };
        let choice = match thought {
            // Others were more in need, or the server is closing.
            Ok(Err(ChooseError::Stopped)) | Err(LostThought::Stopped) => {
                self.think_again_at = Some(self.now() + THINK_AGAIN);
                return;
            }
            Ok(choice) => choice,
            Err(LostThought::Failed) => Err(ChooseError::broken("the search failed")),
        };
        let time = self.session.as_ref().map(|session| session.turn_time(self.now()));
        self.on_reply(ticket, choice, time.unwrap_or_default()).await;
    }

    /// Handles a line from a bot.
    pub(super) async fn on_bot_line(&mut self, seat: usize, connection: u64, line: &str) {
        let Some((ticket, choice)) = self.receive_bot_line(seat, connection, line) else { return };
        let time = self.bot_time(seat, self.now());
        self.on_reply(ticket, choice, time).await;
    }

    /// Returns how long a bot has thought: by the clock if there is one, otherwise since it was asked.
    fn bot_time(&self, seat: usize, now: Instant) -> Duration {
        let asked = self.bots.asked_at(seat).map(|asked| now.saturating_duration_since(asked));
        match &self.session {
            Some(session) if self.room_log.config.clock != TimeControl::None => {
                session.turn_time(now)
            }
            _ => asked.unwrap_or_default(),
        }
    }

    /// Applies a player's answer or failure, and its consequences.
    fn on_reply(
        &mut self,
        ticket: Ticket,
        choice: Result<Choice<String>, ChooseError>,
        time: Duration,
    ) -> impl Future<Output = ()> {
        let keep = self.stores_notes();
        let choice = choice.map(|choice| if keep { choice } else { Choice::from_move(choice.mv) });
        self.apply_automatic(Action::Answer(ticket, &Reply::new(choice, time)))
    }

    /// Applies an action that no client requested; the future then logs and publishes what it changed. (An
    /// action cannot be kept across an `await`, because it isn't `Send`.)
    pub(super) fn apply_automatic<'a>(
        &'a mut self,
        action: Action<'_>,
    ) -> impl Future<Output = ()> + use<'a> {
        let now = self.now();
        let update = self.session.as_mut().map(|session| session.apply(action, now));
        async move {
            match update {
                None | Some(Err(Refusal::StaleAnswer)) => return self.drive(),
                Some(Err(error)) => {
                    tracing::error!(room = %self.id, %error, "an automatic action was refused");
                }
                Some(Ok(update)) => {
                    for notice in &update.notices {
                        if let Notice::Failed { seat, verdict, .. } = notice {
                            tracing::info!(%seat, verdict, "a player failed");
                            tracing::debug!(room = %self.id, "in this room");
                        }
                    }
                    self.pending.merge(update);
                }
            }
            if let Err(error) = self.advance().await {
                tracing::error!(room = %self.id, %error, "a move was lost");
            }
        }
    }

    /// Returns when the task has to wake up if no request arrives.
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        let sleep = self.may_sleep().then(|| {
            let idle = self.last_request + self.app.config.limits.idle_timeout;
            self.presence.presence_ends().map_or(idle, |ends| idle.max(ends))
        });
        let moments = match &self.retry {
            Some(retry) => [Some(retry.at), None, None, None, None, None], // first of all the log must work
            None => [
                self.times_out_at(),
                self.stand_in_at(now),
                self.checkpoint_at(),
                self.think_again_at,
                self.state_expires(),
                sleep,
            ],
        };
        let first = moments.into_iter().flatten().min();
        // Even if something goes wrong, deadlines alone must not keep a room busy.
        first.map(|first| self.last_deadline.map_or(first, |timed| first.max(timed + MIN_PAUSE)))
    }

    /// Returns when the player to move runs out of time: by the clock, or a bot by its own limit.
    fn times_out_at(&self) -> Option<Instant> {
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

    /// Returns when an absent player to move is replaced, if another person who plays is waiting. Spectators,
    /// bots and computer players have time.
    fn stand_in_at(&self, now: Instant) -> Option<Instant> {
        let session = self.session.as_ref()?;
        let seat = match session.due() {
            Due::Person(seat) => seat,
            Due::Program(request) => request.ticket.seat,
            _ => return None,
        };
        let since = self.presence.away_since(seat.index())?.max(session.turn_began());
        let away = self.room_log.config.away;
        let others_wait = away > 0 && self.is_person_present(Some(seat), now);
        others_wait.then(|| since + Duration::from_secs(away))
    }

    /// Returns when the running turn has to be logged, if a clock is running.
    fn checkpoint_at(&self) -> Option<Instant> {
        let session = self.session.as_ref()?;
        session.deadline().map(|_| session.logged_until() + CHECKPOINT_INTERVAL)
    }

    /// Returns whether the room may leave memory: nobody is connected, no clock runs and no one thinks.
    pub(super) fn may_sleep(&self) -> bool {
        self.retry.is_none()
            && !self.presence.is_watched()
            && self.times_out_at().is_none()
            && self.thinking.is_none()
    }

    /// Handles the first deadline that has passed; returns whether the room may leave memory.
    pub(super) async fn on_deadline(&mut self) -> bool {
        let now = self.now();
        self.last_deadline = Some(now);
        let has_come = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if let Some(retry) = &self.retry {
            if retry.at <= now {
                self.recover().await;
            }
        } else if has_come(self.times_out_at()) {
            self.thinking = None;
            self.on_time_out().await;
        } else if has_come(self.stand_in_at(now)) {
            self.replace_absent_player().await;
        } else if has_come(self.checkpoint_at()) {
            self.apply_automatic(Action::Checkpoint).await;
        } else if has_come(self.think_again_at) {
            self.think_again_at = None;
            self.drive();
        } else if has_come(self.state_expires()) {
            self.forget_state();
        } else {
            self.drive(); // clients without a socket may have gone
            let is_idle = self.last_request + self.app.config.limits.idle_timeout <= now;
            return self.may_sleep() && is_idle && !self.presence.is_anyone_present(now);
        }
        false
    }

    /// Handles the player to move running out of time.
    async fn on_time_out(&mut self) {
        let Some(session) = &self.session else { return };
        match session.due() {
            Due::Program(request) if session.deadline().is_none() => {
                let limit = session.config().program_time;
                let verdict = Verdict::TimeOut { limit, heard: Vec::new() };
                self.on_reply(request.ticket, Err(ChooseError::Failed(verdict)), limit).await;
            }
            _ => self.apply_automatic(Action::Tick).await,
        }
    }

    /// Lets the stand-in move for the absent player, or makes that player resign if there is none.
    async fn replace_absent_player(&mut self) {
        let Some(seat) = self.session.as_ref().and_then(Session::seat_to_move) else { return };
        if self.room_log.config.stand_in.is_none() {
            return self.apply_automatic(Action::Resign(seat)).await;
        }
        if let Err(error) = self.apply(Action::StandIn(seat), self.now()) {
            tracing::error!(room = %self.id, %error, "no stand-in");
        }
        self.publish_change();
    }

    /// Ends the stand-in for a player who has returned.
    pub(super) fn end_stand_in(&mut self, seat: Option<usize>) {
        let seat = seat.map(Seat::new);
        let is_away = |seat: &Seat| self.session.as_ref().is_some_and(|game| game.is_away(*seat));
        if let Some(seat) = seat.filter(is_away) {
            self.thinking = None;
            if let Err(error) = self.apply(Action::Return(seat), self.now()) {
                tracing::error!(room = %self.id, %error, "the stand-in cannot be ended");
            }
        }
    }

    /// Creates a room for the rematch, with the same occupants and the seats rotated.
    pub(super) async fn make_rematch(&mut self) -> Result<(), ApiError> {
        let mut log = RoomLog::new(self.room_log.config.clone());
        log.occupants.clone_from(&self.room_log.occupants);
        rotate_seats(&mut log.config.seats);
        rotate_seats(&mut log.occupants);
        log.config.draw_seed()?;
        let id = self.app.lobby.open(&self.app, self.owner(), log).await?;
        self.room_log.next = Some(id.clone());
        self.unlogged_lines.push(RoomEvent::Next { id }.to_line());
        self.commit().await
    }
}
