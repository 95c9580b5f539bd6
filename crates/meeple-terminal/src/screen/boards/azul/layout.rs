//! Where everything is drawn: one arrangement in several sizes, the same for two to four players.
//!
//! ```text
//! Round 2                              ■ greedy     7
//! ╭ 1 ──────╮ ╭ 2 ──────╮ ╭ 3 ──────╮       ·▸≈☼★▦✻
//! │ ≈ ≈ ☼ ★ │ │         │ │ ▦ ▦ ✻ ✻ │  the opponents' boards,
//! ╰─2───1─1─╯ ╰─────────╯ ╰─2───2───╯  one below the other
//! ╭ centre ─────────────────────────╮
//! ╰─────────────────────────────────╯
//! ● you                            12     bag lid
//! 1▸              ·  ▸ ≈ ☼ ★ ▦ ✻       ≈   12   3
//! floor ·  ·  ·  ·  ·  ·  ·            ...
//! ```

use super::{pane::Point, position_info::FACTORIES_PER_ROW, tile::TileSize};

/// Columns before a pattern line: its number, a mark, and the cost.
pub(super) const PREFIX: i32 = 5;
/// Columns before a pattern line of a small board.
pub(super) const SMALL_PREFIX: i32 = 2;
/// Rows of a small board: the name, five lines, and the floor.
pub(super) const SMALL_ROWS: i32 = 7;
/// Rows of the bag and lid table: the heading and five colours.
const SUPPLY_ROWS: i32 = 6;
/// Rows of a factory.
pub(super) const PLATE_ROWS: i32 = 3;

/// Tile sizes of the large board and of the small ones, from largest to smallest.
const FORMS: [(TileSize, TileSize); 4] = [
    (TileSize::Large, TileSize::Small),
    (TileSize::Large, TileSize::Tiny),
    (TileSize::Middle, TileSize::Small),
    (TileSize::Middle, TileSize::Tiny),
];

/// Positions and sizes of everything on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Total size in columns and rows.
    pub(super) size: Point,
    /// Tile size of the large board and the factories.
    pub(super) own_tiles: TileSize,
    /// Tile size of the opponents' boards.
    pub(super) other_tiles: TileSize,
    /// Columns to the left of the opponents' boards.
    pub(super) width: i32,
    /// Top left corner of the factories.
    pub(super) market: Point,
    /// Columns of a factory.
    pub(super) plate_width: i32,
    /// Top left corner of the centre.
    pub(super) centre: Point,
    /// Top left corner of the large board.
    pub(super) own: Point,
    /// Row of the large board's floor.
    pub(super) floor: i32,
    /// Top left corners of the opponents' boards.
    pub(super) others: Vec<Point>,
    /// Top left corner of the bag and lid table, if there is room for it.
    pub(super) supply: Option<Point>,
}

impl Layout {
    /// Creates the largest layout that fits into `room`, or the smallest one if none does.
    pub(super) fn new(factories: usize, players: usize, room: Point) -> Self {
        let all = FORMS.map(|(own, other)| Layout::of(factories, players, room.1, own, other));
        let fits = |layout: &&Layout| layout.size.0 <= room.0 && layout.size.1 <= room.1;
        let [.., smallest] = &all;
        all.iter().find(fits).unwrap_or(smallest).clone()
    }

    fn of(factories: usize, players: usize, room: i32, own: TileSize, other: TileSize) -> Self {
        let width = PREFIX + lines_width(own) + wall_width(own);
        let other_width = SMALL_PREFIX + lines_width(other) + wall_width(other) + 1;
        let plates = PLATE_ROWS * factories.div_ceil(FACTORIES_PER_ROW) as i32;
        let least = 1 + plates + 3 + 1 + 5 * own.pitch().1 + 2;
        // Spare rows separate the market, the board and the floor.
        let gaps = (room - least).clamp(0, 3);
        let height = least + gaps;
        let (pitch, supply) = stacked(players.saturating_sub(1) as i32, height);
        let right = width + 2;
        // Without the table, the bag and the lid need two rows at the top.
        let order = if supply.is_some() { [3, 1, 2] } else { [1, 3, 2] };
        let [after_head, before_own, before_floor] = order.map(|turn| i32::from(gaps >= turn));
        let market = (0, 1 + after_head);
        let centre = (0, market.1 + plates);
        let own_at = (0, centre.1 + 3 + before_own);
        let others = (0..players.saturating_sub(1) as i32).map(|at| (right, at * pitch));
        Layout {
            size: (right + other_width, height),
            own_tiles: own,
            other_tiles: other,
            width,
            market,
            plate_width: (width + 1) / FACTORIES_PER_ROW as i32 - 1,
            centre,
            own: own_at,
            floor: own_at.1 + 1 + 5 * own.pitch().1 + before_floor,
            others: others.collect(),
            supply: supply.map(|row| (right, row)),
        }
    }

    /// Returns the top left corner of a factory, counted from 0.
    pub(super) fn plate(&self, index: usize) -> Point {
        let (across, down) =
            ((index % FACTORIES_PER_ROW) as i32, (index / FACTORIES_PER_ROW) as i32);
        (self.market.0 + across * (self.plate_width + 1), self.market.1 + down * PLATE_ROWS)
    }

    /// Returns where a pattern line of the large board starts, counted from 0; 5 is the floor.
    pub(super) fn line(&self, index: usize) -> Point {
        let row = match index {
            0..=4 => self.own.1 + 1 + index as i32 * self.own_tiles.pitch().1,
            _ => self.floor,
        };
        (self.own.0, row)
    }
}

/// Returns the columns of the pattern lines, including the separator before the wall.
pub(super) fn lines_width(tiles: TileSize) -> i32 {
    let parting = if tiles == TileSize::Tiny { 1 } else { 2 };
    5 * tiles.pitch().0 + parting
}

/// Returns the columns of a wall.
fn wall_width(tiles: TileSize) -> i32 {
    4 * tiles.pitch().0 + tiles.width()
}

/// Returns the rows from one small board to the next, and the row of the bag and lid table, if it
/// fits.
fn stacked(boards: i32, height: i32) -> (i32, Option<i32>) {
    let airy = SMALL_ROWS + 1;
    for pitch in [airy, SMALL_ROWS] {
        let end = boards * pitch + i32::from(pitch != airy);
        if end + SUPPLY_ROWS <= height {
            return (pitch, Some(end));
        }
    }
    (if boards * airy - 1 <= height { airy } else { SMALL_ROWS }, None)
}
