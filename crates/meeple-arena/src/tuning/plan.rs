//! The plan of a tuning: what was asked for, checked, and what follows from it.
//!
//! Seeds are used one after the other:
//!
//! ```text
//! seed  seed+10  seed+20 ...         seed+1000 ...
//! └step 1┘└step 2┘└step 3 ...  step 100┘└final match┘
//! ```
//!
//! So no deal is played twice, and the final match is fresh.

use super::{BadTuning, Config, Range, Spsa, subject::Subject};
use crate::tournament::{self, Named, Schedule, Seatings};
use meeple_core::BadOptions;
use meeple_games::GameKind;
use serde_json::{Map, Value};

/// More steps are neither needed nor kept in memory.
const MOST_STEPS: usize = 1_000_000;

/// What is to be done.
#[derive(Debug, Clone)]
pub struct Plan {
    config: Config,
    kind: GameKind,
    subject: Subject,
    seats: usize,
    games_a_block: u64,
}

impl Plan {
    /// The plan for what is asked for. The search begins with what the player has, where that is
    /// in the range, and otherwise in the middle.
    pub fn new(mut config: Config) -> Result<Self, BadTuning> {
        let kind = config.game.parse::<GameKind>()?;
        let subject = Subject::read(kind, &config.player)?;
        subject.check(&config.parameters)?;
        let start = |range: &Range| {
            let fits = |usual: &u32| (range.low..=range.high).contains(usual);
            subject.usual(range).filter(fits).unwrap_or(range.low + (range.high - range.low) / 2)
        };
        config.start = config.parameters.iter().map(start).collect();
        let seats = seats(kind, &config.options)?;
        let games_a_block = Seatings::default().orders(seats).len() as u64;
        let plan = Plan { config, kind, subject, seats, games_a_block };
        if plan.steps() > MOST_STEPS {
            return Err(BadTuning::TooMany { steps: plan.steps(), most: MOST_STEPS });
        }
        Ok(plan)
    }

    /// What was asked for.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The search, before its first step.
    pub fn search(&self) -> Spsa {
        let Config { parameters, start, seed, .. } = &self.config;
        Spsa::new(parameters.clone(), start, *seed as u64, self.steps())
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.config.games.div_ceil(self.games_a_step()).max(1) as usize
    }

    /// How many games a step has: whole blocks.
    pub fn games_a_step(&self) -> u64 {
        self.config.batch.div_ceil(self.games_a_block).max(1) * self.games_a_block
    }

    /// How many games the final match has: whole blocks.
    pub fn final_games(&self) -> u64 {
        self.config.final_games.div_ceil(self.games_a_block).max(1) * self.games_a_block
    }

    /// The first seed of a step, which are counted from 1; behind the last step come the seeds of
    /// the final match.
    pub fn seed_of(&self, step: usize) -> u64 {
        let blocks = self.games_a_step() / self.games_a_block;
        (self.config.seed as u64).wrapping_add((step as u64 - 1).wrapping_mul(blocks))
    }

    /// The first and the last seed of the final match.
    pub fn final_seeds(&self) -> [u64; 2] {
        let first = self.seed_of(self.steps() + 1);
        [first, first.wrapping_add(self.final_games() / self.games_a_block - 1)]
    }

    /// The player with these values, as it is named everywhere.
    pub fn player_with(&self, values: &[u32]) -> String {
        self.subject.with(self.config.parameters.iter().zip(values.iter().copied()))
    }

    /// The player as it is, which the result is compared with.
    pub fn player(&self) -> String {
        self.subject.with([])
    }

    /// Whether the player as it is has these values.
    pub fn is_usual(&self, values: &[u32]) -> bool {
        let mut pairs = self.config.parameters.iter().zip(values);
        pairs.all(|(range, &value)| self.subject.usual(range) == Some(value))
    }

    /// A match between two ways to play: at a table of more than two they sit in turns, so an
    /// entrant's number says by its last bit which of them it is.
    pub(super) fn meeting(
        &self,
        sides: [(&str, &str); 2],
        games: u64,
        seed: u64,
    ) -> tournament::Config {
        let named = |seat: usize| {
            let (name, plays) = sides[seat % 2];
            let number = if seat < 2 { String::new() } else { format!(" {}", seat / 2 + 1) };
            Named::As { name: format!("{name}{number}"), plays: plays.into() }
        };
        let contestants = (0..self.seats).map(named).collect();
        let mut config = tournament::Config::new(self.kind, contestants);
        config.schedule = Schedule::Match;
        config.options.clone_from(&self.config.options);
        (config.games, config.seed) = (games, seed as i64);
        (config.time, config.nodes) = (self.config.time, self.config.nodes);
        config.faults = 0; // whoever fails loses, and plays on
        config
    }
}

/// How many sit at a table with these options; two where that is a choice and nothing is said.
fn seats(kind: GameKind, options: &Map<String, Value>) -> Result<usize, BadOptions> {
    let mut options = options.clone();
    if kind.entry().has_option("players") {
        options.entry("players").or_insert_with(|| 2.into());
    }
    Ok(kind.entry().set_up_from_json(&options)?.position.seats())
}
