//! A solver shared by several players, and perfect play as methods of a board.

use super::{
    solver::{ChompSolution, ChompSolver},
    tablebase::SolveError,
};
use crate::search::Budget;
use meeple_core::Limits;
use meeple_games::chomp::{Board, Move};
use std::{
    sync::{Arc, Mutex, PoisonError, TryLockError},
    thread,
    time::Duration,
};

/// The pause between two attempts to lock the solver.
const WAIT: Duration = Duration::from_micros(100);

/// A cloneable handle to a shared [`ChompSolver`], so that its table is built only once.
#[derive(Debug, Clone, Default)]
pub struct SharedSolver {
    solver: Arc<Mutex<ChompSolver>>,
}

impl SharedSolver {
    /// Wraps a solver for sharing.
    pub fn new(solver: ChompSolver) -> Self {
        SharedSolver { solver: Arc::new(Mutex::new(solver)) }
    }

    /// Runs `work` with exclusive access to the solver.
    pub fn with<T>(&self, work: impl FnOnce(&mut ChompSolver) -> T) -> T {
        // A solver is consistent between any two of its steps, so a panic of another thread does no harm.
        work(&mut self.solver.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs `work` as soon as the solver is free; `None` if the budget runs out before that.
    pub(super) fn when_free<T>(
        &self,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut ChompSolver, &mut Budget<'_>) -> T,
    ) -> Option<T> {
        loop {
            match self.solver.try_lock() {
                Ok(mut solver) => return Some(work(&mut solver, budget)),
                Err(TryLockError::Poisoned(held)) => {
                    return Some(work(&mut held.into_inner(), budget));
                }
                Err(TryLockError::WouldBlock) if budget.is_out_of_time() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
        }
    }

    /// Calls [`ChompSolver::solve`].
    pub fn solve(&self, board: &Board, limits: &Limits) -> Result<ChompSolution, SolveError> {
        self.with(|solver| solver.solve(board, limits))
    }
}

/// Perfect play as methods of a board, for single questions.
///
/// Each call solves the board's box again; for repeated questions keep a [`ChompSolver`].
///
/// ```
/// use meeple_ai::chomp::PerfectPlay;
/// use meeple_games::chomp::{Move, Board};
///
/// let mut board = Board::new(5, 4)?;
/// assert_eq!(board.winning_move()?, Some(Move { row: 2, column: 2 }));
/// board.chomp(Move { row: 2, column: 2 })?;
/// assert_eq!(board.winning_move()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PerfectPlay {
    /// Returns the first winning bite in row-major order, or `None` if the player to move has lost; never
    /// the poison. It fails if the box of the remaining bar doesn't fit into the default
    /// [`super::Memory`], because `None` would mean that the position is lost.
    fn winning_move(&self) -> Result<Option<Move>, SolveError>;

    /// Returns every winning bite in row-major order.
    fn winning_moves(&self) -> Result<Vec<Move>, SolveError>;

    /// Returns the fastest win, or in a lost position the longest resistance; `None` if only the poison is
    /// left.
    fn best_move(&self) -> Result<Option<Move>, SolveError>;
}

impl PerfectPlay for Board {
    fn winning_move(&self) -> Result<Option<Move>, SolveError> {
        Ok(self.winning_moves()?.first().copied())
    }

    fn winning_moves(&self) -> Result<Vec<Move>, SolveError> {
        let mut solver = ChompSolver::default();
        let table = solver.table_for(self, &Limits::default())?;
        Ok(table.winning_bites(self).expect("the table was made for this board"))
    }

    fn best_move(&self) -> Result<Option<Move>, SolveError> {
        Ok(ChompSolver::default().solve(self, &Limits::default())?.best)
    }
}
