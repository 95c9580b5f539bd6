//! A solver for small finite games: visits every reachable position once.
//!
//! ```text
//! Chomp 3x4: 34 positions ──► who wins, and with which move
//! ```
//!
//! Each seat plays its own best moves to the end of the game, as in `max_n_reference`; with two seats
//! and zero-sum values that is perfect play. The result is proven, provided that no two different positions
//! have the same key.

use super::{
    Budget,
    chance::ChanceSampling,
    evaluate::Evaluator,
    state::{SearchState, SeatValues},
};
use meeple_core::Turn;
use std::collections::HashMap;

/// Maximum number of plies to follow: each ply uses stack space.
const MAX_PLIES: u32 = 2000;

/// The result of perfect play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameSolution<M> {
    /// Value for each seat.
    pub values: SeatValues,
    /// The first of the best moves; `None` if no seat is to move.
    pub mv: Option<M>,
    /// Number of positions visited.
    pub positions: usize,
}

/// Why a position was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnsolvedReason {
    /// There are more positions than allowed.
    #[error("there are more than {0} positions")]
    TooMany(usize),
    /// The budget is spent.
    #[error("the budget is spent")]
    Spent,
    /// The game cannot list its chance outcomes.
    #[error("what chance may bring cannot be listed")]
    Unlisted,
    /// A position can repeat, or a game is longer than the solver can follow.
    #[error("the game may never end")]
    Endless,
}

/// Plays a position out to every end, remembering at most `most` positions.
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
pub fn solve<S: SearchState>(
    state: &S,
    evaluation: &mut impl Evaluator<S>,
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<GameSolution<S::Move>, UnsolvedReason> {
    let mut solver = GameSolver { evaluation, most, budget, known: HashMap::new() };
    let (values, mv) = solver.solve_position(state, 0)?;
    Ok(GameSolution { values, mv, positions: solver.known.len() })
}

struct GameSolver<'a, 'b, E> {
    evaluation: &'a mut E,
    most: usize,
    budget: &'a mut Budget<'b>,
    /// `None` marks a position in progress: meeting it again below itself means a cycle.
    known: HashMap<u64, Option<SeatValues>>,
}

impl<E> GameSolver<'_, '_, E> {
    fn values<S: SearchState>(&mut self, state: &S, ply: u32) -> Result<SeatValues, UnsolvedReason>
    where
        E: Evaluator<S>,
    {
        match self.known.get(&state.key()) {
            Some(known) => known.ok_or(UnsolvedReason::Endless),
            None => Ok(self.solve_position(state, ply)?.0),
        }
    }

    /// Returns the values of a new position, and the best move.
    fn solve_position<S: SearchState>(
        &mut self,
        state: &S,
        ply: u32,
    ) -> Result<(SeatValues, Option<S::Move>), UnsolvedReason>
    where
        E: Evaluator<S>,
    {
        if ply > MAX_PLIES {
            return Err(UnsolvedReason::Endless);
        }
        if self.known.len() >= self.most {
            return Err(UnsolvedReason::TooMany(self.most));
        }
        if !self.budget.spend(1) {
            return Err(UnsolvedReason::Spent);
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

    fn average<S: SearchState>(&mut self, state: &S, ply: u32) -> Result<SeatValues, UnsolvedReason>
    where
        E: Evaluator<S>,
    {
        if state.possible_deals().is_none() {
            return Err(UnsolvedReason::Unlisted);
        }
        let mut why = UnsolvedReason::Unlisted;
        let everything = ChanceSampling { samples: u32::MAX, seed: 0 };
        let after = |next: &S| self.values(next, ply + 1).map_err(|error| why = error).ok();
        everything.means(state, after).ok_or(why)
    }

    fn best<S: SearchState>(
        &mut self,
        state: &S,
        ply: u32,
    ) -> Result<(SeatValues, Option<S::Move>), UnsolvedReason>
    where
        E: Evaluator<S>,
    {
        let Turn::Seat(seat) = state.turn() else { unreachable!("a seat is to move") };
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let mut best: Option<(SeatValues, Option<S::Move>)> = None;
        for mv in moves {
            let mut next = state.clone();
            next.play(mv);
            let values = self.values(&next, ply + 1)?;
            if best.is_none_or(|(best, _)| values.seat(seat) > best.seat(seat)) {
                best = Some((values, Some(mv)));
            }
            if values.seat(seat) >= self.evaluation.max_value() {
                break;
            }
        }
        Ok(best.unwrap_or_else(|| (self.evaluation.values(state), None)))
    }
}
