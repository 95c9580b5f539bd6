//! Tables of perfect play, kept on disk between runs (`--cache`).

use crate::{
    bounded,
    cli::CacheArgs,
    failure::{Failure, warn},
};
use meeple_ai::{
    chomp::{SharedSolver, TableStore, Tablebase},
    roster::Resources,
};
use meeple_arena::workplace::replace;
use std::{env, fs, path::PathBuf};

/// What the players share, with tables on disk if the user wants that.
pub fn resources(args: &CacheArgs) -> Result<Resources, Failure> {
    let Some(folder) = &args.cache else { return Ok(Resources::default()) };
    let folder = match folder {
        Some(folder) => folder.clone(),
        None => user_cache().ok_or_else(|| {
            Failure::Usage(
                "no cache folder: neither XDG_CACHE_HOME nor HOME is set; use --cache=DIR".into(),
            )
        })?,
    };
    fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, &error))?;
    Ok(Resources { chomp: SharedSolver::with_store(TableFiles { folder }) })
}

fn user_cache() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("meeple"))
}

/// One file a box, `chomp-16x16.table`.
struct TableFiles {
    folder: PathBuf,
}

impl TableFiles {
    fn path(&self, width: u8, height: u8) -> PathBuf {
        self.folder.join(format!("chomp-{width}x{height}.table"))
    }
}

impl TableStore for TableFiles {
    fn load(&self, width: u8, height: u8) -> Result<Option<Vec<u8>>, String> {
        let Some(bytes) = Tablebase::bytes_of_box(width, height) else { return Ok(None) };
        let table = bounded::read_regular(&self.path(width, height), bytes as u64);
        table.map_err(|error| error.to_string())
    }

    /// A table that cannot be kept is only slower the next time: a warning, not a failure.
    fn save(&self, width: u8, height: u8, bytes: &[u8]) {
        let path = self.path(width, height);
        if let Err(error) = replace(&path, bytes) {
            warn("meeple", format_args!("the table was not kept: {}: {error}", path.display()));
        }
    }
}
