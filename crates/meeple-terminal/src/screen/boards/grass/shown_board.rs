//! The board, cell by cell: what lies where, extracted from the picture.

use meeple_core::Seat;
use meeple_games::grass::Cell;
use meeple_view::grass::ShownPosition;
use std::collections::BTreeMap;

/// What lies on each cell of the board.
pub(super) struct ShownBoard {
    /// Side length of the board in cells.
    pub(super) side: usize,
    squares: BTreeMap<Cell, BoardSquare>,
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
        let rows = picture.board.iter().zip(&picture.open_to).enumerate();
        let signs = rows.flat_map(|(row, (board, open))| {
            let signs = board.chars().zip(open.chars()).enumerate();
            signs.map(move |(at, (sign, open))| (Cell::new(row, at), ground(sign, open)))
        });
        let tiles = picture.tiles.iter().flat_map(|tile| {
            let grass = CellContent::Grass(tile.owner, tile.letter);
            tile.cells.iter().map(move |&cell| (cell, grass))
        });
        let captured = picture.captured.iter().map(|captured| {
            let letter = captured.square.bonus.chars().next().unwrap_or('?').to_ascii_uppercase();
            (captured.square.cell, CellContent::Captured(captured.owner, letter))
        });
        let grounds = signs.chain(tiles).chain(captured);
        let squares = grounds.map(|(cell, ground)| (cell, BoardSquare { ground, is_last: false }));
        let mut squares: BTreeMap<Cell, BoardSquare> = squares.collect();
        for cell in picture.last_change.iter().flat_map(|change| &change.cells) {
            if let Some(square) = squares.get_mut(cell) {
                square.is_last = true;
            }
        }
        ShownBoard { side: picture.side, squares }
    }

    /// Returns a cell; `None` off the board.
    pub(super) fn at(&self, cell: Cell) -> Option<BoardSquare> {
        self.squares.get(&cell).copied()
    }
}

/// Parses a cell of the picture; tiles and captured squares are listed separately.
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
