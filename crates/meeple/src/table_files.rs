//! Solved tables (tablebases): how much memory they may use (`--memory`) and which are stored on disk between
//! runs (`--cache`).
//!
//! ```text
//! --cache       in the user's cache folder; tables larger than 256 MiB are not stored there
//! --cache=DIR   in DIR, whatever their size, because the user chose the folder
//! ```
//!
//! A table file is always complete: it is first written under a temporary name ending in `.part`. An
//! interrupted process removes its `.part` file; one left by a killed process is removed when the next table
//! is stored.
//!
//! Work that takes many minutes is saved along the way as `chomp-20x20.unfinished`, until the table is
//! complete: running the same command again continues an interrupted one.

use crate::{cli::TablesArgs, free_memory};
use meeple_ai::{
    chomp::{
        ChompSolver, Memory, SharedSolver, TableStore, Tablebase, UnfinishedTable, positions_in_box,
    },
    roster::Resources,
};
use meeple_bots::{
    bounded,
    files::{FileLock, try_lock},
};
use meeple_core::Game;
use meeple_games::chomp::Chomp;
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
};
use std::{
    env,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    process,
};

/// The largest table stored in the default folder.
const LARGEST_BY_DEFAULT: u64 = 256 << 20;
/// Storing a table larger than this prints a message.
const LARGE_TABLE: u64 = 64 << 20;

/// Boxes of at most this many positions are solved in seconds; their progress isn't saved.
const SMALL_BOX_POSITIONS: u64 = 1 << 30;
/// Larger boxes are solved in this many parts, and progress is saved after each part but the last.
const PARTS: u64 = 4;

/// How much memory a table may use if the user doesn't say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultMemory {
    /// 2^30 positions on every machine, so that a game is the same everywhere.
    Fixed,
    /// Half of the free memory, for commands that ask for a solution.
    HalfOfFree,
}

impl DefaultMemory {
    fn memory(self) -> Memory {
        match self {
            DefaultMemory::Fixed => Memory::default(),
            DefaultMemory::HalfOfFree => free_memory::available()
                .map_or_else(Memory::default, |bytes| Memory::of_bytes(bytes / 2)),
        }
    }
}

/// Rejects `--cache` and `--memory` for games without solved tables.
pub fn check_game(args: &TablesArgs, game: &str) -> Result<(), CommandError> {
    if !args.is_given() || game == Chomp::NAME {
        return Ok(());
    }
    let option = if args.cache.is_some() { "--cache" } else { "--memory" };
    Err(CommandError::Usage(format!("{option} is only for chomp: {game} has no solved tables")))
}

/// Creates the resources shared by the computer players, with tables on disk if the user asked for that.
pub fn resources(
    args: &TablesArgs,
    default_memory: DefaultMemory,
    interrupt: &Interrupt,
) -> Result<Resources, CommandError> {
    let memory = args.memory.unwrap_or_else(|| default_memory.memory());
    let solver = match &args.cache {
        None => ChompSolver::default(),
        Some(folder) => ChompSolver::with_store(TableFiles::open(folder.as_deref(), interrupt)?),
    };
    Ok(Resources { chomp: SharedSolver::new(solver.in_memory(memory)) })
}

/// Stores one file for each box size, such as `chomp-16x16.table`.
struct TableFiles {
    folder: PathBuf,
    /// The largest table that is stored, in bytes.
    largest: u64,
    /// Progress is saved for boxes with more positions than this.
    small_box_positions: u64,
    interrupt: Interrupt,
}

impl TableFiles {
    fn open(named: Option<&Path>, interrupt: &Interrupt) -> Result<Self, CommandError> {
        let folder = named.map(Path::to_owned).or_else(user_cache).ok_or_else(|| {
            CommandError::Usage(
                "no cache folder: neither XDG_CACHE_HOME nor HOME is set; use --cache=DIR".into(),
            )
        })?;
        fs::create_dir_all(&folder).map_err(|error| CommandError::file(&folder, &error))?;
        let largest = if named.is_some() { u64::MAX } else { LARGEST_BY_DEFAULT };
        Ok(TableFiles {
            folder,
            largest,
            small_box_positions: SMALL_BOX_POSITIONS,
            interrupt: interrupt.clone(),
        })
    }

    fn path(&self, width: u8, height: u8) -> PathBuf {
        self.folder.join(format!("chomp-{width}x{height}.table"))
    }

    fn unfinished_path(&self, width: u8, height: u8) -> PathBuf {
        self.path(width, height).with_extension("unfinished")
    }

    /// Writes a file atomically: under a temporary name first, then renames it.
    fn write(
        &self,
        path: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.remove_abandoned_parts();
        let part = path.with_extension(format!("{}.part", process::id()));
        let removed = part.clone();
        let cleanup = self.interrupt.on_exit(move || drop(fs::remove_file(removed)));
        let written = File::create(&part).and_then(|mut file| {
            // The lock is held while writing, so that no other process removes the file.
            try_lock(&file)?;
            write(&mut file)?;
            fs::rename(&part, path)
        });
        drop(cleanup);
        written.inspect_err(|_| {
            // Don't leave partial files behind; an error while removing one is ignored.
            let _ = fs::remove_file(&part);
        })
    }

    /// Removes partial files left behind by killed processes.
    fn remove_abandoned_parts(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_part = name.starts_with("chomp-") && name.ends_with(".part");
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_part && is_file && is_abandoned(&entry.path()) {
                let _ = fs::remove_file(entry.path()); // errors are ignored
            }
        }
    }
}

/// Returns whether no process is writing this file.
fn is_abandoned(part: &Path) -> bool {
    let file = File::options().write(true).open(part);
    file.and_then(|file| try_lock(&file)).is_ok_and(|lock| lock == FileLock::Acquired)
}

fn user_cache() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("meeple"))
}

impl TableStore for TableFiles {
    fn load(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String> {
        let Some(bytes) = Tablebase::stored_bytes(width, height) else { return Ok(None) };
        let file = bounded::open_regular(&self.path(width, height), bytes);
        let file = file.map_err(|error| error.to_string())?;
        Ok(file.map(|file| Box::new(file.take(bytes)) as Box<dyn Read>))
    }

    /// A table that can't be stored only makes the next run slower: a warning, not an error.
    fn save(&self, table: &Tablebase) {
        let (width, height) = (table.longer_side(), table.shorter_side());
        let path = self.path(width, height);
        let megabytes = Tablebase::stored_bytes(width, height).unwrap_or(0).div_ceil(1_000_000);
        if table.bytes() as u64 > self.largest {
            let why = format!("{megabytes} MB is too large for the cache folder; use --cache=DIR");
            return warn("meeple", format_args!("the table was not saved: {why}"));
        }
        let written = self.write(&path, |file| table.write_to(file));
        if written.is_ok() {
            // The saved progress is no longer needed; an error while removing it is ignored.
            let _ = fs::remove_file(self.unfinished_path(width, height));
        }
        match written {
            Err(error) => {
                warn(
                    "meeple",
                    format_args!("the table was not saved: {}: {error}", path.display()),
                );
            }
            Ok(()) if table.bytes() as u64 > LARGE_TABLE => {
                let place = path.display();
                warn("meeple", format_args!("the table was saved: {place} ({megabytes} MB)"));
            }
            Ok(()) => {}
        }
    }

    fn parts(&self, width: u8, height: u8) -> u64 {
        let is_stored =
            Tablebase::stored_bytes(width, height).is_some_and(|all| all <= self.largest);
        let is_large = positions_in_box(width, height)
            .is_some_and(|positions| positions > self.small_box_positions);
        if is_stored && is_large { PARTS } else { 1 }
    }

    fn load_unfinished(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String> {
        let path = self.unfinished_path(width, height);
        // Its length depends on the memory limit with which it was started.
        let Ok(there) = fs::symlink_metadata(&path) else { return Ok(None) };
        let file = bounded::open_regular(&path, there.len()).map_err(|error| error.to_string())?;
        Ok(file.map(|file| Box::new(file.take(there.len())) as Box<dyn Read>))
    }

    fn save_unfinished(&self, table: &UnfinishedTable<'_>) {
        let path = self.unfinished_path(table.longer_side(), table.shorter_side());
        if let Err(error) = self.write(&path, |file| table.write_to(file)) {
            let place = path.display();
            warn("meeple", format_args!("the progress was not saved: {place}: {error}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_ai::chomp::SolveError;
    use meeple_core::Limits;
    use meeple_games::chomp::Board;
    use std::sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };

    fn files(folder: &Path) -> TableFiles {
        TableFiles::open(Some(folder), &Interrupt::default()).expect("a folder")
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn abandoned_parts_are_removed_and_other_files_are_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("chomp-9x9.77.part"), "half").expect("it can be written");
        fs::write(path("mine.part"), "not a table").expect("it can be written");
        let busy = File::create(path("chomp-8x8.78.part")).expect("it can be written");
        assert_eq!(try_lock(&busy).expect("it can be locked"), FileLock::Acquired);
        let table = Tablebase::build(3, 3, &Limits::default()).expect("small");
        files(folder.path()).save(&table);
        assert_eq!(names(folder.path()), ["chomp-3x3.table", "chomp-8x8.78.part", "mine.part"]);
    }

    /// Saves all progress, and stops the solver after having saved a given number of times.
    struct StoppingStore {
        files: TableFiles,
        stop: Arc<AtomicBool>,
        left: AtomicUsize,
    }

    impl TableStore for StoppingStore {
        fn load(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String> {
            self.files.load(width, height)
        }
        fn save(&self, table: &Tablebase) {
            self.files.save(table);
        }
        fn parts(&self, width: u8, height: u8) -> u64 {
            self.files.parts(width, height)
        }
        fn load_unfinished(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String> {
            self.files.load_unfinished(width, height)
        }
        fn save_unfinished(&self, table: &UnfinishedTable<'_>) {
            self.files.save_unfinished(table);
            let left = self.left.fetch_sub(1, Ordering::Relaxed);
            self.stop.store(left == 1, Ordering::Relaxed);
        }
    }

    #[test]
    fn an_interrupted_solver_continues_and_finds_the_same_table() {
        let plain = Tablebase::build(11, 10, &Limits::default()).expect("small");
        let mut expected = Vec::new();
        plain.write_to(&mut expected).expect("memory takes all");
        for stops in 1..PARTS as usize {
            let folder = tempfile::tempdir().expect("a folder");
            let limits = Limits::default();
            let solve = |left: usize| {
                let files = TableFiles { small_box_positions: 0, ..files(folder.path()) };
                let (stop, left) = (Arc::clone(&limits.stop), AtomicUsize::new(left));
                let mut solver = ChompSolver::with_store(StoppingStore { files, stop, left });
                let bar = Board::new(11, 10).expect("a bar");
                let outcome = solver.wins(&bar, &limits);
                assert_eq!(solver.remark(), None);
                outcome
            };
            assert_eq!(solve(stops), Err(SolveError::Stopped));
            assert_eq!(names(folder.path()), ["chomp-11x10.unfinished"]);
            limits.stop.store(false, Ordering::Relaxed);
            // Exactly the remaining parts may be saved: a solver that started over would be stopped.
            assert_eq!(solve(PARTS as usize - stops), Ok(true));
            assert_eq!(names(folder.path()), ["chomp-11x10.table"]);
            let stored = fs::read(folder.path().join("chomp-11x10.table")).expect("it is there");
            assert!(stored == expected, "stopped after {stops} parts");
        }
    }

    #[test]
    fn a_table_too_large_for_the_folder_is_not_stored() {
        let folder = tempfile::tempdir().expect("a folder");
        let table = Tablebase::build(9, 9, &Limits::default()).expect("small");
        TableFiles { largest: 1000, ..files(folder.path()) }.save(&table);
        assert_eq!(names(folder.path()), [""; 0]);
        files(folder.path()).save(&table);
        assert_eq!(names(folder.path()), ["chomp-9x9.table"]);
    }
}
