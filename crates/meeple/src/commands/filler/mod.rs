//! `meeple filler`: plays one game or many between two bots.
//!
//! - `wanted`: turns command-line arguments into the setup of a game
//! - `one`: one game, printed as the school's engine prints it
//! - `many`: a series and its table; `summary`: the results of a series
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
    let kennel = ProcessSupervisor::with_orphan_adoption(); // this command starts no processes other than bots
    let _care = interrupt.shut_down_gracefully(); // the bots are killed before this process exits
    let _exit = interrupt.on_exit({
        let kennel = kennel.clone();
        move || kennel.kill_all()
    });
    let house = (&kennel, interrupt);
    if let Some(FillerCommand::Audit(args)) = &args.command {
        return audit::run(args, house);
    }
    let arrangement = setup::arrangement(args, house)?;
    if args.watch {
        let house = Env { kennel, interrupt: interrupt.clone(), ..Env::default() };
        if !screen::has_terminal() {
            let why = "--watch needs a terminal; without it the game is printed";
            return Err(CommandError::Usage(why.into()));
        }
        screen::watch_bots(&arrangement, args.record.as_deref(), house)
    } else if args.is_series() {
        series::run(args, arrangement)
    } else {
        single::run(args, &arrangement)
    }
}
