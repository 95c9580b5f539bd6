//! Turns a solved position into a choice: the bite, a ranking of all bites, and the expected line.
//!
//! A bite has the value 1 if it wins and -1 if it loses, moved towards 0 by a thousandth for each ply
//! to the end.

use super::{
    player::{Stall, nibble},
    solver::{ChompSolver, TablePosition, bite_rows},
    tablebase::SolveError,
};
use crate::search::{Budget, choice_with_ranking};
use meeple_core::{Choice, RankedMove};
use meeple_games::chomp::{Board, Move};

/// Chooses the best bite, or in a lost position the one that `stall` asks for. The value of the player
/// to move comes first. Fails if only the poison is left.
pub(super) fn choose(
    solver: &mut ChompSolver,
    board: &Board,
    stall: Stall,
    budget: &mut Budget<'_>,
) -> Result<Choice<Move>, SolveError> {
    let known = solver.known(board, budget)?;
    let (winning, best) = known.winning_and_best(&known.rows);
    let best = best.ok_or(SolveError::NothingLeft)?;
    let mv = match stall {
        Stall::Nibble if winning.is_empty() => nibble(board),
        Stall::Nibble | Stall::Resist => best,
    };
    let value = if winning.is_empty() { -1.0 } else { 1.0 };
    let line = line(&known, mv, budget);
    Ok(Choice {
        mv,
        values: vec![value, -value],
        depth: line.as_ref().map(|line| line.len() as u32),
        line: line.unwrap_or_default(),
        ..choice_with_ranking(best, compared(&known), budget)
    })
}

/// Returns the value of a bite that wins or loses in this many plies.
pub(super) fn worth(wins: bool, plies: Option<u32>) -> f64 {
    let worth = 1.0 - plies.map_or(0.0, |plies| f64::from(plies) / 1000.0);
    if wins { worth } else { -worth }
}

/// Ranks every bite except the poison, row by row from the top.
fn compared(known: &TablePosition<'_>) -> Vec<RankedMove<Move>> {
    let rank = |(bite, after)| {
        let plies = known.plies(after).map(|plies| plies + 1);
        RankedMove { mv: known.lie.turn(bite), value: worth(!known.table.wins_rank(after), plies) }
    };
    // The poison comes first.
    let mut all: Vec<RankedMove<Move>> =
        known.table.ranking().after_bites(&known.rows).skip(1).map(rank).collect();
    all.sort_unstable_by_key(|ranked| ranked.mv);
    all
}

/// Returns this bite and best play until only the poison is left; `None` if plies aren't counted or
/// the time runs out.
pub(super) fn line(
    known: &TablePosition<'_>,
    first: Move,
    budget: &mut Budget<'_>,
) -> Option<Vec<Move>> {
    known.plies(0)?;
    let mut rows = known.rows;
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(bite) = next {
        if budget.is_out_of_time() {
            return None;
        }
        line.push(bite);
        bite_rows(&mut rows, known.lie.turn(bite));
        next = known.winning_and_best(&rows).1;
    }
    Some(line)
}
