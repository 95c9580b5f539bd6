//! `meeple filler`: plays one game or many between two bots.
//!
//! - `setup`: turns command-line arguments into the setup of a game
//! - `single`: one game, printed as the school's engine prints it
//! - `series`: many games and their table; `summary`: the results of a series
//! - `audit`: the school's grading
//! - `warnings`: answers that would have failed under the school's engine
//!
//! The schools' ways of playing, printing and judging are in [`meeple_bots::school`].

mod audit;
mod series;
mod setup;
mod single;
mod summary;
mod warnings;

use crate::cli::{FillerArgs, FillerCommand};
use meeple_bots::ProcessSupervisor;
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, prompt::Env, screen};

pub(super) fn run(args: &FillerArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let supervisor = ProcessSupervisor::with_orphan_adoption(); // this command starts no processes other than bots
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the bots are killed before this process exits
    let _exit = interrupt.on_exit({
        let supervisor = supervisor.clone();
        move || supervisor.kill_all()
    });
    if let Some(FillerCommand::Audit(args)) = &args.command {
        return audit::run(args, (&supervisor, interrupt));
    }
    if args.common.threads.is_some() && args.games == 1 {
        return Err(CommandError::Usage("--threads needs --games with more than one game".into()));
    }
    let setup = setup::engine_setup(args, (&supervisor, interrupt))?;
    setup::refuse_options_without_effect(args, &setup)?;
    if args.watch {
        let env = Env { supervisor, interrupt: interrupt.clone(), ..Env::default() };
        if !screen::has_terminal() {
            let why = "--watch needs a terminal";
            return Err(CommandError::Usage(why.into()));
        }
        screen::watch_bots(&setup, args.record.as_deref(), env)
    } else if args.is_series() {
        series::run(args, setup)
    } else {
        single::run(args, &setup)
    }
}
