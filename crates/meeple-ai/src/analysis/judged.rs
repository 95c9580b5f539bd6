//! One step of a game, judged: a move against the best one, a deal by what it gave.

use crate::{
    advice::{Advice, Advised, AnyAdviser, Appraisal, Question},
    grade::Grade,
};
use meeple_core::{AnyGame, Event, Limits, NoChoice, Seat};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// What is known of a step. It can be stored as JSON (see `line`) and read back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// A seat decided.
    Move(JudgedMove),
    /// Chance decided.
    Deal(JudgedDeal),
    /// Nothing more happened: how it stands.
    End(Appraisal),
}

/// A move, beside the best ones.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct JudgedMove {
    /// Who made it.
    pub seat: Seat,
    /// What each seat could expect before it, had the best move been made.
    pub before: Appraisal,
    /// The best moves, the best first; at least one.
    pub best: Vec<Advised<String>>,
    /// What was played.
    pub played: Advised<String>,
    /// Whether nothing else was possible.
    pub forced: bool,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many plies ahead.
    pub depth: Option<u32>,
    /// How it is proven, where it is.
    pub proof: Option<String>,
}

/// A deal: what it gave each seat is what they may expect after it, less what they could before.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct JudgedDeal {
    /// What was dealt.
    pub deal: String,
    /// What each seat could expect before it.
    pub before: Appraisal,
    /// What each seat may expect after it.
    pub after: Appraisal,
}

impl Judged {
    /// How it stood before the step.
    pub fn before(&self) -> &Appraisal {
        match self {
            Judged::Move(JudgedMove { before, .. }) | Judged::Deal(JudgedDeal { before, .. }) => {
                before
            }
            Judged::End(appraisal) => appraisal,
        }
    }

    /// Whether this can be about what happened in this position: what is read from a file may be
    /// anything.
    pub(super) fn fits(&self, position: &dyn AnyGame, event: Option<&Event>) -> bool {
        let seats = position.seats();
        match (self, event) {
            (Judged::Move(judged), Some(Event::Move { seat, mv, .. })) => {
                let moves = || judged.best.iter().chain([&judged.played]);
                judged.seat == *seat
                    && judged.played.mv == *mv
                    && !judged.best.is_empty()
                    && is_sound(&judged.before, seats)
                    && moves().all(|mv| mv.value.is_finite() && is_chance(mv.chance))
            }
            (Judged::Deal(judged), Some(Event::Deal { deal })) => {
                judged.deal == *deal
                    && is_sound(&judged.before, seats)
                    && is_sound(&judged.after, seats)
            }
            (Judged::End(appraisal), None) => is_sound(appraisal, seats),
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
    ) -> Result<Self, NoChoice> {
        let (forced, top) = (position.legal_texts().len() == 1, top.max(1));
        let question = Question { top, also: vec![mv.to_owned()] };
        let advice = adviser.advise_text(position, &question, limits, rng)?;
        let Advice { appraisal: before, mut moves, nodes, depth, proof } = advice;
        let played = match moves.iter().find(|said| said.mv == mv) {
            Some(said) => said.clone(),
            None => unadvised(adviser, position, (seat, mv), limits, rng)?,
        };
        moves.truncate(top);
        // Whoever thinks for a moment only may find out too late what is best.
        if moves.first().is_none_or(|best| best.value < played.value) {
            moves.insert(0, played.clone());
            moves.truncate(top);
        }
        Ok(JudgedMove { seat, before, best: moves, played, forced, nodes, depth, proof })
    }

    /// What the best move would have been worth.
    pub fn best(&self) -> &Advised<String> {
        self.best.first().unwrap_or(&self.played)
    }

    /// What the mover lost by it, in the adviser's unit.
    pub fn lost(&self) -> f64 {
        (self.best().value - self.played.value).max(0.0)
    }

    /// What the mover lost of the chance to win.
    pub fn lost_chance(&self) -> f64 {
        (self.best().chance - self.played.chance).max(0.0)
    }

    /// How good it was.
    pub fn grade(&self) -> Grade {
        Grade::of(self.best().chance, self.played.chance)
    }
}

/// What is to be said of a move of which the adviser said nothing, for want of time: what its
/// mover may expect after it.
fn unadvised(
    adviser: &mut dyn AnyAdviser,
    position: &dyn AnyGame,
    (seat, mv): (Seat, &str),
    limits: &Limits,
    rng: &mut dyn Rng,
) -> Result<Advised<String>, NoChoice> {
    let mut after = position.boxed_clone();
    after.play_text(mv).map_err(|error| NoChoice::broken(error.to_string()))?;
    let Appraisal { values, chances } = adviser.appraise_any(&*after, limits, rng)?;
    let at = |values: &[f64]| values.get(seat.index()).copied().unwrap_or(0.0);
    let (mv, line) = (mv.to_owned(), vec![mv.to_owned()]);
    let (value, chance, reasons) = (at(&values), at(&chances), Vec::new());
    Ok(Advised { mv, value, chance, visits: None, line, reasons })
}

impl JudgedDeal {
    /// The position before a deal and the one after it share the effort, so that a game with
    /// many deals costs no more than one with many moves.
    pub(super) fn find(
        adviser: &mut dyn AnyAdviser,
        deal: &str,
        positions: [&dyn AnyGame; 2],
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Self, NoChoice> {
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(2));
        let time = limits.time.map(|time| time / 2);
        let half = Limits { nodes, time, ..limits.clone() };
        let before = adviser.appraise_any(positions[0], &half, rng)?;
        let after = adviser.appraise_any(positions[1], &half, rng)?;
        Ok(JudgedDeal { deal: deal.to_owned(), before, after })
    }

    /// What it gave a seat, in the adviser's unit.
    pub fn luck(&self, seat: Seat) -> f64 {
        difference(&self.after.values, &self.before.values, seat)
    }

    /// What it gave a seat of the chance to win.
    pub fn luck_chance(&self, seat: Seat) -> f64 {
        difference(&self.after.chances, &self.before.chances, seat)
    }
}

fn difference(after: &[f64], before: &[f64], seat: Seat) -> f64 {
    let at = |values: &[f64]| values.get(seat.index()).copied().unwrap_or(0.0);
    at(after) - at(before)
}

/// A value and a chance for each seat.
fn is_sound(appraisal: &Appraisal, seats: usize) -> bool {
    let Appraisal { values, chances } = appraisal;
    values.len() == seats
        && chances.len() == seats
        && values.iter().all(|value| value.is_finite())
        && chances.iter().all(|&chance| is_chance(chance))
}

/// Sums of floating point numbers may miss 0 and 1 by a hair.
fn is_chance(chance: f64) -> bool {
    (-1e-6..=1.0 + 1e-6).contains(&chance)
}
