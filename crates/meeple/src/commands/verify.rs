//! `meeple verify`: checks that the deals of records follow from their seeds, and the seeds from what was
//! published before the game.

use super::{print, print_json, read_record};
use crate::cli::VerifyArgs;
use meeple_core::text::{format_count, printable};
use meeple_session::fair_seed::{Verified, VerifyError, verify};
use meeple_terminal::command_error::CommandError;
use serde::Serialize;
use std::path::Path;

pub(super) fn run(args: &VerifyArgs) -> Result<(), CommandError> {
    if args.commitment.is_some() && args.files.len() > 1 {
        return Err(CommandError::Usage("--commitment is for one record".into()));
    }
    let reports: Vec<RecordReport> =
        args.files.iter().map(|file| report(file, args.commitment.as_deref())).collect();
    if args.json {
        print_json(&reports)?;
    } else {
        reports.iter().try_for_each(|report| print(&report.line()))?;
    }
    match reports.iter().filter(|report| !report.result.is_success()).count() {
        0 => Ok(()),
        failed => {
            let all = format_count(reports.len(), "record");
            Err(CommandError::Failed(format!("{failed} of {all} not verified")))
        }
    }
}

/// What was found out about one record.
#[derive(Serialize)]
struct RecordReport {
    file: String,
    result: VerifyResult,
    game: Option<String>,
    seed: Option<u64>,
    commitment: Option<String>,
    /// The number of deals that follow from the seed.
    deals: Option<usize>,
    /// The first deal that doesn't follow from the seed.
    ply: Option<usize>,
    found: Option<String>,
    expected: Option<String>,
    /// Why the record is not verified.
    problem: Option<String>,
}

/// The result for one record.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum VerifyResult {
    /// The commitment matches, and the deals follow from the seed.
    Verified,
    /// The deals follow from the seed, but there is no commitment.
    DealsOnly,
    /// Something doesn't match.
    Failed,
    /// The record lacks what is needed.
    Impossible,
    /// It is not a valid record.
    Unreadable,
}

impl VerifyResult {
    fn is_success(self) -> bool {
        matches!(self, VerifyResult::Verified | VerifyResult::DealsOnly)
    }
}

/// Reads and verifies a record; `noted` is the commitment that was published before the game.
fn report(file: &Path, noted: Option<&str>) -> RecordReport {
    let unread = RecordReport {
        file: file.display().to_string(),
        result: VerifyResult::Unreadable,
        game: None,
        seed: None,
        commitment: None,
        deals: None,
        ply: None,
        found: None,
        expected: None,
        problem: None,
    };
    let replay = match read_record(file) {
        Ok(replay) => replay,
        Err(error) => return RecordReport { problem: Some(error.to_string()), ..unread },
    };
    let header = replay.game.header();
    let read = RecordReport {
        game: Some(header.game.clone()),
        seed: header.seed,
        commitment: header.commitment.clone(),
        ..unread
    };
    if let Some(noted) = noted.filter(|&noted| header.commitment.as_deref() != Some(noted)) {
        let found = header.commitment.clone();
        let problem = Some("the commitment is not the one you noted".into());
        let expected = Some(noted.into());
        return RecordReport { result: VerifyResult::Failed, found, expected, problem, ..read };
    }
    match verify(&replay.game) {
        Ok(Verified { has_commitment, deals }) => {
            let result =
                if has_commitment { VerifyResult::Verified } else { VerifyResult::DealsOnly };
            RecordReport { result, deals: Some(deals), ..read }
        }
        Err(error) => {
            let is_contradiction = error.is_contradiction();
            let result =
                if is_contradiction { VerifyResult::Failed } else { VerifyResult::Impossible };
            let problem = Some(error.to_string());
            let (ply, found, expected) = match error {
                VerifyError::Deal { ply, found, expected, .. } => {
                    (Some(ply), Some(found), Some(expected))
                }
                VerifyError::Commitment { found, expected } => (None, Some(found), Some(expected)),
                _ => (None, None, None),
            };
            RecordReport { result, ply, found, expected, problem, ..read }
        }
    }
}

impl RecordReport {
    /// Returns the line for people.
    fn line(&self) -> String {
        let deals = match self.deals {
            Some(0) => "the game has no deals".into(),
            Some(1) => "its deal follows from the seed".into(),
            Some(deals) => format!("all {deals} deals follow from the seed"),
            None => String::new(),
        };
        let problem = self.problem.as_deref().unwrap_or_default();
        let said = match self.result {
            VerifyResult::Verified => {
                format!("verified: the commitment matches the seed and the salt, and {deals}")
            }
            VerifyResult::DealsOnly => format!("deals verified: {deals}; there is no commitment"),
            VerifyResult::Failed => format!("FAILED: {problem}"),
            VerifyResult::Impossible => format!("not verified: {problem}"),
            VerifyResult::Unreadable => return printable(&format!("FAILED: {problem}")),
        };
        printable(&format!("{}: {said}", self.file))
    }
}
