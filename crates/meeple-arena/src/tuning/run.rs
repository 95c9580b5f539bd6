//! Playing a tuning: step after step, and the final match.

use super::{Plan, Spsa, Trial, TuneFolder};
use crate::{
    rating::{Estimate, Observation, rate},
    tournament::{self, BadConfig, Folder, GameLine, House, Ledger, Listener, News, Trouble},
    workplace::FolderError,
};
use meeple_bots::Host;
use meeple_core::Limits;
use serde::{Deserialize, Serialize};

/// Who plays a tuning.
pub struct Tuner<'a> {
    /// What is to be done.
    pub plan: &'a Plan,
    /// Who seats the players.
    pub host: Host,
    /// What ends everything.
    pub limits: Limits,
    /// The time for a record.
    pub now: fn() -> String,
    /// How many blocks are played at a time.
    pub jobs: usize,
}

/// A step that was done. Parameters are in the order in which they were named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its number, from 1.
    pub step: usize,
    /// Its first seed.
    pub seed: u64,
    /// For each parameter, whether plus has more of it (1) or less (-1).
    pub delta: Vec<i8>,
    /// The parameters of one side.
    pub plus: Vec<u32>,
    /// And of the other.
    pub minus: Vec<u32>,
    /// Games that count.
    pub games: u64,
    /// What part of the points plus had; a half, if no game counts.
    pub share: f64,
    /// Where the parameters are after it, not rounded.
    pub after: Vec<f64>,
}

/// What the final match showed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The player with the parameters found.
    pub tuned: String,
    /// The player as it was.
    pub usual: String,
    /// The first and the last seed.
    pub seeds: [u64; 2],
    /// Games that count.
    pub games: u64,
    /// What part of the points the tuned one had.
    pub share: f64,
    /// How much stronger it is, in Elo; nothing if no game counts.
    pub elo: Option<Estimate>,
    /// How likely it is to be stronger, 0 to 1.
    pub superiority: Option<f64>,
}

/// What is told while a tuning is played.
pub enum Told<'a> {
    /// These two are going to play.
    Begins(&'a Trial),
    /// Something of their match.
    Match(News<'a>),
    /// The step is done, and kept where it is to be kept.
    Done(&'a Step),
}

/// Why a tuning could not go on.
#[derive(Debug, thiserror::Error)]
pub enum TuneTrouble {
    /// A match cannot be arranged.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// A match could not go on.
    #[error(transparent)]
    Match(#[from] Trouble),
    /// A step could not be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl Step {
    /// What is written of a trial that ended so.
    pub(super) fn of(
        plan: &Plan,
        search: &Spsa,
        trial: &Trial,
        (games, share): (u64, f64),
    ) -> Self {
        let Trial { step, delta, plus, minus } = trial.clone();
        let after = search.values(&search.after(trial, share));
        Step { step, seed: plan.seed_of(step), delta, plus, minus, games, share, after }
    }
}

impl Tuner<'_> {
    /// Plays all steps that are left; whether it came to their end.
    pub fn search(
        &self,
        search: &mut Spsa,
        mut folder: Option<&mut TuneFolder>,
        tell: &mut (dyn FnMut(Told<'_>) + Send),
    ) -> Result<bool, TuneTrouble> {
        while let Some(trial) = search.trial() {
            tell(Told::Begins(&trial));
            let sides = [&trial.plus, &trial.minus].map(|values| self.plan.player_with(values));
            let (games, seed) = (self.plan.games_a_step(), self.plan.seed_of(trial.step));
            let meeting =
                self.plan.meeting([("plus", &sides[0]), ("minus", &sides[1])], games, seed);
            let ledger = self.play(&meeting, None, &mut |news| tell(Told::Match(news)))?;
            if !ledger.is_complete {
                return Ok(false);
            }
            let step = Step::of(self.plan, search, &trial, first_side(&ledger));
            if let Some(folder) = &mut folder {
                folder.keep(&step)?;
            }
            search.learn(&trial, step.share);
            tell(Told::Done(&step));
        }
        Ok(true)
    }

    /// The final match of these values against the player as it was; nothing if it was stopped.
    pub fn compare(
        &self,
        values: &[u32],
        folder: Option<&TuneFolder>,
        tell: &mut Listener<'_>,
    ) -> Result<Option<Comparison>, TuneTrouble> {
        let (tuned, usual) = (self.plan.player_with(values), self.plan.player());
        let (games, seeds) = (self.plan.final_games(), self.plan.final_seeds());
        let meeting = self.plan.meeting([("tuned", &tuned), ("usual", &usual)], games, seeds[0]);
        let folder = folder.map(|folder| folder.final_match(&meeting)).transpose()?;
        let ledger = self.play(&meeting, folder.as_ref(), tell)?;
        if !ledger.is_complete {
            return Ok(None);
        }
        let ratings = rate(2, &observations(&ledger));
        let (games, share) = first_side(&ledger);
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
        meeting: &tournament::Config,
        folder: Option<&Folder>,
        tell: &mut Listener<'_>,
    ) -> Result<Ledger, TuneTrouble> {
        let house = House {
            host: self.host.clone(),
            limits: self.limits.clone(),
            now: self.now,
            processors: self.jobs,
        };
        let entrants = meeting.entrants(&self.host)?;
        let tournament = meeting.arrange(entrants, house)?;
        Ok(tournament::play(&tournament, folder, tell)?)
    }
}

/// How many games count, and what part of the points the first side had: a half, if none does.
fn first_side(ledger: &Ledger) -> (u64, f64) {
    let counted = || ledger.lines.iter().filter(|game| game.counts());
    let mean = |side: usize| {
        let theirs = |game: &GameLine| {
            let seats: Vec<usize> =
                (0..game.seats.len()).filter(|&at| game.seats[at] % 2 == side).collect();
            seats.iter().map(|&seat| game.points(seat)).sum::<f64>() / seats.len() as f64
        };
        counted().map(theirs).sum::<f64>()
    };
    let games = counted().count();
    let lead = (mean(0) - mean(1)) / games.max(1) as f64;
    (games as u64, 0.5 + lead / 2.0)
}

/// The games as the statistics see them: two sides, however many seats each has.
fn observations(ledger: &Ledger) -> Vec<Observation> {
    let counted = ledger.lines.iter().filter(|game| game.counts());
    let observation = |game: &GameLine| Observation {
        block: game.block,
        entrants: game.seats.iter().map(|entrant| entrant % 2).collect(),
        ranks: game.ranks.clone(),
    };
    counted.map(observation).collect()
}
