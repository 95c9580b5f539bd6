//! The board: the players' territories, stones and bonus squares, and what they allow.
//!
//! Everything is stored as sets of cells ([`CellSet`]), so that queries about the whole board
//! ([`Board::ground`], [`Board::largest_squares`]) take few operations.

use super::{
    BonusKind, BonusSquare, BonusSquares, Cell, CellSet, IllegalMove, MAX_BONUSES, Orientation,
    PlaceableArea, PlacementRule, ShapeList, TILE_COUNT, Tile, TileNumber,
};
use arrayvec::ArrayVec;
use meeple_core::{MAX_SEATS, Seat};
use std::fmt::{self, Display};

/// A tile on the board: its owner, position and orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlacedTile {
    /// The owner of the tile.
    pub owner: Seat,
    /// The top left corner of the tile's rectangle.
    pub corner: Cell,
    /// The orientation of the tile.
    pub orientation: Orientation,
}

/// The board with everything on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    side: u8,
    seats: u8,
    shapes: ShapeList,
    /// The cells each player owns: grass and captured squares.
    territory: [CellSet; MAX_SEATS],
    /// The owned cells that are 1x1 tiles, from the start (G5) and the end (G14).
    singles: CellSet,
    stones: CellSet,
    /// The bonus squares that are neither captured nor covered.
    bonuses: BonusSquares,
    captured: BonusSquares,
    /// The tiles on the board, indexed by tile number.
    tiles: [Option<PlacedTile>; TILE_COUNT],
}

impl Board {
    /// Creates an empty board for this many players (G1), with tiles of this list.
    pub fn new(players: usize, shapes: ShapeList) -> Self {
        Board {
            side: if players <= 4 { 20 } else { 30 },
            seats: players as u8,
            shapes,
            territory: [CellSet::EMPTY; MAX_SEATS],
            singles: CellSet::EMPTY,
            stones: CellSet::EMPTY,
            bonuses: BonusSquares::new(),
            captured: BonusSquares::new(),
            tiles: [None; TILE_COUNT],
        }
    }

    /// Returns the number of rows, which is also the number of columns.
    pub fn side(&self) -> usize {
        self.side.into()
    }

    /// Returns the number of players.
    pub fn seats(&self) -> usize {
        self.seats.into()
    }

    /// Returns all cells of this player: grass and captured squares.
    pub fn territory(&self, seat: Seat) -> &CellSet {
        &self.territory[seat.index()]
    }

    /// Returns the cells of all players that are 1x1 tiles.
    pub fn singles(&self) -> &CellSet {
        &self.singles
    }

    /// Returns the cells with stones.
    pub fn stones(&self) -> &CellSet {
        &self.stones
    }

    /// Returns the bonus squares that are neither captured nor covered, sorted by cell.
    pub fn bonuses(&self) -> &[BonusSquare] {
        &self.bonuses
    }

    /// Returns the captured bonus squares, sorted by cell.
    pub fn captured(&self) -> &[BonusSquare] {
        &self.captured
    }

    /// Returns the tiles on the board with their numbers.
    pub fn tiles(&self) -> impl Iterator<Item = (TileNumber, PlacedTile)> {
        TileNumber::all().filter_map(|tile| Some((tile, self.tiles[tile.index()]?)))
    }

    /// Returns the cells that a placed tile covers.
    pub fn cells_of(&self, tile: TileNumber, placed: PlacedTile) -> impl Iterator<Item = Cell> {
        tile.tile(self.shapes).oriented(placed.orientation).cells_at(placed.corner)
    }

    /// Returns the owner of this cell, if any.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.all_seats().find(|&seat| self.territory(seat).contains(cell))
    }

    /// Returns the tile that covers this cell, if any; 1x1 tiles have no number and are ignored.
    pub fn tile_at(&self, cell: Cell) -> Option<(TileNumber, PlacedTile)> {
        self.tiles().find(|&(tile, placed)| self.cells_of(tile, placed).any(|own| own == cell))
    }

    /// Returns the cells without grass, stone or bonus square.
    pub fn empty_cells(&self) -> CellSet {
        let bonuses: CellSet = self.bonuses.iter().map(|bonus| bonus.cell).collect();
        self.open_cells().without(&bonuses)
    }

    /// Returns the cells of tiles that this player could steal (G12).
    pub fn stealable(&self, thief: Seat) -> CellSet {
        let captured: CellSet = self.captured.iter().map(|bonus| bonus.cell).collect();
        self.other_territories(thief).without(&self.singles).without(&captured)
    }

    /// Returns where this player may place tiles under this rule.
    pub fn placeable_area(&self, seat: Seat, rule: PlacementRule) -> PlaceableArea {
        let open = self.open_cells();
        let apart = || open.without(&self.other_territories(seat).neighbours());
        let (free, touching) = match rule {
            PlacementRule::Start => (apart(), open),
            PlacementRule::Beside => (apart(), self.territory(seat).neighbours()),
            PlacementRule::Anywhere => (open, open),
        };
        PlaceableArea::new(self.side(), free, touching)
    }

    /// Checks whether the tile, in its current orientation, may be placed with its corner there
    /// and, if not, explains why.
    pub fn can_place(
        &self,
        seat: Seat,
        tile: Tile,
        corner: Cell,
        rule: PlacementRule,
    ) -> Result<(), IllegalMove> {
        let last = self.last_cell();
        if !corner.is_on_board(self.side()) {
            return Err(IllegalMove::OffBoard { cell: corner, last });
        }
        if !tile.cells_at(corner).all(|cell| cell.is_on_board(self.side())) {
            return Err(IllegalMove::LeavesBoard { corner, last });
        }
        for cell in tile.cells_at(corner) {
            self.can_cover(cell)?;
        }
        if rule == PlacementRule::Anywhere {
            return Ok(());
        }
        let mut touches = rule == PlacementRule::Start;
        for cell in tile.cells_at(corner) {
            for neighbour in cell.neighbours(self.side()) {
                match self.owner(neighbour) {
                    Some(owner) if owner == seat => touches = true,
                    Some(owner) => {
                        let rule = if rule == PlacementRule::Start { "G5" } else { "G9" };
                        return Err(IllegalMove::NextToOther { cell, neighbour, rule, owner });
                    }
                    None => {}
                }
            }
        }
        touches.then_some(()).ok_or(IllegalMove::NotNextToOwn { corner })
    }

    /// Returns the first legal placement of the tile, in the order of the legal moves, if any (G6).
    pub fn can_place_anywhere(&self, seat: Seat, tile: TileNumber) -> Option<(Cell, Orientation)> {
        let ground = self.placeable_area(seat, PlacementRule::Beside);
        tile.orientations(self.shapes)
            .iter()
            .find_map(|turned| Some((ground.corners(turned.tile).nth(0)?, turned.orientation)))
    }

    /// Places a tile, which must fit there; bonus squares it covers are lost (G9).
    pub fn place(&mut self, tile: TileNumber, placed: PlacedTile) {
        for cell in tile.tile(self.shapes).oriented(placed.orientation).cells_at(placed.corner) {
            self.cover(placed.owner, cell);
        }
        self.tiles[tile.index()] = Some(placed);
    }

    /// Places a 1x1 tile (G5, G14).
    pub fn place_single(&mut self, seat: Seat, cell: Cell) {
        self.cover(seat, cell);
        self.singles.insert(cell);
    }

    /// Places a stone on an empty cell (G11).
    pub fn place_stone(&mut self, cell: Cell) {
        self.stones.insert(cell);
    }

    /// Removes a stone (G8).
    pub fn remove_stone(&mut self, cell: Cell) {
        self.stones.remove(cell);
    }

    /// Adds a bonus square (G2).
    pub fn add_bonus(&mut self, bonus: BonusSquare) {
        insert_sorted(&mut self.bonuses, bonus);
    }

    /// Captures every bonus square that this player surrounds; returns their kinds (G10).
    pub fn capture(&mut self, seat: Seat) -> ArrayVec<BonusKind, MAX_BONUSES> {
        let mut kinds = ArrayVec::new();
        while let Some(at) = self.bonuses.iter().position(|bonus| self.surrounds(seat, bonus.cell))
        {
            let bonus = self.bonuses.remove(at);
            self.mark_captured(seat, bonus);
            kinds.push(bonus.kind);
        }
        kinds
    }

    /// Makes a captured bonus square part of the player's territory (G10).
    pub(super) fn mark_captured(&mut self, seat: Seat, bonus: BonusSquare) {
        self.territory[seat.index()].insert(bonus.cell);
        insert_sorted(&mut self.captured, bonus);
    }

    /// Returns whether all four neighbours of this cell belong to the player (G10).
    pub fn surrounds(&self, seat: Seat, cell: Cell) -> bool {
        let territory = self.territory(seat);
        let around = [cell.row > 0, cell.column > 0].iter().all(|inside| *inside);
        around && cell.neighbours(self.side()).all(|neighbour| territory.contains(neighbour))
    }

    /// Checks whether the player may steal the tile on this cell and, if not, explains why (G12).
    pub fn can_steal(&self, thief: Seat, cell: Cell) -> Result<(), IllegalMove> {
        if !cell.is_on_board(self.side()) {
            return Err(IllegalMove::OffBoard { cell, last: self.last_cell() });
        }
        match self.owner(cell) {
            None => Err(IllegalMove::NothingToSteal { cell }),
            Some(owner) if owner == thief => Err(IllegalMove::OwnTile { cell }),
            Some(_) if self.singles.contains(cell) => Err(IllegalMove::SingleTile { cell }),
            Some(_) if self.is_captured(cell) => Err(IllegalMove::CapturedSquare { cell }),
            Some(_) => Ok(()),
        }
    }

    /// Removes the tile that covers this cell and returns its number; `None` if there is no such
    /// tile (G12).
    pub fn steal(&mut self, cell: Cell) -> Option<TileNumber> {
        let (tile, placed) = self.tile_at(cell)?;
        for cell in tile.tile(self.shapes).oriented(placed.orientation).cells_at(placed.corner) {
            self.territory[placed.owner.index()].remove(cell);
        }
        self.tiles[tile.index()] = None;
        Some(tile)
    }

    /// Returns the side of the largest square the player owns (G15).
    pub fn largest_square(&self, seat: Seat) -> u8 {
        self.largest_squares(seat).0
    }

    /// Returns the side of the player's largest squares and the top left corners of all of them.
    pub fn largest_squares(&self, seat: Seat) -> (u8, CellSet) {
        let (mut side, mut corners) = (0, CellSet::EMPTY);
        let mut left = *self.territory(seat);
        while !left.is_empty() {
            (side, corners) = (side + 1, left);
            left = left.eroded();
        }
        (side, corners)
    }

    /// Returns the player's cells without captured squares (G15).
    pub fn grass_cells(&self, seat: Seat) -> CellSet {
        let captured: CellSet = self.captured.iter().map(|bonus| bonus.cell).collect();
        self.territory(seat).without(&captured)
    }

    /// Returns the maximum number of grass cells in one of the player's largest squares (G15,
    /// `tie=in-square`).
    pub fn grass_in_square(&self, seat: Seat) -> u32 {
        let (side, corners) = self.largest_squares(seat);
        let grass = self.grass_cells(seat);
        let count = |corner: Cell| {
            let rows = usize::from(corner.row)..usize::from(corner.row + side);
            let window = ((1_u64 << side) - 1) << corner.column;
            rows.map(|row| (u64::from(grass.row(row)) & window).count_ones()).sum()
        };
        corners.cells().map(count).max().unwrap_or(0)
    }

    /// Returns whether this cell is a captured bonus square.
    pub fn is_captured(&self, cell: Cell) -> bool {
        self.captured.iter().any(|bonus| bonus.cell == cell)
    }

    /// Returns the bottom right cell.
    pub fn last_cell(&self) -> Cell {
        Cell::new(self.side() - 1, self.side() - 1)
    }

    /// Passes everything that distinguishes boards to a hash, word by word.
    pub(super) fn hash_into(&self, mut mix: impl FnMut(u64)) {
        let sets = self.territory[..self.seats()].iter().chain([&self.singles, &self.stones]);
        for set in sets {
            (0..self.side()).for_each(|row| mix(set.row(row).into()));
        }
        let number = |cell: Cell| u64::from(cell.row) << 8 | u64::from(cell.column);
        for (bonus, taken) in
            self.bonuses.iter().map(|bonus| (bonus, 0)).chain(self.captured.iter().map(|b| (b, 1)))
        {
            mix(number(bonus.cell) << 8 | (bonus.kind as u64) << 1 | taken);
        }
        for (tile, placed) in self.tiles() {
            let turned = Orientation::ALL.iter().position(|&other| other == placed.orientation);
            let how = (placed.owner.index() << 3 | turned.unwrap_or(0)) as u64;
            mix(number(placed.corner) << 16 | how << 8 | tile.index() as u64);
        }
    }

    /// Checks whether a tile may cover this cell, which must have no owner and no stone (G9).
    fn can_cover(&self, cell: Cell) -> Result<(), IllegalMove> {
        match self.owner(cell) {
            Some(owner) if self.is_captured(cell) => Err(IllegalMove::OnCaptured { cell, owner }),
            Some(owner) => Err(IllegalMove::OnGrass { cell, owner }),
            None if self.stones.contains(cell) => Err(IllegalMove::OnStone { cell }),
            None => Ok(()),
        }
    }

    fn cover(&mut self, seat: Seat, cell: Cell) {
        self.territory[seat.index()].insert(cell);
        self.bonuses.retain(|bonus| bonus.cell != cell); // G9: lost
    }

    fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats()).map(Seat::new)
    }

    /// Returns the cells of all players except this one.
    fn other_territories(&self, seat: Seat) -> CellSet {
        let others = self.all_seats().filter(|&other| other != seat);
        others.fold(CellSet::EMPTY, |all, other| all.or(self.territory(other)))
    }

    /// Returns the cells without owner and stone: empty cells and bonus squares.
    fn open_cells(&self) -> CellSet {
        let taken = self.all_seats().fold(self.stones, |all, seat| all.or(self.territory(seat)));
        CellSet::square(self.side()).without(&taken)
    }
}

fn insert_sorted(bonuses: &mut BonusSquares, bonus: BonusSquare) {
    let at = bonuses.partition_point(|other| *other < bonus);
    bonuses.insert(at, bonus);
}

/// Draws the board with labelled rows and columns: a digit is the seat that owns the cell, `E` `S`
/// `R` are bonus squares, `#` is a stone.
impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " ")?;
        (0..self.side()).try_for_each(|column| write!(f, " {}", Cell::letter(column)))?;
        writeln!(f)?;
        for row in 0..self.side() {
            write!(f, "{}", Cell::letter(row))?;
            for column in 0..self.side() {
                write!(f, " {}", self.mark(Cell::new(row, column)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Board {
    fn mark(&self, cell: Cell) -> char {
        let bonus = || self.bonuses.iter().find(|bonus| bonus.cell == cell);
        match self.owner(cell) {
            Some(seat) => char::from(b'0' + seat.index() as u8),
            None if self.stones.contains(cell) => '#',
            None => bonus().map_or('.', |bonus| bonus.kind.letter()),
        }
    }
}
