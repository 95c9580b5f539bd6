//! Connect Four, added as a fifth game: the rules are here, its players and views in [`ui`].
//!
//! ```text
//! 5 12 19 26 33 40 47    A cell is bit 7 * column + row. The seventh row stays empty, so
//! :                      that no line runs from one column's top into the next one's foot.
//! 0  7 14 21 28 35 42
//! ```

pub mod ui;

use meeple_core::options::NoOptions;
use meeple_core::{
    Game, KeyValues, NoDeal, OptionsError, Outcome, ParseError, PositionHasher, Seat, Turn,
};
use rand::{Rng, RngExt};
use std::{fmt, str::FromStr};

/// The top cells of all columns.
const TOP: u64 = 0x0408_1020_4081 << 5;

/// A position; seat 0 starts, so the number of discs tells who is to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConnectFour {
    /// The discs of the seat to move.
    mine: u64,
    all: u64,
}

/// A column to drop a disc into, counted from 0 on the left; written from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column(u8);

/// The error for a column that takes no disc.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {0} takes no disc: it is full (R2), or the game is over (R4)")]
pub struct IllegalMove(Column);

/// R4: returns whether there are four in a line: vertical, diagonal or horizontal.
fn has_four(discs: u64) -> bool {
    let pairs = |step: u32| discs & discs >> step;
    [1, 6, 7, 8].into_iter().any(|step| pairs(step) & pairs(step) >> (2 * step) != 0)
}

impl ConnectFour {
    fn to_move(self) -> usize {
        self.all.count_ones() as usize % 2
    }

    /// Returns the discs of each seat.
    fn discs(self) -> [u64; 2] {
        let theirs = self.all ^ self.mine;
        if self.to_move() == 0 { [self.mine, theirs] } else { [theirs, self.mine] }
    }

    /// R1: returns the cell a disc falls to.
    fn landing(self, Column(column): Column) -> u64 {
        (self.all + (1 << (7 * column))) & !self.all
    }

    /// Returns the top cells of the columns that take a disc; none once the game is over.
    fn open(self) -> u64 {
        if has_four(self.all ^ self.mine) { 0 } else { TOP & !self.all }
    }

    /// Returns the columns from bottom to top, `x` for seat 0, `o` for seat 1.
    fn columns(self) -> [String; 7] {
        let letter = |cell: u32| match self.discs().map(|discs| discs >> cell & 1) {
            [0, 0] => "",
            [_, 0] => "x",
            _ => "o",
        };
        [0, 7, 14, 21, 28, 35, 42].map(|foot| (foot..foot + 6).map(letter).collect())
    }
}

impl Game for ConnectFour {
    type Move = Column;
    type Deal = NoDeal;
    type Options = NoOptions;
    type IllegalMove = IllegalMove;
    const NAME: &'static str = "connect-four";
    const ABOUT: &'static str = "drop discs into seven columns; four in a line win";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 1;

    fn new(_: &NoOptions) -> Result<Self, OptionsError> {
        Ok(ConnectFour::default())
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.open() == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.to_move())) }
    }

    /// Moves are listed from left to right.
    fn legal_moves(&self) -> impl Iterator<Item = Column> {
        let open = self.open();
        (0..7).filter(move |column| open >> (7 * column + 5) & 1 == 1).map(Column)
    }

    fn check_move(&self, mv: Column) -> Result<(), IllegalMove> {
        self.legal_moves().find(|&column| column == mv).map(drop).ok_or(IllegalMove(mv))
    }

    fn play_unchecked(&mut self, mv: Column) {
        let landing = self.landing(mv);
        *self = ConnectFour { mine: self.mine ^ self.all, all: self.all | landing };
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = self.discs().map(has_four);
        let reason = if won == [false; 2] { "the board is full" } else { "four in a line" };
        (self.open() == 0).then(|| Outcome::by_score(&won.map(i32::from), reason))
    }

    fn hash64(&self) -> u64 {
        PositionHasher::hash([self.mine, self.all])
    }

    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Column> {
        let mut open = self.open();
        let skipped = (open != 0).then(|| rng.random_range(0..open.count_ones()))?;
        (0..skipped).for_each(|_| open &= open - 1);
        Some(Column(open.trailing_zeros() as u8 / 7))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Column {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'7'] => Ok(Column(digit - b'1')),
            _ => Err(ParseError::at("move", text, 0, "expected a column, 1 to 7")),
        }
    }
}

/// For example `columns=//o/xox/x//`.
impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "columns={}", self.columns().join("/"))
    }
}

impl FromStr for ConnectFour {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let columns = KeyValues::parse("position", text)?.take("columns")?;
        let mut discs = [0_u64; 2];
        for (column, letters) in columns.value.split('/').take(7).enumerate() {
            for (row, letter) in letters.bytes().take(6).enumerate() {
                discs[usize::from(letter == b'o')] |= 1 << (7 * column + row);
            }
        }
        let [x, o] = discs.map(u64::count_ones);
        let game = ConnectFour { mine: discs[usize::from(x > o)], all: discs[0] | discs[1] };
        let is_possible = (x == o || x == o + 1) && !has_four(game.mine);
        // If anything was ignored or misread, the position prints differently.
        let is_whole = game.to_string() == text;
        (is_possible && is_whole).then_some(game).ok_or_else(|| columns.error("no such position"))
    }
}
