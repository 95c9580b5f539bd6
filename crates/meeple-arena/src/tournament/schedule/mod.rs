//! Who meets whom: a tournament is rounds of encounters.
//!
//! An *encounter* is a table's worth of entrants who play some blocks. Rounds
//! come one after the other, because the next may depend on how the last one
//! ended; within a round everything may be played at once.

mod groups;
mod knock_out;
mod list;
mod swiss;

use serde::{Deserialize, Serialize};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// How it is decided who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// All together at one table.
    Match,
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// Who loses is out.
    KnockOut,
    /// In each round those with about equal points meet, and nobody twice.
    Swiss,
}

/// Those who meet at a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Encounter {
    /// Who, by their numbers in the list of entrants.
    pub entrants: Vec<usize>,
    /// The points each has won, once it is over.
    pub points: Vec<f64>,
    /// Who goes on to the next round, where that matters.
    pub advance: Vec<usize>,
}

/// Encounters that may be played at the same time.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Round {
    /// What it is called; empty where there is only one.
    pub title: String,
    /// Who meets whom.
    pub encounters: Vec<Encounter>,
    /// Who sits this one out, and goes on or gets a point for it.
    pub byes: Vec<usize>,
    /// How many blocks each encounter has, if not as many as usual.
    #[serde(skip)]
    pub blocks: Option<u64>,
}

/// What there is to be scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// How many there are; earlier in the list is stronger by expectation.
    pub entrants: usize,
    /// How many sit at a table.
    pub seats: usize,
    /// How many rounds, where that is a choice and somebody has chosen.
    pub rounds: Option<usize>,
}

/// An entrant in the order of a schedule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ordered {
    /// Its number.
    pub entrant: usize,
    /// What its place follows from: more is better, the first figure counts most.
    pub figures: Vec<f64>,
}

/// Whoever makes the rounds of one tournament, one after the other.
pub trait Rounds: Send {
    /// The next round. `played` has all earlier ones with their points; `is_out` says who was
    /// withdrawn.
    fn next(&mut self, played: &[Round], is_out: &dyn Fn(usize) -> bool) -> Option<Round>;

    /// Who of the last round goes on, and where everybody stands, the best first; nothing where
    /// points decide.
    fn settle(&mut self, _last: &mut Round, _is_out: &dyn Fn(usize) -> bool) {}

    /// The places of the entrants, the best first, where they do not follow from the points of
    /// their games; those with equal figures share one.
    fn order(&self) -> Option<Vec<Ordered>> {
        None
    }
}

impl Schedule {
    /// Every schedule of a tournament.
    pub const ALL: [Schedule; 4] =
        [Schedule::RoundRobin, Schedule::Gauntlet, Schedule::KnockOut, Schedule::Swiss];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Schedule::Match => "match",
            Schedule::RoundRobin => "round-robin",
            Schedule::Gauntlet => "gauntlet",
            Schedule::KnockOut => "knock-out",
            Schedule::Swiss => "swiss",
        }
    }

    /// Whether it is played in rounds that depend on each other.
    pub fn has_rounds(self) -> bool {
        matches!(self, Schedule::KnockOut | Schedule::Swiss)
    }

    /// The rounds of a tournament of this kind.
    pub fn rounds(self, field: Field) -> Box<dyn Rounds> {
        match self {
            Schedule::Match => Box::new(list::List::new(vec![(0..field.entrants).collect()])),
            Schedule::RoundRobin => Box::new(list::List::new(groups::everybody(field))),
            Schedule::Gauntlet => Box::new(list::List::new(groups::first_against_all(field))),
            Schedule::KnockOut => Box::new(knock_out::KnockOut::new(field)),
            Schedule::Swiss => Box::new(swiss::Swiss::new(field)),
        }
    }
}

impl Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Schedule {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        let known = || Schedule::ALL.map(Schedule::word).join(", ");
        let mut all = Schedule::ALL.into_iter();
        all.find(|schedule| schedule.word() == word)
            .ok_or_else(|| format!("{word:?} is none of {}", known()))
    }
}

impl Encounter {
    fn of(entrants: Vec<usize>) -> Self {
        Encounter { entrants, ..Encounter::default() }
    }

    /// Its entrants, the best first; of equals, the earlier in the list.
    fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.entrants.len()).collect();
        places.sort_by(|&a, &b| {
            let points = |place: usize| self.points.get(place).copied().unwrap_or(0.0);
            points(b).total_cmp(&points(a)).then(self.entrants[a].cmp(&self.entrants[b]))
        });
        places.into_iter().map(|place| self.entrants[place]).collect()
    }
}
