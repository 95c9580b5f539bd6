//! The judgement of one step: a move compared with the best one, a deal by the luck it brought.

use crate::{
    advice::{Advice, Advised, AnyAdviser, Appraisal, Question},
    grade::Grade,
};
use meeple_core::{AnyGame, ChooseError, Event, Limits, Seat};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// The judgement of a step. It can be stored as JSON (see `line`) and read back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepJudgement {
    /// A seat moved.
    Move(JudgedMove),
    /// A deal was made.
    Deal(JudgedDeal),
    /// The final position.
    End(Appraisal),
}

/// A move compared with the best ones.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct JudgedMove {
    /// The seat that moved.
    pub seat: Seat,
    /// The appraisal before the move, assuming that the best move is played.
    pub before: Appraisal,
    /// The best moves, best first; at least one.
    pub best: Vec<Advised<String>>,
    /// The move that was played.
    pub played: Advised<String>,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// The number of positions searched.
    pub nodes: u64,
    /// The search depth in plies, if known.
    pub depth: Option<u32>,
    /// A description of the proof, if the result is proven.
    pub proof: Option<String>,
}

/// A deal. Each seat's luck is its appraisal after the deal minus the one before.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct JudgedDeal {
    /// The deal as text.
    pub deal: String,
    /// The appraisal before the deal.
    pub before: Appraisal,
    /// The appraisal after the deal.
    pub after: Appraisal,
}

impl StepJudgement {
    /// Returns the appraisal before the step.
    pub fn before(&self) -> &Appraisal {
        match self {
            StepJudgement::Move(JudgedMove { before, .. })
            | StepJudgement::Deal(JudgedDeal { before, .. }) => before,
            StepJudgement::End(appraisal) => appraisal,
        }
    }

    /// Returns whether this judgement can belong to this position and event; one read from a file may be
    /// wrong.
    pub(super) fn fits(&self, position: &dyn AnyGame, event: Option<&Event>) -> bool {
        let seats = position.seats();
        match (self, event) {
            (StepJudgement::Move(judged), Some(Event::Move { seat, mv, .. })) => {
                let moves = || judged.best.iter().chain([&judged.played]);
                judged.seat == *seat
                    && judged.played.mv == *mv
                    && !judged.best.is_empty()
                    && is_sound(&judged.before, seats)
                    && moves().all(|mv| mv.value.is_finite() && is_chance(mv.chance))
            }
            (StepJudgement::Deal(judged), Some(Event::Deal { deal })) => {
                judged.deal == *deal
                    && is_sound(&judged.before, seats)
                    && is_sound(&judged.after, seats)
            }
            (StepJudgement::End(appraisal), None) => is_sound(appraisal, seats),
            _ => false,
        }
    }
}

impl JudgedMove {
    pub(super) fn find(
        adviser: &mut dyn AnyAdviser,
        position: &dyn AnyGame,
        (seat, mv): (Seat, &str),
        (top, limits): (usize, &Limits),
        rng: &mut dyn Rng,
    ) -> Result<Self, ChooseError> {
        let (forced, top) = (position.legal_move_texts().len() == 1, top.max(1));
        let question = Question { top, also: vec![mv.to_owned()] };
        let advice = adviser.advise_text(position, &question, limits, rng)?;
        let Advice { appraisal: before, mut moves, nodes, depth, proof } = advice;
        let played = match moves.iter().find(|said| said.mv == mv) {
            Some(said) => said.clone(),
            None => unadvised(adviser, position, (seat, mv), limits, rng)?,
        };
        moves.truncate(top);
        // A very short search may rank the played move above its own best one.
        if moves.first().is_none_or(|best| best.value < played.value) {
            moves.insert(0, played.clone());
            moves.truncate(top);
        }
        Ok(JudgedMove { seat, before, best: moves, played, forced, nodes, depth, proof })
    }

    /// Returns the best move.
    pub fn best(&self) -> &Advised<String> {
        self.best.first().unwrap_or(&self.played)
    }

    /// Returns what the move lost compared with the best one, in the adviser's unit.
    pub fn lost(&self) -> f64 {
        (self.best().value - self.played.value).max(0.0)
    }

    /// Returns how much of the win chance the move lost compared with the best one.
    pub fn lost_chance(&self) -> f64 {
        (self.best().chance - self.played.chance).max(0.0)
    }

    /// Returns the grade of the move.
    pub fn grade(&self) -> Grade {
        Grade::of(self.best().chance, self.played.chance)
    }
}

/// Judges a move that the adviser had no time for, by the appraisal of the position after it.
fn unadvised(
    adviser: &mut dyn AnyAdviser,
    position: &dyn AnyGame,
    (seat, mv): (Seat, &str),
    limits: &Limits,
    rng: &mut dyn Rng,
) -> Result<Advised<String>, ChooseError> {
    let mut after = position.boxed_clone();
    after.play_text(mv).map_err(|error| ChooseError::broken(error.to_string()))?;
    let Appraisal { values, chances } = adviser.appraise_any(&*after, limits, rng)?;
    let at = |values: &[f64]| values.get(seat.index()).copied().unwrap_or(0.0);
    let (mv, line) = (mv.to_owned(), vec![mv.to_owned()]);
    let (value, chance, reasons) = (at(&values), at(&chances), Vec::new());
    Ok(Advised { mv, value, chance, visits: None, line, reasons })
}

impl JudgedDeal {
    /// Judges a deal. The positions before and after it get half of the effort each, so that a game with
    /// many deals costs no more than one with many moves.
    pub(super) fn find(
        adviser: &mut dyn AnyAdviser,
        deal: &str,
        positions: [&dyn AnyGame; 2],
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Self, ChooseError> {
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(2));
        let time = limits.time.map(|time| time / 2);
        let half = Limits { nodes, time, ..limits.clone() };
        let before = adviser.appraise_any(positions[0], &half, rng)?;
        let after = adviser.appraise_any(positions[1], &half, rng)?;
        Ok(JudgedDeal { deal: deal.to_owned(), before, after })
    }

    /// Returns the luck of a seat, in the adviser's unit.
    pub fn luck(&self, seat: Seat) -> f64 {
        difference(&self.after.values, &self.before.values, seat)
    }

    /// Returns the luck of a seat as a change of its win chance.
    pub fn luck_chance(&self, seat: Seat) -> f64 {
        difference(&self.after.chances, &self.before.chances, seat)
    }
}

fn difference(after: &[f64], before: &[f64], seat: Seat) -> f64 {
    let at = |values: &[f64]| values.get(seat.index()).copied().unwrap_or(0.0);
    at(after) - at(before)
}

/// Returns whether the appraisal has a finite value and a valid chance for each seat.
fn is_sound(appraisal: &Appraisal, seats: usize) -> bool {
    let Appraisal { values, chances } = appraisal;
    values.len() == seats
        && chances.len() == seats
        && values.iter().all(|value| value.is_finite())
        && chances.iter().all(|&chance| is_chance(chance))
}

/// Returns whether this is a probability, allowing for rounding errors.
fn is_chance(chance: f64) -> bool {
    (-1e-6..=1.0 + 1e-6).contains(&chance)
}
