//! The prover: finds a small closed set of lost positions for a [`Certificate`].
//!
//! Every bite from a position of the set needs a reply that leads back into the set. Often only one
//! reply wins, so the position after it must be in the set. These forced positions are added first;
//! only then, one at a time, the position that answers most of the open bites (ties: the one with the
//! fewest squares left), and everything that it forces. 14 positions prove 4 rows x 5 columns, 552
//! prove 8x10.

use super::{
    ranking::{BarRows, Lie},
    solver::ChompSolver,
    tablebase::{SolveError, Tablebase},
};
use crate::search::Budget;
use meeple_core::Limits;
use meeple_games::chomp::{Board, Certificate, Move};
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
};

/// The maximum number of positions in a proof; a longer one is given up.
pub const MAX_PROOF: usize = 1 << 17;

/// Finds a winning strategy from a position, for the player who wins it. If several openings win, it
/// uses the one with the shortest proof.
pub fn prove(
    solver: &mut ChompSolver,
    board: &Board,
    limits: &Limits,
) -> Result<Certificate, SolveError> {
    prove_within(solver, board, &mut Budget::start(limits))
}

pub(super) fn prove_within(
    solver: &mut ChompSolver,
    board: &Board,
    budget: &mut Budget<'_>,
) -> Result<Certificate, SolveError> {
    if board.is_eaten() {
        return Err(SolveError::NothingLeft);
    }
    let table = solver.table_within(board, budget)?;
    let openings = table.winning_bites(board).expect("the table was made for this board");
    let mut close = |opening: Option<Move>| {
        let start = opening.map_or_else(|| board.clone(), |bite| board.after(bite));
        close(table, &start, budget).map(|lost| (opening, lost))
    };
    let (opening, lost) = if openings.is_empty() {
        close(None)?
    } else {
        let proofs: Vec<_> = openings.into_iter().map(|bite| close(Some(bite))).collect();
        let length = |proof: &Result<(_, Vec<_>), _>| match proof {
            Ok((_, lost)) => lost.len(),
            Err(_) => usize::MAX,
        };
        proofs.into_iter().min_by_key(length).expect("there is an opening")?
    };
    let rows = board.rows_left().to_vec();
    Ok(Certificate { width: board.width(), height: board.height(), rows, opening, lost })
}

/// Returns a closed set of lost positions that contains this lost position, the smallest first.
fn close(
    table: &Tablebase,
    start: &Board,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<u8>>, SolveError> {
    // All positions have the same orientation in the table as the first: they are parts of it.
    let (rows, lie) = table.ranking().lay(start).expect("the table was made for this board");
    let mut closing =
        Closing { table, lost: HashSet::new(), met: HashSet::new(), open: OpenReplies::default() };
    closing.add(table.ranking().rank(&rows), budget)?;
    while let Some(rank) = closing.open.most_wanted() {
        closing.add(rank, budget)?;
    }
    let mut lost: Vec<Vec<u8>> =
        closing.lost.iter().map(|&rank| written(&closing.rows(rank), lie)).collect();
    lost.sort_unstable_by_key(|rows| {
        (rows.iter().map(|&length| u32::from(length)).sum::<u32>(), rows.clone())
    });
    Ok(lost)
}

/// Converts rows of the table to the rows left on the board.
fn written(rows: &BarRows, lie: Lie) -> Vec<u8> {
    let rows: Vec<u8> = rows.iter().copied().take_while(|&length| length > 0).collect();
    match lie {
        Lie::Straight => rows,
        Lie::Mirrored => (0..rows[0])
            .map(|column| rows.partition_point(|&length| length > column) as u8)
            .collect(),
    }
}

/// A set under construction, with positions as ranks.
struct Closing<'a> {
    table: &'a Tablebase,
    lost: HashSet<u64>,
    /// The positions that bites from the set lead to.
    met: HashSet<u64>,
    open: OpenReplies,
}

impl Closing<'_> {
    fn rows(&self, rank: u64) -> BarRows {
        let mut rows = [0; _];
        self.table.ranking().move_to(rank, &mut rows);
        rows
    }

    /// Adds a position and everything that it forces to the set.
    fn add(&mut self, rank: u64, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        let mut forced = vec![rank];
        while let Some(rank) = forced.pop() {
            if !self.lost.insert(rank) {
                continue;
            }
            if !budget.spend(1) {
                return Err(SolveError::spent(budget));
            }
            if self.lost.len() > MAX_PROOF {
                return Err(SolveError::LongProof);
            }
            self.open.answer(rank);
            for (_, bitten) in self.table.ranking().after_bites(&self.rows(rank)).skip(1) {
                if self.met.insert(bitten) {
                    forced.extend(self.only_reply(bitten));
                }
            }
        }
        Ok(())
    }

    /// Returns the position after the only winning reply; `None` if the set already holds a reply, or if
    /// there are several, which are then remembered as open.
    fn only_reply(&mut self, bitten: u64) -> Option<u64> {
        let rows = self.rows(bitten);
        let replies = self.table.winning_in_box(&rows).map(|(_, after)| after);
        let mut replies: Vec<u64> = replies.collect();
        replies.sort_unstable();
        replies.dedup(); // different bites may leave the same position
        if replies.iter().any(|reply| self.lost.contains(reply)) {
            return None;
        }
        if let [only] = replies[..] {
            return Some(only);
        }
        for &reply in &replies {
            let squares = self.rows(reply).iter().map(|&length| u32::from(length)).sum();
            self.open.want(bitten, reply, squares);
        }
        self.open.replies.insert(bitten, replies);
        None
    }
}

/// The bites that have several winning replies, none of them in the set yet.
#[derive(Default)]
struct OpenReplies {
    /// The winning replies to each bite.
    replies: HashMap<u64, Vec<u64>>,
    /// The bites that each position would answer.
    answers: HashMap<u64, HashSet<u64>>,
    /// Number of answered bites, squares, position; the number may be out of date, but only too high.
    ranked: BinaryHeap<(usize, Reverse<u32>, u64)>,
}

impl OpenReplies {
    fn want(&mut self, bitten: u64, reply: u64, squares: u32) {
        let answers = self.answers.entry(reply).or_default();
        answers.insert(bitten);
        self.ranked.push((answers.len(), Reverse(squares), reply));
    }

    /// Removes the bites that this position answers, because it is in the set now.
    fn answer(&mut self, position: u64) {
        for bitten in self.answers.remove(&position).unwrap_or_default() {
            for reply in self.replies.remove(&bitten).unwrap_or_default() {
                if let Some(answers) = self.answers.get_mut(&reply) {
                    answers.remove(&bitten);
                }
            }
        }
    }

    /// Removes and returns the position that answers most bites (ties: the one with the fewest squares).
    fn most_wanted(&mut self) -> Option<u64> {
        loop {
            let (answers, squares, position) = self.ranked.pop()?;
            match self.answers.get(&position).map_or(0, HashSet::len) {
                0 => {}
                now if now == answers => return Some(position),
                now => self.ranked.push((now, squares, position)),
            }
        }
    }
}
