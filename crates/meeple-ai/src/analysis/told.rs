//! What is known of a game, for programs: the same figures in every front.
//!
//! ```json
//! {"move": {"seat": 0, "before": {...}, "best": [...], "played": {...}, "grade": "good", "lost": 1.5}}
//! {"unit": "points", "complete": true, "seats": [...], "turning_points": [{"ply": 4, "swing": 0.2}]}
//! ```

use super::{Analysis, Judged, JudgedDeal, JudgedMove, SeatSummary, TurningPoint};
use crate::{advice::Appraisal, grade::Grade};
use serde::Serialize;

/// A judged step with the figures that follow from it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ToldStep<'a> {
    /// A seat decided.
    Move(ToldMove<'a>),
    /// Chance decided.
    Deal(&'a JudgedDeal),
    /// Nothing more happened: how it stands.
    End(&'a Appraisal),
}

/// A judged move with its grade.
#[derive(Debug, Clone, Serialize)]
pub struct ToldMove<'a> {
    /// What was found.
    #[serde(flatten)]
    pub judged: &'a JudgedMove,
    /// [`JudgedMove::grade`].
    pub grade: Grade,
    /// [`JudgedMove::lost`].
    pub lost: f64,
    /// [`JudgedMove::lost_chance`].
    pub lost_chance: f64,
}

/// What the judged steps of a game add up to.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// What values are counted in.
    pub unit: &'static str,
    /// How many steps are judged...
    pub judged: usize,
    /// ...of how many...
    pub steps: usize,
    /// ...and whether that is all of them.
    pub complete: bool,
    /// Luck and skill, seat by seat.
    pub seats: Vec<SeatSummary>,
    /// Where the game turned.
    pub turning_points: Vec<TurningPoint>,
}

impl Judged {
    /// The step for programs.
    pub fn told(&self) -> ToldStep<'_> {
        match self {
            Judged::Move(judged) => ToldStep::Move(ToldMove {
                judged,
                grade: judged.grade(),
                lost: judged.lost(),
                lost_chance: judged.lost_chance(),
            }),
            Judged::Deal(judged) => ToldStep::Deal(judged),
            Judged::End(appraisal) => ToldStep::End(appraisal),
        }
    }
}

impl Analysis<'_> {
    /// What is known, added up; values are in this unit.
    pub fn summary(&self, unit: &'static str) -> Summary {
        Summary {
            unit,
            judged: self.judged().len(),
            steps: self.steps(),
            complete: self.is_complete(),
            seats: self.seats(),
            turning_points: self.turning_points(),
        }
    }
}
