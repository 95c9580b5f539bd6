//! Who sits on a chair and chooses: a search, a table of perfect play, a bot process.
//!
//! A person is not a [`Player`]: a person also undoes, asks for hints and leaves,
//! so the prompt and the screens serve people themselves.

use crate::{AnyGame, Game};
use rand::Rng;
use std::{
    fmt,
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Someone who chooses moves in one game.
pub trait Player<G: Game>: Send {
    /// A legal move for the seat to move in `position`.
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, NoChoice>;
}

/// [`Player`] for a game whose type is not known: positions are erased, moves are text.
pub trait AnyPlayer: Send {
    /// A legal move, as text, for the seat to move in `position`.
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<String>, NoChoice>;
}

/// A chosen move, and what its chooser has to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// A remark for people, for example that the move is a guess and not proven.
    pub remark: Option<String>,
}

impl<M> Choice<M> {
    /// A move without a remark.
    pub fn silent(mv: M) -> Self {
        Choice { mv, remark: None }
    }

    /// A move with a remark.
    pub fn with_remark(mv: M, remark: impl Into<String>) -> Self {
        Choice { mv, remark: Some(remark.into()) }
    }
}

/// How long a player may think (a limit that is `None` does not bind), and who
/// wants to hear of its progress.
#[derive(Clone, Default)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Raised from outside when the answer is no longer wanted.
    pub stop: Arc<AtomicBool>,
    /// Told now and then what part of long work is done, from 0 to 1.
    pub progress: Option<Arc<dyn Fn(f64) + Send + Sync>>,
}

impl Limits {
    /// Tells whoever listens what part of the work is done.
    pub fn report(&self, part: f64) {
        if let Some(progress) = &self.progress {
            progress(part);
        }
    }

    /// Whether the answer is no longer wanted.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, time) = (&self.nodes, &self.time);
        f.debug_struct("Limits").field("nodes", nodes).field("time", time).finish_non_exhaustive()
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
    /// The player broke down.
    #[error("{0}")]
    Failed(String),
}

/// Makes a typed player one that reads erased positions.
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
        let Choice { mv, remark } = self.player.choose(position, limits, rng)?;
        Ok(Choice { mv: mv.to_string(), remark })
    }
}

/// Plays any game, every legal move as likely as the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(
        &mut self,
        position: &G,
        _: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, NoChoice> {
        position.random_move(rng).map(Choice::silent).ok_or(NoChoice::NotNow)
    }
}
