//! Tiles: five colours, and how many there are of each.
//!
//! A heap of tiles (a factory, the bag, a floor line) has no order, so it is
//! five counts, [`TileCounts`]. In text it is letters in the order of the
//! colours, `BBYK`, or `-` when it is empty; large heaps are five numbers.

use super::constants::COLOR_COUNT;
use std::{
    fmt::{self, Display},
    ops::{Index, IndexMut},
};

/// The colour of a tile, in the order of the wall's top row (A1, A3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum TileColor {
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

impl TileColor {
    /// Every colour, in order.
    pub const ALL: [TileColor; COLOR_COUNT] =
        [TileColor::Blue, TileColor::Yellow, TileColor::Red, TileColor::Black, TileColor::White];

    /// Its place in the order, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter: B, Y, R, K (black) or W.
    pub const fn letter(self) -> char {
        ['B', 'Y', 'R', 'K', 'W'][self as usize]
    }

    /// Its word, in lower case.
    pub const fn name(self) -> &'static str {
        ["blue", "yellow", "red", "black", "white"][self as usize]
    }

    /// The colour of this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// The colour of this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.name() == name)
    }
}

/// The colour's word.
impl Display for TileColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How many tiles there are of each colour.
///
/// ```
/// use meeple_games::azul::{TileColor, TileCounts};
///
/// let mut factory = TileCounts::from_letters("KBBY").expect("four tiles");
/// assert_eq!((factory[TileColor::Blue], factory.total()), (2, 4));
/// factory[TileColor::Blue] = 0;
/// assert_eq!(factory.to_string(), "YK");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileCounts([u8; COLOR_COUNT]);

impl TileCounts {
    /// No tile.
    pub const EMPTY: TileCounts = TileCounts([0; COLOR_COUNT]);

    /// This many of each colour, in the order B Y R K W.
    pub const fn new(counts: [u8; COLOR_COUNT]) -> Self {
        TileCounts(counts)
    }

    /// The counts in the order B Y R K W.
    pub const fn counts(&self) -> [u8; COLOR_COUNT] {
        self.0
    }

    /// How many tiles there are.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there is no tile.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The colours that are there, in order.
    pub fn colors(self) -> impl Iterator<Item = TileColor> + Clone {
        TileColor::ALL.into_iter().filter(move |&color| self[color] > 0)
    }

    /// Both heaps together.
    #[must_use]
    pub fn with(mut self, other: TileCounts) -> Self {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
        self
    }

    /// What is left without `other`, if all of it is there.
    pub fn without(mut self, other: TileCounts) -> Option<Self> {
        for (count, less) in self.0.iter_mut().zip(other.0) {
            *count = count.checked_sub(less)?;
        }
        Some(self)
    }

    /// The tile at `index` when they lie in a row, colour by colour.
    #[inline]
    pub(super) fn nth(self, mut index: u32) -> Option<TileColor> {
        for color in TileColor::ALL {
            match index.checked_sub(self[color].into()) {
                Some(rest) => index = rest,
                None => return Some(color),
            }
        }
        None
    }

    /// Reads letters in any order, or `-`; at an error, the byte where it is.
    pub fn from_letters(text: &str) -> Result<Self, usize> {
        let mut counts = Self::EMPTY;
        if text == "-" {
            return Ok(counts);
        }
        if text.is_empty() || text.len() > 100 {
            return Err(0);
        }
        for (at, letter) in text.char_indices() {
            counts[TileColor::from_letter(letter).ok_or(at)?] += 1;
        }
        Ok(counts)
    }
}

impl Index<TileColor> for TileCounts {
    type Output = u8;
    fn index(&self, color: TileColor) -> &u8 {
        &self.0[color.index()]
    }
}

impl IndexMut<TileColor> for TileCounts {
    fn index_mut(&mut self, color: TileColor) -> &mut u8 {
        &mut self.0[color.index()]
    }
}

/// Letters in the order of the colours, or `-`.
impl Display for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for color in TileColor::ALL {
            for _ in 0..self[color] {
                write!(f, "{}", color.letter())?;
            }
        }
        Ok(())
    }
}
