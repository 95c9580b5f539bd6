//! Analysed steps of a record, stored beside it so that they aren't computed twice.
//!
//! ```text
//! game.jsonl
//! game.jsonl.analysis.jsonl    {"format":2,"key":{...},"judged":{...}}, in the order of judging
//! ```
//!
//! Each line has the key of its step, which contains everything its figures depend on: the game and its
//! rules, the program's version, the effort, and a hash of the position and of what happened in it. A changed
//! record, another version or another effort therefore finds nothing here, and stored results are never
//! outdated. Lines are only appended; damaged ones are skipped.

use meeple_ai::analysis::{StepJudgement, StepKey, Store};
use meeple_bots::bounded::{self, BoundedLine};
use meeple_core::text::format_count;
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
};

/// The version of the file's format, in every line.
const FORMAT: u32 = 2;
/// Most bytes read from a file.
const LONGEST_FILE: u64 = 64 << 20;
/// Most bytes read from a line, which has a few moves with their reasons.
const LONGEST_LINE: u64 = 1 << 20;

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct StoredStep<'a> {
    format: u32,
    key: Cow<'a, StepKey>,
    judged: Cow<'a, StepJudgement>,
}

/// The part of a line that is the same in every format.
#[derive(Deserialize)]
struct LineFormat {
    format: u32,
}

/// The analysis file beside a record.
pub struct AnalysisFile {
    path: Option<PathBuf>,
    steps: HashMap<StepKey, StepJudgement>,
    file: Option<File>,
    /// Warnings not shown yet.
    warnings: Vec<String>,
}

/// If nothing can be written, a warning says so once.
impl Store for AnalysisFile {
    fn get(&self, key: &StepKey) -> Option<StepJudgement> {
        self.steps.get(key).cloned()
    }

    fn put(&mut self, key: &StepKey, judged: &StepJudgement) {
        self.steps.insert(key.clone(), judged.clone());
        if let Err(error) = self.write(key, judged) {
            self.give_up("cannot save the analysis in", &error);
        }
    }
}

impl AnalysisFile {
    /// Opens the file beside this record; without a record, steps are stored in memory only.
    pub fn beside_record(record: Option<&Path>) -> Self {
        let path = record.map(|record| {
            let mut name = record.as_os_str().to_owned();
            name.push(".analysis.jsonl");
            PathBuf::from(name)
        });
        let (steps, warnings) = (HashMap::new(), Vec::new());
        let mut stored = AnalysisFile { path, steps, file: None, warnings };
        if let Err(error) = stored.read() {
            stored.give_up("cannot use the stored analysis", &error);
        }
        stored
    }

    /// Returns the warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<String> {
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
            let most = format_count(LONGEST_FILE as usize, "byte");
            return Err(io::Error::other(format!("more than {most}; it may be deleted")));
        }
        let mut input = BufReader::new(File::open(path)?.take(LONGEST_FILE));
        let (mut bytes, mut damaged) = (Vec::new(), 0);
        loop {
            match bounded::read_line(&mut input, LONGEST_LINE, &mut bytes)? {
                BoundedLine::End => break,
                BoundedLine::Whole if bytes.is_empty() => {}
                BoundedLine::TooLong => damaged += 1,
                BoundedLine::Whole => match read_step(&bytes) {
                    Ok(Some((key, judged))) => {
                        self.steps.insert(key, judged);
                    }
                    Ok(None) => {}
                    Err(_) => damaged += 1,
                },
            }
        }
        if damaged > 0 {
            let lines = format_count(damaged, "damaged line");
            self.warnings.push(format!("{}: skipped {lines}", path.display()));
        }
        Ok(())
    }

    fn write(&mut self, key: &StepKey, judged: &StepJudgement) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let file = match &mut self.file {
            Some(file) => file,
            closed => closed.insert(open(path)?),
        };
        let (key, judged) = (Cow::Borrowed(key), Cow::Borrowed(judged));
        let line = StoredStep { format: FORMAT, key, judged };
        let line = serde_json::to_string(&line)?;
        file.write_all(format!("{line}\n").as_bytes()) // in one write, so that a line is never incomplete
    }
}

/// Parses a line; returns `None` if it has another format.
fn read_step(bytes: &[u8]) -> serde_json::Result<Option<(StepKey, StepJudgement)>> {
    let LineFormat { format } = serde_json::from_slice(bytes)?;
    if format != FORMAT {
        return Ok(None);
    }
    let StoredStep { key, judged, .. } = serde_json::from_slice(bytes)?;
    Ok(Some((key.into_owned(), judged.into_owned())))
}

/// Opens the file for appending; an incomplete last line is ended first.
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
    use meeple_ai::{advice::Appraisal, analysis::AnalysisEffort};

    fn key(hash: u64) -> StepKey {
        let effort = AnalysisEffort { top: 3, nodes: Some(500), time: None };
        StepKey { game: "chomp".into(), rules: 1, program: "0.1.0".into(), hash, effort }
    }

    fn judged(value: f64) -> StepJudgement {
        let chances = vec![0.1 + 0.2, 0.7];
        StepJudgement::End(Appraisal { values: vec![value, -value], chances })
    }

    #[test]
    fn what_was_stored_is_found_by_its_very_key_in_the_next_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("game.jsonl");
        let mut file = AnalysisFile::beside_record(Some(&record));
        file.put(&key(1), &judged(0.1));
        assert_eq!(file.get(&key(1)), Some(judged(0.1)), "at once");
        file.put(&key(1), &judged(0.3));
        let file = AnalysisFile::beside_record(Some(&record));
        assert_eq!(file.get(&key(1)), Some(judged(0.3)), "the last word counts");
        let other = |change: fn(&mut StepKey)| {
            let mut key = key(1);
            change(&mut key);
            file.get(&key)
        };
        assert_eq!(other(|key| key.hash = 2), None, "another position or move");
        assert_eq!(other(|key| key.program = "0.2.0".into()), None, "another version");
        assert_eq!(other(|key| key.rules = 2), None, "other rules");
        assert_eq!(other(|key| key.game = "azul".into()), None, "another game");
        assert_eq!(other(|key| key.effort.nodes = Some(499)), None, "less thinking");
        assert_eq!(other(|key| key.effort.nodes = None), None, "more thinking");
        assert_eq!(other(|key| key.effort.top = 2), None, "fewer moves");
    }

    #[test]
    fn lines_of_another_format_are_no_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("game.jsonl");
        let path = folder.path().join("game.jsonl.analysis.jsonl");
        fs::write(&path, "{\"format\":1,\"program\":\"0.1.0\"}\n").expect("it can be written");
        assert!(AnalysisFile::beside_record(Some(&record)).take_warnings().is_empty());
        fs::write(&path, "{\"format\":2}\n").expect("it can be written");
        let warnings = AnalysisFile::beside_record(Some(&record)).take_warnings();
        assert!(warnings[0].ends_with("skipped 1 damaged line"), "{warnings:?}");
    }

    #[test]
    fn without_a_record_nothing_is_written() {
        let mut file = AnalysisFile::beside_record(None);
        file.put(&key(1), &judged(0.1));
        assert_eq!(file.get(&key(1)), Some(judged(0.1)));
        assert!(file.take_warnings().is_empty());
    }
}
