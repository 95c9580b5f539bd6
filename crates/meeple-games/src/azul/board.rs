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
    constants::{COLOUR_COUNT, FLOOR_LINE_SLOTS, FLOOR_PENALTIES, PATTERN_LINE_COUNT},
    tile::{TileColour, TileCounts},
    wall::{Wall, WallRow},
};

/// A pattern line: empty, or tiles of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PatternLine {
    /// The colour of its tiles; `None` if it is empty.
    pub colour: Option<TileColour>,
    /// The number of tiles on it.
    pub count_filled: u8,
}

/// The floor line. The order of its tiles doesn't matter, so it stores only how many there are of
/// each colour and whether the marker takes a slot (A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FloorLine {
    /// The tiles on it, at most as many as there are slots.
    pub tiles: TileCounts,
    /// Whether the starting-player marker takes a slot here.
    pub has_marker: bool,
}

impl FloorLine {
    /// Returns the number of used slots.
    pub fn slots_used(&self) -> usize {
        self.tiles.total() as usize + usize::from(self.has_marker)
    }

    /// Returns the total penalty of the used slots as a positive number: 0 1 2 4 6 8 11 14 (A2).
    pub fn penalty(&self) -> u16 {
        const COSTS: [u16; FLOOR_LINE_SLOTS + 1] = cumulative_penalties();
        COSTS[self.slots_used().min(FLOOR_LINE_SLOTS)]
    }

    /// Puts the marker on a slot if one is free (A7).
    pub(super) fn add_marker(&mut self) {
        self.has_marker = self.slots_used() < FLOOR_LINE_SLOTS;
    }

    /// Drops tiles on free slots; returns how many found no slot (A7).
    pub(super) fn drop_tiles(&mut self, colour: TileColour, count: u8) -> u8 {
        let room = (FLOOR_LINE_SLOTS - self.slots_used()) as u8;
        let dropped = count.min(room);
        self.tiles[colour] += dropped;
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
    /// For each colour, the rows whose pattern line accepts it, one bit per row. Caches the rule of
    /// [`super::can_place_in_pattern_line`] for fast move generation.
    open_rows: [u8; COLOUR_COUNT],
}

/// The bits of all rows.
const ALL_ROWS: u8 = 0b1_1111;

impl Default for PlayerBoard {
    fn default() -> Self {
        PlayerBoard {
            lines: Default::default(),
            wall: Wall::default(),
            floor: FloorLine::default(),
            score: 0,
            open_rows: [ALL_ROWS; COLOUR_COUNT],
        }
    }
}

impl PlayerBoard {
    /// Creates a board from its parts, whether or not a game can reach it.
    pub fn new(
        lines: [PatternLine; PATTERN_LINE_COUNT],
        wall: Wall,
        floor: FloorLine,
        score: u16,
    ) -> Self {
        let mut board = PlayerBoard { lines, wall, floor, score, open_rows: [0; COLOUR_COUNT] };
        for row in WallRow::ALL {
            board.update_open_rows(row);
        }
        board
    }

    /// Returns the pattern line of this row.
    pub fn line(&self, row: WallRow) -> PatternLine {
        self.lines[row.index()]
    }

    /// Returns the wall.
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// Returns the floor line.
    pub fn floor(&self) -> &FloorLine {
        &self.floor
    }

    /// Returns the points so far, never negative (A11).
    pub fn score(&self) -> u16 {
        self.score
    }

    /// Returns whether this row's pattern line is full.
    pub fn is_line_full(&self, row: WallRow) -> bool {
        self.line(row).count_filled == row.capacity()
    }

    /// Returns the topmost full pattern line and its colour, if any.
    pub fn first_full_line(&self) -> Option<(WallRow, TileColour)> {
        let row = WallRow::ALL.into_iter().find(|&row| self.is_line_full(row))?;
        Some((row, self.line(row).colour?))
    }

    /// Returns the rows whose pattern line accepts this colour, from the top (A6).
    pub fn open_rows(&self, colour: TileColour) -> impl Iterator<Item = WallRow> + Clone {
        let open = self.open_rows[colour.index()];
        WallRow::ALL.into_iter().filter(move |row| open & (1 << row.index()) != 0)
    }

    /// Returns [`Self::open_rows`] as bits.
    pub(super) fn open_row_bits(&self, colour: TileColour) -> u8 {
        self.open_rows[colour.index()]
    }

    /// Returns the number of tiles of each colour on this board.
    pub fn tiles(&self) -> TileCounts {
        let mut tiles = self.floor.tiles;
        for colour in TileColour::ALL {
            tiles[colour] += self.wall.count(colour);
        }
        for line in self.lines {
            if let Some(colour) = line.colour {
                tiles[colour] += line.count_filled;
            }
        }
        tiles
    }

    pub(super) fn floor_mut(&mut self) -> &mut FloorLine {
        &mut self.floor
    }

    /// Puts tiles on a pattern line that accepts them; returns the surplus (A6).
    pub(super) fn fill_line(&mut self, row: WallRow, colour: TileColour, count: u8) -> u8 {
        let line = &mut self.lines[row.index()];
        let placed = count.min(row.capacity() - line.count_filled);
        line.colour = Some(colour);
        line.count_filled += placed;
        let still_open = line.count_filled < row.capacity();
        let bit = 1 << row.index();
        for open in &mut self.open_rows {
            *open &= !bit;
        }
        if still_open {
            self.open_rows[colour.index()] |= bit;
        }
        count - placed
    }

    /// Empties a pattern line after its tile went to the wall or all its tiles to the floor.
    pub(super) fn clear_line(&mut self, row: WallRow) {
        self.lines[row.index()] = PatternLine::default();
        self.update_open_rows(row);
    }

    pub(super) fn wall_mut(&mut self) -> &mut Wall {
        &mut self.wall
    }

    pub(super) fn add_points(&mut self, points: u16) {
        self.score += points;
    }

    /// Subtracts points, but not below 0 (A11); returns how many were lost.
    pub(super) fn subtract_points(&mut self, points: u16) -> u16 {
        let lost = points.min(self.score);
        self.score -= lost;
        lost
    }

    /// Recomputes which colours this row's pattern line accepts.
    fn update_open_rows(&mut self, row: WallRow) {
        for colour in TileColour::ALL {
            let bit = 1 << row.index();
            let open = &mut self.open_rows[colour.index()];
            *open &= !bit;
            let line = self.lines[row.index()];
            let fits = line.colour.is_none_or(|held| held == colour);
            if line.count_filled < row.capacity() && fits && !self.wall.row_has_colour(row, colour)
            {
                self.open_rows[colour.index()] |= bit;
            }
        }
    }
}
