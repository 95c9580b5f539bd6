//! The server's data folder: who may use it, copies of it, and what can be taken out of it.
//!
//! - `data_folder`: the folder and its lock; `private_file`: files that only their owner can read
//! - `backup`, `restore`: copies of the database, while the server runs and back into a folder; `copy`: what
//!   they share
//! - `export`: the games as lines of JSON; `compact`: a smaller file

mod backup;
mod compact;
mod copy;
mod data_folder;
mod export;
pub(crate) mod private_file;
mod restore;
mod storage_error;

pub use backup::backup;
pub use compact::{CompactReport, compact};
pub use copy::{CopyReport, CopyWatch};
pub use data_folder::{DATABASE, DataFolder, DataFolderError};
pub use export::{ExportFilter, ExportedRoom, export, export_to_file};
pub use restore::{RestoreReport, restore};
pub use storage_error::StorageError;
