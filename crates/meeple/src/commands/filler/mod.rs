//! `meeple filler`: two bots, one game or many.
//!
//! - `wanted`: from the words of the command line to a game that can be played
//! - `one`: a game printed as the school's engine prints it
//! - `many`: a match and its table, `summary`: what it showed
//! - `audit`: the school's grading
//! - `warnings`: who would have failed under the school's engine
//!
//! How the schools' engines play, print and judge is [`meeple_bots::school`].

mod audit;
mod many;
mod one;
mod summary;
mod wanted;
mod warnings;

use crate::cli::{FillerArgs, FillerCommand};
use meeple_bots::Kennel;
use meeple_terminal::{failure::Failure, interrupt::Interrupt, prompt::House, screen};

pub(super) fn run(args: &FillerArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let kennel = Kennel::adopting(); // this command starts bots and nothing else
    let _care = interrupt.takes_care(); // the bots go before we do
    let _exit = interrupt.on_exit({
        let kennel = kennel.clone();
        move || kennel.kill_everybody()
    });
    let house = (&kennel, interrupt);
    if let Some(FillerCommand::Audit(args)) = &args.command {
        return audit::run(args, house);
    }
    let arrangement = wanted::arrangement(args, house)?;
    if args.watch {
        let house = House { kennel, interrupt: interrupt.clone(), ..House::default() };
        if !screen::has_terminal() {
            let why = "--watch needs a terminal; without it the game is printed";
            return Err(Failure::Usage(why.into()));
        }
        screen::watch_bots(&arrangement, args.record.as_deref(), house)
    } else if args.is_series() {
        many::run(args, arrangement)
    } else {
        one::run(args, &arrangement)
    }
}
