//! The free space on the disk of the data folder. Below the floor nothing new begins, so that running games can
//! still be stored.

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    config::ServerConfig,
    fresh_cache::FreshCache,
    guard::run_blocking,
    storage::{DATABASE, private_file},
};
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// How long a figure is used again; one client can fill only a little of a disk in that time.
const LIFETIME: Duration = Duration::from_secs(1);

/// Where the free space is read from.
#[derive(Clone)]
pub struct FreeSpace(Arc<dyn Fn() -> io::Result<u64> + Send + Sync>);

impl FreeSpace {
    /// Reads it from the file system that has this folder: what unprivileged processes may use.
    pub fn of_folder(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        FreeSpace::from_fn(move || {
            let figures = rustix::fs::statvfs(&folder)?;
            Ok(figures.f_bavail.saturating_mul(figures.f_frsize))
        })
    }

    /// Reads it from a function, for tests.
    pub fn from_fn(read: impl Fn() -> io::Result<u64> + Send + Sync + 'static) -> Self {
        FreeSpace(Arc::new(read))
    }
}

impl fmt::Debug for FreeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FreeSpace")
    }
}

/// The disk of the data folder.
pub(crate) struct Disk {
    free_space: FreeSpace,
    database: PathBuf,
    figures: FreshCache<DiskFigures>,
    /// Whether the last figure was below the floor, so that a change is logged once.
    is_low: AtomicBool,
}

/// Figures about the disk, in bytes; `None` if they can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DiskFigures {
    /// The free space.
    pub(crate) free: Option<u64>,
    /// The size of the database, with what belongs to it.
    pub(crate) database: Option<u64>,
}

impl Disk {
    /// Returns the disk of the data folder.
    pub(crate) fn new(config: &ServerConfig) -> Self {
        Disk {
            free_space: config.free_space.clone(),
            database: config.data_folder.join(DATABASE),
            figures: FreshCache::new(LIFETIME),
            is_low: false.into(),
        }
    }

    /// Returns the figures; they may be a second old.
    pub(crate) async fn figures(&self) -> DiskFigures {
        let (FreeSpace(free), database) = (self.free_space.clone(), self.database.clone());
        let read = async {
            let read = run_blocking((), move || {
                let free = free().inspect_err(|error| {
                    tracing::warn!(%error, "the free space on the disk cannot be read");
                });
                DiskFigures { free: free.ok(), database: size_of_database(&database) }
            });
            read.await.unwrap_or(DiskFigures { free: None, database: None })
        };
        self.figures.get(read).await
    }

    /// Returns whether there is at least this much free space. If it can't be read, there is.
    pub(crate) async fn has_free(&self, least: u64) -> bool {
        let DiskFigures { free, .. } = self.figures().await;
        let is_low = free.is_some_and(|free| free < least);
        if self.is_low.swap(is_low, Ordering::Relaxed) != is_low {
            if is_low {
                tracing::error!(free, least, "the disk is almost full: nothing new is stored");
            } else {
                tracing::info!(free, least, "the disk has free space again");
            }
        }
        !is_low
    }
}

impl AppState {
    /// Returns whether the disk has room for more than the games that are being played.
    pub(crate) async fn has_disk_space(&self) -> bool {
        self.disk.has_free(self.config.min_free_bytes).await
    }

    /// Refuses what would be stored in addition to the games that are being played, if the disk is almost full.
    pub(crate) async fn check_disk_space(&self) -> Result<(), ApiError> {
        if self.has_disk_space().await {
            return Ok(());
        }
        let message = "The server's disk is almost full, so nothing new can be stored. \
                       Games that have begun go on. Try again later.";
        Err(ApiError::new(ErrorCode::Unavailable, message))
    }
}

/// Returns the size of the database and of the files beside it; `None` if there is no database.
fn size_of_database(database: &Path) -> Option<u64> {
    let size = |path: &Path| fs::metadata(path).ok().map(|data| data.len());
    let beside = private_file::SIDE_FILES.map(|ending| private_file::side_file(database, ending));
    let beside = beside.iter().filter_map(|path| size(path)).sum::<u64>();
    Some(size(database)? + beside)
}
