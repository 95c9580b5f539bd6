//! `meeple prove`: writes a winning strategy as a certificate.

use super::{check::claim, print, solve};
use crate::{
    cli::ProveArgs,
    table_files::{self, DefaultMemory},
};
use meeple_ai::chomp::prove;
use meeple_core::text::format_count;
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
    progress::DelayedProgress,
};
use std::fs;

pub(super) fn run(args: &ProveArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let solver = table_files::resources(&args.tables, DefaultMemory::HalfOfFree, interrupt)?.chomp;
    let position = solve::read_position(&args.options)?;
    let progress = DelayedProgress::default();
    let limits = progress.limits("solving");
    let (certificate, remark) = solver.with_solver(|solver| {
        let certificate = prove(solver, position.board(), &limits);
        (certificate, solver.remark().map(str::to_owned))
    });
    progress.done();
    if let Some(remark) = remark {
        warn("meeple", remark);
    }
    let certificate = certificate.map_err(|error| CommandError::Failed(error.to_string()))?;
    let text = certificate.to_string();
    let Some(path) = &args.output else { return print(&text) };
    fs::write(path, text + "\n").map_err(|error| CommandError::file(path, &error))?;
    let (claim, lost) = (claim(&certificate)?, certificate.lost.len());
    let lost = format_count(lost, "lost position");
    print(&format!("{claim}\nCertificate with {lost}: {}", path.display()))
}
