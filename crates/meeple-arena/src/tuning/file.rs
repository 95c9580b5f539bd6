//! A tuning on disk.
//!
//! ```text
//! DIR/tune.toml      what was asked for
//! DIR/steps.jsonl    one line a step that was done
//! DIR/final/         the final match, as a tournament's folder
//! ```
//!
//! A step that was written is not played again. A line that was cut off is
//! dropped. One that says what the search could not have done is damaged: it
//! is named, and all from there on is played again.

use super::{Config, Plan, Spsa, Step};
use crate::{
    tournament::{self, Folder},
    workplace::{FolderError, Purpose, Workplace, read},
};
use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
};

/// The file that says what was asked for.
const CONFIG: &str = "tune.toml";
/// The file of the steps.
const STEPS: &str = "steps.jsonl";
/// No such file is longer.
const LONGEST_STEPS: u64 = 1 << 30;

/// A tuning's folder, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct TuneFolder {
    place: Workplace,
    /// Written at its end.
    steps: File,
}

/// What a folder had.
#[derive(Debug, Default)]
pub struct Found {
    /// The steps, which the search has learned from.
    pub steps: Vec<Step>,
    /// What was wrong with the line behind them, and where.
    pub damage: Option<String>,
}

impl TuneFolder {
    /// The folder at this path, made if it is not there. The search learns from the steps that
    /// are found.
    pub fn open(path: &Path, plan: &Plan, search: &mut Spsa) -> Result<(Self, Found), FolderError> {
        let (purpose, config) = (Purpose { what: "tuning", config: CONFIG }, plan.config());
        let differs = |begun: &str| Ok(config.conflict(&Config::read(begun)?));
        let place = Workplace::open(path, purpose, &config.write(), differs)?;
        let name = path.join(STEPS);
        let bytes = read(&name, LONGEST_STEPS)?.unwrap_or_default();
        let (found, whole) = replay(&bytes, plan, search);
        let found = Found {
            damage: found.damage.map(|damage| format!("{}: {damage}", name.display())),
            ..found
        };
        let steps = OpenOptions::new().append(true).create(true).open(&name);
        let steps = steps.map_err(FolderError::at(&name))?;
        steps.set_len(whole as u64).map_err(FolderError::at(&name))?;
        Ok((TuneFolder { place, steps }, found))
    }

    /// Writes a file as a whole: what was there before stays until the new one is complete.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.place.write(name, bytes)
    }

    /// Keeps a step.
    pub(super) fn keep(&mut self, step: &Step) -> Result<(), FolderError> {
        let mut line = serde_json::to_vec(step).expect("a step can be written");
        line.push(b'\n');
        self.steps.write_all(&line).map_err(FolderError::at(&self.place.path().join(STEPS)))
    }

    /// Where the games of the final match are kept.
    pub(super) fn final_match(&self, meeting: &tournament::Config) -> Result<Folder, FolderError> {
        Folder::open(&self.place.path().join("final"), meeting)
    }
}

/// Learns from the lines that can be used; also how many bytes they have.
fn replay(bytes: &[u8], plan: &Plan, search: &mut Spsa) -> (Found, usize) {
    let (mut found, mut whole) = (Found::default(), 0);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let Some(line) = line.strip_suffix(b"\n") else { break }; // it was cut off
        match step(line, plan, search) {
            Ok(step) => found.steps.push(step),
            Err(why) => {
                let number = found.steps.len() + 1;
                found.damage = Some(format!("line {number}: {why}"));
                break;
            }
        }
        whole += line.len() + 1;
    }
    (found, whole)
}

/// The step of a line, which the search has then learned from; or why it cannot have been done.
fn step(line: &[u8], plan: &Plan, search: &mut Spsa) -> Result<Step, String> {
    let step: Step = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let trial = search.trial().ok_or("there are more steps than were asked for")?;
    let is_share = (0.0..=1.0).contains(&step.share);
    if !is_share || step != Step::of(plan, search, &trial, (step.games, step.share)) {
        return Err("that is not what this step does".into());
    }
    search.learn(&trial, step.share);
    Ok(step)
}
