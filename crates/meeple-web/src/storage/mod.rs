//! The server's data folder: who may use it, copies of it, and how full the disk is.
//!
//! - `data_folder`: the folder and its lock; `private_file`: files that only their owner can read

mod data_folder;
pub(crate) mod private_file;

pub use data_folder::{DATABASE, DataFolder, DataFolderError};
