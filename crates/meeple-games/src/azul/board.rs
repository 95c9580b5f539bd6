//! A player's board: pattern lines, wall, floor line and score (A2).
//!
//! ```text
//!  score 12            wall
//!          [B]  1      B . . . .
//!        [. Y]  2      . . Y . .
//!      [. . .]  3      . . . . .      floor [M] [R] [.] [.] [.] [.] [.]
//!    [K K K K]  4      . K . . .            -1  -1  -2  -2  -2  -3  -3
//!  [. . . . .]  5      . . . . .
//! ```

use super::{
    constants::{COLOR_COUNT, FLOOR_LINE_SLOTS, FLOOR_PENALTIES, PATTERN_LINE_COUNT},
    tile::{TileColor, TileCounts},
    wall::{Row, Wall},
};

/// What a pattern line holds: tiles of one colour, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PatternLine {
    /// The colour of its tiles; `None` when it is empty.
    pub color: Option<TileColor>,
    /// How many tiles it holds.
    pub count_filled: u8,
}

/// The floor line. Its slots have no colours, so only the counts matter, and
/// whether the marker has one of the slots (A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FloorLine {
    /// Tiles, at most as many as there are slots.
    pub tiles: TileCounts,
    /// Whether the starting-player marker has a slot here.
    pub has_marker: bool,
}

impl FloorLine {
    /// Slots in use.
    pub fn slots_used(&self) -> usize {
        self.tiles.total() as usize + usize::from(self.has_marker)
    }

    /// What the used slots cost together, as a positive number: 0 1 2 4 6 8 11 14 (A2).
    pub fn penalty(&self) -> u16 {
        const COSTS: [u16; FLOOR_LINE_SLOTS + 1] = cumulative_penalties();
        COSTS[self.slots_used().min(FLOOR_LINE_SLOTS)]
    }

    /// The marker takes a slot if one is free (A7).
    pub(super) fn take_marker(&mut self) {
        self.has_marker = self.slots_used() < FLOOR_LINE_SLOTS;
    }

    /// Drops tiles; returns how many found no slot (A7).
    pub(super) fn drop_tiles(&mut self, color: TileColor, count: u8) -> u8 {
        let room = (FLOOR_LINE_SLOTS - self.slots_used()) as u8;
        let dropped = count.min(room);
        self.tiles[color] += dropped;
        count - dropped
    }
}

const fn cumulative_penalties() -> [u16; FLOOR_LINE_SLOTS + 1] {
    let mut costs = [0; FLOOR_LINE_SLOTS + 1];
    let mut slot = 0;
    while slot < FLOOR_LINE_SLOTS {
        costs[slot + 1] = costs[slot] + FLOOR_PENALTIES[slot].unsigned_abs() as u16;
        slot += 1;
    }
    costs
}

/// A player's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayerBoard {
    lines: [PatternLine; PATTERN_LINE_COUNT],
    wall: Wall,
    floor: FloorLine,
    score: u16,
    /// For each colour the rows whose line takes it, a bit a row: always what
    /// [`PlayerBoard::line_takes`] says, kept so that moves are found at once.
    open_rows: [u8; COLOR_COUNT],
}

/// Every row, a bit a row.
const ALL_ROWS: u8 = 0b1_1111;

impl Default for PlayerBoard {
    fn default() -> Self {
        PlayerBoard {
            lines: Default::default(),
            wall: Wall::default(),
            floor: FloorLine::default(),
            score: 0,
            open_rows: [ALL_ROWS; COLOR_COUNT],
        }
    }
}

impl PlayerBoard {
    /// A board with these things on it, whether or not a game can lead there.
    pub fn new(
        lines: [PatternLine; PATTERN_LINE_COUNT],
        wall: Wall,
        floor: FloorLine,
        score: u16,
    ) -> Self {
        let mut board = PlayerBoard { lines, wall, floor, score, open_rows: [0; COLOR_COUNT] };
        for row in Row::ALL {
            board.reopen(row);
        }
        board
    }

    /// The pattern line of this row.
    pub fn line(&self, row: Row) -> PatternLine {
        self.lines[row.index()]
    }

    /// The wall.
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// The floor line.
    pub fn floor(&self) -> &FloorLine {
        &self.floor
    }

    /// Points so far, never below 0 (A11).
    pub fn score(&self) -> u16 {
        self.score
    }

    /// Whether this row's line is full.
    pub fn is_line_full(&self, row: Row) -> bool {
        self.line(row).count_filled == row.capacity()
    }

    /// The topmost full line, and its colour.
    pub fn first_full_line(&self) -> Option<(Row, TileColor)> {
        let row = Row::ALL.into_iter().find(|&row| self.is_line_full(row))?;
        Some((row, self.line(row).color?))
    }

    /// Rows whose line takes this colour now, from the top (A6).
    pub fn open_rows(&self, color: TileColor) -> impl Iterator<Item = Row> + Clone {
        let open = self.open_rows[color.index()];
        Row::ALL.into_iter().filter(move |row| open & (1 << row.index()) != 0)
    }

    /// [`Self::open_rows`] as bits.
    pub(super) fn open_row_bits(&self, color: TileColor) -> u8 {
        self.open_rows[color.index()]
    }

    /// How many tiles of each colour are on this board.
    pub fn tiles(&self) -> TileCounts {
        let mut tiles = self.floor.tiles;
        for color in TileColor::ALL {
            tiles[color] += self.wall.count(color);
        }
        for line in self.lines {
            if let Some(color) = line.color {
                tiles[color] += line.count_filled;
            }
        }
        tiles
    }

    pub(super) fn floor_mut(&mut self) -> &mut FloorLine {
        &mut self.floor
    }

    /// Puts tiles on an open line; returns the surplus (A6).
    pub(super) fn fill_line(&mut self, row: Row, color: TileColor, count: u8) -> u8 {
        let line = &mut self.lines[row.index()];
        let placed = count.min(row.capacity() - line.count_filled);
        line.color = Some(color);
        line.count_filled += placed;
        let still_open = line.count_filled < row.capacity();
        let bit = 1 << row.index();
        for open in &mut self.open_rows {
            *open &= !bit;
        }
        if still_open {
            self.open_rows[color.index()] |= bit;
        }
        count - placed
    }

    /// Empties a line after a tile of it went to the wall, or all to the floor.
    pub(super) fn clear_line(&mut self, row: Row) {
        self.lines[row.index()] = PatternLine::default();
        self.reopen(row);
    }

    pub(super) fn wall_mut(&mut self) -> &mut Wall {
        &mut self.wall
    }

    pub(super) fn gain(&mut self, points: u16) {
        self.score += points;
    }

    /// Takes points away, never below 0 (A11); returns how many were lost.
    pub(super) fn lose(&mut self, points: u16) -> u16 {
        let lost = points.min(self.score);
        self.score -= lost;
        lost
    }

    /// Finds out anew which colours this row's line takes.
    fn reopen(&mut self, row: Row) {
        for color in TileColor::ALL {
            let bit = 1 << row.index();
            let open = &mut self.open_rows[color.index()];
            *open &= !bit;
            let line = self.lines[row.index()];
            let fits = line.color.is_none_or(|held| held == color);
            if line.count_filled < row.capacity() && fits && !self.wall.row_has_color(row, color) {
                self.open_rows[color.index()] |= bit;
            }
        }
    }
}
