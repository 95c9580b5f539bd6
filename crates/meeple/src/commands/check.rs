//! `meeple check`: checks that a certificate really describes a winning strategy.

use super::{print, print_json};
use crate::cli::CheckArgs;
use meeple_bots::bounded;
use meeple_core::text::format_count;
use meeple_games::chomp::{BadCertificate, Certificate, Chomp};
use meeple_terminal::command_error::CommandError;
use serde_json::json;

/// Most bytes read from a certificate; the longest that is written has 2^17 positions.
const LONGEST: u64 = 64 << 20;

pub(super) fn run(args: &CheckArgs) -> Result<(), CommandError> {
    let bytes = bounded::read(&args.file, "certificate", LONGEST)?;
    let invalid = |why: String| CommandError::Failed(format!("{}: {why}", args.file.display()));
    let text = String::from_utf8(bytes).map_err(|error| invalid(error.to_string()))?;
    let certificate: Certificate =
        text.parse().map_err(|error: BadCertificate| invalid(error.to_string()))?;
    let proof = certificate.check().map_err(|error| invalid(error.to_string()))?;
    if args.json {
        return print_json(&json!({
            "game": "chomp",
            "position": position(&certificate)?.to_string(),
            "winner": proof.winner,
            "opening": certificate.opening.map(|bite| bite.to_string()),
            "positions": proof.positions,
        }));
    }
    let checked = format_count(proof.positions, "position");
    print(&format!("Proven: {} ({checked} checked)", claim(&certificate)?))
}

/// Returns what a certificate claims: the position, who wins, and the first move.
pub(super) fn claim(certificate: &Certificate) -> Result<String, CommandError> {
    let position = position(certificate)?;
    Ok(match certificate.opening {
        Some(bite) => {
            format!("{position}: the player to move wins, starting with {}", bite.name())
        }
        None => format!("{position}: the player to move loses, whatever they play"),
    })
}

fn position(certificate: &Certificate) -> Result<Chomp, CommandError> {
    let Certificate { width, height, rows, .. } = certificate;
    let board = meeple_games::chomp::Board::with_rows((*width).into(), (*height).into(), rows);
    board.map(Chomp::from_board).map_err(|error| CommandError::Failed(error.to_string()))
}
