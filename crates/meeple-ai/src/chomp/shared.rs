//! One solver for everybody at the table, and the words of the rules on a board.

use super::{
    solver::{Solution, Solver},
    tablebase::SolveError,
};
use crate::search::Budget;
use meeple_core::Limits;
use meeple_games::chomp::{Bite, Board};
use std::{
    sync::{Arc, Mutex, PoisonError, TryLockError},
    thread,
    time::Duration,
};

/// Between two looks whether the solver is free.
const WAIT: Duration = Duration::from_micros(100);

/// A handle on a [`Solver`] that many may hold: its table is built once.
#[derive(Debug, Clone, Default)]
pub struct SharedSolver {
    solver: Arc<Mutex<Solver>>,
}

impl SharedSolver {
    /// One that many may hold from now on.
    pub fn new(solver: Solver) -> Self {
        SharedSolver { solver: Arc::new(Mutex::new(solver)) }
    }

    /// Works with the solver; whoever else wants it waits meanwhile.
    pub fn with<T>(&self, work: impl FnOnce(&mut Solver) -> T) -> T {
        // A solver is in order between any two of its steps, so a panic elsewhere spoils nothing.
        work(&mut self.solver.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Works with the solver as soon as it is free; `None` if the budget ends before that.
    pub(super) fn when_free<T>(
        &self,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut Solver, &mut Budget<'_>) -> T,
    ) -> Option<T> {
        loop {
            match self.solver.try_lock() {
                Ok(mut solver) => return Some(work(&mut solver, budget)),
                Err(TryLockError::Poisoned(held)) => {
                    return Some(work(&mut held.into_inner(), budget));
                }
                Err(TryLockError::WouldBlock) if budget.is_late() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
        }
    }

    /// [`Solver::solve`].
    pub fn solve(&self, board: &Board, limits: &Limits) -> Result<Solution, SolveError> {
        self.with(|solver| solver.solve(board, limits))
    }
}

/// Perfect play in the words of the rules, for a single question about a board.
///
/// Each call solves the board's box anew; whoever asks often keeps a [`Solver`].
///
/// ```
/// use meeple_ai::chomp::PerfectPlay;
/// use meeple_games::chomp::{Bite, Board};
///
/// let mut board = Board::new(5, 4)?;
/// assert_eq!(board.winning_move()?, Some(Bite { row: 2, column: 2 }));
/// board.chomp(Bite { row: 2, column: 2 })?;
/// assert_eq!(board.winning_move()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PerfectPlay {
    /// The first winning bite in row-major order, or `None` if the player to
    /// move has lost; never the poison. It is an error if the box of what is
    /// left has no room in the usual [`super::Memory`]: nobody knows then, and
    /// `None` would say that the position is lost.
    fn winning_move(&self) -> Result<Option<Bite>, SolveError>;

    /// Every winning bite in row-major order.
    fn winning_moves(&self) -> Result<Vec<Bite>, SolveError>;

    /// The fastest win, or when lost the longest resistance; `None` when only the poison is left.
    fn best_move(&self) -> Result<Option<Bite>, SolveError>;
}

impl PerfectPlay for Board {
    fn winning_move(&self) -> Result<Option<Bite>, SolveError> {
        Ok(self.winning_moves()?.first().copied())
    }

    fn winning_moves(&self) -> Result<Vec<Bite>, SolveError> {
        let mut solver = Solver::default();
        let table = solver.table_for(self, &Limits::default())?;
        Ok(table.winning_bites(self).expect("the table was made for this board"))
    }

    fn best_move(&self) -> Result<Option<Bite>, SolveError> {
        Ok(Solver::default().solve(self, &Limits::default())?.best)
    }
}
