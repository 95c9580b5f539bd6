//! What a game's judged steps add up to: luck beside skill, and where the game turned.

use super::{Analysis, Judged};
use crate::grade::Grade;
use meeple_core::Seat;
use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// A step that changes somebody's chance to win by as much as a mistake does is a turning point.
pub const TURN: f64 = 0.09;
/// Only the largest turning points of a game are named, so many at most.
pub const MOST_TURNS: usize = 5;
/// Nobody is the favourite by less than this.
const AHEAD: f64 = 0.02;

/// What the deals gave a seat, and what its moves lost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatSummary {
    /// What all deals together gave it, in the adviser's unit.
    pub luck: f64,
    /// The same of the chance to win.
    pub luck_chance: f64,
    /// What its moves lost, in the adviser's unit.
    pub lost: f64,
    /// The same of the chance to win.
    pub lost_chance: f64,
    /// How well it moved where it had a choice, from 0 to 1: the mean of [`accuracy`]. Nothing
    /// where it never had one.
    pub accuracy: Option<f64>,
    /// How many moves it made where it had a choice.
    pub moves: usize,
    /// How many of them have each grade, `best` first; for programs by its word.
    #[serde(serialize_with = "by_word")]
    pub grades: [usize; Grade::ALL.len()],
}

/// What the judged steps of a game add up to.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

/// Where a game turned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TurningPoint {
    /// The step, counted from 0; for programs its ply, counted from 1.
    #[serde(rename = "ply", serialize_with = "from_one")]
    pub step: usize,
    /// Whose chance changed most: the mover's, or that of whom a deal helped or hurt most.
    pub seat: Seat,
    /// By how much.
    pub swing: f64,
    /// Who was ahead before it, if anybody was.
    pub favourite: Option<Seat>,
    /// Who was ahead after it, if anybody was and it is known.
    pub then: Option<Seat>,
}

/// How well somebody moved who lost so much of the chance to win, from 0 to 1. The curve is the
/// one that players of chess know from lichess.org: nothing lost is 1, a tenth lost about 0.64.
pub fn accuracy(lost_chance: f64) -> f64 {
    (1.031_668 * libm::exp(-4.354 * lost_chance) - 0.031_669).clamp(0.0, 1.0)
}

impl Analysis {
    /// What is known, added up; values are in this unit.
    pub fn summary(&self, unit: &'static str) -> Summary {
        Summary {
            unit,
            judged: self.judged.len(),
            steps: self.steps(),
            complete: self.is_complete(),
            seats: self.seats(),
            turning_points: self.turning_points(),
        }
    }

    /// Luck and skill, seat by seat, as far as is known.
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
                Judged::Deal(deal) => {
                    sum.luck += deal.luck(seat);
                    sum.luck_chance += deal.luck_chance(seat);
                }
                Judged::Move(mv) if mv.seat == seat && !mv.forced => {
                    sum.lost += mv.lost();
                    sum.lost_chance += mv.lost_chance();
                    sum.moves += 1;
                    sum.grades[mv.grade() as usize] += 1;
                    kept += accuracy(mv.lost_chance());
                }
                Judged::Move(_) | Judged::End(_) => {}
            }
        }
        sum.accuracy = (sum.moves > 0).then(|| kept / sum.moves as f64);
        sum
    }

    /// Where the game turned, in the order of play. A move turns it by what its mover lost, a
    /// deal by what it gave or took; so what is found by looking one ply further turns nothing.
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
            Judged::Move(mv) => (mv.seat, mv.lost_chance()),
            Judged::Deal(deal) => {
                let seats = (0..deal.before.chances.len()).map(Seat::new);
                let swings = seats.map(|seat| (seat, deal.luck_chance(seat).abs()));
                swings.max_by(|a, b| a.1.total_cmp(&b.1))?
            }
            Judged::End(_) => return None,
        };
        let then = match judged {
            Judged::Deal(deal) => favourite(&deal.after.chances),
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

/// Who has the best chance, if it is clear.
fn favourite(chances: &[f64]) -> Option<Seat> {
    let best = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]))?;
    let is_clear = |other| other == best || chances[best] - chances[other] >= AHEAD;
    (0..chances.len()).all(is_clear).then(|| Seat::new(best))
}
