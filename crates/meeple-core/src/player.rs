//! Who can be asked for a move: a search, a table of perfect play, a bot process.
//!
//! [`Player`] is written by whoever knows the game; [`AnyPlayer`] is what sits
//! at a table, one of ours ([`erase`]) or a program at the end of two pipes. A
//! person is not asked: a person also undoes, asks for hints and leaves, so
//! prompts and screens drive the table for people themselves.

use crate::{AnyGame, End, Event, Game, Verdict};
use rand::Rng;
use std::{
    fmt,
    marker::PhantomData,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Someone who chooses moves in one game.
pub trait Player<G: Game>: Send {
    /// A legal move for the seat to move in `position`, within the limits.
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, NoChoice>;

    /// Told of everything that happens at the table, own moves included, with the position as
    /// it stands by now. Who keeps nothing between moves need not listen.
    fn hear(&mut self, _event: &Event, _now: &G) {}

    /// The game is over, or left: nothing more will be asked.
    fn end(&mut self, _end: Option<&End>) {}
}

/// Whoever can be asked at a table: positions are erased, moves are text.
pub trait AnyPlayer: Send {
    /// A move, as text, for the seat to move in `position`, within the limits.
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<String>, NoChoice>;

    /// [`Player::hear`].
    fn hear(&mut self, _event: &Event, _now: &dyn AnyGame) {}

    /// [`Player::end`]; whatever was started is gone afterwards.
    fn end(&mut self, _end: Option<&End>) {}

    /// A move as this player writes it: a program's protocol may spell moves in another way.
    fn spell(&self, mv: &str) -> String {
        mv.into()
    }

    /// The last lines that it wrote for whoever looks after it: a program's stderr.
    fn last_words(&self) -> Vec<String> {
        Vec::new()
    }

    /// How long it thought about the last question, where it holds a better clock than whoever
    /// asks: what a program needs to start is not thinking.
    fn thought(&self) -> Option<Duration> {
        None
    }
}

/// A chosen move, and what its chooser has to say about it, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// A remark for people, for example that the move is a guess and not proven.
    pub remark: Option<String>,
    /// The answer as a program gave it, where its protocol spells moves in another way.
    pub answer: Option<String>,
    /// What a program reported while it thought, line by line.
    pub info: Vec<String>,
    /// What each seat may expect, in the unit of the game's search; empty if not known, and not
    /// a number for a seat of which nothing is known.
    pub values: Vec<f64>,
    /// How many positions were looked at.
    pub nodes: Option<u64>,
    /// How many plies ahead.
    pub depth: Option<u32>,
    /// What is expected to happen, the move itself first.
    pub line: Vec<M>,
    /// The moves that were compared, the best first.
    pub ranking: Vec<Ranked<M>>,
}

/// A move that was looked at, and what the mover may expect of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Its value for the mover; more is better.
    pub value: f64,
}

impl<M> Choice<M> {
    /// A move, and nothing more.
    pub fn silent(mv: M) -> Self {
        Choice {
            mv,
            remark: None,
            answer: None,
            info: Vec::new(),
            values: Vec::new(),
            nodes: None,
            depth: None,
            line: Vec::new(),
            ranking: Vec::new(),
        }
    }

    /// A move with a remark.
    pub fn with_remark(mv: M, remark: impl Into<String>) -> Self {
        Choice { remark: Some(remark.into()), ..Choice::silent(mv) }
    }

    /// The best of the moves that were compared (the first of equals), all of them ranked;
    /// `None` if there are none. `nodes` is how many positions that took.
    pub fn best_of(mut ranking: Vec<Ranked<M>>, nodes: u64) -> Option<Self>
    where
        M: Copy,
    {
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the first of equals stays
        let best = ranking.first()?.mv;
        Some(Choice { nodes: Some(nodes), ranking, ..Choice::silent(best) })
    }

    /// The same choice with other moves: as text, say.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> Choice<N> {
        Choice {
            mv: to(self.mv),
            remark: self.remark,
            answer: self.answer,
            info: self.info,
            values: self.values,
            nodes: self.nodes,
            depth: self.depth,
            line: self.line.into_iter().map(&mut to).collect(),
            ranking: self
                .ranking
                .into_iter()
                .map(|Ranked { mv, value }| Ranked { mv: to(mv), value })
                .collect(),
        }
    }
}

/// How long a player may think (a limit that is `None` does not bind), and who
/// wants to hear of its progress.
#[derive(Clone, Default)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// The time for this move; with a game clock, what is left on it.
    pub time: Option<Duration>,
    /// The clock, where there is one for the whole game.
    pub clock: Option<GameClock>,
    /// How many threads may think at once; one if nothing is said.
    pub threads: Option<NonZeroUsize>,
    /// Raised from outside when the answer is no longer wanted.
    pub stop: Arc<AtomicBool>,
    /// Told now and then what part of long work is done, from 0 to 1.
    pub progress: Option<Arc<dyn Fn(f64) + Send + Sync>>,
}

/// Clocks for a whole game: each runs while its owner thinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameClock {
    /// What everybody had at the beginning.
    pub game: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// What each seat has left.
    pub left: Vec<Duration>,
}

impl Limits {
    /// Tells whoever listens what part of the work is done.
    pub fn report(&self, part: f64) {
        if let Some(progress) = &self.progress {
            progress(part);
        }
    }

    /// Whether the answer is no longer wanted.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { nodes, time, clock, threads, .. } = self;
        let mut shown = f.debug_struct("Limits");
        shown.field("nodes", nodes).field("time", time).field("clock", clock);
        shown.field("threads", threads);
        shown.finish_non_exhaustive()
    }
}

/// Why a player gave no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// No seat is to move.
    #[error("no move is due")]
    NotNow,
    /// The player plays another game.
    #[error("this player does not play {0}")]
    OtherGame(&'static str),
    /// [`Limits::stop`] was raised.
    #[error("stopped while thinking")]
    Stopped,
    /// The player failed.
    #[error("{0}")]
    Failed(Verdict),
}

impl NoChoice {
    /// One of our own players broke down.
    pub fn broken(reason: impl Into<String>) -> Self {
        NoChoice::Failed(Verdict::Broken { reason: reason.into() })
    }
}

/// Makes a typed player one that sits at any table.
pub fn erase<G: Game>(player: impl Player<G> + 'static) -> Box<dyn AnyPlayer> {
    Box::new(Erased { player, game: PhantomData })
}

struct Erased<G, P> {
    player: P,
    game: PhantomData<fn(G)>,
}

impl<G: Game, P: Player<G>> AnyPlayer for Erased<G, P> {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<String>, NoChoice> {
        let name = position.name();
        let position = position.as_any().downcast_ref::<G>().ok_or(NoChoice::OtherGame(name))?;
        Ok(self.player.choose(position, limits, rng)?.map(|mv| mv.to_string()))
    }

    fn hear(&mut self, event: &Event, now: &dyn AnyGame) {
        if let Some(now) = now.as_any().downcast_ref::<G>() {
            self.player.hear(event, now);
        }
    }

    fn end(&mut self, end: Option<&End>) {
        self.player.end(end);
    }
}

/// Plays any game, every legal move as likely as the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, NoChoice> {
        if limits.is_stopped() {
            return Err(NoChoice::Stopped);
        }
        position.random_move(rng).map(Choice::silent).ok_or(NoChoice::NotNow)
    }
}
