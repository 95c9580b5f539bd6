//! Tile colours and counts.
//!
//! The order of tiles in a heap (a factory, the bag, a floor line) doesn't matter, so a heap is
//! stored as five counts, [`TileCounts`]. Its text form is letters in the order of the colours
//! (`BBYK`), or `-` if it is empty; large heaps are written as five numbers.

use super::constants::COLOUR_COUNT;
use std::{
    fmt::{self, Display},
    ops::{Index, IndexMut},
};

/// The colour of a tile, in the order of the wall's top row (A1, A3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum TileColour {
    /// B
    Blue,
    /// Y
    Yellow,
    /// R
    Red,
    /// K
    Black,
    /// W
    White,
}

impl TileColour {
    /// All colours, in order.
    pub const ALL: [TileColour; COLOUR_COUNT] = [
        TileColour::Blue,
        TileColour::Yellow,
        TileColour::Red,
        TileColour::Black,
        TileColour::White,
    ];

    /// Returns its index, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns its letter: B, Y, R, K (black) or W.
    pub const fn letter(self) -> char {
        ['B', 'Y', 'R', 'K', 'W'][self as usize]
    }

    /// Returns its name in lower case.
    pub const fn name(self) -> &'static str {
        ["blue", "yellow", "red", "black", "white"][self as usize]
    }

    /// Returns the colour with this letter, if any.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// Returns the colour with this name, if any.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }
}

/// Formats as the colour's name.
impl Display for TileColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of tiles of each colour.
///
/// ```
/// use meeple_games::azul::{TileColour, TileCounts};
///
/// let mut factory = TileCounts::from_letters("KBBY").expect("four tiles");
/// assert_eq!((factory[TileColour::Blue], factory.total()), (2, 4));
/// factory[TileColour::Blue] = 0;
/// assert_eq!(factory.to_string(), "YK");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileCounts([u8; COLOUR_COUNT]);

impl TileCounts {
    /// No tiles.
    pub const EMPTY: TileCounts = TileCounts([0; COLOUR_COUNT]);

    /// Creates a heap from its counts in the order B Y R K W.
    pub const fn new(counts: [u8; COLOUR_COUNT]) -> Self {
        TileCounts(counts)
    }

    /// Returns the counts in the order B Y R K W.
    pub const fn counts(&self) -> [u8; COLOUR_COUNT] {
        self.0
    }

    /// Returns the number of tiles.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Returns whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Returns the colours of which there is at least one tile, in order.
    pub fn colours(self) -> impl Iterator<Item = TileColour> + Clone {
        TileColour::ALL.into_iter().filter(move |&colour| self[colour] > 0)
    }

    /// Adds both heaps.
    #[must_use]
    pub fn with(mut self, other: TileCounts) -> Self {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
        self
    }

    /// Subtracts `other`; `None` if some of it is missing.
    pub fn without(mut self, other: TileCounts) -> Option<Self> {
        for (count, less) in self.0.iter_mut().zip(other.0) {
            *count = count.checked_sub(less)?;
        }
        Some(self)
    }

    /// Returns the colour of the tile at `index` when all tiles are sorted by colour.
    #[inline]
    pub(super) fn nth(self, index: u32) -> Option<TileColour> {
        // Branchless, because the colour is unpredictable.
        let (mut passed, mut place) = (0, 0);
        for count in self.0 {
            passed += u32::from(count);
            place += usize::from(index >= passed);
        }
        TileColour::ALL.get(place).copied()
    }

    /// Parses letters in any order, or `-`; an error is the byte offset of the bad letter.
    pub fn from_letters(text: &str) -> Result<Self, usize> {
        let mut counts = Self::EMPTY;
        if text == "-" {
            return Ok(counts);
        }
        if text.is_empty() || text.len() > 100 {
            return Err(0);
        }
        for (at, letter) in text.char_indices() {
            counts[TileColour::from_letter(letter).ok_or(at)?] += 1;
        }
        Ok(counts)
    }
}

impl Index<TileColour> for TileCounts {
    type Output = u8;
    fn index(&self, colour: TileColour) -> &u8 {
        &self.0[colour.index()]
    }
}

impl IndexMut<TileColour> for TileCounts {
    fn index_mut(&mut self, colour: TileColour) -> &mut u8 {
        &mut self.0[colour.index()]
    }
}

/// Formats as letters in the order of the colours, or `-`.
impl Display for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for colour in TileColour::ALL {
            for _ in 0..self[colour] {
                write!(f, "{}", colour.letter())?;
            }
        }
        Ok(())
    }
}
