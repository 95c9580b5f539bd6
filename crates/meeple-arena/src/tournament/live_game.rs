//! Publishes a game in progress to spectators of a tournament's folder.
//!
//! ```text
//! DIR/live/A-B-1f3a9c02-0001-1.jsonl    the record so far; removed when the game ends
//! ```
//!
//! Events are added at intervals, so short games cost nothing and never appear here. Nothing depends on these
//! files: write errors are ignored, and files left by a killed process are removed when the tournament is
//! resumed.

use super::TournamentFolder;
use meeple_core::Event;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// Name of the folder for these files.
const FOLDER: &str = "live";
/// Minimum time between two writes.
const WRITE_INTERVAL: Duration = Duration::from_millis(100);

/// The file of one game in progress.
pub(super) struct LiveGameFile {
    /// `None` without a folder, or after a write error.
    path: Option<PathBuf>,
    file: Option<File>,
    /// Number of events written.
    written: usize,
    last: Instant,
}

impl LiveGameFile {
    /// Prepares the file for the game that will be saved as `record`, if there is a folder.
    pub(super) fn for_record(folder: Option<&TournamentFolder>, record: &str) -> Self {
        let name = record.trim_start_matches("games/").replace('/', "-");
        let path = folder.map(|folder| folder.path().join(FOLDER).join(name));
        LiveGameFile { path, file: None, written: 0, last: Instant::now() }
    }

    /// Appends new events if enough time has passed since the last write.
    pub(super) fn append_new(&mut self, log: &[Arc<Event>]) {
        if self.path.is_some() && self.last.elapsed() >= WRITE_INTERVAL {
            self.last = Instant::now();
            if self.write(log).is_err() {
                self.remove();
            }
        }
    }

    fn write(&mut self, log: &[Arc<Event>]) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let file = match &mut self.file {
            Some(file) => file,
            closed => {
                path.parent().map_or(Ok(()), fs::create_dir_all)?;
                closed.insert(File::create(path)?)
            }
        };
        let event = &log[self.written.min(log.len())..];
        let lines: Vec<String> = event.iter().map(|event| format!("{event}\n")).collect();
        self.written = log.len();
        file.write_all(lines.concat().as_bytes())
    }

    /// Removes the file, and the folder if that leaves it empty.
    fn remove(&mut self) {
        let is_there = self.file.take().is_some();
        if let Some(path) = self.path.take().filter(|_| is_there) {
            let _ = fs::remove_file(&path);
            let _ = path.parent().map(fs::remove_dir);
        }
    }
}

impl Drop for LiveGameFile {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Removes files left by a killed process.
pub(super) fn remove_stale(folder: &Path) {
    let _ = fs::remove_dir_all(folder.join(FOLDER));
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{GameHistory, Header, Replay};
    use meeple_games::{
        chomp::{Chomp, Options},
        open_record,
    };

    #[test]
    fn a_running_game_can_be_read_and_is_gone_at_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FOLDER).join("a-0001-1.jsonl");
        let path = Some(file.clone());
        let mut live = LiveGameFile { path, file: None, written: 0, last: Instant::now() };
        let options = Options::default();
        let seat = |name: &str| meeple_core::SeatInfo {
            name: name.into(),
            colour: None,
            who: meeple_core::Contestant::Person,
        };
        let header = Header::new::<Chomp>(&options, vec![seat("a"), seat("b")]);
        let position = header.open::<Chomp>().expect("good options");
        let mut game = GameHistory::start(header, position).expect("two seats");
        live.append_new(game.log());
        assert!(!file.exists(), "it is not time yet");
        for mv in ["3,4", "3,3"] {
            let meeple_core::Turn::Seat(seat) = game.position().turn() else {
                panic!("it goes on")
            };
            let notes = meeple_core::Notes::default();
            game.apply(Event::new_move(seat, mv, notes)).expect("a legal bite");
            live.last =
                live.last.checked_sub(WRITE_INTERVAL).expect("the clock has run for a while");
            live.append_new(game.log());
            let bytes = fs::read(&file).expect("it is there");
            let read = Replay::read(&bytes, open_record).expect("a record").game;
            assert_eq!(read.position().to_string(), game.position().to_string());
        }
        drop(live);
        assert!(!file.exists() && !folder.path().join(FOLDER).exists());
    }
}
