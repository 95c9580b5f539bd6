//! The plan of a tuning: its validated configuration and what is computed from it.
//!
//! Seeds are used consecutively:
//!
//! ```text
//! seed  seed+10  seed+20 ...         seed+1000 ...
//! └step 1┘└step 2┘└step 3 ...  step 100┘└final match┘
//! ```
//!
//! So no deal is played twice, and the final match uses fresh deals.

use super::{ParameterRange, Spsa, TuningConfig, TuningConfigError, tuned_player::TunedPlayer};
use crate::tournament::{self, NamedContestant, Schedule, Seatings};
use meeple_core::{OptionValues, OptionsError};
use meeple_games::GameKind;

/// Maximum number of steps, all of which are kept in memory.
const MAX_STEPS: usize = 1_000_000;

/// The validated plan of a tuning.
#[derive(Debug, Clone)]
pub struct TuningPlan {
    config: TuningConfig,
    kind: GameKind,
    subject: TunedPlayer,
    seats: usize,
    games_per_block: u64,
}

impl TuningPlan {
    /// Validates a configuration. The search starts with the player's current value of each parameter if it
    /// is in the range, and otherwise in the middle of the range.
    pub fn new(mut config: TuningConfig) -> Result<Self, TuningConfigError> {
        let kind = config.game.parse::<GameKind>()?;
        let subject = TunedPlayer::parse(kind, &config.player)?;
        subject.check(&config.parameters)?;
        let start = |range: &ParameterRange| {
            let fits = |usual: &u32| (range.low..=range.high).contains(usual);
            subject
                .current_value(range)
                .filter(fits)
                .unwrap_or(range.low + (range.high - range.low) / 2)
        };
        config.start = config.parameters.iter().map(start).collect();
        let seats = seats(kind, &config.options)?;
        let games_per_block = Seatings::default().orders(seats).len() as u64;
        let plan = TuningPlan { config, kind, subject, seats, games_per_block };
        if plan.steps() > MAX_STEPS {
            return Err(TuningConfigError::TooMany { steps: plan.steps(), most: MAX_STEPS });
        }
        Ok(plan)
    }

    /// The configuration, including the start values.
    pub fn config(&self) -> &TuningConfig {
        &self.config
    }

    /// Creates the search, before its first step.
    pub fn search(&self) -> Spsa {
        let TuningConfig { parameters, start, seed, .. } = &self.config;
        Spsa::new(parameters.clone(), start, *seed as u64, self.steps())
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.config.games.div_ceil(self.games_per_step()).max(1) as usize
    }

    /// Games per step, rounded up to whole blocks.
    pub fn games_per_step(&self) -> u64 {
        self.config.batch.div_ceil(self.games_per_block).max(1) * self.games_per_block
    }

    /// Games of the final match, rounded up to whole blocks.
    pub fn final_games(&self) -> u64 {
        self.config.final_games.div_ceil(self.games_per_block).max(1) * self.games_per_block
    }

    /// Returns the first seed of a step (counted from 1). The final match uses the seeds after the last
    /// step's.
    pub fn seed_of(&self, step: usize) -> u64 {
        let blocks = self.games_per_step() / self.games_per_block;
        (self.config.seed as u64).wrapping_add((step as u64 - 1).wrapping_mul(blocks))
    }

    /// Returns the first and last seed of the final match.
    pub fn final_seeds(&self) -> [u64; 2] {
        let first = self.seed_of(self.steps() + 1);
        [first, first.wrapping_add(self.final_games() / self.games_per_block - 1)]
    }

    /// Returns the specification of the player with these parameter values.
    pub fn player_with(&self, values: &[u32]) -> String {
        self.subject.spec_with(self.config.parameters.iter().zip(values.iter().copied()))
    }

    /// Returns the specification of the original player, which the result is compared with.
    pub fn player(&self) -> String {
        self.subject.spec_with([])
    }

    /// Returns whether the original player has these parameter values.
    pub fn is_original(&self, values: &[u32]) -> bool {
        let mut pairs = self.config.parameters.iter().zip(values);
        pairs.all(|(range, &value)| self.subject.current_value(range) == Some(value))
    }

    /// Configures a match between two versions of the player. At tables of more than two they alternate, so
    /// even entrants are the first version and odd ones the second.
    pub(super) fn match_config(
        &self,
        sides: [(&str, &str); 2],
        games: u64,
        seed: u64,
    ) -> tournament::TournamentConfig {
        let named = |seat: usize| {
            let (name, plays) = sides[seat % 2];
            let number = if seat < 2 { String::new() } else { format!(" {}", seat / 2 + 1) };
            NamedContestant::As { name: format!("{name}{number}"), plays: plays.into() }
        };
        let contestants = (0..self.seats).map(named).collect();
        let mut config = tournament::TournamentConfig::new(self.kind, contestants);
        config.schedule = Schedule::Match;
        config.options.clone_from(&self.config.options);
        (config.games, config.seed) = (games, seed as i64);
        (config.time, config.nodes) = (self.config.time, self.config.nodes);
        config.faults = 0; // a fault loses the game, but nobody is withdrawn
        config
    }
}

/// Returns the number of players with these options; by default two, if it can be chosen.
fn seats(kind: GameKind, options: &OptionValues) -> Result<usize, OptionsError> {
    let mut options = options.clone();
    if kind.entry().has_option("players") && !options.contains("players") {
        options.set_number("players", 2);
    }
    Ok(kind.entry().starting_position_from_values(&options)?.position.seats())
}
