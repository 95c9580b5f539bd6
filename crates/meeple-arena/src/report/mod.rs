//! A tournament as one page of HTML that needs nothing else, and as CSV.
//!
//! ```text
//! title, facts │ standing ── elo chart │ rounds │ crosstable │ ratings over the run
//! scores, lengths │ time │ what does not count │ faults │ games ──► a replay of each
//! ```
//!
//! The page opens from a disk without a network. Every number can be read
//! without a script; the script only replays games, from data that lies
//! deflated in the page. Names, reasons and stderr may be hostile: they are
//! escaped where they are written ([`maud`] does it for every text), and the
//! page lets no script run but its own.

mod amounts;
mod changes;
mod course;
mod crosstable;
pub mod csv;
mod distributions;
mod elo_chart;
mod facts;
mod faults;
mod figures;
mod games;
mod marks;
mod page;
mod replay;
mod rounds;
mod scale;
mod standing;
mod times;

pub use csv::{write_crosstable_csv, write_games_csv, write_standing_csv};

use crate::tournament::{Checkpoint, Entrant, GameLine, Round, Standing};
use marks::Marks;
use meeple_core::Match;
use meeple_view::AnyView;
use std::io;

/// Everything that a page tells.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The game's one word; its board is drawn where the page knows how.
    pub game: &'a str,
    /// What was played by whom: `azul: greedy, random and 2 more`.
    pub title: &'a str,
    /// What else is to be known: game, options, schedule, time control, seed, date, command.
    pub facts: &'a [(String, String)],
    /// Who played.
    pub entrants: &'a [Entrant],
    /// Who failed its check and did not play: the name, and why.
    pub refused: &'a [(String, String)],
    /// What it showed.
    pub standing: &'a Standing,
    /// All games, in their order.
    pub games: &'a [GameLine],
    /// The ratings as they became.
    pub course: &'a [Checkpoint],
    /// What a sequential test decided, in words.
    pub decision: Option<&'a str>,
    /// The rounds of a schedule that has some.
    pub rounds: &'a [Round],
}

/// How much of a page replays may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayLimit {
    /// All replays together, as they stand in the page.
    pub bytes: u64,
}

impl Default for ReplayLimit {
    /// 64 MiB: some ten thousand games, and still a page that opens.
    fn default() -> Self {
        ReplayLimit { bytes: 64 << 20 }
    }
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// The size of the page.
    pub bytes: u64,
    /// How much of it are replays.
    pub replay_bytes: u64,
    /// How many games can be replayed.
    pub replays: usize,
    /// How many cannot, because the limit was reached.
    pub left_out: usize,
    /// How many cannot, because there is no record of them.
    pub missing: usize,
    /// How many are not even in the list of games, because it is too long.
    pub unlisted: usize,
}

/// Writes the page. `replays` gives the record of a game, if there is one; it is asked in the
/// order of the games, and no more once the limit is reached.
pub fn write_html(
    report: &Report<'_>,
    view: &'static dyn AnyView,
    replays: &mut dyn FnMut(&GameLine) -> Option<Match>,
    limit: ReplayLimit,
    out: &mut dyn io::Write,
) -> io::Result<Written> {
    let marks = Marks::of(report);
    let mut out = Counted { out, bytes: 0 };
    page::begin(report, &mut out)?;
    let sections = [
        facts::section(report),
        standing::section(report, &marks),
        rounds::section(report, &marks),
        crosstable::section(report, &marks),
        course::section(report, &marks),
        distributions::section(report, &marks),
        times::section(report, &marks),
        amounts::section(report),
        faults::section(report, &marks),
    ];
    for section in sections {
        io::Write::write_all(&mut out, section.into_string().as_bytes())?;
    }
    let mut games = games::Games::new(report, &marks, view, limit);
    games.write(replays, &mut out)?;
    page::end(report, &mut out)?;
    Ok(Written { bytes: out.bytes, ..games.written() })
}

/// A writer that knows how much was written.
struct Counted<'a> {
    out: &'a mut dyn io::Write,
    bytes: u64,
}

impl io::Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
