//! The summary of a game's judged steps: luck, skill and turning points.

use super::{Analysis, StepJudgement};
use crate::grade::Grade;
use meeple_core::Seat;
use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// A step that changes a seat's win chance by at least this much, like a mistake, is a turning point.
pub const TURN: f64 = 0.09;
/// The maximum number of turning points to report; the largest ones are kept.
pub const MOST_TURNS: usize = 5;
/// The minimum lead in win chance for a seat to be the favourite.
const AHEAD: f64 = 0.02;

/// A seat's luck from deals, and the losses from its moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SeatSummary {
    /// The luck from all deals, in the adviser's unit.
    pub luck: f64,
    /// The same as a change of the win chance.
    pub luck_chance: f64,
    /// The total loss from its moves, in the adviser's unit.
    pub lost: f64,
    /// The same as a change of the win chance.
    pub lost_chance: f64,
    /// The mean [`accuracy`] of its unforced moves, from 0 to 1; `None` if it had none.
    pub accuracy: Option<f64>,
    /// The number of unforced moves.
    pub moves: usize,
    /// The number of unforced moves with each grade, `best` first; in JSON an object keyed by grade.
    #[serde(serialize_with = "by_word")]
    pub grades: [usize; Grade::ALL.len()],
}

/// The summary of a game's judged steps.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnalysisSummary {
    /// The unit of values.
    pub unit: &'static str,
    /// The number of judged steps.
    pub judged: usize,
    /// The total number of steps.
    pub steps: usize,
    /// Whether all steps are judged.
    pub complete: bool,
    /// Luck and skill by seat.
    pub seats: Vec<SeatSummary>,
    /// The turning points, in the order of play.
    pub turning_points: Vec<TurningPoint>,
}

/// A step that changed a seat's win chance considerably.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TurningPoint {
    /// The step, counted from 0; in JSON the ply, counted from 1.
    #[serde(rename = "ply", serialize_with = "from_one")]
    pub step: usize,
    /// The seat that moved, or the seat whose win chance a deal changed most.
    pub seat: Seat,
    /// The size of the change.
    pub swing: f64,
    /// The favourite before it, if any.
    pub favourite: Option<Seat>,
    /// The favourite after it, if any and if known.
    pub then: Option<Seat>,
}

/// Returns the accuracy, from 0 to 1, of a move that lost this much of the win chance. The curve is the
/// one used by lichess.org: nothing lost is 1, a tenth lost about 0.64.
pub fn accuracy(lost_chance: f64) -> f64 {
    (1.031_668 * libm::exp(-4.354 * lost_chance) - 0.031_669).clamp(0.0, 1.0)
}

impl Analysis {
    /// Summarises the judged steps; `unit` is the unit of values.
    pub fn summary(&self, unit: &'static str) -> AnalysisSummary {
        AnalysisSummary {
            unit,
            judged: self.judged.len(),
            steps: self.steps(),
            complete: self.is_complete(),
            seats: self.seats(),
            turning_points: self.turning_points(),
        }
    }

    /// Summarises luck and skill by seat, for the steps judged so far.
    pub fn seats(&self) -> Vec<SeatSummary> {
        (0..self.game.position().seats()).map(|seat| self.seat(Seat::new(seat))).collect()
    }

    fn seat(&self, seat: Seat) -> SeatSummary {
        let nothing = SeatSummary {
            luck: 0.0,
            luck_chance: 0.0,
            lost: 0.0,
            lost_chance: 0.0,
            accuracy: None,
            moves: 0,
            grades: [0; Grade::ALL.len()],
        };
        let mut sum = nothing;
        let mut kept = 0.0;
        for judged in &self.judged {
            match judged {
                StepJudgement::Deal(deal) => {
                    sum.luck += deal.luck(seat);
                    sum.luck_chance += deal.luck_chance(seat);
                }
                StepJudgement::Move(mv) if mv.seat == seat && !mv.forced => {
                    sum.lost += mv.lost();
                    sum.lost_chance += mv.lost_chance();
                    sum.moves += 1;
                    sum.grades[mv.grade() as usize] += 1;
                    kept += accuracy(mv.lost_chance());
                }
                StepJudgement::Move(_) | StepJudgement::End(_) => {}
            }
        }
        sum.accuracy = (sum.moves > 0).then(|| kept / sum.moves as f64);
        sum
    }

    /// Returns the turning points in the order of play. A move counts by what it lost, a deal by its luck,
    /// so a mere change of the appraisal from searching one ply further isn't a turning point.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let mut turns: Vec<TurningPoint> = (0..self.judged.len())
            .filter_map(|step| self.turn(step))
            .filter(|turn| turn.swing >= TURN)
            .collect();
        turns.sort_by(|a, b| b.swing.total_cmp(&a.swing));
        turns.truncate(MOST_TURNS);
        turns.sort_by_key(|turn| turn.step);
        turns
    }

    fn turn(&self, step: usize) -> Option<TurningPoint> {
        let judged = &self.judged[step];
        let (seat, swing) = match judged {
            StepJudgement::Move(mv) => (mv.seat, mv.lost_chance()),
            StepJudgement::Deal(deal) => {
                let seats = (0..deal.before.chances.len()).map(Seat::new);
                let swings = seats.map(|seat| (seat, deal.luck_chance(seat).abs()));
                swings.max_by(|a, b| a.1.total_cmp(&b.1))?
            }
            StepJudgement::End(_) => return None,
        };
        let then = match judged {
            StepJudgement::Deal(deal) => favourite(&deal.after.chances),
            _ => self.judged.get(step + 1).and_then(|next| favourite(&next.before().chances)),
        };
        let favourite = favourite(&judged.before().chances);
        Some(TurningPoint { step, seat, swing, favourite, then })
    }
}

fn by_word<S: Serializer>(
    grades: &[usize; Grade::ALL.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(grades.len()))?;
    for (grade, count) in Grade::ALL.iter().zip(grades) {
        map.serialize_entry(grade.word(), count)?;
    }
    map.end()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn from_one<S: Serializer>(step: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(*step as u64 + 1)
}

/// Returns the seat with the best win chance, if its lead is clear.
fn favourite(chances: &[f64]) -> Option<Seat> {
    let best = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]))?;
    let is_clear = |other| other == best || chances[best] - chances[other] >= AHEAD;
    (0..chances.len()).all(is_clear).then(|| Seat::new(best))
}
