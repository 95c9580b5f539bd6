//! `meeple prove`: a winning strategy, written down.

use super::{
    print,
    solve::{no_solution, read_board},
};
use crate::{cli::ProveArgs, failure::Failure, progress::Progress};
use meeple_ai::chomp::{Solver, prove};
use meeple_games::GameKind;
use std::fs;

pub(super) fn run(args: &ProveArgs) -> Result<(), Failure> {
    let board = match args.game {
        GameKind::Chomp => read_board(&args.options)?,
        GameKind::Filler | GameKind::Azul | GameKind::Grass => {
            return Err(no_solution(args.game));
        }
    };
    let progress = Progress::default();
    let certificate = prove(&mut Solver::default(), &board, &progress.limits("solving"));
    progress.done();
    let certificate = certificate.map_err(|error| Failure::Failed(error.to_string()))?;
    let text = certificate.to_string();
    match &args.output {
        None => print(&text),
        Some(path) => {
            fs::write(path, text + "\n").map_err(|error| Failure::file(path, &error))?;
            let positions = certificate.lost.len();
            print(&format!("{}: {positions} lost positions prove it", path.display()))
        }
    }
}
