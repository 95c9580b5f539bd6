//! Search algorithms that work for any game; `docs/search.md` is the guide.
//!
//! A search is a function of a position ([`SearchState`]), an evaluation ([`Evaluator`]), its settings (such
//! as [`SearchSettings`]) and a [`Budget`]. Random draws follow from a seed in the settings.

mod beam;
mod budget;
mod chance;
mod evaluate;
mod max_n;
mod mcts;
mod mistakes;
#[cfg(any(test, feature = "reference"))]
mod negamax;
mod pvs;
mod ranking;
mod search_result;
mod solve;
mod state;
mod transposition_table;

pub use beam::{BeamSettings, beam};
pub use budget::{Budget, BudgetExhausted, clock_share};
pub use chance::ChanceSampling;
pub use evaluate::Evaluator;
pub use max_n::max_n;
pub use mcts::{Forest, MctsSettings, Rollout, Widening, mcts};
pub use mistakes::MistakeModel;
#[cfg(any(test, feature = "reference"))]
pub use negamax::{max_n_reference, negamax};
pub use pvs::{SearchSettings, pvs, pvs_on_threads};
pub use ranking::{MAX_RANKED, best_of, choice_with_ranking};
pub use search_result::SearchResult;
pub use solve::{GameSolution, UnsolvedReason, solve};
pub use state::{SearchState, SeatValues};
pub use transposition_table::TranspositionTable;
