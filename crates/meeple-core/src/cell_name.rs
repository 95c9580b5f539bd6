//! The name of a cell as people read and type it: `D2` is the fourth column, second row.
//!
//! ```text
//!     A   B   C   D        Columns are letters from the left, rows are numbers from the top,
//! 1   A1  B1  C1  D1       as in a spreadsheet. After Z come AA, AB, ... A letter and a number
//! 2   A2  B2  C2  D2       can't be swapped by mistake, whichever is said first in a game.
//! ```
//!
//! Records and bots keep each game's own notation.

use crate::ParseError;
use std::{fmt, str::FromStr};

/// A cell by column and row, both counted from 0 at the top left.
///
/// ```
/// use meeple_core::CellName;
///
/// assert_eq!(CellName { column: 3, row: 1 }.to_string(), "D2");
/// assert_eq!("ab14".parse(), Ok(CellName { column: 27, row: 13 }));
/// assert!("2D".parse::<CellName>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellName {
    /// The column, from the left.
    pub column: u16,
    /// The row, from the top.
    pub row: u16,
}

/// The largest number of letters or digits of a name: enough for every `u16`.
const MAX_PART: usize = 4;

impl CellName {
    /// Returns the letters of a column: `A` for 0, `Z` for 25, `AA` for 26.
    pub fn column_letters(column: u16) -> String {
        let mut letters = Vec::new();
        let mut rest = u32::from(column) + 1;
        while rest > 0 {
            letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
            rest = (rest - 1) / 26;
        }
        letters.iter().rev().collect()
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::column_letters(self.column), u32::from(self.row) + 1)
    }
}

impl FromStr for CellName {
    type Err = ParseError;

    /// Parses a name in capital or small letters.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let error = |at: usize| ParseError::at("cell", text, at, "expected a cell such as D2");
        let digits_at = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (letters, digits) = text.split_at(digits_at);
        if letters.is_empty() || letters.len() > MAX_PART {
            return Err(error(0));
        }
        let value = |letter: u8| u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        let column = letters.bytes().fold(0, |sum, letter| sum * 26 + value(letter)) - 1;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || digits.starts_with('0') || digits.len() > MAX_PART + 1 {
            return Err(error(digits_at));
        }
        let row = digits.parse::<u32>().map_err(|_| error(digits_at))? - 1;
        let column = u16::try_from(column).map_err(|_| error(0))?;
        let row = u16::try_from(row).map_err(|_| error(digits_at))?;
        Ok(Self { column, row })
    }
}

#[cfg(test)]
mod tests {
    use super::CellName;
    use proptest::prelude::*;

    #[test]
    fn letters_count_on_after_z() {
        let letters = [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")];
        for (column, expected) in letters {
            assert_eq!(CellName::column_letters(column), expected);
        }
    }

    #[test]
    fn an_invalid_cell_is_refused_with_its_position() {
        for (text, at) in [("", 0), ("2D", 0), ("D", 1), ("D0", 1), ("D2x", 1), ("D-2", 1)] {
            let error = text.parse::<CellName>().expect_err(text);
            assert_eq!(error.column, at + 1, "{text}");
        }
        for text in ["AAAAA1", "ZZZZ1", "A65537", "A99999", "A123456", "Ä1", "A 1", "A²"] {
            assert!(text.parse::<CellName>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_can_be_parsed(column: u16, row: u16) {
            let cell = CellName { column, row };
            prop_assert_eq!(cell.to_string().parse(), Ok(cell));
            prop_assert_eq!(cell.to_string().to_lowercase().parse(), Ok(cell));
        }

        #[test]
        fn any_text_is_parsed_or_refused(text in "[A-Za-z]{0,6}[0-9]{0,6}.?") {
            if let Ok(cell) = text.parse::<CellName>() {
                prop_assert_eq!(cell.to_string(), text.to_uppercase());
            }
        }
    }
}
