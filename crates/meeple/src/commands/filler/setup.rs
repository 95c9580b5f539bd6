//! Turns command-line arguments into the setup of one game or of many.

use crate::{
    cli::{FillerArgs, FillerCommonArgs},
    commands::{available_parallelism, only_for_programs},
};
use meeple_arena::tournament::{GameDetail, Tournament};
use meeple_bots::{
    ProcessSupervisor,
    school::{AnswerReading, EngineArgs, EngineSetup},
};
use meeple_core::{Contestant, Header, Limits, SeatInfo, Table};
use meeple_games::filler::{Filler, PieceSource};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, prompt::now};

/// Creates the setup that the command line asks for, for one game or a series.
pub(super) fn engine_setup(
    args: &FillerArgs,
    (supervisor, interrupt): (&ProcessSupervisor, &Interrupt),
) -> Result<EngineSetup, CommandError> {
    let bot = |bot: &'_ Option<String>| bot.clone().unwrap_or_default();
    let bots = [bot(&args.player1), bot(&args.player2)];
    let dialect = args.common.dialect;
    // A series compares bots, so its pieces are fair; a single game has the pieces of the school.
    let default_pieces = if args.is_series() { PieceSource::Fair } else { dialect.pieces() };
    let engine_args = EngineArgs {
        bots: bots.each_ref().map(String::as_str),
        map: &args.file,
        dialect,
        reading: if args.strict { AnswerReading::Strict } else { AnswerReading::Lenient },
        pieces: args.common.pieces.unwrap_or(default_pieces),
        memory: args.common.memory,
        limits: limits(&args.common, interrupt),
        seed: seed(&args.common)?,
        supervisor,
    };
    Ok(EngineSetup::new(engine_args)?)
}

/// Refuses options for programs if both players are computer players.
pub(super) fn refuse_options_without_effect(
    args: &FillerArgs,
    setup: &EngineSetup,
) -> Result<(), CommandError> {
    let is_program = |info: &SeatInfo| matches!(info.who, Contestant::Program { .. });
    let given = [("--memory", args.common.memory.is_some()), ("--strict", args.strict)];
    let option = given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
    match option.filter(|_| !setup.contestants.iter().any(is_program)) {
        Some(option) => Err(only_for_programs(option)),
        None => Ok(()),
    }
}

/// Returns the time limit for an answer, and the flag that stops the game.
pub(super) fn limits(common: &FillerCommonArgs, interrupt: &Interrupt) -> Limits {
    Limits { time: Some(common.time), stop: interrupt.stop_flag(), ..Limits::default() }
}

/// Turns the setup into a tournament of many games.
pub(super) fn series_tournament(setup: EngineSetup, games: u64, jobs: usize) -> Tournament {
    let EngineSetup { contestants, launcher, referee, limits, seed, options, .. } = setup;
    let open = {
        let options = options.clone();
        Box::new(move |seed, seats| {
            let header = Header::new::<Filler>(&options, seats);
            Table::open::<Filler>(&options, Header { seed: Some(seed), time: now(), ..header })
        })
    };
    let tournament = Tournament::new_match::<Filler>(options, launcher, contestants);
    Tournament {
        referee,
        open_table: open,
        limits,
        seed,
        games,
        jobs,
        detail: GameDetail::Games,
        ..tournament
    }
}

/// Returns the given seed, or a new one that is short enough to type.
pub(super) fn seed(common: &FillerCommonArgs) -> Result<u64, CommandError> {
    let new = || {
        getrandom::u32()
            .map_err(|error| CommandError::Failed(format!("cannot generate a seed: {error}")))
    };
    common.seed.map_or_else(|| new().map(u64::from), Ok)
}

/// Returns how many games are played in parallel.
pub(super) fn threads(common: &FillerCommonArgs) -> usize {
    common.threads.map_or_else(available_parallelism, |threads| threads as usize)
}
