//! Principal variation search: us against the rest.
//!
//! ```text
//! depth 1, 2, 3, ...        each pass starts with what the last one found best
//!   first move  [----- whole window -----]
//!   others               [|]              is it better at all? Only then look closely.
//! ```
//!
//! One side is the seat that is to move, the other everybody else: with two seats that is the
//! ordinary game, with more it is *paranoid* play. Whose turn it is is asked of the position,
//! so a seat may move twice running and on both sides of a deal.
//!
//! The table, the order of the moves and the narrow windows save work and change no value:
//! [`super::negamax`] is the oracle. One thing is better than there: a position that is met
//! again with fewer plies left is answered with what was found when there were more.

mod order;
mod root;
mod threads;
mod tree;
mod window;

pub use threads::pvs_on_threads;

use super::{
    Budget,
    chance::Chance,
    evaluate::Evaluate,
    state::State,
    table::{Table, WHOLE},
    thought::Thought,
};
use meeple_core::Turn;

/// How to search.
#[derive(Debug, Clone)]
pub struct Plan<M> {
    /// The most plies to look ahead.
    pub depth: u32,
    /// How chance is looked at.
    pub chance: Chance,
    /// How many of the best moves get their exact value, at least one.
    pub exact: usize,
    /// These get it in any case.
    pub also: Vec<M>,
}

impl<M> Default for Plan<M> {
    fn default() -> Self {
        let chance = Chance { samples: 16, seed: 0 };
        Plan { depth: u32::from(WHOLE) - 1, chance, exact: 1, also: Vec::new() }
    }
}

/// Searches deeper and deeper until the budget is spent, the plan's depth is reached, or there
/// is nothing more to see. If the budget does not suffice for one ply, the most promising move is
/// the answer, with nothing said of it. `None` if nobody is to move.
///
/// ```
/// use meeple_ai::search::{Budget, Plan, Table, pvs};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:1(e:3,0|f:4,0))".parse()?;
/// let mut lead = |position: &TreeGame, seat: Seat| {
///     let points = |seat| position.points(Seat::new(seat)) as f32;
///     points(seat.index()) - points(1 - seat.index())
/// };
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let (plan, table) = (Plan::default(), Table::new(10));
/// let thought = pvs(&tree, &mut lead, &plan, &table, &mut Budget::start(&limits)).unwrap();
/// assert_eq!((thought.mv.to_string(), thought.values), ("b".to_owned(), vec![3.0, -3.0]));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn pvs<S: State>(
    state: &S,
    evaluation: &mut impl Evaluate<S>,
    plan: &Plan<S::Move>,
    table: &Table,
    budget: &mut Budget<'_>,
) -> Option<Thought<S::Move>> {
    let Turn::Seat(us) = state.turn() else { return None };
    table.begin();
    let mut search = tree::Search::new(us, evaluation, plan, table, budget);
    search.deepen(state, 1)
}
