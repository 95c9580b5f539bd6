//! The game for two seats.

use super::{Board, IllegalMove, Move};
use meeple_core::{
    Game, GameOptions, KeyValues, NoDeal, OptionKey, OptionsError, Outcome, ParseError,
    PositionHasher, Seat, Turn,
};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Display},
    str::FromStr,
};

/// A position: the bar and the seat to move. Seat 0 starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chomp {
    board: Board,
    to_move: Seat,
}

/// The options of a game of Chomp.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The number of columns; by default the length of the first of `rows`, otherwise 5.
    pub width: Option<u32>,
    /// The number of rows; by default the length of `rows`, otherwise 4.
    pub height: Option<u32>,
    /// The number of squares left in each row, to start from a bitten bar.
    pub rows: Option<Vec<u8>>,
}

impl GameOptions for Options {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::number("width", "columns", 1..=255, "5", |o| o.width, |o, n| o.width = Some(n)),
        OptionKey::number("height", "rows", 1..=255, "4", |o| o.height, |o, n| o.height = Some(n)),
        OptionKey::numbers(
            "rows",
            "squares left in each row, from the top (9,6,6,1)",
            "full bar",
            |o| o.rows.as_deref(),
            |o, rows| o.rows = Some(rows),
        ),
    ];
}

impl Chomp {
    /// Creates the game on this board with seat 0 to move.
    pub fn from_board(board: Board) -> Self {
        Chomp { board, to_move: Seat::new(0) }
    }

    /// Returns the bar.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn is_over(&self) -> bool {
        self.board.is_only_poison() || self.board.is_eaten() // C4, C3
    }

    fn opponent(&self) -> Seat {
        Seat::new(1 - self.to_move.index())
    }
}

impl Game for Chomp {
    type Move = Move;
    type Deal = NoDeal;
    type Options = Options;
    type IllegalMove = IllegalMove;
    const NAME: &'static str = "chomp";
    const ABOUT: &'static str =
        "bite a bar of chocolate; the player who eats the poisoned square loses";
    const RULES: &'static str = include_str!("../../rules/chomp.md");
    const HOW_TO_PLAY: &'static str = include_str!("../../how-to-play/chomp.md");
    const RULES_VERSION: u32 = 1;

    fn new(options: &Options) -> Result<Self, OptionsError> {
        let rows = options.rows.as_deref();
        let from_rows = rows.map(|rows| (rows.first().copied().unwrap_or(0), rows.len()));
        let (widest, rows_given) = from_rows.unwrap_or((5, 4));
        let width = options.width.map_or(widest.into(), |width| width as usize);
        let height = options.height.map_or(rows_given, |height| height as usize);
        let board = match rows {
            Some(rows) => Board::with_rows(width, height, rows),
            None => Board::new(width, height),
        };
        let board = board.map_err(|error| OptionsError::refused(error.to_string()))?;
        if board.is_eaten() {
            return Err(OptionsError::refused("rows=0: the bar is empty"));
        }
        Ok(Chomp::from_board(board))
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Seat(self.to_move) }
    }

    /// Lists bites row by row from the top, the poison first.
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.board.squares().filter(|_| !self.is_over())
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.board.has_square(mv) && !self.is_over()
    }

    fn check_move(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() { Err(IllegalMove::Over) } else { self.board.check_bite(mv) }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.board.chomp_unchecked(mv);
        self.to_move = self.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        let (loser, reason) = if self.board.is_only_poison() {
            (self.to_move, "only the poison is left") // C4
        } else if self.board.is_eaten() {
            (self.opponent(), "the poison was eaten") // C3
        } else {
            return None;
        };
        let score = |index| i32::from(index != loser.index());
        Some(Outcome::by_score(&[score(0), score(1)], reason))
    }

    fn hash64(&self) -> u64 {
        let mut mixer = PositionHasher::default();
        let [width, height] = [self.board.width(), self.board.height()].map(u64::from);
        mixer.mix(width << 16 | height << 8 | self.to_move.index() as u64);
        self.board.rows_left().iter().for_each(|&length| mixer.mix(length.into()));
        mixer.finish()
    }

    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let mut left = rng.random_range(0..self.board.squares_left());
        for (&length, row) in self.board.rows().iter().zip(0..) {
            match left.checked_sub(length.into()) {
                Some(rest) => left = rest,
                None => return Some(Move { row, column: left as u8 }),
            }
        }
        None
    }
}

/// Formats as `width=5 height=4 rows=5,3,3,1 turn=0`; completely eaten rows are omitted.
impl Display for Chomp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "width={} height={} rows=", self.board.width(), self.board.height())?;
        let rows = if self.board.is_eaten() { &[0] } else { self.board.rows_left() };
        for (index, length) in rows.iter().enumerate() {
            write!(f, "{}{length}", if index == 0 { "" } else { "," })?;
        }
        write!(f, " turn={}", self.to_move)
    }
}

impl FromStr for Chomp {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut words = KeyValues::parse("position", text)?;
        let width = words.take("width")?.parse("a number of columns")?;
        let height = words.take("height")?.parse("a number of rows")?;
        let (rows, turn) = (words.take("rows")?, words.take("turn")?);
        words.finish()?;
        let board = Board::with_rows(width, height, &rows.numbers()?);
        let board = board.map_err(|error| rows.error(error.to_string()))?;
        match turn.value {
            "0" => Ok(Chomp { board, to_move: Seat::new(0) }),
            "1" => Ok(Chomp { board, to_move: Seat::new(1) }),
            _ => Err(turn.error("turn should be 0 or 1")),
        }
    }
}
