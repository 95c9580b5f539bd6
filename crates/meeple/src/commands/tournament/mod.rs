//! `meeple match` and `meeple tournament`: measure which players are stronger, by how much, and how certain
//! that is.
//!
//! - `request`: turns command-line arguments into a configuration
//! - `admission`: checks programs before they play
//! - `reporter`: progress output while games are played
//! - `table`: the results as text; `output_folder`: the results on disk

mod admission;
mod output_folder;
mod reporter;
mod request;
mod table;

use super::{available_parallelism, only_for_programs, print, progress_reporter::OutputMode};
use crate::{
    cli::{MatchArgs, TournamentArgs},
    errors::IntoCommandError,
};
use admission::RefusedProgram;
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{
    self, Ledger, NamedContestant, Schedule, Tournament, TournamentConfig, TournamentEnv,
    TournamentStandings,
};
use meeple_bots::{DEFAULT_START_UP, IdlePolicy, PlayerLauncher, ProcessSupervisor};
use meeple_core::{
    Contestant, Limits, SeatInfo,
    text::{format_count, printable},
};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, prompt::now};
use output_folder::OutputFolder;
use reporter::TournamentReporter;
use request::TournamentRequest;
pub(super) use request::of_roster;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn run_match(args: &MatchArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    run(request::of_match(args)?, (&args.output).into(), interrupt)
}

pub(super) fn run_tournament(
    args: &TournamentArgs,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    run(request::of_tournament(args)?, (&args.output).into(), interrupt)
}

fn run(
    request: TournamentRequest,
    mode: OutputMode,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    let played = play(request, mode, interrupt)?;
    let is_match = played.config.schedule == Schedule::Match;
    let withdrawn = played.ledger.entrants.iter().find(|entrant| entrant.withdrawn.is_some());
    match withdrawn.filter(|_| is_match) {
        _ if !played.ledger.is_complete => Err(CommandError::Interrupted),
        Some(entrant) => {
            let name = printable(&entrant.info.name);
            Err(CommandError::Failed(format!("{name} was withdrawn, so the match has no result")))
        }
        None => Ok(()),
    }
}

/// Plays the tournament, prints the results and writes them to the output folder, if any.
pub(super) fn play(
    request: TournamentRequest,
    mode: OutputMode,
    interrupt: &Interrupt,
) -> Result<TournamentRun, CommandError> {
    let supervisor = ProcessSupervisor::with_orphan_adoption(); // this command starts no processes other than bots
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the bots are killed before this process exits
    let _exit = interrupt.on_exit({
        let supervisor = supervisor.clone();
        move || supervisor.kill_all()
    });
    let TournamentRequest { config, out, is_checked, program_options } = request;
    let launcher = launcher(&config, &supervisor)?;
    let limits = Limits { stop: interrupt.stop_flag(), ..Limits::default() };
    let mut entrants = config.entrants(&launcher).or_command_error()?;
    let is_program = |info: &SeatInfo| matches!(info.who, Contestant::Program { .. });
    if let Some(option) = program_options.first().filter(|_| !entrants.iter().any(is_program)) {
        return Err(only_for_programs(option));
    }
    let env = || {
        let (launcher, limits) = (launcher.clone(), limits.clone());
        TournamentEnv { launcher, limits, now, processors: available_parallelism() }
    };
    let typed_names = typed_names(&config, &entrants);
    // An invalid configuration is rejected before anything is written or started.
    config.into_tournament(entrants.clone(), env()).or_command_error()?;
    let folder = out.as_deref().map(|out| OutputFolder::open(out, &config)).transpose()?;
    let refused = if is_checked {
        admission::check(&config, &launcher, &mut entrants, &limits, mode)?
    } else {
        admission::try_to_start(&launcher, &entrants)?;
        Vec::new()
    };
    let admitted = format_count(entrants.len(), "player");
    let tournament = config
        .into_tournament(entrants, env())
        .map_err(|error| CommandError::Failed(format!("only {admitted} can play: {error}")))?;
    let mut reporter = TournamentReporter::new(&tournament, mode);
    let records = folder.as_ref().map(|folder| &folder.folder);
    let ledger = tournament::play(&tournament, records, &mut |event| reporter.on_event(&event));
    reporter.finish()?;
    let ledger = ledger.map_err(|error| CommandError::Failed(error.to_string()))?;
    let standing = ledger.standings();
    let played = TournamentRun { config, tournament, ledger, refused, standing, typed_names };
    if let Some(folder) = &folder {
        folder.write_results(&played)?;
    }
    played.print_result(mode)?;
    if let Some(folder) = &folder {
        folder.write_page(&played, mode)?;
    }
    Ok(played)
}

/// A tournament that was played: its configuration and its results.
pub(super) struct TournamentRun {
    pub(super) config: TournamentConfig,
    pub(super) tournament: Tournament,
    pub(super) ledger: Ledger,
    pub(super) refused: Vec<RefusedProgram>,
    pub(super) standing: TournamentStandings,
    typed_names: BTreeMap<String, String>,
}

impl TournamentRun {
    fn print_result(&self, mode: OutputMode) -> Result<(), CommandError> {
        if mode != OutputMode::Json {
            return print(&table::text(self));
        }
        let mut result = self.json();
        result["event"] = "result".into();
        print(&result.to_string())
    }

    /// Returns the name of an entrant as shown in the tables.
    fn display_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.typed_names.get(name).map_or(name, String::as_str)
    }

    /// Returns the standings with the names shown in the tables.
    fn displayed_standing(&self) -> TournamentStandings {
        let mut standing = self.standing.clone();
        for row in &mut standing.rows {
            row.name = self.display_name(&row.name).to_owned();
        }
        standing
    }

    /// Returns all results as JSON.
    fn json(&self) -> Value {
        json!({
            "game": self.config.game,
            "config": self.config,
            "complete": self.ledger.is_complete,
            "entrants": self.ledger.entrants,
            "refused": self.refused,
            "standing": self.standing,
            "rounds": self.ledger.rounds,
            "sprt": self.ledger.sprt,
            "decision": self.decision(),
        })
    }

    /// Returns the decision of the sequential test as a sentence, if there is a test.
    fn decision(&self) -> Option<String> {
        let (test, state) = (self.tournament.sprt.as_ref()?, self.ledger.sprt.as_ref()?);
        Some(table::decision(test, state))
    }
}

/// Maps the names of computer players that are recorded without their parameters (`mcts`) to what the user
/// typed (`mcts:nodes=500`).
fn typed_names(config: &TournamentConfig, entrants: &[SeatInfo]) -> BTreeMap<String, String> {
    let names = entrants.iter().zip(&config.contestants).filter_map(|(info, contestant)| {
        match (&info.who, contestant) {
            (Contestant::Computer { player, .. }, NamedContestant::Plain(typed))
                if info.name == *player =>
            {
                Some((info.name.clone(), typed.clone()))
            }
            _ => None,
        }
    });
    names.collect()
}

/// Creates the launcher that starts the players, as configured.
fn launcher(
    config: &TournamentConfig,
    supervisor: &ProcessSupervisor,
) -> Result<PlayerLauncher, CommandError> {
    let kind = config.kind().or_command_error()?;
    let mut launcher = PlayerLauncher::for_game(kind, Resources::default());
    launcher.protocol = config.protocol().or_command_error()?;
    launcher.supervisor = supervisor.clone();
    launcher.idle_policy = if config.ponder { IdlePolicy::Running } else { IdlePolicy::Stopped };
    launcher.start_up = Some(DEFAULT_START_UP);
    launcher.nice = config.nice;
    launcher.memory = config.memory.map(|mib| mib << 20);
    Ok(launcher)
}
