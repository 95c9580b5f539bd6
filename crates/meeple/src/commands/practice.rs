//! `meeple practice`: positions to be solved on the full screen, or made.

use super::{play::house, print};
use crate::cli::PracticeArgs;
use meeple_ai::{practice::Stage, roster::Resources};
use meeple_games::GameKind;
use meeple_terminal::{
    failure::Failure,
    interrupt::Interrupt,
    progress::StepsBar,
    screen::{self, Keeping, generate},
};
use std::sync::atomic::Ordering;

/// The most games that are looked through for a position.
const PATIENCE: u64 = 500;

pub(super) fn run(
    args: &PracticeArgs,
    keeping: Keeping,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    match (args.game, args.make) {
        (Some(kind), Some(count)) => make(kind, count, args.seed, interrupt),
        (kind, _) => screen::practise(kind, house(interrupt), keeping),
    }
}

/// Prints so many positions of each stage.
fn make(kind: GameKind, count: usize, seed: u64, interrupt: &Interrupt) -> Result<(), Failure> {
    let (resources, stop) = (Resources::default(), interrupt.stop_flag());
    let bar = StepsBar::start("looking for positions", count * Stage::ALL.len());
    let (mut seed, mut lines) = (seed, Vec::new());
    for stage in Stage::ALL {
        for _ in 0..count {
            let first = seed;
            let found = (first..first + PATIENCE).find_map(|at| {
                seed = at + 1;
                generate(kind, stage, at, &resources)
            });
            if stop.load(Ordering::SeqCst) {
                return Err(Failure::Interrupted);
            }
            let position = found.ok_or_else(|| {
                let why = format!("no position of {kind} is worth it in {PATIENCE} games");
                Failure::Failed(why)
            })?;
            lines.push(format!("{}\t{position}", stage.word()));
            bar.advance();
        }
    }
    bar.finish();
    print(&lines.join("\n"))
}
