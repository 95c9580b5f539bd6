//! The computer players and programs of one table: they are told and asked here, not judged.
//!
//! ```text
//! due: Computer(who, request) ──► Players::ask ──► Answered ──► Action::Answer ──► Session
//! ```
//!
//! Whoever sits down on a seat takes the place of who sat there before: a
//! stand-in for a person who has left, say.

use crate::{Host, guarded::guarded};
use meeple_core::{AnyPlayer, Choice, Contestant, End, Limits, Match, NoChoice, Seat, Verdict};
use rand::Rng;
use std::time::{Duration, Instant};

/// Everybody at one table who can be asked.
#[derive(Default)]
pub struct Players {
    chairs: Vec<Chair>,
    /// How much of the log everybody has heard.
    heard: usize,
}

/// One seat, and who sits there.
#[derive(Default)]
struct Chair {
    /// Who can be asked; nobody where a person plays.
    player: Option<Box<dyn AnyPlayer>>,
    /// Who that is, where it is known.
    who: Option<Contestant>,
    /// How it broke down while it was told something: found out when it is asked.
    broken: Option<String>,
}

/// What a player chose, or why it chose nothing.
pub type Reply = Result<Choice<String>, NoChoice>;

/// What came of asking a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// What it chose, or why it chose nothing.
    pub choice: Reply,
    /// How long it thought.
    pub time: Duration,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
}

impl Players {
    /// These players; nobody on the seats of people.
    pub fn new(players: impl IntoIterator<Item = Option<Box<dyn AnyPlayer>>>) -> Self {
        let chair = |player| Chair { player, ..Chair::default() };
        Players { chairs: players.into_iter().map(chair).collect(), heard: 0 }
    }

    /// Everybody whom the header of a game names, programs started, and who could not come.
    pub fn seat(host: &Host, game: &Match) -> (Self, Vec<(Seat, Verdict)>) {
        let (mut players, mut missing) = (Players::default(), Vec::new());
        for (index, info) in game.header().seats.iter().enumerate() {
            let player = host.sit(&info.who, Seat::new(index)).unwrap_or_else(|verdict| {
                missing.push((Seat::new(index), verdict));
                None
            });
            players.chairs.push(Chair { player, who: Some(info.who.clone()), broken: None });
        }
        (players, missing)
    }

    /// The same where nobody may be missing.
    pub fn seat_all(host: &Host, game: &Match) -> Result<Self, Verdict> {
        let (players, missing) = Players::seat(host, game);
        missing.into_iter().next().map_or(Ok(players), |(_, verdict)| Err(verdict))
    }

    /// Lets this contestant sit down, unless it sits there already; who sat there is gone.
    pub fn sit(&mut self, host: &Host, who: &Contestant, seat: Seat) -> Result<(), Verdict> {
        let chair = &mut self.chairs[seat.index()];
        if chair.who.as_ref() == Some(who) && chair.player.is_some() {
            return Ok(());
        }
        chair.call(|player| player.end(None));
        let player = host.sit(who, seat)?;
        *chair = Chair { player, who: Some(who.clone()), broken: None };
        Ok(())
    }

    /// Tells everybody what has happened since they were told last.
    pub fn tell(&mut self, game: &Match) {
        for event in &game.log()[self.heard..] {
            for chair in &mut self.chairs {
                chair.call(|player| player.hear(event, game.position()));
            }
        }
        self.heard = game.log().len();
    }

    /// Tells everybody what has happened, and asks the player of this seat; gives what it chose
    /// and how long it thought.
    pub fn ask(
        &mut self,
        game: &Match,
        seat: Seat,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> (Reply, Duration) {
        self.tell(game);
        self.chairs[seat.index()].choose(game, limits, rng)
    }

    /// Asks this contestant, who sits down if it does not sit there yet. A program that failed is
    /// gone afterwards, so that all of its stderr is there.
    pub fn answer(
        &mut self,
        (host, game): (&Host, &Match),
        (who, seat): (&Contestant, Seat),
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Answered {
        let (choice, time) = match self.sit(host, who, seat) {
            Ok(()) => self.ask(game, seat, limits, rng),
            Err(verdict) => (Err(NoChoice::Failed(verdict)), Duration::ZERO),
        };
        if matches!(choice, Err(NoChoice::Failed(_))) {
            self.send_home(seat);
        }
        Answered { choice, time, stderr: self.stderr_tail(seat) }
    }

    /// The last lines that a seat's program wrote to stderr.
    pub fn stderr_tail(&self, seat: Seat) -> Vec<String> {
        let player = self.chairs[seat.index()].player.as_ref();
        player.map(|player| player.last_words()).unwrap_or_default()
    }

    /// A move as the player of this seat writes it.
    pub fn spell(&self, seat: Seat, mv: &str) -> String {
        let player = self.chairs.get(seat.index()).and_then(|chair| chair.player.as_ref());
        player.map_or_else(|| mv.into(), |player| player.spell(mv))
    }

    /// The player of this seat is not asked any more; a program is gone afterwards.
    pub fn send_home(&mut self, seat: Seat) {
        self.chairs[seat.index()].call(|player| player.end(None));
    }

    /// Tells everybody how it ended; programs are gone afterwards.
    pub fn end(&mut self, game: &Match) {
        self.tell(game);
        let end: Option<&End> = game.end();
        for chair in &mut self.chairs {
            chair.call(|player| player.end(end));
        }
    }
}

impl Chair {
    /// Tells the player something, unless it has broken down.
    fn call(&mut self, tell: impl FnOnce(&mut dyn AnyPlayer)) {
        if let Some(player) = self.player.as_deref_mut().filter(|_| self.broken.is_none()) {
            self.broken = guarded(|| tell(player)).err();
        }
    }

    /// Asks the player, and says how long it thought.
    fn choose(&mut self, game: &Match, limits: &Limits, rng: &mut dyn Rng) -> (Reply, Duration) {
        if let Some(reason) = &self.broken {
            return (Err(NoChoice::broken(reason)), Duration::ZERO);
        }
        let Some(player) = &mut self.player else {
            return (Err(NoChoice::broken("nobody sits there")), Duration::ZERO);
        };
        let begin = Instant::now();
        let reply = guarded(|| player.choose_text(game.position(), limits, rng));
        let elapsed = begin.elapsed();
        let reply = reply.unwrap_or_else(|reason| {
            self.broken = Some(reason.clone());
            Err(NoChoice::broken(reason))
        });
        (reply, player.thought().unwrap_or(elapsed))
    }
}
