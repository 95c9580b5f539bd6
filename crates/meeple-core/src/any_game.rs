//! A game without its concrete type: moves and deals are text.
//!
//! Records, prompts, sockets and bots use this trait and exchange text; the games themselves use
//! small `Copy` types. A single blanket impl covers every game.

use crate::{DealSource, Game, ImpossibleDeal, Outcome, ParseError, Seat, Turn, perft};
use rand::Rng;
use std::{
    any::Any,
    fmt::{Debug, Display},
};

/// An object-safe [`Game`]. `Display` still gives the position's text.
pub trait AnyGame: Display + Debug + Send + Sync + 'static {
    /// Returns [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// Returns [`Game::RULES_VERSION`].
    fn rules_version(&self) -> u32;
    /// See [`Game::seats`].
    fn seats(&self) -> usize;
    /// See [`Game::turn`].
    fn turn(&self) -> Turn;
    /// Lists [`Game::legal_moves`] as text.
    fn legal_move_texts(&self) -> Vec<String>;
    /// Counts [`Game::legal_moves`].
    fn legal_move_count(&self) -> usize;
    /// Parses a move, then checks and plays it as [`Game::play`] does.
    fn play_text(&mut self, mv: &str) -> Result<(), PlayError>;
    /// Parses a move and checks it as [`Game::check_move`] does, without playing it.
    fn check_move_text(&self, mv: &str) -> Result<(), PlayError>;
    /// Draws a deal as [`Game::sample_deal`] does and returns its text.
    fn sample_deal_text(&self, rng: &mut dyn Rng) -> Option<String>;
    /// See [`Game::deal_sequence`].
    fn deal_sequence(&self) -> u32;
    /// See [`Game::deal_source`].
    fn deal_source(&self, seed: u64) -> Box<dyn DealSource>;
    /// Parses a deal, then applies it as [`Game::apply_deal`] does.
    fn apply_deal_text(&mut self, deal: &str) -> Result<(), DealError>;
    /// See [`Game::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Game::points`].
    fn points(&self, seat: Seat) -> i32;
    /// See [`Game::hash64`].
    fn hash64(&self) -> u64;
    /// Runs [`perft::perft`] from this position.
    fn perft(&self, depth: u32, seed: u64) -> u64;
    /// Runs [`perft::divide`] from this position, with each move as text.
    fn divide(&self, depth: u32, seed: u64) -> Vec<(String, u64)>;
    /// Clones the position into a new box.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    /// Returns the typed position for downcasting.
    fn as_any(&self) -> &dyn Any;
}

/// Why the text of a move was not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The text is not a move of this game.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// The rules forbid the move in this position.
    #[error("{0}")]
    Illegal(String),
}

/// Why the text of a deal was not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// The text is not a deal of this game.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// The deal cannot happen in this position.
    #[error(transparent)]
    Impossible(#[from] ImpossibleDeal),
}

impl<G: Game> AnyGame for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn seats(&self) -> usize {
        Game::seats(self)
    }

    fn turn(&self) -> Turn {
        Game::turn(self)
    }

    fn legal_move_texts(&self) -> Vec<String> {
        self.legal_moves().map(|mv| mv.to_string()).collect()
    }

    fn legal_move_count(&self) -> usize {
        self.legal_moves().count()
    }

    fn play_text(&mut self, mv: &str) -> Result<(), PlayError> {
        let mv: G::Move = mv.parse()?;
        self.play(mv).map_err(|error| PlayError::Illegal(error.to_string()))
    }

    fn check_move_text(&self, mv: &str) -> Result<(), PlayError> {
        let mv: G::Move = mv.parse()?;
        self.check_move(mv).map_err(|error| PlayError::Illegal(error.to_string()))
    }

    fn sample_deal_text(&self, rng: &mut dyn Rng) -> Option<String> {
        Some(self.sample_deal(rng)?.to_string())
    }

    fn deal_sequence(&self) -> u32 {
        Game::deal_sequence(self)
    }

    fn deal_source(&self, seed: u64) -> Box<dyn DealSource> {
        Game::deal_source(self, seed)
    }

    fn apply_deal_text(&mut self, deal: &str) -> Result<(), DealError> {
        let deal: G::Deal = deal.parse()?;
        Ok(self.apply_deal(&deal)?)
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn points(&self, seat: Seat) -> i32 {
        Game::points(self, seat)
    }

    fn hash64(&self) -> u64 {
        Game::hash64(self)
    }

    fn perft(&self, depth: u32, seed: u64) -> u64 {
        perft::perft(self, depth, seed)
    }

    fn divide(&self, depth: u32, seed: u64) -> Vec<(String, u64)> {
        let counts = perft::divide(self, depth, seed).into_iter();
        counts.map(|(mv, count)| (mv.to_string(), count)).collect()
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}
