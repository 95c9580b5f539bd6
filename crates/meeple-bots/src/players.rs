//! The computer players and programs of one table: notified and asked here, judged elsewhere.
//!
//! ```text
//! due: Computer(who, request) ──► Players::ask ──► TimedReply ──► Action::Answer ──► Session
//! ```
//!
//! A player that sits down replaces the previous player of that seat: for example, a substitute for
//! a person who has left.

use crate::{PlayerLauncher, catch_panic::catch_panic};
use meeple_core::{
    AnyPlayer, Choice, ChooseError, Contestant, EndEvent, GameHistory, Limits, Seat, Verdict,
};
use rand::Rng;
use std::time::{Duration, Instant};

/// All players of one table that can be asked for a move.
#[derive(Default)]
pub struct Players {
    seats: Vec<SeatedPlayer>,
    /// How many events of the log the players have received.
    notified_events: usize,
}

/// A seat and its player.
#[derive(Default)]
struct SeatedPlayer {
    /// The player; `None` for a person.
    player: Option<Box<dyn AnyPlayer>>,
    /// The contestant playing here, if known.
    who: Option<Contestant>,
    /// How it panicked while it was notified; reported when it is asked next.
    broken: Option<String>,
}

/// A player's move, or why there is none.
pub type PlayerReply = Result<Choice<String>, ChooseError>;

/// The result of asking a player.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedReply {
    /// Its move, or why there is none.
    pub choice: PlayerReply,
    /// How long it thought.
    pub time: Duration,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
}

impl Players {
    /// Seats these players; `None` is the seat of a person.
    pub fn new(players: impl IntoIterator<Item = Option<Box<dyn AnyPlayer>>>) -> Self {
        let seated = |player| SeatedPlayer { player, ..SeatedPlayer::default() };
        Players { seats: players.into_iter().map(seated).collect(), notified_events: 0 }
    }

    /// Seats everyone named in a game's header and starts the programs; also returns the seats whose
    /// player failed to start.
    pub fn from_header(
        launcher: &PlayerLauncher,
        game: &GameHistory,
    ) -> (Self, Vec<(Seat, Verdict)>) {
        let (mut players, mut missing) = (Players::default(), Vec::new());
        for (index, info) in game.header().seats.iter().enumerate() {
            let player =
                launcher.start_player(&info.who, Seat::new(index)).unwrap_or_else(|verdict| {
                    missing.push((Seat::new(index), verdict));
                    None
                });
            players.seats.push(SeatedPlayer { player, who: Some(info.who.clone()), broken: None });
        }
        (players, missing)
    }

    /// Like [`Players::from_header`], but fails if any player failed to start.
    pub fn try_from_header(launcher: &PlayerLauncher, game: &GameHistory) -> Result<Self, Verdict> {
        let (players, missing) = Players::from_header(launcher, game);
        missing.into_iter().next().map_or(Ok(players), |(_, verdict)| Err(verdict))
    }

    /// Seats this contestant unless it sits there already, dismissing the seat's previous player.
    pub fn seat_contestant(
        &mut self,
        launcher: &PlayerLauncher,
        who: &Contestant,
        seat: Seat,
    ) -> Result<(), Verdict> {
        let seated = &mut self.seats[seat.index()];
        if seated.who.as_ref() == Some(who) && seated.player.is_some() {
            return Ok(());
        }
        seated.call(|player| player.on_end(None));
        let player = launcher.start_player(who, seat)?;
        *seated = SeatedPlayer { player, who: Some(who.clone()), broken: None };
        Ok(())
    }

    /// Notifies all players of the events since the last call.
    pub fn notify(&mut self, game: &GameHistory) {
        for event in &game.log()[self.notified_events..] {
            for seated in &mut self.seats {
                seated.call(|player| player.on_event(event, game.position()));
            }
        }
        self.notified_events = game.log().len();
    }

    /// Notifies all players and asks the player of this seat; returns its reply and its thinking time.
    pub fn ask(
        &mut self,
        game: &GameHistory,
        seat: Seat,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> (PlayerReply, Duration) {
        self.notify(game);
        self.seats[seat.index()].choose(game, limits, rng)
    }

    /// Asks this contestant, seating it first if necessary. A program that failed is ended, so that all
    /// of its stderr is available.
    pub fn answer(
        &mut self,
        (launcher, game): (&PlayerLauncher, &GameHistory),
        (who, seat): (&Contestant, Seat),
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> TimedReply {
        let (choice, time) = match self.seat_contestant(launcher, who, seat) {
            Ok(()) => self.ask(game, seat, limits, rng),
            Err(verdict) => (Err(ChooseError::Failed(verdict)), Duration::ZERO),
        };
        if matches!(choice, Err(ChooseError::Failed(_))) {
            self.dismiss(seat);
        }
        TimedReply { choice, time, stderr: self.stderr_tail(seat) }
    }

    /// Returns the last lines that a seat's program wrote to stderr.
    pub fn stderr_tail(&self, seat: Seat) -> Vec<String> {
        let player = self.seats[seat.index()].player.as_ref();
        player.map(|player| player.stderr_tail()).unwrap_or_default()
    }

    /// Returns a move in the notation of this seat's player.
    pub fn format_move(&self, seat: Seat, mv: &str) -> String {
        let player = self.seats.get(seat.index()).and_then(|seated| seated.player.as_ref());
        player.map_or_else(|| mv.into(), |player| player.format_move(mv))
    }

    /// Dismisses the player of this seat; a program is ended.
    pub fn dismiss(&mut self, seat: Seat) {
        self.seats[seat.index()].call(|player| player.on_end(None));
    }

    /// Notifies all players of the end of the game; programs are ended.
    pub fn end(&mut self, game: &GameHistory) {
        self.notify(game);
        let end: Option<&EndEvent> = game.end();
        for seated in &mut self.seats {
            seated.call(|player| player.on_end(end));
        }
    }
}

impl SeatedPlayer {
    /// Calls the player, unless it has panicked before.
    fn call(&mut self, notify: impl FnOnce(&mut dyn AnyPlayer)) {
        if let Some(player) = self.player.as_deref_mut().filter(|_| self.broken.is_none()) {
            self.broken = catch_panic(|| notify(player)).err();
        }
    }

    /// Asks the player; returns its reply and its thinking time.
    fn choose(
        &mut self,
        game: &GameHistory,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> (PlayerReply, Duration) {
        if let Some(reason) = &self.broken {
            return (Err(ChooseError::broken(reason)), Duration::ZERO);
        }
        let Some(player) = &mut self.player else {
            return (Err(ChooseError::broken("there is no player in this seat")), Duration::ZERO);
        };
        let begin = Instant::now();
        let reply = catch_panic(|| player.choose_text(game.position(), limits, rng));
        let elapsed = begin.elapsed();
        let reply = reply.unwrap_or_else(|reason| {
            self.broken = Some(reason.clone());
            Err(ChooseError::broken(reason))
        });
        (reply, player.thinking_time().unwrap_or(elapsed))
    }
}
