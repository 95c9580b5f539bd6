//! `meeple backup`: copies the database of a server, which may be running.

use super::print;
use crate::{cli::BackupArgs, errors::IntoCommandError};
use meeple_core::text::format_count;
use meeple_terminal::{
    command_error::CommandError, interrupt::Interrupt, progress::DelayedProgress,
};
use meeple_web::storage::{self, CopyReport, CopyWatch};

pub(super) fn run(args: &BackupArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the temporary file is deleted
    let (mut watch, progress) = watch("copying", interrupt);
    let copied = storage::backup(&args.folder, &args.file, args.force, &mut watch);
    progress.done();
    let copied = copied.or_command_error()?;
    print(&format!("{}: {}", args.file.display(), copied_text(copied)))
}

/// Returns what watches the work, and its progress bar.
pub(super) fn watch(what: &'static str, interrupt: &Interrupt) -> (CopyWatch, DelayedProgress) {
    let progress = DelayedProgress::default();
    let report = progress.limits(what).progress;
    let report = Box::new(move |part| {
        if let Some(report) = &report {
            report(part);
        }
    });
    (CopyWatch { stop: interrupt.stop_flag(), progress: report }, progress)
}

/// Says what was copied.
pub(super) fn copied_text(CopyReport { rooms, bytes }: CopyReport) -> String {
    format!("{}, {}", format_count(rooms, "room"), size_text(bytes))
}

/// Formats a size for people.
pub(super) fn size_text(bytes: u64) -> String {
    if bytes >= 1 << 20 {
        format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
    } else {
        format!("{:.1} KiB", bytes as f64 / 1024.0)
    }
}
