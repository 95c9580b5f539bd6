//! A tournament's output folder: its configuration, all games and the results.
//!
//! ```text
//! tournament.toml   the configuration that was run
//! games/            one record per game
//! games.jsonl       one line per game
//! results.json      standings, crosstable, rounds, sequential test
//! standing.csv, crosstable.csv, games.csv
//! report.html       all of it as a page, with replays of the games
//! ```

use super::TournamentRun;
use crate::{
    commands::{print, progress_reporter::OutputMode},
    errors::IntoCommandError,
};
use meeple_arena::{
    report::{
        ReplayLimit, TournamentReport, write_crosstable_csv, write_games_csv, write_html,
        write_standing_csv,
    },
    tournament::{GameLine, TournamentConfig, TournamentFolder},
};
use meeple_bots::program::shell_word;
use meeple_terminal::{command_error::CommandError, progress::GamesBar, prompt::today};
use meeple_view::view;
use std::{
    env,
    io::{self, Write},
    path::Path,
};

/// A tournament's output folder.
pub(super) struct OutputFolder {
    pub(super) folder: TournamentFolder,
}

impl OutputFolder {
    pub(super) fn open(path: &Path, config: &TournamentConfig) -> Result<Self, CommandError> {
        Ok(OutputFolder { folder: TournamentFolder::open(path, config).or_command_error()? })
    }

    /// Writes all results except the page, which takes longer.
    pub(super) fn write_results(&self, played: &TournamentRun) -> Result<(), CommandError> {
        let TournamentRun { ledger, standing, .. } = played;
        let results = serde_json::to_string_pretty(&played.json());
        let results = results.map_err(|error| CommandError::Failed(error.to_string()))?;
        self.write("results.json", |out| out.write_all(results.as_bytes()))?;
        self.write("standing.csv", |out| write_standing_csv(standing, out))?;
        self.write("crosstable.csv", |out| write_crosstable_csv(standing, out))?;
        self.write("games.csv", |out| write_games_csv(&ledger.entrants, &ledger.lines, out))?;
        Ok(())
    }

    /// Writes the page and prints where everything is. If the tournament was interrupted, replays are left
    /// out so that the user doesn't have to wait.
    pub(super) fn write_page(
        &self,
        played: &TournamentRun,
        mode: OutputMode,
    ) -> Result<(), CommandError> {
        let limit = if played.ledger.is_complete {
            ReplayLimit::default()
        } else {
            ReplayLimit { bytes: 0 }
        };
        let games = played.ledger.lines.len() as u64;
        let bar = if mode == OutputMode::Progress {
            GamesBar::start("writing report.html", games)
        } else {
            GamesBar::hidden()
        };
        let written = self.write("report.html", |out| self.page(played, limit, &bar, out));
        bar.finish();
        written?;
        let path = self.folder.path();
        match mode {
            OutputMode::Progress if played.ledger.is_complete => print(&format!(
                "Saved in {}. Report: {}",
                path.display(),
                path.join("report.html").display()
            )),
            OutputMode::Progress => print(&format!(
                "Saved in {}. Run the same command again to continue.",
                path.display()
            )),
            OutputMode::Quiet | OutputMode::Json => Ok(()),
        }
    }

    fn write(
        &self,
        name: &str,
        fill: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), CommandError> {
        let mut bytes = Vec::new();
        fill(&mut bytes)
            .map_err(|error| CommandError::file(&self.folder.path().join(name), &error))?;
        self.folder.write(name, &bytes).or_command_error()
    }

    fn page(
        &self,
        played: &TournamentRun,
        limit: ReplayLimit,
        bar: &GamesBar,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let TournamentRun { config, ledger, standing, .. } = played;
        let kind = config.kind().expect("it was played");
        let rating_history = ledger.rating_history();
        let decision = played.decision();
        let refused: Vec<(String, String)> =
            played.refused.iter().map(|one| (one.name.clone(), one.why.clone())).collect();
        let report = TournamentReport {
            game: kind.name(),
            title: &title(played),
            facts: &facts(played),
            entrants: &ledger.entrants,
            refused: &refused,
            standings: standing,
            games: &ledger.lines,
            rating_history: &rating_history,
            decision: decision.as_deref(),
            rounds: if config.schedule.has_rounds() { &ledger.rounds } else { &[] },
        };
        let mut replays = |line: &GameLine| {
            bar.advance();
            self.folder.read_game(line)
        };
        write_html(&report, view(kind), &mut replays, limit, out).map(|_| ())
    }
}

/// Returns a title such as `azul: greedy, random and 2 more`.
fn title(played: &TournamentRun) -> String {
    let names: Vec<&str> =
        played.standing.rows.iter().take(2).map(|row| row.name.as_str()).collect();
    let more = match played.standing.rows.len().saturating_sub(2) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let between = if more.is_empty() { " and " } else { ", " };
    format!("{}: {}{more}", played.config.game, names.join(between))
}

/// Returns the facts shown in the report: options, schedule, time control, seed, date, command.
fn facts(played: &TournamentRun) -> Vec<(String, String)> {
    let TournamentRun { config, tournament, .. } = played;
    let options = config.options.words().join(" ");
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let mut facts = vec![fact("Game", config.game.clone())];
    if !options.is_empty() {
        facts.push(fact("Options", options));
    }
    facts.push(fact("Schedule", config.schedule.to_string()));
    facts.push(fact("Games per encounter", tournament.games.to_string()));
    facts.push(fact("Time", tournament.control.to_string()));
    if let Some(nodes) = config.nodes {
        facts.push(fact("Positions per move", nodes.to_string()));
    }
    facts.push(fact("Seed", config.seed.to_string()));
    facts.push(fact("Played on", today()));
    let words: Vec<String> = env::args().skip(1).map(|word| shell_word(&word)).collect();
    facts.push(fact("Command", format!("meeple {}", words.join(" "))));
    facts
}
