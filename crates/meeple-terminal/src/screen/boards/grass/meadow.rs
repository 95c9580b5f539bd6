//! The meadow, cell by cell: what lies where, taken from a picture once.

use meeple_core::Seat;
use meeple_games::grass::Cell;
use meeple_view::grass::GrassPicture;

/// What lies on the cells of the board.
pub(super) struct Meadow {
    /// Rows, and columns.
    pub(super) side: usize,
    squares: Vec<Square>,
}

/// A cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Square {
    /// What lies there.
    pub(super) ground: Ground,
    /// Whether the last move changed it.
    pub(super) is_last: bool,
}

/// What lies on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Nothing; who can still lay a tile there.
    Empty(Open),
    /// A stone.
    Stone,
    /// A bonus square, by its letter.
    Bonus(char),
    /// Grass of a tile with this letter.
    Grass(Seat, char),
    /// A 1x1 tile.
    Single(Seat),
    /// A captured bonus square, by its letter.
    Captured(Seat, char),
}

/// Who can still lay a tile on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    /// Everybody.
    All,
    /// Only this seat.
    Only(Seat),
    /// Nobody.
    Nobody,
}

impl Ground {
    /// Whose it is.
    pub(super) fn owner(self) -> Option<Seat> {
        match self {
            Ground::Grass(seat, _) | Ground::Single(seat) | Ground::Captured(seat, _) => Some(seat),
            Ground::Empty(_) | Ground::Stone | Ground::Bonus(_) => None,
        }
    }
}

impl Meadow {
    /// What this picture shows.
    pub(super) fn of(picture: &GrassPicture) -> Self {
        let signs = picture.board.iter().zip(&picture.open_to);
        let squares = signs.flat_map(|(board, open)| {
            board
                .chars()
                .zip(open.chars())
                .map(|(sign, open)| Square { ground: ground(sign, open), is_last: false })
        });
        let mut meadow = Meadow { side: picture.side, squares: squares.collect() };
        for tile in &picture.tiles {
            for &cell in &tile.cells {
                meadow.put(cell, Ground::Grass(tile.owner, tile.letter));
            }
        }
        for captured in &picture.captured {
            let letter = captured.square.bonus.chars().next().unwrap_or('?');
            let letter = letter.to_ascii_uppercase();
            meadow.put(captured.square.cell, Ground::Captured(captured.owner, letter));
        }
        for &cell in picture.last_change.iter().flat_map(|change| &change.cells) {
            if let Some(square) = meadow.square_mut(cell) {
                square.is_last = true;
            }
        }
        meadow
    }

    /// What is there; nothing off the board.
    pub(super) fn at(&self, cell: Cell) -> Option<Square> {
        if !cell.is_on(self.side) {
            return None;
        }
        self.squares.get(usize::from(cell.row) * self.side + usize::from(cell.column)).copied()
    }

    fn square_mut(&mut self, cell: Cell) -> Option<&mut Square> {
        if !cell.is_on(self.side) {
            return None;
        }
        self.squares.get_mut(usize::from(cell.row) * self.side + usize::from(cell.column))
    }

    fn put(&mut self, cell: Cell, ground: Ground) {
        if let Some(square) = self.square_mut(cell) {
            square.ground = ground;
        }
    }
}

/// A cell as the picture spells it. Tiles and captured squares are told apart later.
fn ground(sign: char, open: char) -> Ground {
    let seat = |digit: char| digit.to_digit(10).map(|index| Seat::new(index as usize));
    match (sign, seat(sign)) {
        (_, Some(owner)) => Ground::Single(owner),
        ('#', _) => Ground::Stone,
        ('.', _) => Ground::Empty(match (open, seat(open)) {
            (_, Some(only)) => Open::Only(only),
            ('x', _) => Open::Nobody,
            _ => Open::All,
        }),
        (bonus, _) => Ground::Bonus(bonus),
    }
}
