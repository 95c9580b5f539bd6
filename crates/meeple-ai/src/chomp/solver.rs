//! The exact solver, which keeps its tables for further questions.
//!
//! Its answers depend only on the position, not on earlier questions: if plies are counted in a box
//! (see [`MAX_POSITIONS_WITH_DEPTHS`]), they are counted even while a larger table is loaded.
//!
//! ```
//! use meeple_ai::chomp::ChompSolver;
//! use meeple_core::Limits;
//! use meeple_games::chomp::{Move, Board};
//!
//! let mut solver = ChompSolver::default();
//! let solution = solver.solve(&Board::new(5, 4)?, &Limits::default())?;
//! assert!(solution.wins);
//! assert_eq!(solution.best, Some(Move { row: 2, column: 2 }));
//! assert_eq!(solution.plies, Some(11)); // then only the poison is left
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    depths::{Depths, MAX_POSITIONS_WITH_DEPTHS},
    memory::Memory,
    ranking::{BarRows, Lie, positions_in_box},
    tablebase::{SolveError, Tablebase},
    tablebase_file::TablebaseFileError,
    unfinished::{InParts, UnfinishedTable},
};
use crate::search::Budget;
use meeple_core::Limits;
use meeple_games::chomp::{Board, Move};
use std::{io::Read, time::Duration};

/// Boxes up to this size are solved in an instant, so a table may cover more than the question needs.
pub const INSTANT_POSITIONS: u64 = 1 << 22;

/// A table is saved in the store only if this much time per position is left, so that a player under
/// a time limit doesn't wait for the disk.
const KEEPING: Duration = Duration::from_nanos(4);

/// Keeps tables between runs. The store decides which of them are worth saving.
pub trait TableStore: Send {
    /// Opens the saved table of this box, if any; `width` is the longer side. An error states why the
    /// saved table is unusable; it is then rebuilt.
    fn load(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String>;
    /// Saves the output of [`Tablebase::write_to`].
    fn save(&self, table: &Tablebase);

    /// Returns the number of parts in which the table of a box is built. After each part but the last,
    /// progress is [saved](TableStore::save_unfinished); with a single part an interrupted build starts
    /// again from the beginning.
    fn parts(&self, _width: u8, _height: u8) -> u64 {
        1
    }
    /// Opens the latest saved progress of an unfinished table, if any.
    fn load_unfinished(&self, _width: u8, _height: u8) -> Result<Option<Box<dyn Read>>, String> {
        Ok(None)
    }
    /// Saves the output of [`UnfinishedTable::write_to`], until the finished table is saved.
    fn save_unfinished(&self, _table: &UnfinishedTable<'_>) {}
}

/// Solves positions exactly, and keeps its tables for all positions that fit into them.
#[derive(Default)]
pub struct ChompSolver {
    /// The table of a box in which plies are counted.
    table: Option<Tablebase>,
    /// The depths of `table`, once they were needed.
    depths: Option<Depths>,
    /// The table of a larger box.
    vast: Option<Tablebase>,
    memory: Memory,
    store: Option<Box<dyn TableStore>>,
    remark: Option<String>,
}

/// The complete solution of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChompSolution {
    /// Whether the player to move wins.
    pub wins: bool,
    /// Every winning bite, row by row from the top.
    pub winning: Vec<Move>,
    /// The fastest win; in a lost position the bite that resists longest and then leaves the fewest
    /// correct replies. Ties go to the first in row-major order. In a box above
    /// [`super::MAX_POSITIONS_WITH_DEPTHS`] it is the first winning bite, or in a lost position the one that
    /// leaves the fewest correct replies. `None` only if nothing but the poison is left.
    pub best: Option<Move>,
    /// Bites to the end of the game with best play, not counting the poison (C4). `None` in a box above
    /// [`super::MAX_POSITIONS_WITH_DEPTHS`], or if there was no time to count them.
    pub plies: Option<u32>,
    /// The number of positions in the solved box that are lost for the player to move.
    pub lost_positions: u64,
    /// The number of positions in the solved box.
    pub positions: u64,
    /// The columns of the solved box, which may be larger than the bar.
    pub box_width: u8,
    /// The rows of the solved box.
    pub box_height: u8,
    /// The memory used by the table, in bytes.
    pub table_bytes: usize,
}

/// The result of a bite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BiteResult {
    /// The bite.
    pub bite: Move,
    /// Whether it wins.
    pub wins: bool,
    /// Bites to the end of the game, including this one; `None` if they aren't counted.
    pub plies: Option<u32>,
    /// The best reply if the bite loses; `None` for the poison, which leaves no reply.
    pub refutation: Option<Move>,
}

impl ChompSolver {
    /// Creates a solver that looks for its tables in a store first, and saves new ones there.
    pub fn with_store(store: impl TableStore + 'static) -> Self {
        ChompSolver { store: Some(Box::new(store)), ..ChompSolver::default() }
    }

    /// Sets the memory limit of its largest table.
    #[must_use]
    pub fn in_memory(self, memory: Memory) -> Self {
        ChompSolver { memory, ..self }
    }

    /// Returns the memory limit of its largest table.
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// Returns the largest table in memory, if any.
    pub fn table(&self) -> Option<&Tablebase> {
        self.vast.as_ref().or(self.table.as_ref())
    }

    /// Returns why the last table was rebuilt although the store had one, if that happened.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Solves a position completely.
    ///
    /// Each question costs as many [`Limits::nodes`] as the box of the remaining bar has positions, even
    /// if the table already exists, so that the answer doesn't depend on earlier questions. If time runs
    /// out after the table is built but before the plies are counted, the answer omits them.
    pub fn solve(&mut self, board: &Board, limits: &Limits) -> Result<ChompSolution, SolveError> {
        let known = self.known(board, &mut Budget::start(limits))?;
        let (table, lie) = (known.table, known.lie);
        let (winning, best) = known.winning_and_best(&known.rows);
        let (longer, shorter) = (table.longer_side(), table.shorter_side());
        let (box_width, box_height) = match lie {
            Lie::Straight => (longer, shorter),
            Lie::Mirrored => (shorter, longer),
        };
        Ok(ChompSolution {
            wins: !winning.is_empty(),
            winning,
            best,
            plies: known.plies(table.ranking().rank(&known.rows)),
            lost_positions: table.lost_positions(),
            positions: table.positions(),
            box_width,
            box_height,
            table_bytes: table.bytes(),
        })
    }

    /// Returns the result of each bite, row by row from the top, the poison first.
    pub fn judge(&mut self, board: &Board, limits: &Limits) -> Result<Vec<BiteResult>, SolveError> {
        Ok(self.known(board, &mut Budget::start(limits))?.judge())
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, board: &Board, limits: &Limits) -> Result<bool, SolveError> {
        self.wins_within(board, &mut Budget::start(limits))
    }

    pub(super) fn wins_within(
        &mut self,
        board: &Board,
        budget: &mut Budget<'_>,
    ) -> Result<bool, SolveError> {
        let table = self.table_within(board, budget)?;
        Ok(table.wins(board).expect("the table was made for this board"))
    }

    /// Returns a table that contains this board, building or loading it if necessary.
    pub fn table_for(&mut self, board: &Board, limits: &Limits) -> Result<&Tablebase, SolveError> {
        self.table_within(board, &mut Budget::start(limits))
    }

    pub(super) fn table_within(
        &mut self,
        board: &Board,
        budget: &mut Budget<'_>,
    ) -> Result<&Tablebase, SolveError> {
        let (width, height) = bounding_box(board);
        let paid = self.pay(width, height, budget)?;
        match self.memory.positions_in_box(width, height) {
            Some(positions) if positions <= MAX_POSITIONS_WITH_DEPTHS => {
                if !fits(self.table.as_ref(), width, height) {
                    let (width, height) = self.box_to_build(width, height);
                    self.depths = None;
                    self.table = None; // frees its memory before the next one is allocated
                    let table = self.load_or_build(width, height, budget);
                    self.table = Some(table.inspect_err(|_| budget.give_back(paid))?);
                }
                Ok(self.table.as_ref().expect("it was there or has been built"))
            }
            Some(_) => {
                if !fits(self.vast.as_ref(), width, height) {
                    self.vast = None;
                    let table = self.load_or_build(width, height, budget);
                    self.vast = Some(table.inspect_err(|_| budget.give_back(paid))?);
                }
                Ok(self.vast.as_ref().expect("it was there or has been built"))
            }
            None => {
                let (positions, memory) = (positions_in_box(width, height), self.memory);
                Err(SolveError::TooLarge { width, height, positions, memory })
            }
        }
    }

    pub(super) fn known(
        &mut self,
        board: &Board,
        budget: &mut Budget<'_>,
    ) -> Result<TablePosition<'_>, SolveError> {
        if board.is_eaten() {
            return Err(SolveError::NothingLeft);
        }
        let is_counted = self.table_within(board, budget)?.positions() <= MAX_POSITIONS_WITH_DEPTHS;
        let table = if is_counted { self.table.as_ref() } else { self.vast.as_ref() };
        let table = table.expect("table_within has just seen to it");
        if is_counted && self.depths.is_none() {
            self.depths = match Depths::build(table, budget) {
                Err(SolveError::Spent) => None, // the winner is known even without the plies
                depths => depths?,
            };
        }
        let (rows, lie) = table.ranking().lay(board).expect("the table was made for this board");
        Ok(TablePosition { table, depths: self.depths.as_ref().filter(|_| is_counted), rows, lie })
    }

    /// Returns a box that contains the old one and the new one if that is instant to solve, else the new
    /// one.
    fn box_to_build(&self, width: u8, height: u8) -> (u8, u8) {
        let Some(old) = &self.table else {
            return (width, height);
        };
        let longer = width.max(height).max(old.longer_side());
        let shorter = width.min(height).max(old.shorter_side());
        match positions_in_box(longer, shorter) {
            Some(positions) if positions <= INSTANT_POSITIONS => (longer, shorter),
            _ => (width, height),
        }
    }

    fn load_or_build(
        &mut self,
        width: u8,
        height: u8,
        budget: &mut Budget<'_>,
    ) -> Result<Tablebase, SolveError> {
        // Reading a table takes time, and building it takes longer: with less than a nanosecond per
        // position neither is started.
        let positions = self.memory.positions_in_box(width, height).unwrap_or(0);
        let has_time = |budget: &Budget<'_>, each: Duration| {
            let nanos = positions.saturating_mul(each.as_nanos() as u64);
            budget.has_time(Duration::from_nanos(nanos))
        };
        if !has_time(budget, Duration::from_nanos(1)) {
            return Err(SolveError::Spent);
        }
        self.remark = None;
        match self.load([width.max(height), width.min(height)], budget) {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => {}
            Err(TablebaseFileError::Aborted(error)) => return Err(error),
            Err(why) => {
                self.remark =
                    Some(format!("the stored table could not be read ({why}) and was rebuilt"));
            }
        }
        let table = self.build(width, height, budget)?;
        if let Some(store) = self.store.as_ref().filter(|_| has_time(budget, KEEPING)) {
            store.save(&table);
        }
        Ok(table)
    }

    /// Builds a table, in parts and from saved progress if the store asks for that. Under a time limit it
    /// is built without saving progress, so as not to wait for the disk.
    fn build(
        &mut self,
        width: u8,
        height: u8,
        budget: &mut Budget<'_>,
    ) -> Result<Tablebase, SolveError> {
        let sides = [width.max(height), width.min(height)];
        let store = self.store.as_deref().filter(|_| budget.has_time(Duration::MAX));
        let parts = store.map_or(1, |store| store.parts(sides[0], sides[1]));
        let Some(store) = store.filter(|_| parts > 1) else {
            return Tablebase::build_within(width, height, self.memory, budget);
        };
        let keep = |table: &UnfinishedTable<'_>| store.save_unfinished(table);
        let in_parts = InParts { sides, memory: self.memory, parts, keep: &keep };
        let there =
            store.load_unfinished(sides[0], sides[1]).map_err(TablebaseFileError::Unreadable);
        let read = |mut there: Box<dyn Read>| in_parts.read(&mut there, budget);
        let left = match there.and_then(|there| there.map(read).transpose()) {
            Ok(left) => left,
            Err(TablebaseFileError::Aborted(error)) => return Err(error),
            Err(why) => {
                self.remark = Some(format!(
                    "the unfinished table could not be continued ({why}) and was restarted"
                ));
                None
            }
        };
        in_parts.build(left, budget)
    }

    /// Loads the stored table of this box, if any; the error states what is wrong with it.
    fn load(
        &self,
        sides: [u8; 2],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Tablebase>, TablebaseFileError> {
        let Some(store) = &self.store else { return Ok(None) };
        let stored = store.load(sides[0], sides[1]).map_err(TablebaseFileError::Unreadable)?;
        stored.map(|mut stored| Tablebase::read_from(&mut stored, sides, budget)).transpose()
    }

    /// Spends as many nodes as the box has positions; a box that is too large is refused later.
    fn pay(&self, width: u8, height: u8, budget: &mut Budget<'_>) -> Result<u64, SolveError> {
        let price = self.memory.positions_in_box(width, height).unwrap_or(0);
        // A failed `spend` would end the budget, but a smaller question may still be affordable.
        if budget.can_afford(price) && budget.spend(price) {
            return Ok(price);
        }
        Err(SolveError::spent(budget))
    }
}

/// Returns whether a box of this size fits into the table, in either orientation.
fn fits(table: Option<&Tablebase>, width: u8, height: u8) -> bool {
    table.is_some_and(|table| {
        width.max(height) <= table.longer_side() && width.min(height) <= table.shorter_side()
    })
}

/// Returns the number of columns and rows that are left.
pub(crate) fn bounding_box(board: &Board) -> (u8, u8) {
    let rows = board.rows_left();
    (rows.first().copied().unwrap_or(0), rows.len() as u8)
}

pub(super) fn bite_rows(rows: &mut BarRows, bite: Move) {
    for length in &mut rows[usize::from(bite.row)..] {
        *length = bite.column.min(*length);
    }
}

/// A position located in a table.
pub(super) struct TablePosition<'a> {
    pub(super) table: &'a Tablebase,
    depths: Option<&'a Depths>,
    pub(super) rows: BarRows,
    pub(super) lie: Lie,
}

impl TablePosition<'_> {
    pub(super) fn plies(&self, rank: u64) -> Option<u32> {
        self.depths.map(|depths| depths.depth_of(rank))
    }

    /// Returns the result of each bite, row by row from the top, the poison first.
    pub(super) fn judge(&self) -> Vec<BiteResult> {
        let judge = |(bite, after)| {
            let wins = !self.table.wins_rank(after);
            let mut rows = self.rows;
            bite_rows(&mut rows, bite);
            let refutation = if wins { None } else { self.winning_and_best(&rows).1 };
            let plies = self.plies(after).map(|plies| plies + 1);
            BiteResult { bite: self.lie.turn(bite), wins, plies, refutation }
        };
        let bites = self.table.ranking().after_bites(&self.rows);
        let mut judged: Vec<BiteResult> = bites.map(judge).collect();
        judged.sort_unstable_by_key(|judged| judged.bite);
        judged
    }

    /// Returns the winning bites and the best bite of a position with the same orientation as this one.
    pub(super) fn winning_and_best(&self, rows: &BarRows) -> (Vec<Move>, Option<Move>) {
        let mut fastest: Option<(u32, Move)> = None;
        let mut winning = Vec::new();
        for (bite, after) in self.table.winning_in_box(rows) {
            let candidate = (self.plies(after).unwrap_or(0), self.lie.turn(bite));
            fastest = Some(fastest.map_or(candidate, |fastest| fastest.min(candidate)));
            winning.push(candidate.1);
        }
        if self.lie == Lie::Mirrored {
            winning.sort_unstable();
        }
        let best = fastest.map(|(_, bite)| bite).or_else(|| self.longest_resistance(rows));
        (winning, best)
    }

    /// Returns the best bite of a lost position.
    fn longest_resistance(&self, rows: &BarRows) -> Option<Move> {
        let bites = || self.table.ranking().after_bites(rows).skip(1); // the poison is the first
        let plies = |rank| self.plies(rank).unwrap_or(0);
        let longest = bites().map(|(_, after)| plies(after)).max()?;
        let resisting = bites().filter(|&(_, after)| plies(after) == longest);
        let fewest = resisting.min_by_key(|&(bite, _)| {
            let mut rows = *rows;
            bite_rows(&mut rows, bite);
            (self.table.winning_in_box(&rows).count(), self.lie.turn(bite))
        });
        fewest.map(|(bite, _)| self.lie.turn(bite))
    }
}

impl std::fmt::Debug for ChompSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Solver");
        debug.field("table", &self.table).field("depths", &self.depths).field("vast", &self.vast);
        debug.field("remark", &self.remark).finish_non_exhaustive()
    }
}
