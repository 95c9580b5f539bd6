//! `meeple filler`: two bots, one game or many.
//!
//! - `one`: a game printed as the official engine prints it
//! - `many`: a series and its table
//! - `audit`: the school's grading
//! - `setting`: from the words of the command line to a game that can be played

mod audit;
mod many;
mod one;
mod setting;

use crate::{
    cli::{FillerArgs, FillerCommand},
    failure::Failure,
    interrupt::Interrupt,
    watch,
};
use meeple_arena::sweep::adopt_orphans;
pub(crate) use one::blame;
use setting::Setting;

pub(super) fn run(args: &FillerArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let _care = interrupt.takes_care(); // the bots go before we do
    adopt_orphans(); // this command starts bots and nothing else
    if let Some(FillerCommand::Audit(args)) = &args.command {
        return audit::run(args, interrupt);
    }
    let setting = Setting::of(args, interrupt)?;
    if args.watch {
        watch::run(setting.setup, &setting.contestants, args.record.as_deref())
    } else if args.games > 1 || args.json {
        many::run(args, setting)
    } else {
        one::run(args, setting)
    }
}
