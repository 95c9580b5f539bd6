//! A tuning on disk.
//!
//! ```text
//! DIR/tune.toml      the configuration
//! DIR/steps.jsonl    one line per finished step
//! DIR/final/         the final match, as a tournament's folder
//! ```
//!
//! Saved steps aren't played again. An incomplete last line is dropped. If a line doesn't match what the
//! search would have done, it is reported as damaged, and all steps from there on are played again.

use super::{Spsa, TuningConfig, TuningPlan, TuningStep};
use crate::{
    job_folder::{FolderError, JobFolder, JobKind, read},
    tournament::{self, TournamentFolder},
};
use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
};

/// Name of the configuration file.
const CONFIG: &str = "tune.toml";
/// Name of the file with the steps.
const STEPS: &str = "steps.jsonl";
/// Maximum size of that file, in bytes.
const LONGEST_STEPS: u64 = 1 << 30;

/// A tuning's folder, locked against other processes.
#[derive(Debug)]
pub struct TuneFolder {
    place: JobFolder,
    /// Opened for appending.
    steps: File,
}

/// What was found in a tuning's folder.
#[derive(Debug, Default)]
pub struct SavedSteps {
    /// The valid steps; the search has already learned from them.
    pub steps: Vec<TuningStep>,
    /// What is wrong with the line after them, if anything, and where.
    pub damage: Option<String>,
}

impl TuneFolder {
    /// Opens the folder at this path, creating it if it doesn't exist. The search learns from the saved
    /// steps.
    pub fn open(
        path: &Path,
        plan: &TuningPlan,
        search: &mut Spsa,
    ) -> Result<(Self, SavedSteps), FolderError> {
        let (purpose, config) = (JobKind { what: "tuning", config: CONFIG }, plan.config());
        let differs =
            |previous: &str| Ok(config.conflict_with(&TuningConfig::from_toml(previous)?));
        let place = JobFolder::open(path, purpose, &config.to_toml(), differs)?;
        let name = path.join(STEPS);
        let bytes = read(&name, LONGEST_STEPS)?.unwrap_or_default();
        let (found, complete_len) = replay(&bytes, plan, search);
        let found = SavedSteps {
            damage: found.damage.map(|damage| format!("{}: {damage}", name.display())),
            ..found
        };
        let steps = OpenOptions::new().append(true).create(true).open(&name);
        let steps = steps.map_err(FolderError::at(&name))?;
        steps.set_len(complete_len as u64).map_err(FolderError::at(&name))?;
        Ok((TuneFolder { place, steps }, found))
    }

    /// Replaces a file as a whole: the old one stays until the new one is complete.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.place.write(name, bytes)
    }

    /// Saves a step.
    pub(super) fn save_step(&mut self, step: &TuningStep) -> Result<(), FolderError> {
        let mut line = serde_json::to_vec(step).expect("a step can be written");
        line.push(b'\n');
        self.steps.write_all(&line).map_err(FolderError::at(&self.place.path().join(STEPS)))
    }

    /// Opens the folder for the games of the final match.
    pub(super) fn final_match(
        &self,
        config: &tournament::TournamentConfig,
    ) -> Result<TournamentFolder, FolderError> {
        TournamentFolder::open(&self.place.path().join("final"), config)
    }
}

/// Learns from the usable lines; also returns their total length in bytes.
fn replay(bytes: &[u8], plan: &TuningPlan, search: &mut Spsa) -> (SavedSteps, usize) {
    let (mut found, mut complete_len) = (SavedSteps::default(), 0);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some(line) = line.strip_suffix(b"\n") else { break }; // incomplete last line
        match parse_step(line, plan, search) {
            Ok(step) => found.steps.push(step),
            Err(why) => {
                let number = found.steps.len() + 1;
                found.damage = Some(format!("line {number}: {why}"));
                break;
            }
        }
        complete_len += line.len() + 1;
    }
    (found, complete_len)
}

/// Parses a step and lets the search learn from it; fails if the search would not have made this step.
fn parse_step(line: &[u8], plan: &TuningPlan, search: &mut Spsa) -> Result<TuningStep, String> {
    let step: TuningStep = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let trial = search.next_trial().ok_or("more steps than requested")?;
    let is_share = (0.0..=1.0).contains(&step.share);
    if !is_share || step != TuningStep::from_trial(plan, search, &trial, (step.games, step.share)) {
        return Err("does not match this step".into());
    }
    search.learn(&trial, step.share);
    Ok(step)
}
