//! The memory limit of a table.
//!
//! A table has one bit per position, so memory limits the size of the bars that can be solved:
//!
//! ```text
//! 128M   2^30 positions   16x16, 13x20, 4x255      (the default)
//!   2G   2^34 positions   18x18
//!  18G   1.5e11           20x20
//! ```

use super::ranking::{MAX_POSITIONS, positions_in_box};
use std::{fmt, str::FromStr};

/// The maximum number of bytes for a table, including what is needed to build it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory {
    bytes: u64,
}

/// The unit letters and their number of bytes.
const UNITS: [(char, u64); 4] = [('T', 1 << 40), ('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)];

/// Stencils may take one part in this many of the table's size while it is built.
const STENCILS_PART: u64 = 4;
/// The number of bytes that stencils may take in any case.
const STENCILS: u64 = 64 << 20;

impl Memory {
    /// The minimum: enough for a table whose plies are counted, and the plies.
    pub const LEAST: Memory = Memory { bytes: 64 << 20 };
    /// No limit except [`MAX_POSITIONS`].
    pub const ALL: Memory = Memory { bytes: u64::MAX };

    /// Creates a limit of this many bytes, but at least [`Memory::LEAST`].
    pub fn of_bytes(bytes: u64) -> Self {
        Memory { bytes }.max(Memory::LEAST)
    }

    /// Returns the limit in bytes.
    pub fn bytes(self) -> u64 {
        self.bytes
    }

    /// Returns the number of positions of a box, or `None` if its table doesn't fit.
    pub fn positions_in_box(self, width: u8, height: u8) -> Option<u64> {
        let positions = positions_in_box(width, height)?;
        (positions <= MAX_POSITIONS && positions / 8 <= self.bytes).then_some(positions)
    }

    /// Returns the number of bytes available for stencils in addition to a table.
    pub(super) fn beside_table(self, positions: u64) -> u64 {
        let table = positions / 8;
        (table / STENCILS_PART).max(STENCILS).min(self.bytes.saturating_sub(table))
    }
}

/// Enough for 2^30 positions.
impl Default for Memory {
    fn default() -> Self {
        Memory { bytes: 1 << 27 }
    }
}

/// Writes `4G` or `512M`: an integer with the largest unit that divides the number of bytes.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().find(|(_, unit)| self.bytes.is_multiple_of(*unit)) {
            Some((letter, unit)) => write!(f, "{}{letter}", self.bytes / unit),
            None => write!(f, "{}", self.bytes),
        }
    }
}

/// The reason why a text isn't an amount of memory.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadMemory {
    /// Not a number with a unit.
    #[error("{0:?} is not an amount of memory: use a number and K, M, G or T, such as 4G")]
    Form(String),
    /// Less than [`Memory::LEAST`].
    #[error("{0} is too little: at least {least}", least = Memory::LEAST)]
    TooLittle(Memory),
}

impl FromStr for Memory {
    type Err = BadMemory;

    fn from_str(text: &str) -> Result<Self, BadMemory> {
        let bad = || BadMemory::Form(text.into());
        let last = text.chars().next_back().ok_or_else(bad)?;
        let unit = UNITS.iter().find(|(letter, _)| last.eq_ignore_ascii_case(letter));
        let (number, unit) = match unit {
            Some(&(_, unit)) => (&text[..text.len() - 1], unit),
            None => (text, 1),
        };
        // Rust's integer parser accepts a sign; an amount of memory has none.
        let digits = Some(number).filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        let number: u64 = digits.and_then(|number| number.parse().ok()).ok_or_else(bad)?;
        let memory = Memory { bytes: number.checked_mul(unit).ok_or_else(bad)? };
        if memory < Memory::LEAST { Err(BadMemory::TooLittle(memory)) } else { Ok(memory) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_sizes_parse_back() {
        for text in ["64M", "2G", "1T", "1025M", "67108865", "65537K"] {
            assert_eq!(text.parse::<Memory>().map(|memory| memory.to_string()), Ok(text.into()));
        }
        assert_eq!("2048m".parse::<Memory>().map(|memory| memory.to_string()), Ok("2G".into()));
        for bad in ["", "G", "-4G", "+4G", "4 G", "4.5G", "4GB", "99999999999T", "4é"] {
            assert_eq!(bad.parse::<Memory>(), Err(BadMemory::Form(bad.into())));
        }
        let little = "63M".parse::<Memory>().expect_err("too little").to_string();
        assert_eq!(little, "63M is too little: at least 64M");
    }

    #[test]
    fn a_box_is_allowed_if_its_bits_fit() {
        let default = Memory::default();
        assert_eq!(default.positions_in_box(16, 16), Some(601_080_390));
        assert_eq!(default.positions_in_box(17, 17), None);
        let two: Memory = "2G".parse().expect("an amount");
        assert_eq!(two.positions_in_box(18, 18), Some(9_075_135_300));
        assert_eq!(Memory::ALL.positions_in_box(23, 23), Some(8_233_430_727_600));
        assert_eq!(Memory::ALL.positions_in_box(24, 24), None);
        assert!(two.beside_table(9_075_135_300) <= 9_075_135_300 / 8 / 4);
        assert_eq!(default.beside_table(1 << 30), 0);
    }
}
