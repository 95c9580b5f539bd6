//! `meeple restore`: copies a backup into the data folder of a stopped server.

use super::{
    backup::{copied_text, watch},
    print,
};
use crate::{cli::RestoreArgs, errors::IntoCommandError};
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt};
use meeple_web::storage;

pub(super) fn run(args: &RestoreArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    let _shutdown_guard = interrupt.shut_down_gracefully(); // the temporary file is deleted
    let (mut watch, progress) = watch("copying", interrupt);
    let restored = storage::restore(&args.file, &args.folder, args.force, &mut watch);
    progress.done();
    let restored = restored.or_command_error()?;
    if let Some(old) = restored.set_aside {
        print(&format!("{}: the games that were here before", old.display()))?;
    }
    print(&format!("{}: {}", args.folder.display(), copied_text(restored.copied)))
}
