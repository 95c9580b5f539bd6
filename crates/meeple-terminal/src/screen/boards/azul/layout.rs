//! Where everything lies: one drawing in two sizes, the same for two, three and four.
//!
//! ```text
//! Round 2                              ■ greedy     7
//! ╭ 1 ──────╮ ╭ 2 ──────╮ ╭ 3 ──────╮       ·▸≈☼★▦✻
//! │ ≈ ≈ ☼ ★ │ │         │ │ ▦ ▦ ✻ ✻ │  the other boards,
//! ╰─2───1─1─╯ ╰─────────╯ ╰─2───2───╯  under each other
//! ╭ centre ─────────────────────────╮
//! ╰─────────────────────────────────╯
//! ● you                            12     bag lid
//! 1▸              ·  ▸ ≈ ☼ ★ ▦ ✻       ≈   12   3
//! floor ·  ·  ·  ·  ·  ·  ·            ...
//! ```

use super::{moment::ABREAST, pane::At, tile::Size};

/// Columns before a line: its number, a mark, what it costs.
pub(super) const PREFIX: i32 = 5;
/// Columns before a line of a small board.
pub(super) const SMALL_PREFIX: i32 = 2;
/// Rows of a small board: the name, five lines, the floor.
pub(super) const SMALL_ROWS: i32 = 7;
/// Rows of the bag and the lid: the heading and five colours.
const SUPPLY_ROWS: i32 = 6;
/// Rows of a plate.
pub(super) const PLATE_ROWS: i32 = 3;

/// The forms, the largest first: tiles of the large board, and of the others.
const FORMS: [(Size, Size); 4] = [
    (Size::Large, Size::Small),
    (Size::Large, Size::Tiny),
    (Size::Middle, Size::Small),
    (Size::Middle, Size::Tiny),
];

/// Where everything lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Columns and rows of all of it.
    pub(super) size: At,
    /// The tiles of the large board and of the factories.
    pub(super) own_tiles: Size,
    /// The tiles of the others.
    pub(super) other_tiles: Size,
    /// The columns left of the others.
    pub(super) width: i32,
    /// Where the factories begin.
    pub(super) market: At,
    /// Columns of a plate.
    pub(super) plate_width: i32,
    /// Where the centre lies.
    pub(super) centre: At,
    /// Where the large board begins.
    pub(super) own: At,
    /// The row of its floor.
    pub(super) floor: i32,
    /// Where the other boards begin.
    pub(super) others: Vec<At>,
    /// Where the bag and the lid are drawn as a table, if there is room.
    pub(super) supply: Option<At>,
}

impl Layout {
    /// For so many factories and players, as large as fits into this room.
    pub(super) fn new(factories: usize, players: usize, room: At) -> Self {
        let all = FORMS.map(|(own, other)| Layout::of(factories, players, room.1, own, other));
        let fits = |layout: &&Layout| layout.size.0 <= room.0 && layout.size.1 <= room.1;
        let [.., smallest] = &all;
        all.iter().find(fits).unwrap_or(smallest).clone()
    }

    fn of(factories: usize, players: usize, room: i32, own: Size, other: Size) -> Self {
        let width = PREFIX + lines_width(own) + wall_width(own);
        let other_width = SMALL_PREFIX + lines_width(other) + wall_width(other) + 1;
        let plates = PLATE_ROWS * factories.div_ceil(ABREAST) as i32;
        let least = 1 + plates + 3 + 1 + 5 * own.pitch().1 + 2;
        // Rows that are left part the market, the board and the floor from each other.
        let gaps = (room - least).clamp(0, 3);
        let height = least + gaps;
        let (pitch, supply) = stacked(players.saturating_sub(1) as i32, height);
        let right = width + 2;
        // Without a table, the bag and the lid need two rows at the top.
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
            plate_width: (width + 1) / ABREAST as i32 - 1,
            centre,
            own: own_at,
            floor: own_at.1 + 1 + 5 * own.pitch().1 + before_floor,
            others: others.collect(),
            supply: supply.map(|row| (right, row)),
        }
    }

    /// Where the plate of a factory lies, counted from 0.
    pub(super) fn plate(&self, index: usize) -> At {
        let (across, down) = ((index % ABREAST) as i32, (index / ABREAST) as i32);
        (self.market.0 + across * (self.plate_width + 1), self.market.1 + down * PLATE_ROWS)
    }

    /// Where the line of this index lies on the large board; after the last, the floor.
    pub(super) fn line(&self, index: usize) -> At {
        let row = match index {
            0..=4 => self.own.1 + 1 + index as i32 * self.own_tiles.pitch().1,
            _ => self.floor,
        };
        (self.own.0, row)
    }
}

/// Columns of the lines of a board, with what parts them from the wall.
pub(super) fn lines_width(tiles: Size) -> i32 {
    let parting = if tiles == Size::Tiny { 1 } else { 2 };
    5 * tiles.pitch().0 + parting
}

/// Columns of a wall.
fn wall_width(tiles: Size) -> i32 {
    4 * tiles.pitch().0 + tiles.width()
}

/// The rows from one board to the next, and where the supply comes, if it does.
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
