//! Schedules: a tournament consists of rounds, a round of encounters.
//!
//! An *encounter* is a group of entrants that fills a table and plays some blocks. Rounds are played one
//! after another, because the next may depend on the last one's results; the encounters of a round may be
//! played in parallel.

mod groups;
mod knock_out;
mod single_round;
mod swiss;

use serde::{Deserialize, Serialize};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// How the entrants of a tournament are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// All entrants at one table.
    Match,
    /// Every entrant meets every other.
    #[default]
    RoundRobin,
    /// The first entrant meets all others.
    Gauntlet,
    /// Losers are eliminated.
    KnockOut,
    /// In each round entrants with similar points meet, avoiding repeated pairings.
    Swiss,
}

/// A group of entrants that meet at a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Encounter {
    /// The entrants, by index.
    pub entrants: Vec<usize>,
    /// Points of each entrant, once the round is over.
    pub points: Vec<f64>,
    /// In a knock-out, the entrants that advance to the next round.
    pub advance: Vec<usize>,
}

/// A round: encounters that may be played in parallel.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ScheduleRound {
    /// Title of the round; empty if there is only one.
    pub title: String,
    /// The encounters.
    pub encounters: Vec<Encounter>,
    /// Entrants that don't play in this round; they advance (knock-out) or get a point (Swiss).
    pub byes: Vec<usize>,
    /// Blocks per encounter, if different from the tournament's default.
    #[serde(skip)]
    pub blocks: Option<u64>,
}

/// What a schedule is computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduleInput {
    /// Number of entrants; lower indices are expected to be stronger.
    pub entrants: usize,
    /// Players per table.
    pub seats: usize,
    /// Chosen number of rounds, if any.
    pub rounds: Option<usize>,
}

/// An entrant as ranked by a schedule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedEntrant {
    /// Index of the entrant.
    pub entrant: usize,
    /// The values it is ranked by, most significant first; higher is better.
    pub sort_keys: Vec<f64>,
}

/// Generates the rounds of one tournament.
pub trait RoundGenerator: Send {
    /// Returns the next round, or `None` if the tournament is over. `played` has all earlier rounds with
    /// their points; `is_withdrawn` tells whether an entrant was withdrawn.
    fn next_round(
        &mut self,
        played: &[ScheduleRound],
        is_withdrawn: &dyn Fn(usize) -> bool,
    ) -> Option<ScheduleRound>;

    /// Processes the results of the last round and fills in which entrants advance, if the schedule needs
    /// that.
    fn record_results(&mut self, _last: &mut ScheduleRound, _is_out: &dyn Fn(usize) -> bool) {}

    /// Ranks the entrants from best to worst, if the ranking doesn't follow from the points of their games.
    /// Entrants with equal sort keys share a place.
    fn ranking(&self) -> Option<Vec<RankedEntrant>> {
        None
    }
}

impl Schedule {
    /// Every schedule that can be chosen for a tournament.
    pub const ALL: [Schedule; 4] =
        [Schedule::RoundRobin, Schedule::Gauntlet, Schedule::KnockOut, Schedule::Swiss];

    /// Name of the schedule, as in configuration files.
    pub fn name(self) -> &'static str {
        match self {
            Schedule::Match => "match",
            Schedule::RoundRobin => "round-robin",
            Schedule::Gauntlet => "gauntlet",
            Schedule::KnockOut => "knock-out",
            Schedule::Swiss => "swiss",
        }
    }

    /// Returns whether its rounds depend on earlier results.
    pub fn has_rounds(self) -> bool {
        matches!(self, Schedule::KnockOut | Schedule::Swiss)
    }

    /// Creates the generator of this schedule's rounds.
    pub fn rounds(self, field: ScheduleInput) -> Box<dyn RoundGenerator> {
        match self {
            Schedule::Match => {
                Box::new(single_round::SingleRound::new(vec![(0..field.entrants).collect()]))
            }
            Schedule::RoundRobin => {
                Box::new(single_round::SingleRound::new(groups::all_against_all(field)))
            }
            Schedule::Gauntlet => {
                Box::new(single_round::SingleRound::new(groups::first_against_all(field)))
            }
            Schedule::KnockOut => Box::new(knock_out::KnockOut::new(field)),
            Schedule::Swiss => Box::new(swiss::Swiss::new(field)),
        }
    }
}

impl Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Schedule {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        let known = || Schedule::ALL.map(Schedule::name).join(", ");
        let mut all = Schedule::ALL.into_iter();
        all.find(|schedule| schedule.name() == word)
            .ok_or_else(|| format!("unknown schedule {word:?}; choose one of {}", known()))
    }
}

impl Encounter {
    fn of(entrants: Vec<usize>) -> Self {
        Encounter { entrants, ..Encounter::default() }
    }

    /// Returns the entrants from most to fewest points; ties are broken by index.
    fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.entrants.len()).collect();
        places.sort_by(|&a, &b| {
            let points = |place: usize| self.points.get(place).copied().unwrap_or(0.0);
            points(b).total_cmp(&points(a)).then(self.entrants[a].cmp(&self.entrants[b]))
        });
        places.into_iter().map(|place| self.entrants[place]).collect()
    }
}
