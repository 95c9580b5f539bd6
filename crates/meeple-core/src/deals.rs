//! Sources of deals.
//!
//! A deal depends only on the seed and on how many deals of its sequence came before it
//! ([`crate::Game::deal_sequence`]). So a game that is undone or resumed gets the same deals again,
//! and two games with the same seed get the same deals as far as the rules allow. A game may
//! provide its own source ([`crate::Game::deal_source`]), which must keep the same promise.
//!
//! ```
//! use meeple_core::{Game, deals::seeded_deal, tree_game::TreeGame};
//!
//! let game: TreeGame = "tree=?(heads*1:1,0|tails*1:0,1)".parse()?;
//! assert_eq!(seeded_deal(&game, 7, 0), seeded_deal(&game, 7, 0));
//! # Ok::<(), meeple_core::ParseError>(())
//! ```

use crate::{
    Game, GameHistory,
    rng::{RngStream, seeded},
};

/// A source of deals: a seed, another program's generator, or a person who types in real deals.
pub trait DealSource: Send {
    /// Returns the deal that is due as text; `None` if it has not been decided yet.
    fn draw(&mut self, game: &GameHistory) -> Option<String>;
}

/// Deals drawn from a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededDeals {
    /// The seed.
    pub seed: u64,
}

impl DealSource for SeededDeals {
    fn draw(&mut self, game: &GameHistory) -> Option<String> {
        let sequence = game.position().deal_sequence();
        let number = game.deals_made(sequence);
        game.position()
            .sample_deal_text(&mut seeded(self.seed, RngStream::Deal { sequence, number }))
    }
}

/// Deals entered from outside, one by one, with [`crate::Table::apply_deal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypedDeals;

impl TypedDeals {
    /// The value of [`crate::Header::deals`] for such a game.
    pub const WORD: &'static str = "typed";
}

impl DealSource for TypedDeals {
    fn draw(&mut self, _: &GameHistory) -> Option<String> {
        None
    }
}

/// Returns the deal that [`SeededDeals`] draws in `position` after `number` deals of its sequence;
/// `None` if no deal is due.
pub fn seeded_deal<G: Game>(position: &G, seed: u64, number: u32) -> Option<G::Deal> {
    let sequence = position.deal_sequence();
    position.sample_deal(&mut seeded(seed, RngStream::Deal { sequence, number }))
}
