//! `meeple check`: is this strategy really a winning one?

use super::{print, print_json};
use crate::{cli::CheckArgs, failure::Failure};
use meeple_games::chomp::Certificate;
use serde_json::json;
use std::{
    fs,
    io::{self, Read},
    path::Path,
};

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let text = read(&args.file).map_err(|error| Failure::file(&args.file, &error))?;
    let refuse = |why: String| Failure::Failed(format!("{}: {why}", args.file.display()));
    let certificate: Certificate = text
        .parse()
        .map_err(|error: meeple_games::chomp::BadCertificate| refuse(error.to_string()))?;
    let proof = certificate.check().map_err(|error| refuse(error.to_string()))?;
    let player = if proof.winner.index() == 0 { "first" } else { "second" };
    if args.json {
        return print_json(&json!({"winner": proof.winner, "positions": proof.positions}));
    }
    print(&format!("proven: the {player} player wins ({} positions checked)", proof.positions))
}

fn read(path: &Path) -> io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text)?;
        return Ok(text);
    }
    fs::read_to_string(path)
}
