//! Search for every game: limits that are kept, positions that are judged, moves compared.
//!
//! Nothing here names a game. Each search is a function of a position ([`State`]), an evaluation
//! ([`Evaluate`]), a plan and a [`Budget`]; what it draws follows from a seed.

mod beam;
mod budget;
mod chance;
mod compared;
mod evaluate;
mod human;
mod max_n;
mod mcts;
mod negamax;
mod pvs;
mod solve;
mod state;
mod table;
mod thought;

pub use beam::{Beam, beam};
pub use budget::{Budget, Spent, share_of_clock};
pub use chance::Chance;
pub use compared::{RANKED, best_of, chosen};
pub use evaluate::Evaluate;
pub use human::Oversight;
pub use max_n::max_n;
pub use mcts::{Forest, Growth, Rollout, Widening, mcts};
pub use negamax::{max_n_plain, negamax};
pub use pvs::{Plan, pvs, pvs_on_threads};
pub use solve::{Solution, Unsolved, solve};
pub use state::{State, Values};
pub use table::Table;
pub use thought::Thought;

/// The page that shows all this to whoever brings a game: its examples are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/search.md")]
struct Page;
