//! Tiles: shapes and their orientations.
//!
//! ```text
//!   as drawn     r: a quarter turn     f: mirrored      fr: mirrored,
//!                clockwise             left to right    then turned
//!    # . .          # #                   . . #            # .
//!    # # #          # .                   # # #            # .
//!                   # .                                    # #
//! ```
//!
//! A symmetric shape looks the same in several orientations; only the first of those is used, so
//! that each placement has only one notation.

use super::{Cell, ShapeList, TILE_COUNT};
use arrayvec::ArrayVec;
use meeple_core::ParseError;
use std::{
    fmt::{self, Display},
    str::FromStr,
    sync::LazyLock,
};

/// The maximum length of a tile.
const MAX_LENGTH: usize = 7;

/// A shape in its current orientation, in its bounding rectangle. `Display` draws it.
///
/// ```
/// use meeple_games::grass::Tile;
///
/// let tile = Tile::from_drawing("#../###");
/// assert_eq!(tile.rotate().to_string(), "##\n#.\n#.\n");
/// assert_eq!(tile.flip().to_string(), "..#\n###\n");
/// assert_eq!(tile.orientations().len(), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    height: u8,
    width: u8,
    /// Bit 0 is the leftmost column.
    rows: [u8; MAX_LENGTH],
}

impl Tile {
    /// The 1x1 tile, which each player places at the start (G5) and may buy at the end (G14).
    pub const SINGLE: Tile = Tile { height: 1, width: 1, rows: [1, 0, 0, 0, 0, 0, 0] };

    /// Parses a drawing: `#` is grass, `/` ends a row. Everything beyond 7x7 is ignored.
    pub fn from_drawing(drawing: &str) -> Self {
        let mut tile = Tile { height: 0, width: 0, rows: [0; MAX_LENGTH] };
        for (row, line) in tile.rows.iter_mut().zip(drawing.split('/')) {
            let cells = line.bytes().take(MAX_LENGTH).enumerate();
            *row = cells.fold(0, |bits, (at, cell)| bits | u8::from(cell == b'#') << at);
            tile.width = tile.width.max(line.len().min(MAX_LENGTH) as u8);
            tile.height += 1;
        }
        tile
    }

    /// Returns the number of rows of its rectangle.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Returns the number of columns of its rectangle.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Returns whether this cell of its rectangle is grass.
    pub fn has_cell(&self, row: u8, column: u8) -> bool {
        self.rows
            .get(usize::from(row))
            .is_some_and(|bits| bits.checked_shr(column.into()).unwrap_or(0) & 1 == 1)
    }

    /// Returns the number of its cells.
    pub fn size(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Returns its cells as offsets (down, right) from its corner, row by row.
    pub fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        let (mut row, mut rows) = (0, self.rows);
        std::iter::from_fn(move || {
            while row < MAX_LENGTH && rows[row] == 0 {
                row += 1;
            }
            let bits = rows.get_mut(row)?;
            let column = bits.trailing_zeros();
            *bits &= *bits - 1;
            Some((row as u8, column as u8))
        })
    }

    /// Returns its cells when its corner is at this cell of the board.
    pub fn cells_at(self, corner: Cell) -> impl Iterator<Item = Cell> {
        self.cells().map(move |by| corner.offset(by))
    }

    /// Returns the tile after a quarter turn clockwise.
    #[must_use]
    pub fn rotate(&self) -> Self {
        let mut rows = [0; MAX_LENGTH];
        for (row, column) in self.cells() {
            rows[usize::from(column)] |= 1 << (self.height - 1 - row);
        }
        Tile { height: self.width, width: self.height, rows }
    }

    /// Returns the tile mirrored left to right.
    #[must_use]
    pub fn flip(&self) -> Self {
        let mut rows = [0; MAX_LENGTH];
        for (row, column) in self.cells() {
            rows[usize::from(row)] |= 1 << (self.width - 1 - column);
        }
        Tile { height: self.height, width: self.width, rows }
    }

    /// Returns the tile in this orientation, relative to its current one.
    #[must_use]
    pub fn oriented(&self, orientation: Orientation) -> Self {
        let start = if orientation.is_flipped() { self.flip() } else { *self };
        (0..orientation.turns()).fold(start, |tile, _| tile.rotate())
    }

    /// Returns the orientations that look different, each represented by the first one with that
    /// look (G9).
    pub fn orientations(&self) -> ArrayVec<OrientedTile, 8> {
        let mut different: ArrayVec<OrientedTile, 8> = ArrayVec::new();
        for orientation in Orientation::ALL {
            let tile = self.oriented(orientation);
            if different.iter().all(|other| other.tile != tile) {
                different.push(OrientedTile { orientation, tile });
            }
        }
        different
    }
}

/// Draws one line per row: `#` is grass, `.` is empty.
impl Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            for column in 0..self.width {
                f.write_str(if self.has_cell(row, column) { "#" } else { "." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A tile in an orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrientedTile {
    /// The orientation.
    pub orientation: Orientation,
    /// The shape in that orientation.
    pub tile: Tile,
}

/// The orientation of a tile: mirrored or not, then 0 to 3 quarter turns clockwise.
///
/// Its text is the sequence of keys to press: `f` to mirror, then an `r` for each quarter turn. The
/// empty text leaves the tile as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Orientation(u8);

impl Orientation {
    /// The orientation as drawn.
    pub const AS_DRAWN: Orientation = Orientation(0);

    /// All orientations: first those of the tile as drawn, then those of the mirrored tile.
    pub const ALL: [Orientation; 8] = [
        Orientation(0),
        Orientation(1),
        Orientation(2),
        Orientation(3),
        Orientation(4),
        Orientation(5),
        Orientation(6),
        Orientation(7),
    ];

    /// Returns the number of quarter turns clockwise, after mirroring.
    pub fn turns(self) -> u8 {
        self.0 % 4
    }

    /// Returns whether the tile is mirrored.
    pub fn is_flipped(self) -> bool {
        self.0 >= 4
    }

    /// Returns this orientation followed by a quarter turn clockwise.
    #[must_use]
    pub fn rotate(self) -> Self {
        Orientation(self.0 / 4 * 4 + (self.0 + 1) % 4)
    }

    /// Returns this orientation followed by mirroring left to right.
    #[must_use]
    pub fn flip(self) -> Self {
        // Mirroring after t turns is the same as mirroring first and turning back t times.
        Orientation((4 - self.0 / 4 * 4) + (4 - self.turns()) % 4)
    }
}

impl Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_flipped() { "f" } else { "" }, "r".repeat(self.turns().into()))
    }
}

impl FromStr for Orientation {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Orientation::ALL.into_iter().find(|known| known.to_string() == text);
        found.ok_or_else(|| {
            let reason =
                format!("an orientation is f or nothing, then up to three r, not {text:?}");
            ParseError::at("orientation", text, 0, reason)
        })
    }
}

/// The number of one of the 96 tiles. Its text counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileNumber(u8);

impl TileNumber {
    /// Returns the tile with this index, 0 to 95; `None` beyond that.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < TILE_COUNT).then_some(TileNumber(index as u8))
    }

    /// Returns its index, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns all tiles, in order.
    pub fn all() -> impl Iterator<Item = TileNumber> {
        (0..TILE_COUNT as u8).map(TileNumber)
    }

    /// Returns the tile as drawn in this list.
    pub fn tile(self, list: ShapeList) -> &'static Tile {
        &list.tiles()[self.index()]
    }

    /// Returns its orientations that look different.
    pub fn orientations(self, list: ShapeList) -> &'static [OrientedTile] {
        static TABLES: LazyLock<[Vec<ArrayVec<OrientedTile, 8>>; 2]> = LazyLock::new(|| {
            [ShapeList::Show, ShapeList::Seed]
                .map(|list| list.tiles().iter().map(Tile::orientations).collect())
        });
        &TABLES[list as usize][self.index()]
    }
}

/// Formats as a number counted from 1.
impl Display for TileNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for TileNumber {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let digits = !text.starts_with(['+', '0']);
        let number = text.parse::<usize>().ok().filter(|number| digits && *number >= 1);
        number.and_then(|number| TileNumber::from_index(number - 1)).ok_or_else(|| {
            let reason = format!("a tile has a number from 1 to {TILE_COUNT}, not {text:?}");
            ParseError::at("tile", text, 0, reason)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: [ShapeList; 2] = [ShapeList::Show, ShapeList::Seed];

    fn is_connected(tile: Tile) -> bool {
        let cells: Vec<(u8, u8)> = tile.cells().collect();
        let mut reached = vec![cells[0]];
        let mut next = 0;
        while let Some(&(row, column)) = reached.get(next) {
            next += 1;
            for &cell in &cells {
                let apart = cell.0.abs_diff(row) + cell.1.abs_diff(column);
                if apart == 1 && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
        }
        reached.len() == cells.len()
    }

    #[test]
    fn each_list_has_96_connected_trimmed_tiles() {
        for list in LISTS {
            for (tile, drawing) in list.tiles().iter().zip(list.drawings()) {
                assert_eq!(tile.to_string().trim_end().replace('\n', "/"), *drawing);
                assert!(drawing.split('/').all(|line| line.len() == usize::from(tile.width)));
                assert!(is_connected(*tile), "{drawing} falls apart");
                let edges = [0, tile.height - 1].map(|row| tile.cells().any(|cell| cell.0 == row));
                let sides = [0, tile.width - 1].map(|side| tile.cells().any(|cell| cell.1 == side));
                assert_eq!((edges, sides), ([true; 2], [true; 2]), "{drawing} is not trimmed");
            }
        }
    }

    #[test]
    fn the_two_lists_differ_in_one_tile() {
        let looks = |list: ShapeList| {
            let least = |tile: &Tile| tile.orientations().iter().map(|o| o.tile.to_string()).min();
            let mut looks: Vec<_> = list.tiles().iter().map(least).collect();
            looks.sort();
            looks
        };
        let (show, mut seed) = (looks(ShapeList::Show), looks(ShapeList::Seed));
        let only_show: Vec<_> = show
            .into_iter()
            .filter(|look| match seed.iter().position(|other| other == look) {
                Some(at) => {
                    seed.remove(at);
                    false
                }
                None => true,
            })
            .collect();
        assert_eq!(only_show, [Some("####\n.#..\n.#..\n".to_owned())]);
        assert_eq!(seed, [Some("####\n#.#.\n..#.\n".to_owned())]);
    }

    #[track_caller]
    fn orientations(drawing: &str, names: &[&str]) {
        let turned = Tile::from_drawing(drawing).orientations();
        let found: Vec<String> = turned.iter().map(|t| t.orientation.to_string()).collect();
        assert_eq!(found, names);
    }

    #[test]
    fn a_tile_has_one_orientation_for_each_distinct_shape() {
        orientations("##/##", &[""]);
        orientations("###", &["", "r"]);
        orientations("#./##", &["", "r", "rr", "rrr"]);
        orientations("##./.##", &["", "r", "f", "fr"]);
        orientations("#../###", &["", "r", "rr", "rrr", "f", "fr", "frr", "frrr"]);
    }

    #[test]
    fn turning_a_turned_tile_is_turning_its_orientation() {
        let tile = Tile::from_drawing("##./.##/.#.");
        for orientation in Orientation::ALL {
            let turned = tile.oriented(orientation);
            assert_eq!(turned.rotate(), tile.oriented(orientation.rotate()));
            assert_eq!(turned.flip(), tile.oriented(orientation.flip()));
            assert_eq!(orientation.to_string().parse(), Ok(orientation));
        }
        assert!("rf".parse::<Orientation>().is_err() && "rrrr".parse::<Orientation>().is_err());
    }
}
