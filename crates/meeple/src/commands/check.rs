//! `meeple check`: is this strategy really a winning one, and of what?

use super::{print, print_json};
use crate::cli::CheckArgs;
use meeple_bots::bounded;
use meeple_core::text::counted;
use meeple_games::chomp::{BadCertificate, Certificate, Chomp};
use meeple_terminal::failure::Failure;
use serde_json::json;

/// The longest proof that is written has 2^17 positions.
const LONGEST: u64 = 64 << 20;

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let bytes = bounded::read(&args.file, "certificate", LONGEST)?;
    let refuse = |why: String| Failure::Failed(format!("{}: {why}", args.file.display()));
    let text = String::from_utf8(bytes).map_err(|error| refuse(error.to_string()))?;
    let certificate: Certificate =
        text.parse().map_err(|error: BadCertificate| refuse(error.to_string()))?;
    let proof = certificate.check().map_err(|error| refuse(error.to_string()))?;
    if args.json {
        return print_json(&json!({
            "game": "chomp",
            "position": position(&certificate)?.to_string(),
            "winner": proof.winner,
            "opening": certificate.opening.map(|bite| bite.to_string()),
            "positions": proof.positions,
        }));
    }
    let checked = counted(proof.positions, "position");
    print(&format!("proven: {} ({checked} checked)", claim(&certificate)?))
}

/// What a certificate says: of which bar, who wins, and how that begins.
pub(super) fn claim(certificate: &Certificate) -> Result<String, Failure> {
    let position = position(certificate)?;
    Ok(match certificate.opening {
        Some(bite) => format!("{position}: the player to move wins, beginning with {bite}"),
        None => format!("{position}: the player to move has lost, whatever is bitten"),
    })
}

fn position(certificate: &Certificate) -> Result<Chomp, Failure> {
    let Certificate { width, height, rows, .. } = certificate;
    let board = meeple_games::chomp::Board::with_rows((*width).into(), (*height).into(), rows);
    board.map(Chomp::on).map_err(|error| Failure::Failed(error.to_string()))
}
