//! The board, cell by cell: what lies where, extracted once from the picture.

use meeple_core::Seat;
use meeple_games::grass::Cell;
use meeple_view::grass::ShownPosition;

/// What lies on each cell of the board.
pub(super) struct ShownBoard {
    /// Side length of the board in cells.
    pub(super) side: usize,
    squares: Vec<BoardSquare>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardSquare {
    pub(super) ground: CellContent,
    /// Whether the last move changed it.
    pub(super) is_last: bool,
}

/// What lies on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellContent {
    /// Nothing; with who can still place a tile there.
    Empty(CellReach),
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

/// Who can still place a tile on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellReach {
    /// Every player.
    All,
    /// Only this seat.
    Only(Seat),
    /// No player.
    Nobody,
}

impl CellContent {
    /// Returns the owner, if any.
    pub(super) fn owner(self) -> Option<Seat> {
        match self {
            CellContent::Grass(seat, _)
            | CellContent::Single(seat)
            | CellContent::Captured(seat, _) => Some(seat),
            CellContent::Empty(_) | CellContent::Stone | CellContent::Bonus(_) => None,
        }
    }
}

impl ShownBoard {
    /// Extracts the cells of a picture.
    pub(super) fn of(picture: &ShownPosition) -> Self {
        let signs = picture.board.iter().zip(&picture.open_to);
        let squares = signs.flat_map(|(board, open)| {
            board
                .chars()
                .zip(open.chars())
                .map(|(sign, open)| BoardSquare { ground: ground(sign, open), is_last: false })
        });
        let mut meadow = ShownBoard { side: picture.side, squares: squares.collect() };
        for tile in &picture.tiles {
            for &cell in &tile.cells {
                meadow.put(cell, CellContent::Grass(tile.owner, tile.letter));
            }
        }
        for captured in &picture.captured {
            let letter = captured.square.bonus.chars().next().unwrap_or('?');
            let letter = letter.to_ascii_uppercase();
            meadow.put(captured.square.cell, CellContent::Captured(captured.owner, letter));
        }
        for &cell in picture.last_change.iter().flat_map(|change| &change.cells) {
            if let Some(square) = meadow.square_mut(cell) {
                square.is_last = true;
            }
        }
        meadow
    }

    /// Returns a cell; `None` off the board.
    pub(super) fn at(&self, cell: Cell) -> Option<BoardSquare> {
        self.squares.get(self.index(cell)?).copied()
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let index = usize::from(cell.row) * self.side + usize::from(cell.column);
        cell.is_on_board(self.side).then_some(index)
    }

    fn square_mut(&mut self, cell: Cell) -> Option<&mut BoardSquare> {
        let index = self.index(cell)?;
        self.squares.get_mut(index)
    }

    fn put(&mut self, cell: Cell, ground: CellContent) {
        if let Some(square) = self.square_mut(cell) {
            square.ground = ground;
        }
    }
}

/// Parses a cell of the picture. Tiles and captured squares are filled in later.
fn ground(sign: char, open: char) -> CellContent {
    let seat = |digit: char| digit.to_digit(10).map(|index| Seat::new(index as usize));
    match (sign, seat(sign)) {
        (_, Some(owner)) => CellContent::Single(owner),
        ('#', _) => CellContent::Stone,
        ('.', _) => CellContent::Empty(match (open, seat(open)) {
            (_, Some(only)) => CellReach::Only(only),
            ('x', _) => CellReach::Nobody,
            _ => CellReach::All,
        }),
        (bonus, _) => CellContent::Bonus(bonus),
    }
}
