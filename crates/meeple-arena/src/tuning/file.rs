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
use crate::tournament::{self, Folder, FolderError};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
};

/// The file that says what was asked for.
const CONFIG: &str = "tune.toml";
/// No such file is longer.
const LONGEST_CONFIG: u64 = 1 << 20;
/// The file of the steps.
const STEPS: &str = "steps.jsonl";
/// No such file is longer.
const LONGEST_STEPS: u64 = 1 << 30;

/// A tuning's folder, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct TuneFolder {
    path: PathBuf,
    /// Locked, and written at its end.
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

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TuneFolderError {
    /// The system refused.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Somebody else uses it.
    #[error("{}: a tuning is being played there at the moment", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A file makes no sense.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It was begun with something else.
    #[error("{} has another tuning ({what}): choose another folder", path.display())]
    Another {
        /// The folder.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// It has other files.
    #[error("{} is not empty, and no tuning's folder: choose another", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The final match cannot be kept.
    #[error(transparent)]
    Final(#[from] FolderError),
}

impl TuneFolder {
    /// The folder at this path, made if it is not there. The search learns from the steps that
    /// are found.
    pub fn open(
        path: &Path,
        plan: &Plan,
        search: &mut Spsa,
    ) -> Result<(Self, Found), TuneFolderError> {
        let config = path.join(CONFIG);
        if config.exists() {
            check(path, &config, plan.config())?;
        } else if path.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(TuneFolderError::NotEmpty { path: path.into() });
        }
        fs::create_dir_all(path).map_err(at(path))?;
        let name = path.join(STEPS);
        let steps = OpenOptions::new().read(true).append(true).create(true).open(&name);
        let mut steps = steps.map_err(at(&name))?;
        match steps.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(TuneFolderError::InUse { path: path.into() });
            }
            // Not every file system can lock; a folder without a lock is better than none.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(at(&name)(error)),
        }
        let bytes = read(&mut steps, &name, LONGEST_STEPS)?;
        let (found, whole) = replay(&bytes, plan, search);
        let found = Found {
            damage: found.damage.map(|damage| format!("{}: {damage}", name.display())),
            ..found
        };
        steps.set_len(whole as u64).map_err(at(&name))?;
        let folder = TuneFolder { path: path.into(), steps };
        folder.write(CONFIG, plan.config().write().as_bytes())?;
        Ok((folder, found))
    }

    /// Writes a file as a whole: what was there before stays until the new one is complete.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TuneFolderError> {
        let (path, part) = (self.path.join(name), self.path.join(format!("{name}.part")));
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &path));
        written.map_err(at(&path))
    }

    /// Keeps a step.
    pub(super) fn keep(&mut self, step: &Step) -> Result<(), TuneFolderError> {
        let mut line = serde_json::to_vec(step).expect("a step can be written");
        line.push(b'\n');
        self.steps.write_all(&line).map_err(at(&self.path.join(STEPS)))
    }

    /// Where the games of the final match are kept.
    pub(super) fn final_match(
        &self,
        meeting: &tournament::Config,
    ) -> Result<Folder, TuneFolderError> {
        let folder = Folder::open(&self.path.join("final"))?;
        folder.write("tournament.toml", meeting.write().as_bytes())?;
        Ok(folder)
    }
}

/// Whether a folder was begun with the same.
fn check(path: &Path, name: &Path, config: &Config) -> Result<(), TuneFolderError> {
    let unreadable = |why: String| TuneFolderError::Unreadable { path: name.into(), why };
    let bytes = read(&mut File::open(name).map_err(at(name))?, name, LONGEST_CONFIG)?;
    let text = String::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))?;
    match config.conflict(&Config::read(&text).map_err(unreadable)?) {
        Some(what) => Err(TuneFolderError::Another { path: path.into(), what }),
        None => Ok(()),
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

fn read(file: &mut File, path: &Path, most: u64) -> Result<Vec<u8>, TuneFolderError> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(at(path))?;
    if bytes.len() as u64 > most {
        let why = format!("longer than {most} bytes");
        return Err(TuneFolderError::Unreadable { path: path.into(), why });
    }
    Ok(bytes)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> TuneFolderError {
    let path = path.to_owned();
    move |error| TuneFolderError::File { path, error }
}
