//! A solver for small finite games: every position that can be reached, looked at once.
//!
//! ```text
//! Chomp 3x4: 34 positions ──► who wins, with what, and nothing is left to guess
//! ```
//!
//! Each seat does what is best for itself, as in [`super::max_n_plain`], to the end of the game:
//! with two seats and values that add up to nothing that is perfect play. What is found is
//! proven, but for positions with equal keys being taken for the same.

use super::{
    Budget,
    chance::Chance,
    evaluate::Evaluate,
    state::{State, Values},
};
use meeple_core::Turn;
use std::collections::HashMap;

/// Games are followed so many plies and not further: each ply takes a part of the stack.
const LONGEST: u32 = 2000;

/// What perfect play leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solution<M> {
    /// What each seat gets.
    pub values: Values,
    /// A best move, the first of them; `None` where no seat is to move.
    pub mv: Option<M>,
    /// How many positions were looked at.
    pub positions: usize,
}

/// Why a position was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// There are more positions than may be kept.
    #[error("there are more than {0} positions")]
    TooMany(usize),
    /// The budget is spent.
    #[error("the budget is spent")]
    Spent,
    /// What chance may bring is not listed by the game.
    #[error("what chance may bring cannot be listed")]
    Unlisted,
    /// A position can come again, or a game is longer than can be followed.
    #[error("the game may never end")]
    Endless,
}

/// Plays a position out to every end, keeping at most so many positions.
///
/// ```
/// use meeple_ai::search::{Budget, solve};
/// use meeple_core::{Game, Limits, Seat, tree_game::TreeGame};
///
/// let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:?(e*1:2,0|f*3:4,2))".parse()?;
/// let mut points = |position: &TreeGame, seat: Seat| position.points(seat) as f32;
/// let limits = Limits::default();
/// let solution = solve(&tree, &mut points, 100, &mut Budget::start(&limits))?;
/// assert_eq!(solution.mv, Some("b".parse()?));
/// assert_eq!(solution.values.as_slice(), [3.5, 1.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<S: State>(
    state: &S,
    evaluation: &mut impl Evaluate<S>,
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<Solution<S::Move>, Unsolved> {
    let mut solver = Solver { evaluation, most, budget, known: HashMap::new() };
    let (values, mv) = solver.found(state, 0)?;
    Ok(Solution { values, mv, positions: solver.known.len() })
}

struct Solver<'a, 'b, E> {
    evaluation: &'a mut E,
    most: usize,
    budget: &'a mut Budget<'b>,
    /// `None` for positions that are being looked at: one of these below itself is a circle.
    known: HashMap<u64, Option<Values>>,
}

impl<E> Solver<'_, '_, E> {
    fn values<S: State>(&mut self, state: &S, ply: u32) -> Result<Values, Unsolved>
    where
        E: Evaluate<S>,
    {
        match self.known.get(&state.key()) {
            Some(known) => known.ok_or(Unsolved::Endless),
            None => Ok(self.found(state, ply)?.0),
        }
    }

    /// The values of a new position, and the best move.
    fn found<S: State>(
        &mut self,
        state: &S,
        ply: u32,
    ) -> Result<(Values, Option<S::Move>), Unsolved>
    where
        E: Evaluate<S>,
    {
        if ply > LONGEST {
            return Err(Unsolved::Endless);
        }
        if self.known.len() >= self.most {
            return Err(Unsolved::TooMany(self.most));
        }
        if !self.budget.spend(1) {
            return Err(Unsolved::Spent);
        }
        self.known.insert(state.key(), None);
        let found = match state.turn() {
            Turn::Over => (self.evaluation.values(state), None),
            Turn::Chance => (self.average(state, ply)?, None),
            Turn::Seat(_) => self.best(state, ply)?,
        };
        self.known.insert(state.key(), Some(found.0));
        Ok(found)
    }

    fn average<S: State>(&mut self, state: &S, ply: u32) -> Result<Values, Unsolved>
    where
        E: Evaluate<S>,
    {
        if state.deals().is_none() {
            return Err(Unsolved::Unlisted);
        }
        let mut why = Unsolved::Unlisted;
        let everything = Chance { samples: u32::MAX, seed: 0 };
        let after = |next: &S| self.values(next, ply + 1).map_err(|error| why = error).ok();
        everything.means(state, after).ok_or(why)
    }

    fn best<S: State>(&mut self, state: &S, ply: u32) -> Result<(Values, Option<S::Move>), Unsolved>
    where
        E: Evaluate<S>,
    {
        let Turn::Seat(seat) = state.turn() else { unreachable!("a seat is to move") };
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let mut best: Option<(Values, Option<S::Move>)> = None;
        for mv in moves {
            let mut next = state.clone();
            next.play(mv);
            let values = self.values(&next, ply + 1)?;
            if best.is_none_or(|(best, _)| values.seat(seat) > best.seat(seat)) {
                best = Some((values, Some(mv)));
            }
            if values.seat(seat) >= self.evaluation.extreme() {
                break;
            }
        }
        Ok(best.unwrap_or_else(|| (self.evaluation.values(state), None)))
    }
}
