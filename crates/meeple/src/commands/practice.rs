//! `meeple practice`: practises positions on the full screen, or generates new ones.

use super::{play::env, print};
use crate::cli::PracticeArgs;
use meeple_ai::{practice::GameStage, roster::Resources};
use meeple_games::GameKind;
use meeple_terminal::{
    command_error::CommandError,
    interrupt::Interrupt,
    progress::StepsBar,
    screen::{self, generate},
};
use std::sync::atomic::Ordering;

/// Most games searched for one position.
const MAX_GAMES: u64 = 500;

pub(super) fn run(args: &PracticeArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    match (args.game, args.make) {
        (Some(kind), Some(count)) => print_positions(kind, count, args.seed, interrupt),
        (kind, _) => screen::practise(kind, env(interrupt), (&args.save).into()),
    }
}

/// Prints `count` positions of each stage.
fn print_positions(
    kind: GameKind,
    count: usize,
    seed: u64,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    let (resources, stop) = (Resources::default(), interrupt.stop_flag());
    let bar = StepsBar::start("looking for positions", count * GameStage::ALL.len());
    let (mut seed, mut lines) = (seed, Vec::new());
    for stage in GameStage::ALL {
        for _ in 0..count {
            let first = seed;
            let found = (first..first + MAX_GAMES).find_map(|at| {
                seed = at + 1;
                generate(kind, stage, at, &resources)
            });
            if stop.load(Ordering::SeqCst) {
                return Err(CommandError::Interrupted);
            }
            let position = found.ok_or_else(|| {
                let why = format!("found no suitable position in {MAX_GAMES} games of {kind}");
                CommandError::Failed(why)
            })?;
            lines.push(format!("{}\t{position}", stage.word()));
            bar.advance();
        }
    }
    bar.finish();
    print(&lines.join("\n"))
}
