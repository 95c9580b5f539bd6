//! Principal variation search: one seat against all the others.
//!
//! ```text
//! depth 1, 2, 3, ...        each pass starts with the best move of the last one
//!   first move  [----- full window -----]
//!   others               [|]              is it better at all? only then search it fully
//! ```
//!
//! One side is the seat to move, the other is all other seats together. With two seats that is the ordinary
//! game; with more it is the *paranoid* algorithm. The search asks the position whose turn it is, so a seat can
//! move twice in a row, and both before and after a deal.
//!
//! The transposition table, the move ordering and the narrow windows save work without changing a value:
//! `negamax` is the reference implementation. There is one exception: a position met again with fewer
//! plies left keeps the value of the deeper search.

mod order;
mod root;
mod threads;
mod tree;
mod window;

pub use threads::pvs_on_threads;

use super::{
    Budget,
    chance::ChanceSampling,
    evaluate::Evaluator,
    search_result::SearchResult,
    state::SearchState,
    transposition_table::{COMPLETE_DEPTH, TranspositionTable},
};
use meeple_core::Turn;

/// Search settings.
#[derive(Debug, Clone)]
pub struct SearchSettings<M> {
    /// Maximum number of plies to look ahead.
    pub depth: u32,
    /// How chance is handled.
    pub chance: ChanceSampling,
    /// How many of the best moves get an exact value, at least one.
    pub exact: usize,
    /// Moves that get an exact value in any case.
    pub also: Vec<M>,
}

impl<M> Default for SearchSettings<M> {
    fn default() -> Self {
        let chance = ChanceSampling { samples: 16, seed: 0 };
        SearchSettings { depth: u32::from(COMPLETE_DEPTH) - 1, chance, exact: 1, also: Vec::new() }
    }
}

/// Searches deeper and deeper until the budget is spent, the plan's depth is reached, or the whole tree has
/// been searched. If the budget doesn't suffice for one ply, returns the most promising move without values.
/// `None` if no seat is to move.
///
/// ```
/// use meeple_ai::search::{Budget, SearchSettings, TranspositionTable, pvs};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:1(e:3,0|f:4,0))".parse()?;
/// let mut lead = |position: &TreeGame, seat: Seat| {
///     let points = |seat| position.points(Seat::new(seat)) as f32;
///     points(seat.index()) - points(1 - seat.index())
/// };
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let (plan, table) = (SearchSettings::default(), TranspositionTable::new(10));
/// let thought = pvs(&tree, &mut lead, &plan, &table, &mut Budget::start(&limits)).unwrap();
/// assert_eq!((thought.mv.to_string(), thought.values), ("b".to_owned(), vec![3.0, -3.0]));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn pvs<S: SearchState>(
    state: &S,
    evaluation: &mut impl Evaluator<S>,
    plan: &SearchSettings<S::Move>,
    table: &TranspositionTable,
    budget: &mut Budget<'_>,
) -> Option<SearchResult<S::Move>> {
    let Turn::Seat(us) = state.turn() else { return None };
    table.start_search();
    let mut search = tree::PvsSearch::new(us, evaluation, plan, table, budget);
    search.deepen(state, 1)
}
