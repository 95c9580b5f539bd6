//! What was found out about a record, kept beside it so that it is not computed twice.
//!
//! ```text
//! game.jsonl
//! game.jsonl.analysis.jsonl    a line for each deal and move, in the order in which they were judged
//! ```
//!
//! A line says all that its figures depend on: the game and its rules, the program's version, how
//! much was thought, and a hash of the position and of what happened in it. So a record that was
//! changed, another version or more time find nothing here, and nothing is ever wrong for being
//! old. Lines are only added; a damaged one is left out.

use meeple_ai::analysis::{Effort, Judged};
use meeple_bots::bounded::{self, Line};
use meeple_core::{Match, Millis, text::counted};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
};

/// The version of the file's format, in every line.
const FORMAT: u32 = 1;
/// What was found depends on the program that found it.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// No more than this is read of a file...
const LONGEST_FILE: u64 = 64 << 20;
/// ...and of a line: a few moves with their reasons.
const LONGEST_LINE: u64 = 1 << 20;

/// One line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptLine {
    format: u32,
    program: String,
    game: String,
    rules: u32,
    /// A hash of the position and of what happened in it, in hexadecimal.
    step: String,
    /// What bound the thinking; what is not there did not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    ms: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    nodes: Option<u64>,
    top: usize,
    judged: Judged,
}

/// The file beside a record.
pub struct AnalysisFile {
    path: Option<PathBuf>,
    /// What a new line says beside its step.
    ours: Ours,
    found: HashMap<String, KeptLine>,
    file: Option<File>,
    /// What went wrong, to be said.
    warnings: Vec<String>,
}

/// What every line of this run says.
struct Ours {
    game: String,
    rules: u32,
    ms: Option<Millis>,
    nodes: Option<u64>,
    top: usize,
}

impl AnalysisFile {
    /// What is kept beside this record; nothing is looked for or kept if there is no path.
    pub fn beside(record: Option<&Path>, game: &Match, effort: &Effort) -> Self {
        let ours = Ours {
            game: game.header().game.clone(),
            rules: game.header().rules,
            ms: effort.limits.time.map(Millis::of),
            nodes: effort.limits.nodes,
            top: effort.top,
        };
        let path = record.map(|record| {
            let mut name = record.as_os_str().to_owned();
            name.push(".analysis.jsonl");
            PathBuf::from(name)
        });
        let (found, warnings) = (HashMap::new(), Vec::new());
        let mut kept = AnalysisFile { path, ours, found, file: None, warnings };
        if let Err(error) = kept.read() {
            kept.give_up("nothing is read from or kept in", &error);
        }
        kept
    }

    /// What was found about this step with at least as much thinking.
    pub fn find(&self, key: u64) -> Option<Judged> {
        self.found.get(&step(key)).map(|line| line.judged.clone())
    }

    /// Keeps what was found about this step. Where that is not possible, a warning says so once.
    pub fn keep(&mut self, key: u64, judged: &Judged) {
        if let Err(error) = self.write(key, judged) {
            self.give_up("nothing more is kept in", &error);
        }
    }

    /// What went wrong since this was asked last, to be said once.
    pub fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    fn give_up(&mut self, what: &str, error: &io::Error) {
        if let Some(path) = self.path.take() {
            self.warnings.push(format!("{what} {}: {error}", path.display()));
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let about = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            about => about?,
        };
        if !about.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        if about.len() > LONGEST_FILE {
            let most = counted(LONGEST_FILE as usize, "byte");
            return Err(io::Error::other(format!("more than {most}; it may be deleted")));
        }
        let mut input = BufReader::new(File::open(path)?.take(LONGEST_FILE));
        let (mut bytes, mut damaged) = (Vec::new(), 0);
        loop {
            match bounded::read_line(&mut input, LONGEST_LINE, &mut bytes)? {
                Line::End => break,
                Line::Whole if bytes.is_empty() => {}
                Line::TooLong => damaged += 1,
                Line::Whole => match serde_json::from_slice::<KeptLine>(&bytes) {
                    Ok(line) if self.ours.is_served_by(&line) => {
                        self.found.insert(line.step.clone(), line);
                    }
                    Ok(_) => {}
                    Err(_) => damaged += 1,
                },
            }
        }
        if damaged > 0 {
            let lines = counted(damaged, "line");
            self.warnings.push(format!("{}: {lines} damaged and left out", path.display()));
        }
        Ok(())
    }

    fn write(&mut self, key: u64, judged: &Judged) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let file = match &mut self.file {
            Some(file) => file,
            closed => closed.insert(open(path)?),
        };
        let Ours { game, rules, ms, nodes, top } = &self.ours;
        let line = KeptLine {
            format: FORMAT,
            program: PROGRAM.into(),
            game: game.clone(),
            rules: *rules,
            step: step(key),
            ms: *ms,
            nodes: *nodes,
            top: *top,
            judged: judged.clone(),
        };
        let line = serde_json::to_string(&line)?;
        file.write_all(format!("{line}\n").as_bytes()) // in one write: never half of it
    }
}

impl Ours {
    /// Whether this line was found by at least as much thinking as we would do.
    fn is_served_by(&self, line: &KeptLine) -> bool {
        let is_same = line.format == FORMAT
            && line.program == PROGRAM
            && line.game == self.game
            && line.rules == self.rules;
        is_same
            && line.top >= self.top
            && reaches(line.ms, self.ms)
            && reaches(line.nodes, self.nodes)
    }
}

/// Whether a bound lets at least as much through as another one; none lets everything through.
fn reaches<T: Ord>(bound: Option<T>, wanted: Option<T>) -> bool {
    match (bound, wanted) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(bound), Some(wanted)) => bound >= wanted,
    }
}

fn step(key: u64) -> String {
    format!("{key:016x}")
}

/// Opens the file to add lines to it; a line that was cut off is ended first.
fn open(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let length = file.metadata()?.len();
    if length > 0 {
        let mut last = [0];
        io::Seek::seek(&mut file, io::SeekFrom::Start(length - 1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_thinking_serves_who_wants_less() {
        assert!(
            reaches(Some(5), Some(5)) && reaches(Some(6), Some(5)) && !reaches(Some(4), Some(5))
        );
        assert!(reaches(None, Some(5)) && reaches::<u8>(None, None) && !reaches(Some(5), None));
    }
}
