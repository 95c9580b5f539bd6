//! `meeple prove`: a winning strategy, written down.

use super::{check::claim, print, solve};
use crate::{
    cli::ProveArgs,
    table_files::{self, Unsaid},
};
use meeple_ai::chomp::prove;
use meeple_core::text::counted;
use meeple_games::GameKind;
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
    progress::Progress,
};
use std::fs;

pub(super) fn run(args: &ProveArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    if args.game != GameKind::Chomp {
        return Err(solve::no_solution(args.game));
    }
    let solver = table_files::resources(&args.tables, Unsaid::HalfOfWhatIsFree, interrupt)?.chomp;
    let position = solve::read_position(&args.options)?;
    let progress = Progress::default();
    let limits = progress.limits("solving");
    let (certificate, remark) = solver.with(|solver| {
        let certificate = prove(solver, position.board(), &limits);
        (certificate, solver.remark().map(str::to_owned))
    });
    progress.done();
    if let Some(remark) = remark {
        warn("meeple", remark);
    }
    let certificate = certificate.map_err(|error| Failure::Failed(error.to_string()))?;
    let text = certificate.to_string();
    let Some(path) = &args.output else { return print(&text) };
    fs::write(path, text + "\n").map_err(|error| Failure::file(path, &error))?;
    let (claim, lost) = (claim(&certificate)?, certificate.lost.len() as u64);
    let verb = if lost == 1 { "proves" } else { "prove" };
    let lost = counted(lost as usize, "lost position");
    print(&format!("{claim}\n{lost} {verb} it: {}", path.display()))
}
