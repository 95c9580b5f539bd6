//! `meeple filler`: two bots, one game or many.
//!
//! - `one`: a game printed as the school's engine prints it, `faces`: how each prints
//! - `many`: a match and its table, `summary`: what it showed
//! - `audit`: the school's grading
//! - `arrangement`: from the words of the command line to a game that can be played
//! - `maps`: maps in files, as both schools draw them
//! - `blame`: who misbehaved, `warnings`: who would have, under the school's engine
//! - `trace`: the small file that 42's engine leaves

mod arrangement;
mod audit;
mod blame;
mod faces;
mod many;
mod maps;
mod one;
mod summary;
mod trace;
mod warnings;

use crate::{
    cli::{FillerArgs, FillerCommand},
    failure::Failure,
    interrupt::Interrupt,
    prompt::House,
    screen,
};
pub(crate) use arrangement::Arrangement;
pub(crate) use blame::blame;
use meeple_arena::Kennel;

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
    let arrangement = Arrangement::of(args, house)?;
    if args.watch {
        let house = House { kennel, interrupt: interrupt.clone(), ..House::default() };
        if screen::terminal().is_none() {
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
