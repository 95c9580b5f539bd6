//! `meeple match` and `meeple tournament`: who is stronger, by how much, how sure.
//!
//! - `wanted`: from the words of the command line to what is asked for
//! - `admission`: programs are checked before they play
//! - `news`: what is told while games are played
//! - `table`: the result in letters, `kept`: the result on disk

mod admission;
mod kept;
mod news;
mod table;
mod wanted;

use super::{announcer::Voice, print, processors};
use crate::{
    cli::{MatchArgs, TournamentArgs},
    failure::OrFailure,
};
use admission::Refused;
use kept::Kept;
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{self, Config, House, Ledger, Schedule, Standing, Tournament};
use meeple_bots::{Between, Host, Kennel, START_UP};
use meeple_core::{Limits, text::printable};
use meeple_terminal::{failure::Failure, interrupt::Interrupt, prompt::now};
use news::Crier;
use serde_json::{Value, json};
use wanted::Wanted;
pub(super) use wanted::of_roster;

pub(super) fn run_match(args: &MatchArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    run(wanted::of_match(args)?, (&args.say).into(), interrupt)
}

pub(super) fn run_tournament(args: &TournamentArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    run(wanted::of_tournament(args)?, (&args.say).into(), interrupt)
}

fn run(wanted: Wanted, voice: Voice, interrupt: &Interrupt) -> Result<(), Failure> {
    let played = play(wanted, voice, interrupt)?;
    let is_match = played.config.schedule == Schedule::Match;
    let out = played.ledger.entrants.iter().find(|entrant| entrant.withdrawn.is_some());
    match out.filter(|_| is_match) {
        _ if !played.ledger.is_complete => Err(Failure::Interrupted),
        Some(entrant) => {
            let name = printable(&entrant.info.name);
            Err(Failure::Failed(format!("{name} was withdrawn: there was no match")))
        }
        None => Ok(()),
    }
}

/// Plays what is asked for, and writes the results where they are to be kept.
pub(super) fn play(wanted: Wanted, voice: Voice, interrupt: &Interrupt) -> Result<Played, Failure> {
    let kennel = Kennel::adopting(); // this command starts bots and nothing else
    let _care = interrupt.takes_care(); // the bots go before we do
    let _exit = interrupt.on_exit({
        let kennel = kennel.clone();
        move || kennel.kill_everybody()
    });
    let Wanted { config, out, is_checked } = wanted;
    let host = host(&config, &kennel)?;
    let limits = Limits { stop: interrupt.stop_flag(), ..Limits::default() };
    let mut entrants = config.entrants(&host).or_failure()?;
    let house = || {
        let (host, limits) = (host.clone(), limits.clone());
        House { host, limits, now, processors: processors() }
    };
    // What makes no sense is refused before anything is written or started.
    config.arrange(entrants.clone(), house()).or_failure()?;
    let kept = out.as_deref().map(|out| Kept::open(out, &config)).transpose()?;
    let refused = if is_checked {
        admission::check(&config, &host, &mut entrants, &limits, voice)?
    } else {
        admission::try_to_start(&host, &entrants)?;
        Vec::new()
    };
    let fit = entrants.len();
    let tournament = config
        .arrange(entrants, house())
        .map_err(|error| Failure::Failed(format!("only {fit} are fit to play: {error}")))?;
    let mut crier = Crier::new(&tournament, voice);
    let folder = kept.as_ref().map(|kept| &kept.folder);
    let ledger = tournament::play(&tournament, folder, &mut |news| crier.hear(&news));
    crier.finish()?;
    let ledger = ledger.map_err(|trouble| Failure::Failed(trouble.to_string()))?;
    let standing = ledger.standing();
    let played = Played { config, tournament, ledger, refused, standing };
    if let Some(kept) = &kept {
        kept.conclude(&played)?;
    }
    played.tell(voice)?;
    if let Some(kept) = &kept {
        kept.write_page(&played, voice)?;
    }
    Ok(played)
}

/// What was asked for, and what came of it.
pub(super) struct Played {
    pub(super) config: Config,
    pub(super) tournament: Tournament,
    pub(super) ledger: Ledger,
    pub(super) refused: Vec<Refused>,
    pub(super) standing: Standing,
}

impl Played {
    fn tell(&self, voice: Voice) -> Result<(), Failure> {
        if voice != Voice::Programs {
            return print(&table::text(self));
        }
        let mut result = self.json();
        result["event"] = "result".into();
        print(&result.to_string())
    }

    /// All results as data.
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

    /// What a sequential test has decided, in words.
    fn decision(&self) -> Option<String> {
        let (test, state) = (self.tournament.sprt.as_ref()?, self.ledger.sprt.as_ref()?);
        Some(table::decision(test, state))
    }
}

/// Who seats the players, as the config wants it.
fn host(config: &Config, kennel: &Kennel) -> Result<Host, Failure> {
    let kind = config.kind().or_failure()?;
    let mut host = Host::of(kind, Resources::default());
    host.protocol = config.protocol().or_failure()?;
    host.kennel = kennel.clone();
    host.between = if config.ponder { Between::Running } else { Between::Stopped };
    host.start_up = Some(START_UP);
    host.nice = config.nice;
    host.memory = config.memory.map(|mib| mib << 20);
    Ok(host)
}
