//! Reports of a tournament: a self-contained HTML page, and CSV files.
//!
//! ```text
//! title, facts │ standings ── Elo chart │ rounds │ crosstable │ rating history
//! scores, lengths │ time │ counted games │ faults │ games ──► a replay of each
//! ```
//!
//! The page works from disk, without a network. Every number can be read without JavaScript; the script only
//! replays games, from compressed data embedded in the page. Names, reasons and stderr are untrusted:
//! [`maud`] escapes every text where it is written, and the page's policy lets only its own script run.

mod crosstable;
pub mod csv;
mod distributions;
mod elo_chart;
mod entrant_marks;
mod facts;
mod faults;
mod format;
mod game_counts;
mod games;
mod json_diff;
mod page;
mod rating_history;
mod replay;
mod rounds;
mod scale;
mod standings;
mod times;

pub use csv::{write_crosstable_csv, write_games_csv, write_standing_csv};

use crate::tournament::{Checkpoint, Entrant, GameLine, ScheduleRound, TournamentStandings};
use entrant_marks::EntrantMarks;
use meeple_core::GameHistory;
use meeple_view::AnyView;
use std::io;

/// The contents of a report.
#[derive(Debug, Clone, Copy)]
pub struct TournamentReport<'a> {
    /// Name of the game; its board is drawn if the page has a drawing module for it.
    pub game: &'a str,
    /// The title: `azul: greedy, random and 2 more`.
    pub title: &'a str,
    /// Labelled facts: game, options, schedule, time control, seed, date, command.
    pub facts: &'a [(String, String)],
    /// The contestants.
    pub entrants: &'a [Entrant],
    /// Contestants excluded because they failed their check: name and reason.
    pub refused: &'a [(String, String)],
    /// The results.
    pub standings: &'a TournamentStandings,
    /// All games, in order.
    pub games: &'a [GameLine],
    /// The rating history.
    pub rating_history: &'a [Checkpoint],
    /// The sequential test's decision, in words, if there was one.
    pub decision: Option<&'a str>,
    /// The rounds; empty for schedules without rounds.
    pub rounds: &'a [ScheduleRound],
}

/// Limit on the size of the embedded replays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayLimit {
    /// Maximum total size of the replays as embedded in the page.
    pub bytes: u64,
}

impl Default for ReplayLimit {
    /// 64 MiB: about ten thousand games, in a page that still opens.
    fn default() -> Self {
        ReplayLimit { bytes: 64 << 20 }
    }
}

/// Statistics of a written report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WrittenReport {
    /// Size of the page in bytes.
    pub bytes: u64,
    /// Size of the replays in bytes.
    pub replay_bytes: u64,
    /// Number of games with a replay.
    pub replays: usize,
    /// Number of games without a replay because the limit was reached.
    pub left_out: usize,
    /// Number of games without a replay because they have no record.
    pub missing: usize,
    /// Number of games not listed because the list would be too long.
    pub unlisted: usize,
}

/// Writes the HTML page. `replays` returns the record of a game, if any; it is called in the order of the
/// games, and no more once the limit is reached.
pub fn write_html(
    report: &TournamentReport<'_>,
    view: &'static dyn AnyView,
    replays: &mut dyn FnMut(&GameLine) -> Option<GameHistory>,
    limit: ReplayLimit,
    out: &mut dyn io::Write,
) -> io::Result<WrittenReport> {
    let marks = EntrantMarks::from_report(report);
    let mut out = CountingWriter { out, bytes: 0 };
    page::write_head(report, &mut out)?;
    let sections = [
        facts::section(report),
        standings::section(report, &marks),
        rounds::section(report, &marks),
        crosstable::section(report, &marks),
        rating_history::section(report, &marks),
        distributions::section(report, &marks),
        times::section(report, &marks),
        game_counts::section(report),
        faults::section(report, &marks),
    ];
    for section in sections {
        io::Write::write_all(&mut out, section.into_string().as_bytes())?;
    }
    let mut games = games::GameListWriter::new(report, &marks, view, limit);
    games.write(replays, &mut out)?;
    page::write_tail(report, &mut out)?;
    Ok(WrittenReport { bytes: out.bytes, ..games.written() })
}

/// A writer that counts the bytes written.
struct CountingWriter<'a> {
    out: &'a mut dyn io::Write,
    bytes: u64,
}

impl io::Write for CountingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
