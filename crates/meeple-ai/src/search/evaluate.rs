//! The game-specific knowledge a search needs: what a position is worth, and which moves to look at first.
//!
//! A function of a position and a seat implements it:
//!
//! ```
//! use meeple_ai::search::Evaluator;
//! use meeple_core::{Game, Seat, tree_game::TreeGame};
//!
//! let mut lead = |position: &TreeGame, seat: Seat| {
//!     let points = |seat| position.points(Seat::new(seat)) as f32;
//!     points(seat.index()) - points(1 - seat.index())
//! };
//! let end: TreeGame = "tree=0(win:3,1|lose:0,1) at=win".parse()?;
//! assert_eq!(Evaluator::value(&mut lead, &end, Seat::new(0)), 2.0);
//! # Ok::<(), meeple_core::ParseError>(())
//! ```

use super::state::{SearchState, SeatValues};
use meeple_core::Seat;

/// An evaluation of positions.
pub trait Evaluator<S: SearchState> {
    /// Returns what the position is worth to a seat, against all the others together. Also called for
    /// positions in which the game is over.
    fn value(&mut self, state: &S, seat: Seat) -> f32;

    /// Returns what the position is worth to each seat.
    fn values(&mut self, state: &S) -> SeatValues {
        SeatValues::from_fn(state.seats(), |seat| self.value(state, seat))
    }

    /// Estimates how promising a move looks before it is searched; the most promising is searched first.
    fn move_priority(&mut self, _state: &S, _mv: S::Move) -> f32 {
        0.0
    }

    /// Returns how many of the most promising moves to search `ply` plies below the root.
    fn width(&self, _ply: u32) -> usize {
        usize::MAX
    }

    /// Returns the largest absolute value possible. A seat that has reached it (a win that counts 1, say)
    /// need not search further.
    fn max_value(&self) -> f32 {
        f32::INFINITY
    }

    /// Whether evaluating a position takes no longer than a table lookup, about 20 ns. If so, positions just
    /// above the leaves are not looked up.
    fn is_cheap(&self) -> bool {
        false
    }

    /// Seeds the evaluation's own randomness; called at the start of a search that draws. Evaluations without
    /// randomness need not implement it.
    fn seed(&mut self, _seed: u64) {}
}

impl<S: SearchState, F: FnMut(&S, Seat) -> f32> Evaluator<S> for F {
    fn value(&mut self, state: &S, seat: Seat) -> f32 {
        self(state, seat)
    }
}
