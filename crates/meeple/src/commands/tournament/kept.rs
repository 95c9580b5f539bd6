//! A tournament's folder: what was asked for, every game, and the results.
//!
//! ```text
//! tournament.toml   what was asked for, as it was run
//! games/            one record a game
//! games.jsonl       one line a game
//! results.json      standing, crosstable, rounds, test
//! standing.csv, crosstable.csv, games.csv
//! report.html       all of it to look at, with the games
//! ```

use super::Played;
use crate::{
    commands::{announcer::Voice, print},
    failure::OrFailure,
};
use meeple_arena::{
    report::{
        ReplayLimit, Report, write_crosstable_csv, write_games_csv, write_html, write_standing_csv,
    },
    tournament::{Config, Folder, GameLine},
};
use meeple_bots::program::shell_word;
use meeple_core::options::value_text;
use meeple_terminal::{failure::Failure, progress::GamesBar, prompt::today};
use meeple_view::view;
use std::{
    env,
    io::{self, Write},
    path::Path,
};

/// The folder.
pub(super) struct Kept {
    pub(super) folder: Folder,
}

impl Kept {
    pub(super) fn open(path: &Path, config: &Config) -> Result<Self, Failure> {
        Ok(Kept { folder: Folder::open(path, config).or_failure()? })
    }

    /// Writes the results but the page, which takes its time.
    pub(super) fn conclude(&self, played: &Played) -> Result<(), Failure> {
        let Played { ledger, standing, .. } = played;
        let results = serde_json::to_string_pretty(&played.json());
        let results = results.map_err(|error| Failure::Failed(error.to_string()))?;
        self.write("results.json", |out| out.write_all(results.as_bytes()))?;
        self.write("standing.csv", |out| write_standing_csv(standing, out))?;
        self.write("crosstable.csv", |out| write_crosstable_csv(standing, out))?;
        self.write("games.csv", |out| write_games_csv(&ledger.entrants, &ledger.lines, out))?;
        Ok(())
    }

    /// Writes the page, and says where everything is. Whoever stopped the games does not want to
    /// wait: then it has no replays.
    pub(super) fn write_page(&self, played: &Played, voice: Voice) -> Result<(), Failure> {
        let limit = if played.ledger.is_complete {
            ReplayLimit::default()
        } else {
            ReplayLimit { bytes: 0 }
        };
        let games = played.ledger.lines.len() as u64;
        let bar = if voice == Voice::People {
            GamesBar::start("writing report.html", games)
        } else {
            GamesBar::hidden()
        };
        let written = self.write("report.html", |out| self.page(played, limit, &bar, out));
        bar.finish();
        written?;
        let path = self.folder.path();
        match voice {
            Voice::People if played.ledger.is_complete => print(&format!(
                "Kept in {}; to look at: {}",
                path.display(),
                path.join("report.html").display()
            )),
            Voice::People => {
                print(&format!("Kept in {}: the same command goes on.", path.display()))
            }
            Voice::Quiet | Voice::Programs => Ok(()),
        }
    }

    fn write(
        &self,
        name: &str,
        fill: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        fill(&mut bytes).map_err(|error| Failure::file(&self.folder.path().join(name), &error))?;
        self.folder.write(name, &bytes).or_failure()
    }

    fn page(
        &self,
        played: &Played,
        limit: ReplayLimit,
        bar: &GamesBar,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Played { config, ledger, standing, .. } = played;
        let kind = config.kind().expect("it was played");
        let course = ledger.course();
        let decision = played.decision();
        let refused: Vec<(String, String)> =
            played.refused.iter().map(|one| (one.name.clone(), one.why.clone())).collect();
        let report = Report {
            game: kind.name(),
            title: &title(played),
            facts: &facts(played),
            entrants: &ledger.entrants,
            refused: &refused,
            standing,
            games: &ledger.lines,
            course: &course,
            decision: decision.as_deref(),
            rounds: if config.schedule.has_rounds() { &ledger.rounds } else { &[] },
        };
        let mut replays = |line: &GameLine| {
            bar.advance();
            self.folder.replay(line)
        };
        write_html(&report, view(kind), &mut replays, limit, out).map(|_| ())
    }
}

/// `azul: greedy, random and 2 more`
fn title(played: &Played) -> String {
    let names: Vec<&str> =
        played.standing.rows.iter().take(2).map(|row| row.name.as_str()).collect();
    let more = match played.standing.rows.len().saturating_sub(2) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let between = if more.is_empty() { " and " } else { ", " };
    format!("{}: {}{more}", played.config.game, names.join(between))
}

/// What else there is to know of it.
fn facts(played: &Played) -> Vec<(String, String)> {
    let Played { config, tournament, .. } = played;
    let options = config.options.iter().map(|(key, value)| format!("{key}={}", value_text(value)));
    let options = options.collect::<Vec<_>>().join(" ");
    let fact = |what: &str, is: String| (what.to_owned(), is);
    let mut facts = vec![fact("Game", config.game.clone())];
    if !options.is_empty() {
        facts.push(fact("Options", options));
    }
    facts.push(fact("Schedule", config.schedule.to_string()));
    facts.push(fact("Games of each encounter", tournament.games.to_string()));
    facts.push(fact("Time", tournament.control.to_string()));
    if let Some(nodes) = config.nodes {
        facts.push(fact("Positions a move", nodes.to_string()));
    }
    facts.push(fact("Seed", config.seed.to_string()));
    facts.push(fact("Played on", today()));
    let words: Vec<String> = env::args().skip(1).map(|word| shell_word(&word)).collect();
    facts.push(fact("Command", format!("meeple {}", words.join(" "))));
    facts
}
