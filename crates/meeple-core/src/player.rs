//! Players that choose moves: a search, a table of perfect play, a bot process.
//!
//! [`Player`] is implemented for a particular game; [`AnyPlayer`] is the object-safe version used
//! at a table: a computer player (see [`erase`]) or an external program. People are not players in
//! this sense: they also undo, ask for hints and leave, so the prompts and screens drive the table
//! for them.

use crate::{AnyGame, EndEvent, Event, Game, Verdict};
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

/// A computer player of one game.
pub trait Player<G: Game>: Send {
    /// Chooses a legal move for the seat to move in `position`, within the limits.
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, ChooseError>;

    /// Called after every event of the game, including the player's own moves, with the position
    /// after it. Players that keep no state between moves can ignore it.
    fn on_event(&mut self, _event: &Event, _now: &G) {}

    /// Called when the game is over or abandoned; no more moves will be requested.
    fn on_end(&mut self, _end: Option<&EndEvent>) {}
}

/// A player at a table, whatever the game: positions are type-erased and moves are text.
pub trait AnyPlayer: Send {
    /// Chooses a move for the seat to move in `position`, within the limits, and returns its text.
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<String>, ChooseError>;

    /// See [`Player::on_event`].
    fn on_event(&mut self, _event: &Event, _now: &dyn AnyGame) {}

    /// See [`Player::on_end`]; anything the player started, such as a process, has stopped afterwards.
    fn on_end(&mut self, _end: Option<&EndEvent>) {}

    /// Formats a move as this player's protocol writes it.
    fn format_move(&self, mv: &str) -> String {
        mv.into()
    }

    /// Returns the last lines a program wrote to stderr.
    fn stderr_tail(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns how long the player thought about its last move, if it can measure that better than
    /// the caller: a program's start-up time, for example, is not thinking time.
    fn thinking_time(&self) -> Option<Duration> {
        None
    }
}

/// A chosen move and what the player reports about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// A remark for people, for example that the move is a guess and not proven.
    pub remark: Option<String>,
    /// A program's answer verbatim, if its protocol writes moves differently.
    pub answer: Option<String>,
    /// Lines a program reported while thinking.
    pub info: Vec<String>,
    /// The expected result of each seat, in the unit of the game's search; empty if unknown, NaN
    /// for a seat whose value is unknown.
    pub values: Vec<f64>,
    /// How many positions were searched.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// The expected continuation, starting with the move itself.
    pub line: Vec<M>,
    /// The moves that were compared, best first.
    pub ranking: Vec<RankedMove<M>>,
}

/// A candidate move and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedMove<M> {
    /// The move.
    pub mv: M,
    /// The value for the mover; higher is better.
    pub value: f64,
}

impl<M> Choice<M> {
    /// Creates a choice without any further information.
    pub fn from_move(mv: M) -> Self {
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

    /// Creates a choice with a remark.
    pub fn with_remark(mv: M, remark: impl Into<String>) -> Self {
        Choice { remark: Some(remark.into()), ..Choice::from_move(mv) }
    }

    /// Ranks the candidates and chooses the best (the first among equals); `None` if there are
    /// none. `nodes` is the number of positions searched.
    pub fn best_of(mut ranking: Vec<RankedMove<M>>, nodes: u64) -> Option<Self>
    where
        M: Copy,
    {
        ranking.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: the first of equals stays
        let best = ranking.first()?.mv;
        Some(Choice { nodes: Some(nodes), ranking, ..Choice::from_move(best) })
    }

    /// Converts the moves, for example to text.
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
                .map(|RankedMove { mv, value }| RankedMove { mv: to(mv), value })
                .collect(),
        }
    }
}

/// How long a player may think and how it reports progress. A limit that is `None` does not apply.
#[derive(Clone, Default)]
pub struct Limits {
    /// The maximum number of positions to search.
    pub nodes: Option<u64>,
    /// The time for this move; with a game clock, the time left on it.
    pub time: Option<Duration>,
    /// The clock, if there is one for the whole game.
    pub clock: Option<GameClock>,
    /// The maximum number of threads; `None` means one.
    pub threads: Option<NonZeroUsize>,
    /// Set from outside when the answer is no longer needed.
    pub stop: Arc<AtomicBool>,
    /// Called now and then with the completed fraction of long work, from 0 to 1.
    pub progress: Option<Arc<dyn Fn(f64) + Send + Sync>>,
}

/// Clocks for a whole game; each seat's clock runs while its player thinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameClock {
    /// The time each seat started with.
    pub game: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The time each seat has left.
    pub left: Vec<Duration>,
}

impl Limits {
    /// Reports the completed fraction of the work to the progress callback, if any.
    pub fn report_progress(&self, part: f64) {
        if let Some(progress) = &self.progress {
            progress(part);
        }
    }

    /// Returns whether the answer is no longer needed.
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

/// Why a player returned no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChooseError {
    /// No seat is to move.
    #[error("no move is due")]
    NotNow,
    /// The player plays another game.
    #[error("this player does not play {0}")]
    OtherGame(&'static str),
    /// [`Limits::stop`] was set.
    #[error("stopped while thinking")]
    Stopped,
    /// The player failed.
    #[error("{0}")]
    Failed(Verdict),
}

impl ChooseError {
    /// Creates the error for a bug in one of our own computer players.
    pub fn broken(reason: impl Into<String>) -> Self {
        ChooseError::Failed(Verdict::InternalError { reason: reason.into() })
    }
}

/// Wraps a typed player so that it can sit at any table.
pub fn erase<G: Game>(player: impl Player<G> + 'static) -> Box<dyn AnyPlayer> {
    Box::new(ErasedPlayer { player, game: PhantomData })
}

struct ErasedPlayer<G, P> {
    player: P,
    game: PhantomData<fn(G)>,
}

impl<G: Game, P: Player<G>> AnyPlayer for ErasedPlayer<G, P> {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<String>, ChooseError> {
        let name = position.name();
        let position = position.as_any().downcast_ref::<G>().ok_or(ChooseError::OtherGame(name))?;
        Ok(self.player.choose(position, limits, rng)?.map(|mv| mv.to_string()))
    }

    fn on_event(&mut self, event: &Event, now: &dyn AnyGame) {
        if let Some(now) = now.as_any().downcast_ref::<G>() {
            self.player.on_event(event, now);
        }
    }

    fn on_end(&mut self, end: Option<&EndEvent>) {
        self.player.on_end(end);
    }
}

/// A player of any game that chooses uniformly among the legal moves.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, ChooseError> {
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        position.random_move(rng).map(Choice::from_move).ok_or(ChooseError::NotNow)
    }
}
