//! `meeple match` and `meeple tournament`: measure which players are stronger, by how much, and how certain
//! that is.
//!
//! - `wanted`: turns command-line arguments into a configuration
//! - `admission`: checks programs before they play
//! - `news`: progress output while games are played
//! - `table`: the results as text; `kept`: the results on disk

mod admission;
mod output_folder;
mod reporter;
mod request;
mod table;

use super::{announcer::OutputMode, print, processors};
use crate::{
    cli::{MatchArgs, TournamentArgs},
    errors::IntoCommandError,
};
use admission::RefusedProgram;
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{
    self, Ledger, Schedule, Tournament, TournamentConfig, TournamentEnv, TournamentStandings,
};
use meeple_bots::{DEFAULT_START_UP, Host, IdlePolicy, ProcessSupervisor};
use meeple_core::{Limits, text::printable};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, prompt::now};
use output_folder::OutputFolder;
use reporter::TournamentReporter;
use request::TournamentRequest;
pub(super) use request::of_roster;
use serde_json::{Value, json};

pub(super) fn run_match(args: &MatchArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    run(request::of_match(args)?, (&args.say).into(), interrupt)
}

pub(super) fn run_tournament(
    args: &TournamentArgs,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    run(request::of_tournament(args)?, (&args.say).into(), interrupt)
}

fn run(
    wanted: TournamentRequest,
    voice: OutputMode,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    let played = play(wanted, voice, interrupt)?;
    let is_match = played.config.schedule == Schedule::Match;
    let out = played.ledger.entrants.iter().find(|entrant| entrant.withdrawn.is_some());
    match out.filter(|_| is_match) {
        _ if !played.ledger.is_complete => Err(CommandError::Interrupted),
        Some(entrant) => {
            let name = printable(&entrant.info.name);
            Err(CommandError::Failed(format!("{name} was withdrawn: there was no match")))
        }
        None => Ok(()),
    }
}

/// Plays the tournament, prints the results and writes them to the output folder, if any.
pub(super) fn play(
    wanted: TournamentRequest,
    voice: OutputMode,
    interrupt: &Interrupt,
) -> Result<TournamentRun, CommandError> {
    let kennel = ProcessSupervisor::with_orphan_adoption(); // this command starts no processes other than bots
    let _care = interrupt.shut_down_gracefully(); // the bots are killed before this process exits
    let _exit = interrupt.on_exit({
        let kennel = kennel.clone();
        move || kennel.kill_all()
    });
    let TournamentRequest { config, out, is_checked } = wanted;
    let host = host(&config, &kennel)?;
    let limits = Limits { stop: interrupt.stop_flag(), ..Limits::default() };
    let mut entrants = config.entrants(&host).or_command_error()?;
    let house = || {
        let (host, limits) = (host.clone(), limits.clone());
        TournamentEnv { host, limits, now, processors: processors() }
    };
    // An invalid configuration is rejected before anything is written or started.
    config.into_tournament(entrants.clone(), house()).or_command_error()?;
    let kept = out.as_deref().map(|out| OutputFolder::open(out, &config)).transpose()?;
    let refused = if is_checked {
        admission::check(&config, &host, &mut entrants, &limits, voice)?
    } else {
        admission::try_to_start(&host, &entrants)?;
        Vec::new()
    };
    let fit = entrants.len();
    let tournament = config
        .into_tournament(entrants, house())
        .map_err(|error| CommandError::Failed(format!("only {fit} are fit to play: {error}")))?;
    let mut crier = TournamentReporter::new(&tournament, voice);
    let folder = kept.as_ref().map(|kept| &kept.folder);
    let ledger = tournament::play(&tournament, folder, &mut |news| crier.on_event(&news));
    crier.finish()?;
    let ledger = ledger.map_err(|trouble| CommandError::Failed(trouble.to_string()))?;
    let standing = ledger.standings();
    let played = TournamentRun { config, tournament, ledger, refused, standing };
    if let Some(kept) = &kept {
        kept.write_results(&played)?;
    }
    played.print_result(voice)?;
    if let Some(kept) = &kept {
        kept.write_page(&played, voice)?;
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
}

impl TournamentRun {
    fn print_result(&self, voice: OutputMode) -> Result<(), CommandError> {
        if voice != OutputMode::Programs {
            return print(&table::text(self));
        }
        let mut result = self.json();
        result["event"] = "result".into();
        print(&result.to_string())
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

/// Creates the host that starts the players, as configured.
fn host(config: &TournamentConfig, kennel: &ProcessSupervisor) -> Result<Host, CommandError> {
    let kind = config.kind().or_command_error()?;
    let mut host = Host::for_game(kind, Resources::default());
    host.protocol = config.protocol().or_command_error()?;
    host.supervisor = kennel.clone();
    host.idle_policy = if config.ponder { IdlePolicy::Running } else { IdlePolicy::Stopped };
    host.start_up = Some(DEFAULT_START_UP);
    host.nice = config.nice;
    host.memory = config.memory.map(|mib| mib << 20);
    Ok(host)
}
