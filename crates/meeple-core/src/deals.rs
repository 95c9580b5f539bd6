//! Where deals come from.
//!
//! A deal follows from the seed and from how many deals of its sequence came
//! before it ([`crate::Game::deal_sequence`]), and from nothing else that
//! happened. So a game that is taken back or resumed gets the same deals
//! again, and two games of one seed get the same as far as the rules allow. A
//! game may bring a source of its own ([`crate::Game::deals_from`]), which
//! keeps the same promise.
//!
//! ```
//! use meeple_core::{Game, deals::seeded_deal, tree_game::TreeGame};
//!
//! let game: TreeGame = "tree=?(heads*1:1,0|tails*1:0,1)".parse()?;
//! assert_eq!(seeded_deal(&game, 7, 0), seeded_deal(&game, 7, 0));
//! # Ok::<(), meeple_core::ParseError>(())
//! ```

use crate::{
    Game, Match,
    rng::{Stream, seeded},
};

/// Somebody who decides what is dealt: a seed, a school's generator, a person at a real table.
pub trait DealSource: Send {
    /// The deal that is due, as text; `None` if it is not decided yet.
    fn draw(&mut self, game: &Match) -> Option<String>;
}

/// Deals from a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededDeals {
    /// The seed.
    pub seed: u64,
}

impl DealSource for SeededDeals {
    fn draw(&mut self, game: &Match) -> Option<String> {
        let sequence = game.position().deal_sequence();
        let number = game.deals_made(sequence);
        game.position().sample_deal_text(&mut seeded(self.seed, Stream::Deal { sequence, number }))
    }
}

/// Deals that come from outside, one by one, with [`crate::Table::deal_as`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedDeals;

impl TypedDeals {
    /// What [`crate::Header::deals`] says of such a game.
    pub const WORD: &'static str = "typed";
}

impl DealSource for TypedDeals {
    fn draw(&mut self, _: &Match) -> Option<String> {
        None
    }
}

/// The deal that [`SeededDeals`] draws in `position` after `number` deals of its sequence;
/// `None` if no deal is due.
pub fn seeded_deal<G: Game>(position: &G, seed: u64, number: u32) -> Option<G::Deal> {
    let sequence = position.deal_sequence();
    position.sample_deal(&mut seeded(seed, Stream::Deal { sequence, number }))
}
