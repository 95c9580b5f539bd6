//! Warnings about answers that were accepted but that the strict judge would have rejected.

use meeple_bots::Remarks;
use meeple_core::text::{format_count, printable};
use meeple_terminal::command_error::warn;

/// Prints the remarks about this player's answers, if any, to standard error.
pub(super) fn print_remarks(player: &str, remarks: &Remarks) {
    if let Some(first) = &remarks.first {
        let (player, answers) =
            (printable(player), format_count(remarks.answers as usize, "answer"));
        warn("meeple", format_args!("{player}, {answers}: {}", printable(first)));
    }
}
