//! `meeple filler`: two bots, one game or many.
//!
//! - `one`: a game printed as the official engine prints it
//! - `many`: a series and its table
//! - `audit`: the school's grading
//! - `arrangement`: from the words of the command line to a game that can be played
//! - `blame`: who misbehaved

mod arrangement;
mod audit;
mod blame;
mod many;
mod one;

use crate::{
    cli::{FillerArgs, FillerCommand},
    failure::Failure,
    interrupt::Interrupt,
    watch,
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
        watch::run(&arrangement, args.record.as_deref())
    } else if args.games > 1 || args.json {
        many::run(args, arrangement)
    } else {
        one::run(args, &arrangement)
    }
}
