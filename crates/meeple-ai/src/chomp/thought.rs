//! A solved position as a choice: the bite, how the others compare, and how it will go on.
//!
//! A bite is worth 1 if it wins and -1 if it loses, a thousandth nearer to 0 for
//! each ply that this takes.

use super::{
    player::{Stall, nibble},
    solver::{Known, Solver, bite_rows},
    tablebase::SolveError,
};
use crate::search::{Budget, chosen};
use meeple_core::{Choice, Ranked};
use meeple_games::chomp::{Bite, Board};

/// The best bite, or when lost the one that the player wants; the value of the mover is the
/// first. Another square than the poison must be left.
pub(super) fn choose(
    solver: &mut Solver,
    board: &Board,
    stall: Stall,
    budget: &mut Budget<'_>,
) -> Result<Choice<Bite>, SolveError> {
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
        ..chosen(best, compared(&known), budget)
    })
}

/// What a bite is worth to its mover if it wins or loses in so many plies.
pub(super) fn worth(wins: bool, plies: Option<u32>) -> f64 {
    let worth = 1.0 - plies.map_or(0.0, |plies| f64::from(plies) / 1000.0);
    if wins { worth } else { -worth }
}

/// Every bite but the poison, row by row from the top.
fn compared(known: &Known<'_>) -> Vec<Ranked<Bite>> {
    let rank = |(bite, after)| {
        let plies = known.plies(after).map(|plies| plies + 1);
        Ranked { mv: known.lie.turn(bite), value: worth(!known.table.wins_rank(after), plies) }
    };
    // The poison is the first.
    let mut all: Vec<Ranked<Bite>> =
        known.table.ranking().after_bites(&known.rows).skip(1).map(rank).collect();
    all.sort_unstable_by_key(|ranked| ranked.mv);
    all
}

/// This bite, and best play until only the poison is left; `None` where plies are not counted,
/// or if the time ends before the line does.
pub(super) fn line(known: &Known<'_>, first: Bite, budget: &mut Budget<'_>) -> Option<Vec<Bite>> {
    known.plies(0)?;
    let mut rows = known.rows;
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(bite) = next {
        if budget.is_late() {
            return None;
        }
        line.push(bite);
        bite_rows(&mut rows, known.lie.turn(bite));
        next = known.winning_and_best(&rows).1;
    }
    Some(line)
}
