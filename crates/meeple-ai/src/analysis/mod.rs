//! Analysis: a game that was played, judged deal by deal and move by move.
//!
//! ```text
//! line       deal     move     move    ...   (the end)
//! judged     luck     graded   graded  ...   how it stands
//!            └── the next of them is judged when somebody asks ──┘
//! ```
//!
//! Nothing is judged twice and nothing must be judged at all: whoever drives it stops where they
//! like, with all that is known by then, and may add what was kept of an earlier run.

mod judged;
mod summary;
mod told;

pub use judged::{Judged, JudgedDeal, JudgedMove};
pub use summary::{MOST_TURNS, SeatSummary, TURN, TurningPoint, accuracy};
pub use told::{Summary, ToldMove, ToldStep};

use crate::advice::{AnyAdviser, Appraisal};
use meeple_core::{
    AnyGame, Event, Limits, Match, Mixer, NoChoice,
    rng::{Stream, seeded},
};

/// How much is asked about each move.
#[derive(Debug, Clone)]
pub struct Effort {
    /// How many of the best moves are kept.
    pub top: usize,
    /// How long each deal and each move may be thought about.
    pub limits: Limits,
}

/// What is known of a game: its deals and moves from the first on, as far as they are judged.
#[derive(Debug)]
pub struct Analysis<'a> {
    game: &'a Match,
    judged: Vec<Judged>,
}

impl<'a> Analysis<'a> {
    /// Nothing is known yet.
    pub fn of(game: &'a Match) -> Self {
        Analysis { game, judged: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &'a Match {
        self.game
    }

    /// What is known, in the order of play; behind the last deal or move comes how it stands then.
    pub fn judged(&self) -> &[Judged] {
        &self.judged
    }

    /// How many things are to be judged: each deal and move, and how it stands at the end.
    pub fn steps(&self) -> usize {
        self.game.line().len() + 1
    }

    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.judged.len() == self.steps()
    }

    /// What names the next step beyond this record: a hash of the position's text and of what
    /// happened in it, the same on every machine. `None` if everything is known.
    pub fn key(&self) -> Option<u64> {
        let (position, event) = self.due()?;
        Some(key(position, event))
    }

    /// Judges the next step; `None` if everything is known. Nothing is known of it before it is
    /// [added](Self::add).
    pub fn judge(
        &self,
        adviser: &mut dyn AnyAdviser,
        effort: &Effort,
    ) -> Result<Option<Judged>, NoChoice> {
        judge(self.game, self.judged.len(), adviser, effort)
    }

    /// Adds what the next step was judged to be, now or in an earlier run; `false`, and nothing
    /// is added, if it cannot be about this step.
    pub fn add(&mut self, judged: Judged) -> bool {
        let fits = self.due().is_some_and(|(position, event)| judged.fits(position, event));
        if fits {
            self.judged.push(judged);
        }
        fits
    }

    /// How each position stood that is judged, the first one first: before each deal and move,
    /// and at the end.
    pub fn course(&self) -> impl Iterator<Item = &Appraisal> {
        self.judged.iter().map(Judged::before)
    }

    fn due(&self) -> Option<(&'a dyn AnyGame, Option<&'a Event>)> {
        step(self.game, self.judged.len())
    }
}

/// Judges a step of a game, counted from 0: what [`Analysis::judge`] does where that step is the
/// next one, for whoever thinks elsewhere. `None` if there is no such step.
pub fn judge(
    game: &Match,
    at: usize,
    adviser: &mut dyn AnyAdviser,
    effort: &Effort,
) -> Result<Option<Judged>, NoChoice> {
    let Some((position, event)) = step(game, at) else { return Ok(None) };
    let rng = &mut seeded(key(position, event), Stream::Other(0));
    match event {
        Some(Event::Move { seat, mv, .. }) => {
            JudgedMove::find(adviser, position, (*seat, mv), effort, rng).map(Judged::Move)
        }
        Some(_) => {
            let after = game.position_at(at + 1).unwrap_or(position);
            JudgedDeal::find(adviser, [position, after], effort, rng).map(Judged::Deal)
        }
        None => adviser.appraise_any(position, &effort.limits, rng).map(Judged::End),
    }
    .map(Some)
}

/// A step of a game: a position, and what happened in it.
fn step(game: &Match, at: usize) -> Option<(&dyn AnyGame, Option<&Event>)> {
    let event = game.line().get(at).map(|ply| &*ply.event);
    Some((game.position_at(at)?, event))
}

fn key(position: &dyn AnyGame, event: Option<&Event>) -> u64 {
    let happened = match event {
        Some(Event::Move { seat, mv, .. }) => format!("{seat} {mv}"),
        Some(Event::Deal { deal }) => deal.clone(),
        _ => String::new(),
    };
    let text = format!("{position}\n{happened}");
    let words = text.as_bytes().chunks(8).map(|chunk| {
        chunk.iter().fold(chunk.len() as u64, |word, &byte| word << 8 ^ u64::from(byte))
    });
    Mixer::hash(words)
}

#[cfg(test)]
mod tests;
