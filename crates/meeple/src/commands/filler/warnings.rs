//! What a strict judge would have said of a bot that the lenient one let pass.

use meeple_bots::Remarks;
use meeple_core::text::{counted, printable};
use meeple_terminal::failure::warn;

/// Says on standard error what was remarked of this player's answers, if anything was.
pub(super) fn warn_of(player: &str, remarks: &Remarks) {
    if let Some(first) = &remarks.first {
        let (player, answers) = (printable(player), counted(remarks.answers as usize, "answer"));
        warn("meeple", format_args!("{player}, {answers}: {}", printable(first)));
    }
}
