//! The solver: answers about positions, from tables that it keeps.
//!
//! What it answers depends on the position alone, not on what was asked before:
//! where plies are counted (see [`MAX_DEPTH_POSITIONS`]), they are counted even
//! while a larger table is there.
//!
//! ```
//! use meeple_ai::chomp::Solver;
//! use meeple_core::Limits;
//! use meeple_games::chomp::{Bite, Board};
//!
//! let mut solver = Solver::default();
//! let solution = solver.solve(&Board::new(5, 4)?, &Limits::default())?;
//! assert!(solution.wins);
//! assert_eq!(solution.best, Some(Bite { row: 2, column: 2 }));
//! assert_eq!(solution.plies, Some(11)); // then only the poison is left
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    depths::{Depths, MAX_DEPTH_POSITIONS},
    memory::Memory,
    ranking::{Lie, Rows, positions_in_box},
    stored::BadTable,
    tablebase::{SolveError, Tablebase},
    unfinished::{InParts, UnfinishedTable},
};
use crate::search::Budget;
use meeple_core::Limits;
use meeple_games::chomp::{Bite, Board};
use std::{io::Read, time::Duration};

/// Boxes up to this size are solved in an instant, so a table may as well be
/// built for more than was asked.
pub const INSTANT_POSITIONS: u64 = 1 << 22;

/// Without so much time for each position of a box its table is not kept in a store: whoever
/// waits for an answer should not wait for a disk.
const KEEPING: Duration = Duration::from_nanos(4);

/// Where tables are kept between runs. Which of them are worth keeping is the store's choice.
pub trait TableStore: Send {
    /// What was kept for this box, if anything; `width` is the longer side. An error
    /// says why what is there cannot be the table; it is built again then.
    fn load(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String>;
    /// Keeps what [`Tablebase::write_to`] writes.
    fn save(&self, table: &Tablebase);

    /// In how many parts the table of a box is built: after each but the last, what is done so far
    /// is [kept](TableStore::save_unfinished). One part: whoever is stopped begins anew.
    fn parts(&self, _width: u8, _height: u8) -> u64 {
        1
    }
    /// What was kept last of a table that is not finished, if anything.
    fn load_unfinished(&self, _width: u8, _height: u8) -> Result<Option<Box<dyn Read>>, String> {
        Ok(None)
    }
    /// Keeps what [`UnfinishedTable::write_to`] writes, until the table is saved.
    fn save_unfinished(&self, _table: &UnfinishedTable<'_>) {}
}

/// Solves positions exactly; keeps its tables for all that fit in them.
#[derive(Default)]
pub struct Solver {
    /// Of a box in which plies are counted.
    table: Option<Tablebase>,
    /// Of that table, once somebody has asked for them.
    depths: Option<Depths>,
    /// Of a larger box.
    vast: Option<Tablebase>,
    memory: Memory,
    store: Option<Box<dyn TableStore>>,
    remark: Option<String>,
}

/// All there is to know about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Whether the player to move wins.
    pub wins: bool,
    /// Every winning bite, row by row from the top.
    pub winning: Vec<Bite>,
    /// The fastest win, or when lost the bite that resists longest and then
    /// leaves the fewest correct replies; ties go to the first in row-major
    /// order. In a box above [`super::MAX_DEPTH_POSITIONS`] the first winning
    /// bite, or when lost the one that leaves the fewest correct replies.
    /// `None` only when nothing but the poison is left.
    pub best: Option<Bite>,
    /// Bites to the end of the game with best play; the poison is not bitten
    /// (C4). `None` in a box above [`super::MAX_DEPTH_POSITIONS`], or if there was no time to
    /// count.
    pub plies: Option<u32>,
    /// How many positions of the solved box are lost for the player to move.
    pub lost_positions: u64,
    /// How many positions the solved box has.
    pub positions: u64,
    /// Columns of the solved box, which may be larger than the bar.
    pub box_width: u8,
    /// Rows of the solved box.
    pub box_height: u8,
    /// Memory of the table.
    pub table_bytes: usize,
}

/// What a bite leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The bite.
    pub bite: Bite,
    /// Whether it wins.
    pub wins: bool,
    /// Bites to the end of the game, this one included; `None` where they are not counted.
    pub plies: Option<u32>,
    /// The best reply, if the bite loses; `None` at the poison, where nothing is left to reply.
    pub refutation: Option<Bite>,
}

impl Solver {
    /// A solver that looks for its tables in a store first, and keeps there what it builds.
    pub fn with_store(store: impl TableStore + 'static) -> Self {
        Solver { store: Some(Box::new(store)), ..Solver::default() }
    }

    /// The same with so much memory for its largest table.
    #[must_use]
    pub fn in_memory(self, memory: Memory) -> Self {
        Solver { memory, ..self }
    }

    /// How much memory its largest table may take.
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// The largest table that is kept.
    pub fn table(&self) -> Option<&Tablebase> {
        self.vast.as_ref().or(self.table.as_ref())
    }

    /// Why the last table was built although the store had one, if that was so.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Everything about a position.
    ///
    /// Of [`Limits::nodes`] a question takes as many as the box of what is left has positions,
    /// whether a table is there already or not: so the answer does not depend on what was asked
    /// before. If the time ends when the table is there but the plies are not yet counted, the
    /// answer does without them.
    pub fn solve(&mut self, board: &Board, limits: &Limits) -> Result<Solution, SolveError> {
        let known = self.known(board, &mut Budget::start(limits))?;
        let (table, lie) = (known.table, known.lie);
        let (winning, best) = known.winning_and_best(&known.rows);
        let (longer, shorter) = (table.longer_side(), table.shorter_side());
        let (box_width, box_height) = match lie {
            Lie::Straight => (longer, shorter),
            Lie::Mirrored => (shorter, longer),
        };
        Ok(Solution {
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

    /// What each bite leads to, row by row from the top, the poison first.
    pub fn judge(&mut self, board: &Board, limits: &Limits) -> Result<Vec<Judged>, SolveError> {
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

    /// A table in which the board fits.
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
            Some(positions) if positions <= MAX_DEPTH_POSITIONS => {
                if !fits(self.table.as_ref(), width, height) {
                    let (width, height) = self.box_to_build(width, height);
                    self.depths = None;
                    self.table = None; // before the next one takes its room
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
    ) -> Result<Known<'_>, SolveError> {
        if board.is_eaten() {
            return Err(SolveError::NothingLeft);
        }
        let is_counted = self.table_within(board, budget)?.positions() <= MAX_DEPTH_POSITIONS;
        let table = if is_counted { self.table.as_ref() } else { self.vast.as_ref() };
        let table = table.expect("table_within has just seen to it");
        if is_counted && self.depths.is_none() {
            self.depths = match Depths::build(table, budget) {
                Err(SolveError::Spent) => None, // who wins is known all the same
                depths => depths?,
            };
        }
        let (rows, lie) = table.ranking().lay(board).expect("the table was made for this board");
        Ok(Known { table, depths: self.depths.as_ref().filter(|_| is_counted), rows, lie })
    }

    /// The old box and the new one together if that is instant, else the new one.
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
        // Reading a table takes time, and building it takes longer: without a nanosecond a
        // position neither is begun.
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
            Err(BadTable::NotRead(error)) => return Err(error),
            Err(why) => self.remark = Some(format!("the stored table was built again: {why}")),
        }
        let table = self.build(width, height, budget)?;
        if let Some(store) = self.store.as_ref().filter(|_| has_time(budget, KEEPING)) {
            store.save(&table);
        }
        Ok(table)
    }

    /// Builds a table; one that the store wants in parts from what is there of it. Whoever has a
    /// limit of time does not wait for a disk.
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
        let there = store.load_unfinished(sides[0], sides[1]).map_err(BadTable::Unreadable);
        let read = |mut there: Box<dyn Read>| in_parts.read(&mut there, budget);
        let left = match there.and_then(|there| there.map(read).transpose()) {
            Ok(left) => left,
            Err(BadTable::NotRead(error)) => return Err(error),
            Err(why) => {
                self.remark = Some(format!("the unfinished table was begun anew: {why}"));
                None
            }
        };
        in_parts.build(left, budget)
    }

    /// The stored table of this box, if there is one, or what is wrong with it.
    fn load(&self, sides: [u8; 2], budget: &mut Budget<'_>) -> Result<Option<Tablebase>, BadTable> {
        let Some(store) = &self.store else { return Ok(None) };
        let stored = store.load(sides[0], sides[1]).map_err(BadTable::Unreadable)?;
        stored.map(|mut stored| Tablebase::read_from(&mut stored, sides, budget)).transpose()
    }

    /// Takes as many nodes as the box of a bar has positions. What is too large is refused later.
    fn pay(&self, width: u8, height: u8, budget: &mut Budget<'_>) -> Result<u64, SolveError> {
        let price = self.memory.positions_in_box(width, height).unwrap_or(0);
        // Whoever cannot afford this may still afford less, so asking must not end it.
        if budget.affords(price) && budget.spend(price) {
            return Ok(price);
        }
        Err(SolveError::spent(budget))
    }
}

/// Whether a box of this size lies in the table, turned one way or the other.
fn fits(table: Option<&Tablebase>, width: u8, height: u8) -> bool {
    table.is_some_and(|table| {
        width.max(height) <= table.longer_side() && width.min(height) <= table.shorter_side()
    })
}

/// Columns and rows of what is left.
pub(crate) fn bounding_box(board: &Board) -> (u8, u8) {
    let rows = board.rows_left();
    (rows.first().copied().unwrap_or(0), rows.len() as u8)
}

pub(super) fn bite_rows(rows: &mut Rows, bite: Bite) {
    for length in &mut rows[usize::from(bite.row)..] {
        *length = bite.column.min(*length);
    }
}

/// A position that lies in a table.
pub(super) struct Known<'a> {
    pub(super) table: &'a Tablebase,
    depths: Option<&'a Depths>,
    pub(super) rows: Rows,
    pub(super) lie: Lie,
}

impl Known<'_> {
    pub(super) fn plies(&self, rank: u64) -> Option<u32> {
        self.depths.map(|depths| depths.of_rank(rank))
    }

    /// What each bite leads to, row by row from the top, the poison first.
    pub(super) fn judge(&self) -> Vec<Judged> {
        let judge = |(bite, after)| {
            let wins = !self.table.wins_rank(after);
            let mut rows = self.rows;
            bite_rows(&mut rows, bite);
            let refutation = if wins { None } else { self.winning_and_best(&rows).1 };
            let plies = self.plies(after).map(|plies| plies + 1);
            Judged { bite: self.lie.turn(bite), wins, plies, refutation }
        };
        let bites = self.table.ranking().after_bites(&self.rows);
        let mut judged: Vec<Judged> = bites.map(judge).collect();
        judged.sort_unstable_by_key(|judged| judged.bite);
        judged
    }

    /// The winning bites of a position that lies like this one, and its best bite.
    pub(super) fn winning_and_best(&self, rows: &Rows) -> (Vec<Bite>, Option<Bite>) {
        let mut fastest: Option<(u32, Bite)> = None;
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

    /// The best bite of a lost position.
    fn longest_resistance(&self, rows: &Rows) -> Option<Bite> {
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

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Solver");
        debug.field("table", &self.table).field("depths", &self.depths).field("vast", &self.vast);
        debug.field("remark", &self.remark).finish_non_exhaustive()
    }
}
