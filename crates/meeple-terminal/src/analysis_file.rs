//! Judged steps of a record, stored beside it so that they are not computed twice.
//!
//! ```text
//! game.jsonl
//! game.jsonl.analysis.jsonl    {"format":2,"key":{...},"judged":{...}}, in the order of judging
//! ```
//!
//! A line has the key of its step, which names all that its figures depend on: the game and its
//! rules, the program's version, the effort, and a hash of the position and of what happened in
//! it. So a record that was changed, another version or another effort find nothing here, and
//! nothing is ever wrong for being old. Lines are only added; a damaged one is left out.

use meeple_ai::analysis::{Judged, StepKey, Store};
use meeple_bots::bounded::{self, Line};
use meeple_core::text::counted;
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
/// No more than this is read of a file...
const LONGEST_FILE: u64 = 64 << 20;
/// ...and of a line: a few moves with their reasons.
const LONGEST_LINE: u64 = 1 << 20;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
struct StoredStep<'a> {
    format: u32,
    key: Cow<'a, StepKey>,
    judged: Cow<'a, Judged>,
}

/// What is read of a line in any format.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// The file beside a record.
pub struct AnalysisFile {
    path: Option<PathBuf>,
    steps: HashMap<StepKey, Judged>,
    file: Option<File>,
    /// What went wrong, to be said.
    warnings: Vec<String>,
}

/// Where nothing can be written, a warning says so once.
impl Store for AnalysisFile {
    fn get(&self, key: &StepKey) -> Option<Judged> {
        self.steps.get(key).cloned()
    }

    fn put(&mut self, key: &StepKey, judged: &Judged) {
        self.steps.insert(key.clone(), judged.clone());
        if let Err(error) = self.write(key, judged) {
            self.give_up("nothing more is kept in", &error);
        }
    }
}

impl AnalysisFile {
    /// The file beside this record; without one, steps are stored in memory only.
    pub fn beside(record: Option<&Path>) -> Self {
        let path = record.map(|record| {
            let mut name = record.as_os_str().to_owned();
            name.push(".analysis.jsonl");
            PathBuf::from(name)
        });
        let (steps, warnings) = (HashMap::new(), Vec::new());
        let mut stored = AnalysisFile { path, steps, file: None, warnings };
        if let Err(error) = stored.read() {
            stored.give_up("nothing is read from or kept in", &error);
        }
        stored
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
                Line::Whole => match read_step(&bytes) {
                    Ok(Some((key, judged))) => {
                        self.steps.insert(key, judged);
                    }
                    Ok(None) => {}
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

    fn write(&mut self, key: &StepKey, judged: &Judged) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let file = match &mut self.file {
            Some(file) => file,
            closed => closed.insert(open(path)?),
        };
        let (key, judged) = (Cow::Borrowed(key), Cow::Borrowed(judged));
        let line = StoredStep { format: FORMAT, key, judged };
        let line = serde_json::to_string(&line)?;
        file.write_all(format!("{line}\n").as_bytes()) // in one write: never half of it
    }
}

/// A step of a line; `None` if the line has another format.
fn read_step(bytes: &[u8]) -> serde_json::Result<Option<(StepKey, Judged)>> {
    let Format { format } = serde_json::from_slice(bytes)?;
    if format != FORMAT {
        return Ok(None);
    }
    let StoredStep { key, judged, .. } = serde_json::from_slice(bytes)?;
    Ok(Some((key.into_owned(), judged.into_owned())))
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
    use meeple_ai::{advice::Appraisal, analysis::Effort};

    fn key(hash: u64) -> StepKey {
        let effort = Effort { top: 3, nodes: Some(500), time: None };
        StepKey { game: "chomp".into(), rules: 1, program: "0.1.0".into(), hash, effort }
    }

    fn judged(value: f64) -> Judged {
        let chances = vec![0.1 + 0.2, 0.7];
        Judged::End(Appraisal { values: vec![value, -value], chances })
    }

    #[test]
    fn what_was_stored_is_found_by_its_very_key_in_the_next_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("game.jsonl");
        let mut file = AnalysisFile::beside(Some(&record));
        file.put(&key(1), &judged(0.1));
        assert_eq!(file.get(&key(1)), Some(judged(0.1)), "at once");
        file.put(&key(1), &judged(0.3));
        let file = AnalysisFile::beside(Some(&record));
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
        assert!(AnalysisFile::beside(Some(&record)).warnings().is_empty());
        fs::write(&path, "{\"format\":2}\n").expect("it can be written");
        let warnings = AnalysisFile::beside(Some(&record)).warnings();
        assert!(warnings[0].ends_with("1 line damaged and left out"), "{warnings:?}");
    }

    #[test]
    fn without_a_record_nothing_is_written() {
        let mut file = AnalysisFile::beside(None);
        file.put(&key(1), &judged(0.1));
        assert_eq!(file.get(&key(1)), Some(judged(0.1)));
        assert!(file.warnings().is_empty());
    }
}
