//! A game whose type is not known: moves and deals are text.
//!
//! Above this line (records, prompts, sockets, bots) everything is text; below
//! it, everything is small `Copy` types. One blanket impl serves every game.

use crate::{DealSource, Game, ImpossibleDeal, Outcome, ParseError, Seat, Turn, perft};
use rand::Rng;
use std::{
    any::Any,
    fmt::{Debug, Display},
};

/// [`Game`], erased. `Display` is still the position's text.
pub trait AnyGame: Display + Debug + Send + Sync + 'static {
    /// [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// [`Game::RULES_VERSION`].
    fn rules_version(&self) -> u32;
    /// [`Game::seats`].
    fn seats(&self) -> usize;
    /// [`Game::turn`].
    fn turn(&self) -> Turn;
    /// [`Game::legal_moves`], each as text.
    fn legal_texts(&self) -> Vec<String>;
    /// [`Game::play`]: first the text is read, then the move is checked.
    fn play_text(&mut self, mv: &str) -> Result<(), PlayError>;
    /// [`Game::explain`] on a text; nothing changes.
    fn explain_text(&self, mv: &str) -> Result<(), PlayError>;
    /// [`Game::sample_deal`].
    fn sample_deal_text(&self, rng: &mut dyn Rng) -> Option<String>;
    /// [`Game::deal_sequence`].
    fn deal_sequence(&self) -> u32;
    /// [`Game::deals_from`].
    fn deals_from(&self, seed: u64) -> Box<dyn DealSource>;
    /// [`Game::apply_deal`].
    fn apply_deal_text(&mut self, deal: &str) -> Result<(), DealError>;
    /// [`Game::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// [`Game::points`].
    fn points(&self, seat: Seat) -> i32;
    /// [`Game::hash64`].
    fn hash64(&self) -> u64;
    /// [`perft::perft`] from here.
    fn perft(&self, depth: u32, seed: u64) -> u64;
    /// [`perft::divide`] from here, each move as text.
    fn divide(&self, depth: u32, seed: u64) -> Vec<(String, u64)>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    /// The typed position, for whoever knows the game.
    fn as_any(&self) -> &dyn Any;
}

/// Why a move's text was not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It is no move at all.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// It is a move that the rules forbid now.
    #[error("{0}")]
    Illegal(String),
}

/// Why a deal's text was not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// It is no deal at all.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// It is a deal that cannot happen now.
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

    fn legal_texts(&self) -> Vec<String> {
        self.legal_moves().map(|mv| mv.to_string()).collect()
    }

    fn play_text(&mut self, mv: &str) -> Result<(), PlayError> {
        let mv: G::Move = mv.parse()?;
        self.play(mv).map_err(|error| PlayError::Illegal(error.to_string()))
    }

    fn explain_text(&self, mv: &str) -> Result<(), PlayError> {
        let mv: G::Move = mv.parse()?;
        self.explain(mv).map_err(|error| PlayError::Illegal(error.to_string()))
    }

    fn sample_deal_text(&self, rng: &mut dyn Rng) -> Option<String> {
        Some(self.sample_deal(rng)?.to_string())
    }

    fn deal_sequence(&self) -> u32 {
        Game::deal_sequence(self)
    }

    fn deals_from(&self, seed: u64) -> Box<dyn DealSource> {
        Game::deals_from(self, seed)
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
