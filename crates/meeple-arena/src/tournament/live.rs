//! A game that is being played, for whoever watches a tournament's folder.
//!
//! ```text
//! DIR/live/A-B-1f3a9c02-0001-1.jsonl    the record so far; gone with the end of the game
//! ```
//!
//! What happened is added now and then, so that quick games cost nothing and are not seen here.
//! Nothing depends on these files: what cannot be written is left out, and what a killed process
//! left behind is removed when the tournament goes on.

use super::Folder;
use meeple_core::Event;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// Where these files are.
const FOLDER: &str = "live";
/// How often something is added.
const STEP: Duration = Duration::from_millis(100);

/// The file of one running game.
pub(super) struct Live {
    /// Nothing where nobody can watch.
    path: Option<PathBuf>,
    file: Option<File>,
    /// How many events are written.
    written: usize,
    last: Instant,
}

impl Live {
    /// For the game that will be kept in this record, if there is a folder.
    pub(super) fn of(folder: Option<&Folder>, record: &str) -> Self {
        let name = record.trim_start_matches("games/").replace('/', "-");
        let path = folder.map(|folder| folder.path().join(FOLDER).join(name));
        Live { path, file: None, written: 0, last: Instant::now() }
    }

    /// Adds what has happened, if it is time.
    pub(super) fn follow(&mut self, log: &[Arc<Event>]) {
        if self.path.is_some() && self.last.elapsed() >= STEP {
            self.last = Instant::now();
            if self.write(log).is_err() {
                self.end();
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
        let news = &log[self.written.min(log.len())..];
        let lines: Vec<String> = news.iter().map(|event| format!("{event}\n")).collect();
        self.written = log.len();
        file.write_all(lines.concat().as_bytes())
    }

    /// Removes the file; the folder with the last of them.
    fn end(&mut self) {
        let is_there = self.file.take().is_some();
        if let Some(path) = self.path.take().filter(|_| is_there) {
            let _ = fs::remove_file(&path);
            let _ = path.parent().map(fs::remove_dir);
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.end();
    }
}

/// Removes what a killed process left behind.
pub(super) fn sweep(folder: &Path) {
    let _ = fs::remove_dir_all(folder.join(FOLDER));
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{Header, Match, Replay};
    use meeple_games::{
        chomp::{Chomp, ChompOptions},
        open_record,
    };

    #[test]
    fn a_running_game_can_be_read_and_is_gone_at_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FOLDER).join("a-0001-1.jsonl");
        let path = Some(file.clone());
        let mut live = Live { path, file: None, written: 0, last: Instant::now() };
        let options = ChompOptions::default();
        let seat = |name: &str| meeple_core::SeatInfo {
            name: name.into(),
            colour: None,
            who: meeple_core::Contestant::Person,
        };
        let header = Header::new::<Chomp>(&options, vec![seat("a"), seat("b")]);
        let position = header.open::<Chomp>().expect("good options");
        let mut game = Match::start(header, position).expect("two seats");
        live.follow(game.log());
        assert!(!file.exists(), "it is not time yet");
        for mv in ["3,4", "3,3"] {
            let meeple_core::Turn::Seat(seat) = game.position().turn() else {
                panic!("it goes on")
            };
            let notes = meeple_core::Notes::default();
            game.apply(Event::played(seat, mv, notes)).expect("a legal bite");
            live.last = live.last.checked_sub(STEP).expect("the clock has run for a while");
            live.follow(game.log());
            let bytes = fs::read(&file).expect("it is there");
            let read = Replay::read(&bytes, open_record).expect("a record").game;
            assert_eq!(read.position().to_string(), game.position().to_string());
        }
        drop(live);
        assert!(!file.exists() && !folder.path().join(FOLDER).exists());
    }
}
