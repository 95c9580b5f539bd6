//! Tables of perfect play: how much memory they may take (`--memory`), and which are kept on
//! disk between runs (`--cache`).
//!
//! ```text
//! --cache       in the user's cache folder; a table of more than 256 MiB is not kept there
//! --cache=DIR   in DIR, however large it is: whoever names a folder knows what is in it
//! ```
//!
//! A table is there as a whole or not at all: it is written under another name, which ends in
//! `.part`. Whoever is interrupted removes that; what a killed process left behind is removed
//! when the next table is kept.
//!
//! What takes many minutes is kept on the way, as `chomp-20x20.unfinished`, until the table is
//! there: whoever was stopped goes on with the same command.

use crate::{cli::TablesArgs, free_memory};
use meeple_ai::{
    chomp::{
        Memory, SharedSolver, Solver, TableStore, Tablebase, UnfinishedTable, positions_in_box,
    },
    roster::Resources,
};
use meeple_bots::{
    bounded,
    files::{Lock, try_lock},
};
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
};
use std::{
    env,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    process,
};

/// The largest table that is put into a folder which nobody named.
const LARGEST_UNASKED: u64 = 256 << 20;
/// Whoever keeps more than this is told of it.
const WORTH_A_WORD: u64 = 64 << 20;

/// Boxes of up to so many positions are solved in seconds, and not kept on the way...
const USUAL: u64 = 1 << 30;
/// ...larger ones are, after each of so many parts but the last.
const PARTS: u64 = 4;

/// How much memory a table may take if the user does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaid {
    /// The same everywhere, so that a game is the same everywhere: 2^30 positions.
    Usual,
    /// Half of what is free, for whoever asks for a solution.
    HalfOfWhatIsFree,
}

impl Unsaid {
    fn memory(self) -> Memory {
        match self {
            Unsaid::Usual => Memory::default(),
            Unsaid::HalfOfWhatIsFree => free_memory::available()
                .map_or_else(Memory::default, |bytes| Memory::of_bytes(bytes / 2)),
        }
    }
}

/// What the players share, with tables on disk if the user wants that.
pub fn resources(
    args: &TablesArgs,
    unsaid: Unsaid,
    interrupt: &Interrupt,
) -> Result<Resources, Failure> {
    let memory = args.memory.unwrap_or_else(|| unsaid.memory());
    let solver = match &args.cache {
        None => Solver::default(),
        Some(folder) => Solver::with_store(TableFiles::open(folder.as_deref(), interrupt)?),
    };
    Ok(Resources { chomp: SharedSolver::new(solver.in_memory(memory)) })
}

/// One file a box, `chomp-16x16.table`.
struct TableFiles {
    folder: PathBuf,
    /// The largest table that is kept.
    largest: u64,
    /// A box of more positions than this is kept on the way.
    usual: u64,
    interrupt: Interrupt,
}

impl TableFiles {
    fn open(named: Option<&Path>, interrupt: &Interrupt) -> Result<Self, Failure> {
        let folder = named.map(Path::to_owned).or_else(user_cache).ok_or_else(|| {
            Failure::Usage(
                "no cache folder: neither XDG_CACHE_HOME nor HOME is set; use --cache=DIR".into(),
            )
        })?;
        fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, &error))?;
        let largest = if named.is_some() { u64::MAX } else { LARGEST_UNASKED };
        Ok(TableFiles { folder, largest, usual: USUAL, interrupt: interrupt.clone() })
    }

    fn path(&self, width: u8, height: u8) -> PathBuf {
        self.folder.join(format!("chomp-{width}x{height}.table"))
    }

    fn unfinished_path(&self, width: u8, height: u8) -> PathBuf {
        self.path(width, height).with_extension("unfinished")
    }

    /// Writes a file as a whole.
    fn write(
        &self,
        path: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.sweep();
        let part = path.with_extension(format!("{}.part", process::id()));
        let removed = part.clone();
        let cleanup = self.interrupt.on_exit(move || drop(fs::remove_file(removed)));
        let written = File::create(&part).and_then(|mut file| {
            // Held while we write, so that nobody sweeps it away.
            try_lock(&file)?;
            write(&mut file)?;
            fs::rename(&part, path)
        });
        drop(cleanup);
        written.inspect_err(|_| {
            // The folder should not fill up with halves; if it cannot be removed, so be it.
            let _ = fs::remove_file(&part);
        })
    }

    /// Removes what killed processes left half written.
    fn sweep(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_half = name.starts_with("chomp-") && name.ends_with(".part");
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_half && is_file && is_abandoned(&entry.path()) {
                let _ = fs::remove_file(entry.path()); // if it cannot be removed, so be it
            }
        }
    }
}

/// Whether nobody writes this file.
fn is_abandoned(part: &Path) -> bool {
    let file = File::options().write(true).open(part);
    file.and_then(|file| try_lock(&file)).is_ok_and(|lock| lock == Lock::Ours)
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

    /// A table that cannot be kept is only slower the next time: a warning, not a failure.
    fn save(&self, table: &Tablebase) {
        let (width, height) = (table.longer_side(), table.shorter_side());
        let path = self.path(width, height);
        let megabytes = Tablebase::stored_bytes(width, height).unwrap_or(0).div_ceil(1_000_000);
        if table.bytes() as u64 > self.largest {
            let why = format!("it has {megabytes} MB; --cache=DIR keeps it in a folder of yours");
            return warn("meeple", format_args!("the table was not kept: {why}"));
        }
        let written = self.write(&path, |file| table.write_to(file));
        if written.is_ok() {
            // What was kept on the way is done with; if it cannot be removed, so be it.
            let _ = fs::remove_file(self.unfinished_path(width, height));
        }
        match written {
            Err(error) => {
                warn("meeple", format_args!("the table was not kept: {}: {error}", path.display()));
            }
            Ok(()) if table.bytes() as u64 > WORTH_A_WORD => {
                let place = path.display();
                warn("meeple", format_args!("the table was kept: {megabytes} MB in {place}"));
            }
            Ok(()) => {}
        }
    }

    fn parts(&self, width: u8, height: u8) -> u64 {
        let is_kept = Tablebase::stored_bytes(width, height).is_some_and(|all| all <= self.largest);
        let is_vast =
            positions_in_box(width, height).is_some_and(|positions| positions > self.usual);
        if is_kept && is_vast { PARTS } else { 1 }
    }

    fn load_unfinished(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String> {
        let path = self.unfinished_path(width, height);
        // How long it is depends on the memory with which it was begun.
        let Ok(there) = fs::symlink_metadata(&path) else { return Ok(None) };
        let file = bounded::open_regular(&path, there.len()).map_err(|error| error.to_string())?;
        Ok(file.map(|file| Box::new(file.take(there.len())) as Box<dyn Read>))
    }

    fn save_unfinished(&self, table: &UnfinishedTable<'_>) {
        let path = self.unfinished_path(table.longer_side(), table.shorter_side());
        if let Err(error) = self.write(&path, |file| table.write_to(file)) {
            let place = path.display();
            warn("meeple", format_args!("what is done was not kept: {place}: {error}"));
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
    fn halves_that_nobody_writes_are_swept_away_and_others_are_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("chomp-9x9.77.part"), "half").expect("it can be written");
        fs::write(path("mine.part"), "not a table").expect("it can be written");
        let busy = File::create(path("chomp-8x8.78.part")).expect("it can be written");
        assert_eq!(try_lock(&busy).expect("it can be locked"), Lock::Ours);
        let table = Tablebase::build(3, 3, &Limits::default()).expect("small");
        files(folder.path()).save(&table);
        assert_eq!(names(folder.path()), ["chomp-3x3.table", "chomp-8x8.78.part", "mine.part"]);
    }

    /// Keeps everything on the way, and stops the solver when it has done so a number of times.
    struct Stopping {
        files: TableFiles,
        stop: Arc<AtomicBool>,
        left: AtomicUsize,
    }

    impl TableStore for Stopping {
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
    fn whoever_was_stopped_goes_on_and_finds_the_same_table() {
        let plain = Tablebase::build(11, 10, &Limits::default()).expect("small");
        let mut expected = Vec::new();
        plain.write_to(&mut expected).expect("memory takes all");
        for stops in 1..PARTS as usize {
            let folder = tempfile::tempdir().expect("a folder");
            let limits = Limits::default();
            let solve = |left: usize| {
                let files = TableFiles { usual: 0, ..files(folder.path()) };
                let (stop, left) = (Arc::clone(&limits.stop), AtomicUsize::new(left));
                let mut solver = Solver::with_store(Stopping { files, stop, left });
                let bar = Board::new(11, 10).expect("a bar");
                let outcome = solver.wins(&bar, &limits);
                assert_eq!(solver.remark(), None);
                outcome
            };
            assert_eq!(solve(stops), Err(SolveError::Stopped));
            assert_eq!(names(folder.path()), ["chomp-11x10.unfinished"]);
            limits.stop.store(false, Ordering::Relaxed);
            // As many parts are left to be kept: whoever began anew would be stopped.
            assert_eq!(solve(PARTS as usize - stops), Ok(true));
            assert_eq!(names(folder.path()), ["chomp-11x10.table"]);
            let kept = fs::read(folder.path().join("chomp-11x10.table")).expect("it is there");
            assert!(kept == expected, "stopped after {stops} parts");
        }
    }

    #[test]
    fn what_is_too_large_for_the_folder_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let table = Tablebase::build(9, 9, &Limits::default()).expect("small");
        TableFiles { largest: 1000, ..files(folder.path()) }.save(&table);
        assert_eq!(names(folder.path()), [""; 0]);
        files(folder.path()).save(&table);
        assert_eq!(names(folder.path()), ["chomp-9x9.table"]);
    }
}
