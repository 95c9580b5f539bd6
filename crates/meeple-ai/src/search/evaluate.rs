//! What a search asks of whoever knows the game: what a position is worth, and which moves
//! deserve to be looked at first.
//!
//! A function of a position and a seat will do:
//!
//! ```
//! use meeple_ai::search::Evaluate;
//! use meeple_core::{Game, Seat, tree_game::TreeGame};
//!
//! let mut lead = |position: &TreeGame, seat: Seat| {
//!     let points = |seat| position.points(Seat::new(seat)) as f32;
//!     points(seat.index()) - points(1 - seat.index())
//! };
//! let end: TreeGame = "tree=0(win:3,1|lose:0,1) at=win".parse()?;
//! assert_eq!(Evaluate::value(&mut lead, &end, Seat::new(0)), 2.0);
//! # Ok::<(), meeple_core::ParseError>(())
//! ```

use super::state::{State, Values};
use meeple_core::Seat;

/// Judges positions.
pub trait Evaluate<S: State> {
    /// What the position is worth to a seat, against all the others together. Positions in
    /// which the game is over are asked about too.
    fn value(&mut self, state: &S, seat: Seat) -> f32;

    /// What it is worth to each seat.
    fn values(&mut self, state: &S) -> Values {
        Values::of(state.seats(), |seat| self.value(state, seat))
    }

    /// How promising a move looks before it is searched: the most promising comes first.
    fn promise(&mut self, _state: &S, _mv: S::Move) -> f32 {
        0.0
    }

    /// How many of the most promising moves are looked at, so many plies after the position that
    /// is thought about.
    fn width(&self, _ply: u32) -> usize {
        usize::MAX
    }

    /// No value is beyond this, neither above it nor below its negative: whoever has reached it
    /// (a win that counts 1, say) need not look further.
    fn extreme(&self) -> f32 {
        f32::INFINITY
    }

    /// Whether judging a position takes no longer than looking it up in a table, some 20 ns: then
    /// positions just above the leaves are not looked up.
    fn is_cheap(&self) -> bool {
        false
    }

    /// Told at the beginning of a search that draws: what an evaluation draws by itself from now
    /// on follows from this. One that draws nothing need not listen.
    fn seed(&mut self, _seed: u64) {}
}

impl<S: State, F: FnMut(&S, Seat) -> f32> Evaluate<S> for F {
    fn value(&mut self, state: &S, seat: Seat) -> f32 {
        self(state, seat)
    }
}
