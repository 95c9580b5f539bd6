//! Advice for Chomp: the exact result of every bite, and the reasons.
//!
//! ```text
//! C3   wins in 11     every reply loses; leaves an L with equal arms
//! D2   loses in 6     loses to C3
//! ```
//!
//! On a bar that is too large for a table, bites are judged by known shapes and small boxes; the rest is
//! a guess.

use super::{
    large,
    proof::prove_within,
    ranking::positions_in_box,
    shapes::Shape,
    shared::SharedSolver,
    solver::{BiteResult, ChompSolver, bounding_box},
    tablebase::SolveError,
    thought::{line, worth},
};
use crate::{
    advice::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end},
    search::Budget,
};
use meeple_core::{ChooseError, Game, Limits, Turn, text::format_count};
use meeple_games::chomp::{Board, Chomp, Move};
use rand::Rng;

/// The maximum number of positions of a box for which advice includes a proof; `meeple prove` proves
/// larger ones.
const PROVEN_POSITIONS: u64 = 1 << 18;

/// Advises on Chomp positions, exactly if the bar can be solved.
#[derive(Debug, Clone, Default)]
pub struct ChompAdviser {
    solver: SharedSolver,
}

impl ChompAdviser {
    /// Creates an adviser that uses this solver.
    pub fn new(solver: SharedSolver) -> Self {
        ChompAdviser { solver }
    }

    /// Tries an exact answer for half of the time; if that fails, uses the rest for an answer without the
    /// table.
    fn think<T>(
        &self,
        budget: &mut Budget<'_>,
        exact: impl FnOnce(&mut ChompSolver, &mut Budget<'_>) -> Result<T, SolveError>,
        guess: impl FnOnce(&mut ChompSolver, &mut Budget<'_>) -> T,
    ) -> Result<T, ChooseError> {
        let thought = self.solver.with_solver_within(budget, |solver, budget| {
            let solved = budget.with_half_time(|budget| exact(solver, budget));
            match solved {
                Err(SolveError::NothingLeft) => Err(ChooseError::NotNow),
                Err(SolveError::Stopped) => Err(ChooseError::Stopped),
                Err(_) => Ok(guess(solver, budget)),
                Ok(answer) => Ok(answer),
            }
        });
        let busy = || ChooseError::broken("the solver was busy for all of the time");
        thought.unwrap_or_else(|| Err(busy()))
    }
}

impl Adviser<Chomp> for ChompAdviser {
    fn unit(&self) -> &'static str {
        "wins"
    }

    fn advise(
        &mut self,
        position: &Chomp,
        question: &Question<Move>,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Advice<Move>, ChooseError> {
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let mut budget = Budget::start(limits);
        let board = position.board();
        let mut advice = self.think(
            &mut budget,
            |solver, budget| advise(board, question, solver, budget),
            |solver, budget| advise_by_guess(board, question, solver, budget),
        )?;
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        advice.nodes = budget.nodes();
        if seat.index() == 1 {
            advice.appraisal.values.reverse(); // so far the player to move came first
            advice.appraisal.chances.reverse();
        }
        Ok(advice)
    }

    fn appraise(
        &mut self,
        position: &Chomp,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        let Turn::Seat(seat) = position.turn() else {
            let chances = position.outcome().map(|outcome| chances_at_end(&outcome));
            let chances = chances.ok_or(ChooseError::NotNow)?;
            let values = chances.iter().map(|chance| 2.0 * chance - 1.0).collect();
            return Ok(Appraisal { values, chances });
        };
        let board = position.board();
        let wins = self.think(
            &mut Budget::start(limits),
            |solver, budget| solver.wins_within(board, budget).map(Some),
            |solver, budget| large::wins(board, solver, budget),
        )?;
        let mut appraisal = appraisal(wins);
        if seat.index() == 1 {
            appraisal.values.reverse();
            appraisal.chances.reverse();
        }
        Ok(appraisal)
    }
}

/// Returns the appraisal with the player to move first; `None` means unknown.
fn appraisal(wins: Option<bool>) -> Appraisal {
    let chance = chance(wins);
    let value = 2.0 * chance - 1.0;
    Appraisal { values: vec![value, -value], chances: vec![chance, 1.0 - chance] }
}

fn chance(wins: Option<bool>) -> f64 {
    match wins {
        Some(true) => 1.0,
        Some(false) => 0.0,
        None => 0.5,
    }
}

/// Advises exactly, from the table.
fn advise(
    board: &Board,
    question: &Question<Move>,
    solver: &mut ChompSolver,
    budget: &mut Budget<'_>,
) -> Result<Advice<Move>, SolveError> {
    let known = solver.known(board, budget)?;
    let (winning, best) = known.winning_and_best(&known.rows);
    let wins = !winning.is_empty();
    let mut moves = Vec::new();
    for judged in best_first(known.judge(), best, question) {
        let after = board.after(judged.bite);
        let line =
            if judged.bite == Move::POISON { None } else { line(&known, judged.bite, budget) };
        let replies = known.table.winning_bites(&after).map_or(0, |replies| replies.len());
        moves.push(Advised {
            mv: judged.bite,
            value: worth(judged.wins, judged.plies),
            chance: chance(Some(judged.wins)),
            visits: None,
            line: line.unwrap_or_else(|| vec![judged.bite]),
            reasons: reasons(&judged, &after, replies, wins),
        });
    }
    let depth = known.plies(known.table.ranking().rank(&known.rows));
    let proof = Some(proof(board, budget));
    Ok(Advice { appraisal: appraisal(Some(wins)), moves, nodes: 0, depth, proof })
}

/// Selects the bites that the question asks for, the best first. The poison is included only if the
/// question names it.
fn best_first(
    mut judged: Vec<BiteResult>,
    best: Option<Move>,
    question: &Question<Move>,
) -> Vec<BiteResult> {
    judged.sort_by(|a, b| {
        let by_worth = worth(b.wins, b.plies).total_cmp(&worth(a.wins, a.plies));
        let is_best = |judged: &BiteResult| Some(judged.bite) == best;
        let is_poison = |judged: &BiteResult| judged.bite == Move::POISON;
        is_poison(a).cmp(&is_poison(b)).then(by_worth).then(is_best(b).cmp(&is_best(a)))
    });
    let mut place = 0;
    judged.retain(|judged| {
        place += 1;
        let is_top = place <= question.top && judged.bite != Move::POISON;
        is_top || question.also.contains(&judged.bite)
    });
    judged
}

/// Explains why a bite wins or loses.
fn reasons(judged: &BiteResult, after: &Board, replies: usize, could_win: bool) -> Vec<String> {
    if judged.bite == Move::POISON {
        return vec!["eats the poison".into()];
    }
    let mut reasons = Vec::new();
    let shape = Shape::of(after).map(|shape| shape.left().to_owned());
    let more =
        judged.plies.map(|plies| format_count(plies.saturating_sub(1) as usize, "more bite"));
    if judged.wins {
        reasons.extend(shape);
        if !after.is_only_poison() {
            let more = more.map_or_else(String::new, |more| format!(", at most {more}"));
            reasons.push(format!("every reply loses{more}"));
        }
        return reasons;
    }
    if let Some(refutation) = judged.refutation {
        let only = if replies == 1 { "only " } else { "" };
        let others = match replies {
            0 | 1 => String::new(),
            2 => " and 1 other reply".into(),
            replies => format!(" and {} other replies", replies - 1),
        };
        reasons.push(format!("loses {only}to {}{others}", refutation.name()));
    }
    reasons.extend(shape);
    if let Some(more) = more.filter(|_| !could_win) {
        reasons.push(format!("lasts {more}"));
    }
    reasons
}

/// Describes how the result is proven. It always refers to the box of the remaining bar, even if the
/// table of a larger box is loaded, so that advice doesn't depend on earlier questions.
fn proof(board: &Board, budget: &mut Budget<'_>) -> String {
    let (width, height) = bounding_box(board);
    let positions = positions_in_box(width, height).unwrap_or(u64::MAX);
    let certificate = (positions <= PROVEN_POSITIONS).then(|| {
        let prove =
            |budget: &mut Budget<'_>| prove_within(&mut ChompSolver::default(), board, budget);
        budget.with_half_time(prove).ok()
    });
    match certificate.flatten() {
        Some(certificate) => {
            let lost = format_count(certificate.lost.len(), "lost position");
            format!("proven by a certificate of {lost}")
        }
        None => format!("exact: all {positions} positions of the box are solved"),
    }
}

/// Advises without the table: by known positions, otherwise by a guess.
fn advise_by_guess(
    board: &Board,
    question: &Question<Move>,
    solver: &mut ChompSolver,
    budget: &mut Budget<'_>,
) -> Advice<Move> {
    let (best, _) = large::think(board, solver, budget);
    let mut bites = vec![best];
    bites.extend(question.also.iter().filter(|&&bite| bite != best));
    let mut moves: Vec<Advised<Move>> =
        bites.into_iter().map(|bite| advised_by_guess(board, bite, solver, budget)).collect();
    moves.sort_by(|a, b| b.value.total_cmp(&a.value)); // stable: among equals the guess stays first
    let wins = moves.first().map_or(0.5, |best| best.chance);
    let value = 2.0 * wins - 1.0;
    let appraisal = Appraisal { values: vec![value, -value], chances: vec![wins, 1.0 - wins] };
    Advice { appraisal, moves, nodes: 0, depth: None, proof: None }
}

fn advised_by_guess(
    board: &Board,
    bite: Move,
    solver: &mut ChompSolver,
    budget: &mut Budget<'_>,
) -> Advised<Move> {
    let after = board.after(bite);
    let (wins, reason) = if bite == Move::POISON {
        (Some(false), "eats the poison")
    } else {
        match large::wins(&after, solver, budget) {
            Some(true) => (Some(false), "loses: the opponent wins from there"),
            Some(false) => (Some(true), "wins: the opponent is lost from there"),
            None => (None, "a guess: the bar is too large to solve"),
        }
    };
    let shape = Shape::of(&after).map(|shape| shape.left().to_owned());
    let chance = chance(wins);
    Advised {
        mv: bite,
        value: 2.0 * chance - 1.0,
        chance,
        visits: None,
        line: vec![bite],
        reasons: std::iter::once(reason.to_owned()).chain(shape).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::rng::{RngStream, seeded};

    fn advice(adviser: &mut ChompAdviser, bar: &Chomp, nodes: u64) -> Advice<Move> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let rng = &mut seeded(1, RngStream::Deals);
        adviser.advise(bar, &Question::top(3), &limits, rng).expect("a seat is to move")
    }

    /// A solver keeps its tables, and on a server many games share one.
    #[test]
    fn advice_under_a_node_limit_does_not_depend_on_what_was_asked_before() {
        let mut used = ChompAdviser::default();
        advice(&mut used, &Chomp::from_board(Board::new(9, 9).expect("a bar")), 1 << 22);
        for shape in [
            "width=4 height=3 rows=4,4,4",
            "width=3 height=5 rows=3,3,3,3,3",
            "width=5 height=4 rows=5,4,2,1",
            "width=3 height=6 rows=3,2,2,1,1,1",
            "width=2 height=6 rows=2,2,2,2,2,2",
            "width=6 height=7 rows=6,6,6,6,6,5,1",
        ] {
            let bar: Chomp = format!("{shape} turn=0").parse().expect("a bar");
            for nodes in [20, 200, 2_000, 1 << 20] {
                let fresh = advice(&mut ChompAdviser::default(), &bar, nodes);
                assert_eq!(advice(&mut used, &bar, nodes), fresh, "{bar} with {nodes} nodes");
            }
        }
    }
}
