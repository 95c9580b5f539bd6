//! A solver shared by several players, and an extension trait that adds perfect play to [`Board`].

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
const RETRY_INTERVAL: Duration = Duration::from_micros(100);

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

    /// Waits for exclusive access to the solver and runs `work`.
    pub fn with_solver<T>(&self, work: impl FnOnce(&mut ChompSolver) -> T) -> T {
        // A panic can't leave the solver inconsistent, so a poisoned lock can still be used.
        work(&mut self.solver.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Like [`Self::with_solver`], but gives up and returns `None` if the time runs out or the search is
    /// stopped first.
    pub(super) fn with_solver_within<T>(
        &self,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut ChompSolver, &mut Budget<'_>) -> T,
    ) -> Option<T> {
        loop {
            match self.solver.try_lock() {
                Ok(mut solver) => return Some(work(&mut solver, budget)),
                Err(TryLockError::Poisoned(error)) => {
                    return Some(work(&mut error.into_inner(), budget));
                }
                Err(TryLockError::WouldBlock) if budget.is_out_of_time() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(RETRY_INTERVAL),
            }
        }
    }

    /// Waits for exclusive access and calls [`ChompSolver::solve`].
    pub fn solve(&self, board: &Board, limits: &Limits) -> Result<ChompSolution, SolveError> {
        self.with_solver(|solver| solver.solve(board, limits))
    }
}

/// Adds perfect play to [`Board`].
///
/// Each call builds the table again; to solve several positions, keep a [`ChompSolver`].
///
/// ```
/// use meeple_ai::chomp::PerfectPlay;
/// use meeple_games::chomp::{Board, Move};
///
/// let mut board = Board::new(5, 4)?;
/// assert_eq!(board.winning_move()?, Some(Move { row: 2, column: 2 }));
/// board.chomp(Move { row: 2, column: 2 })?;
/// assert_eq!(board.winning_move()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PerfectPlay {
    /// Returns the first winning move in row-major order, or `None` if the position is lost. Biting the
    /// poison never wins.
    ///
    /// # Errors
    ///
    /// Fails if the board is too large to solve within the default [`super::Memory`], or is empty.
    fn winning_move(&self) -> Result<Option<Move>, SolveError>;

    /// Returns every winning move in row-major order; fails like [`PerfectPlay::winning_move`].
    fn winning_moves(&self) -> Result<Vec<Move>, SolveError>;

    /// Returns the best move, as defined by [`ChompSolution::best`]; `None` if only the poison is left. Fails
    /// like [`PerfectPlay::winning_move`].
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
