//! Runs a tuning: its steps, then the final match.

use super::{Spsa, SpsaTrial, TuneFolder, TuningPlan};
use crate::{
    job_folder::FolderError,
    rating::{Estimate, Observation, rate},
    tournament::{
        self, GameLine, Ledger, TournamentConfigError, TournamentEnv, TournamentError,
        TournamentEvent, TournamentFolder, TournamentListener,
    },
};
use meeple_bots::PlayerLauncher;
use meeple_core::Limits;
use serde::{Deserialize, Serialize};

/// Runs a tuning.
pub struct Tuner<'a> {
    /// The plan to carry out.
    pub plan: &'a TuningPlan,
    /// Creates the players.
    pub launcher: PlayerLauncher,
    /// Limits of the players, and the signal that stops the tuning.
    pub limits: Limits,
    /// Returns the current time as written to records.
    pub now: fn() -> String,
    /// Number of blocks played in parallel.
    pub jobs: usize,
}

/// A finished step. Parameters are in the order of the configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningStep {
    /// Number of the step, from 1.
    pub step: usize,
    /// Its first seed.
    pub seed: u64,
    /// For each parameter, 1 if plus has the higher value and -1 if minus has it.
    pub delta: Vec<i8>,
    /// Parameters of the plus side.
    pub plus: Vec<u32>,
    /// Parameters of the minus side.
    pub minus: Vec<u32>,
    /// Number of games that count.
    pub games: u64,
    /// Share of the points won by plus; 0.5 if no game counts.
    pub share: f64,
    /// Parameter values after the step, not rounded.
    pub after: Vec<f64>,
}

/// The result of the final match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Specification of the tuned player.
    pub tuned: String,
    /// Specification of the original player.
    pub usual: String,
    /// First and last seed.
    pub seeds: [u64; 2],
    /// Number of games that count.
    pub games: u64,
    /// Share of the points won by the tuned player.
    pub share: f64,
    /// Elo difference (positive if the tuned player is stronger); `None` if no game counts.
    pub elo: Option<Estimate>,
    /// Probability that the tuned player is stronger, 0 to 1.
    pub superiority: Option<f64>,
}

/// An event of a running tuning.
pub enum TuningEvent<'a> {
    /// A step begins: these two sides are about to play.
    TrialStarted(&'a SpsaTrial),
    /// An event of their match.
    Match(TournamentEvent<'a>),
    /// The step is finished, and saved if there is a folder.
    StepDone(&'a TuningStep),
}

/// Why a tuning had to stop.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// A match could not be set up.
    #[error(transparent)]
    Config(#[from] TournamentConfigError),
    /// A match had to stop.
    #[error(transparent)]
    Match(#[from] TournamentError),
    /// A step could not be saved.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl TuningStep {
    /// Creates the step of a trial with this number of games and this share of the points.
    pub(super) fn from_trial(
        plan: &TuningPlan,
        search: &Spsa,
        trial: &SpsaTrial,
        (games, share): (u64, f64),
    ) -> Self {
        let SpsaTrial { step, delta, plus, minus } = trial.clone();
        let after = search.values(&search.point_after(trial, share));
        TuningStep { step, seed: plan.seed_of(step), delta, plus, minus, games, share, after }
    }
}

impl Tuner<'_> {
    /// Plays the remaining steps; returns whether all were finished.
    pub fn run_search(
        &self,
        search: &mut Spsa,
        mut folder: Option<&mut TuneFolder>,
        listener: &mut (dyn FnMut(TuningEvent<'_>) + Send),
    ) -> Result<bool, TuningError> {
        while let Some(trial) = search.next_trial() {
            listener(TuningEvent::TrialStarted(&trial));
            let sides = [&trial.plus, &trial.minus].map(|values| self.plan.player_with(values));
            let (games, seed) = (self.plan.games_per_step(), self.plan.seed_of(trial.step));
            let config =
                self.plan.match_config([("plus", &sides[0]), ("minus", &sides[1])], games, seed);
            let ledger =
                self.play(&config, None, &mut |event| listener(TuningEvent::Match(event)))?;
            if !ledger.is_complete {
                return Ok(false);
            }
            let step = TuningStep::from_trial(self.plan, search, &trial, first_side_share(&ledger));
            if let Some(folder) = &mut folder {
                folder.save_step(&step)?;
            }
            search.learn(&trial, step.share);
            listener(TuningEvent::StepDone(&step));
        }
        Ok(true)
    }

    /// Plays the final match of these values against the original player; `None` if it was stopped.
    pub fn compare(
        &self,
        values: &[u32],
        folder: Option<&TuneFolder>,
        listener: &mut TournamentListener<'_>,
    ) -> Result<Option<Comparison>, TuningError> {
        let (tuned, usual) = (self.plan.player_with(values), self.plan.player());
        let (games, seeds) = (self.plan.final_games(), self.plan.final_seeds());
        let config =
            self.plan.match_config([("tuned", &tuned), ("usual", &usual)], games, seeds[0]);
        let folder = folder.map(|folder| folder.final_match(&config)).transpose()?;
        let ledger = self.play(&config, folder.as_ref(), listener)?;
        if !ledger.is_complete {
            return Ok(None);
        }
        let ratings = rate(2, &observations(&ledger));
        let (games, share) = first_side_share(&ledger);
        Ok(Some(Comparison {
            tuned,
            usual,
            seeds,
            games,
            share,
            elo: ratings.difference(0, 1),
            superiority: ratings.superiority(0, 1),
        }))
    }

    fn play(
        &self,
        config: &tournament::TournamentConfig,
        folder: Option<&TournamentFolder>,
        listener: &mut TournamentListener<'_>,
    ) -> Result<Ledger, TuningError> {
        let env = TournamentEnv {
            launcher: self.launcher.clone(),
            limits: self.limits.clone(),
            now: self.now,
            processors: self.jobs,
        };
        let entrants = config.entrants(&self.launcher)?;
        let tournament = config.into_tournament(entrants, env)?;
        Ok(tournament::play(&tournament, folder, listener)?)
    }
}

/// Returns the number of games that count, and the first side's share of the points (0.5 if there are none).
fn first_side_share(ledger: &Ledger) -> (u64, f64) {
    let counted = || ledger.lines.iter().filter(|game| game.is_counted());
    let mean = |side: usize| {
        let theirs = |game: &GameLine| {
            let seats: Vec<usize> =
                (0..game.seats.len()).filter(|&at| game.seats[at] % 2 == side).collect();
            seats.iter().map(|&seat| game.share(seat)).sum::<f64>() / seats.len() as f64
        };
        counted().map(theirs).sum::<f64>()
    };
    let games = counted().count();
    let lead = (mean(0) - mean(1)) / games.max(1) as f64;
    (games as u64, 0.5 + lead / 2.0)
}

/// Returns the counted games as games between two sides, regardless of how many seats each has.
fn observations(ledger: &Ledger) -> Vec<Observation> {
    let counted = ledger.lines.iter().filter(|game| game.is_counted());
    let observation = |game: &GameLine| Observation {
        block: game.block,
        entrants: game.seats.iter().map(|entrant| entrant % 2).collect(),
        ranks: game.ranks.clone(),
    };
    counted.map(observation).collect()
}
