//! The board: whose grass lies where, stones, bonus squares, and what they allow.
//!
//! Everything is a set of cells ([`Rows`]), so that questions about the whole
//! board ([`Board::ground`], [`Board::largest_squares`]) take few operations.

use super::{
    Bonus, BonusKind, Bonuses, Cell, Ground, Illegal, LayRule, MAX_BONUSES, Orientation, Rows,
    ShapeList, TILES, Tile, TileNumber,
};
use arrayvec::ArrayVec;
use meeple_core::{MAX_SEATS, Seat};
use std::fmt::{self, Display};

/// Where and how a tile lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placed {
    /// Whose it is.
    pub owner: Seat,
    /// The top left corner of its rectangle.
    pub corner: Cell,
    /// How it is turned.
    pub orientation: Orientation,
}

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    side: u8,
    seats: u8,
    shapes: ShapeList,
    /// The cells each player owns: grass and captured squares.
    territory: [Rows; MAX_SEATS],
    /// The owned cells that are 1x1 tiles: from the start (G5) and the end (G14).
    singles: Rows,
    stones: Rows,
    /// Bonus squares that nobody has captured or covered.
    bonuses: Bonuses,
    captured: Bonuses,
    /// The tiles that lie on the board, by their numbers.
    tiles: [Option<Placed>; TILES],
}

impl Board {
    /// An empty board for so many players (G1), with tiles of this list.
    pub fn new(players: usize, shapes: ShapeList) -> Self {
        Board {
            side: if players <= 4 { 20 } else { 30 },
            seats: players as u8,
            shapes,
            territory: [Rows::EMPTY; MAX_SEATS],
            singles: Rows::EMPTY,
            stones: Rows::EMPTY,
            bonuses: Bonuses::new(),
            captured: Bonuses::new(),
            tiles: [None; TILES],
        }
    }

    /// Rows, and columns, of the board.
    pub fn side(&self) -> usize {
        self.side.into()
    }

    /// How many players share it.
    pub fn seats(&self) -> usize {
        self.seats.into()
    }

    /// Every cell of this player: grass and captured squares.
    pub fn territory(&self, seat: Seat) -> &Rows {
        &self.territory[seat.index()]
    }

    /// The cells that are 1x1 tiles, whoever owns them.
    pub fn singles(&self) -> &Rows {
        &self.singles
    }

    /// The stones.
    pub fn stones(&self) -> &Rows {
        &self.stones
    }

    /// The bonus squares that are still to be had.
    pub fn bonuses(&self) -> &[Bonus] {
        &self.bonuses
    }

    /// The bonus squares that were captured.
    pub fn captured(&self) -> &[Bonus] {
        &self.captured
    }

    /// The tiles on the board with their numbers.
    pub fn tiles(&self) -> impl Iterator<Item = (TileNumber, Placed)> {
        TileNumber::all().filter_map(|tile| Some((tile, self.tiles[tile.index()]?)))
    }

    /// The cells a placed tile covers.
    pub fn cells_of(&self, tile: TileNumber, placed: Placed) -> impl Iterator<Item = Cell> {
        tile.tile(self.shapes).turned(placed.orientation).cells_at(placed.corner)
    }

    /// Who owns this cell, if anybody does.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.everybody().find(|&seat| self.territory(seat).has(cell))
    }

    /// The tile that covers this cell; 1x1 tiles have no number and do not count.
    pub fn tile_at(&self, cell: Cell) -> Option<(TileNumber, Placed)> {
        self.tiles().find(|&(tile, placed)| self.cells_of(tile, placed).any(|own| own == cell))
    }

    /// The cells on which nothing lies and no bonus is marked.
    pub fn empty_cells(&self) -> Rows {
        let bonuses: Rows = self.bonuses.iter().map(|bonus| bonus.cell).collect();
        self.open().without(&bonuses)
    }

    /// The cells of tiles that this player could steal (G12).
    pub fn stealable(&self, thief: Seat) -> Rows {
        let captured: Rows = self.captured.iter().map(|bonus| bonus.cell).collect();
        self.others(thief).without(&self.singles).without(&captured)
    }

    /// Where this player may lay tiles under that rule.
    pub fn ground(&self, seat: Seat, rule: LayRule) -> Ground {
        let open = self.open();
        let apart = || open.without(&self.others(seat).neighbours());
        let (free, touching) = match rule {
            LayRule::Start => (apart(), open),
            LayRule::Beside => (apart(), self.territory(seat).neighbours()),
            LayRule::Anywhere => (open, open),
        };
        Ground::new(self.side(), free, touching)
    }

    /// Whether the tile, turned as it is, may lie with its corner there, and why not.
    pub fn can_place(
        &self,
        seat: Seat,
        tile: Tile,
        corner: Cell,
        rule: LayRule,
    ) -> Result<(), Illegal> {
        let last = self.last_cell();
        if !corner.is_on(self.side()) {
            return Err(Illegal::OffBoard { cell: corner, last });
        }
        if !tile.cells_at(corner).all(|cell| cell.is_on(self.side())) {
            return Err(Illegal::LeavesBoard { corner, last });
        }
        for cell in tile.cells_at(corner) {
            self.can_cover(cell)?;
        }
        if rule == LayRule::Anywhere {
            return Ok(());
        }
        let mut touches = rule == LayRule::Start;
        for cell in tile.cells_at(corner) {
            for neighbour in cell.neighbours(self.side()) {
                match self.owner(neighbour) {
                    Some(owner) if owner == seat => touches = true,
                    Some(owner) => {
                        let rule = if rule == LayRule::Start { "G5" } else { "G9" };
                        return Err(Illegal::NextToOther { cell, neighbour, rule, owner });
                    }
                    None => {}
                }
            }
        }
        touches.then_some(()).ok_or(Illegal::NotNextToOwn { corner })
    }

    /// The first place, in the order of the legal moves, where the tile fits (G6).
    pub fn can_place_anywhere(&self, seat: Seat, tile: TileNumber) -> Option<(Cell, Orientation)> {
        let ground = self.ground(seat, LayRule::Beside);
        tile.orientations(self.shapes)
            .iter()
            .find_map(|turned| Some((ground.corners(turned.tile).nth(0)?, turned.orientation)))
    }

    /// Lays a tile that fits there; bonuses it covers are lost (G9).
    pub fn place(&mut self, tile: TileNumber, placed: Placed) {
        for cell in tile.tile(self.shapes).turned(placed.orientation).cells_at(placed.corner) {
            self.cover(placed.owner, cell);
        }
        self.tiles[tile.index()] = Some(placed);
    }

    /// Lays a 1x1 tile (G5, G14).
    pub fn place_single(&mut self, seat: Seat, cell: Cell) {
        self.cover(seat, cell);
        self.singles.insert(cell);
    }

    /// Puts a stone on an empty cell (G11).
    pub fn place_stone(&mut self, cell: Cell) {
        self.stones.insert(cell);
    }

    /// Takes a stone away (G8).
    pub fn remove_stone(&mut self, cell: Cell) {
        self.stones.remove(cell);
    }

    /// Marks a bonus square (G2).
    pub fn add_bonus(&mut self, bonus: Bonus) {
        insert_sorted(&mut self.bonuses, bonus);
    }

    /// G10: every bonus square surrounded by this player becomes theirs; what they give.
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

    /// Makes a bonus square a part of the player's territory (G10).
    pub(super) fn mark_captured(&mut self, seat: Seat, bonus: Bonus) {
        self.territory[seat.index()].insert(bonus.cell);
        insert_sorted(&mut self.captured, bonus);
    }

    /// Whether all four neighbours of this cell belong to the player (G10).
    pub fn surrounds(&self, seat: Seat, cell: Cell) -> bool {
        let territory = self.territory(seat);
        let around = [cell.row > 0, cell.column > 0].iter().all(|inside| *inside);
        around && cell.neighbours(self.side()).all(|neighbour| territory.has(neighbour))
    }

    /// Whether a robbery may name this cell, and why not (G12).
    pub fn can_steal(&self, thief: Seat, cell: Cell) -> Result<(), Illegal> {
        if !cell.is_on(self.side()) {
            return Err(Illegal::OffBoard { cell, last: self.last_cell() });
        }
        match self.owner(cell) {
            None => Err(Illegal::NothingToSteal { cell }),
            Some(owner) if owner == thief => Err(Illegal::OwnTile { cell }),
            Some(_) if self.singles.has(cell) => Err(Illegal::SingleTile { cell }),
            Some(_) if self.is_captured(cell) => Err(Illegal::CapturedSquare { cell }),
            Some(_) => Ok(()),
        }
    }

    /// Takes the tile that covers this cell off the board (G12).
    pub fn steal(&mut self, cell: Cell) -> Option<TileNumber> {
        let (tile, placed) = self.tile_at(cell)?;
        for cell in tile.tile(self.shapes).turned(placed.orientation).cells_at(placed.corner) {
            self.territory[placed.owner.index()].remove(cell);
        }
        self.tiles[tile.index()] = None;
        Some(tile)
    }

    /// The side of the largest square the player owns (G15).
    pub fn largest_square(&self, seat: Seat) -> u8 {
        self.largest_squares(seat).0
    }

    /// That side, and the top left corners of all squares of that side.
    pub fn largest_squares(&self, seat: Seat) -> (u8, Rows) {
        let (mut side, mut corners) = (0, Rows::EMPTY);
        let mut left = *self.territory(seat);
        while !left.is_empty() {
            (side, corners) = (side + 1, left);
            left = left.eroded();
        }
        (side, corners)
    }

    /// The player's cells without the captured squares (G15).
    pub fn grass(&self, seat: Seat) -> Rows {
        let captured: Rows = self.captured.iter().map(|bonus| bonus.cell).collect();
        self.territory(seat).without(&captured)
    }

    /// The most grass in one of the player's largest squares (G15, `tie=in-square`).
    pub fn grass_in_square(&self, seat: Seat) -> u32 {
        let (side, corners) = self.largest_squares(seat);
        let grass = self.grass(seat);
        let count = |corner: Cell| {
            let rows = usize::from(corner.row)..usize::from(corner.row + side);
            let window = ((1_u64 << side) - 1) << corner.column;
            rows.map(|row| (u64::from(grass.row(row)) & window).count_ones()).sum()
        };
        corners.cells().map(count).max().unwrap_or(0)
    }

    /// Whether this cell is a captured bonus square.
    pub fn is_captured(&self, cell: Cell) -> bool {
        self.captured.iter().any(|bonus| bonus.cell == cell)
    }

    /// The bottom right cell.
    pub fn last_cell(&self) -> Cell {
        Cell::new(self.side() - 1, self.side() - 1)
    }

    /// Feeds everything that makes boards differ to a hash, word by word.
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

    /// Whether a tile may cover this cell: nobody's, and no stone (G9).
    fn can_cover(&self, cell: Cell) -> Result<(), Illegal> {
        match self.owner(cell) {
            Some(owner) if self.is_captured(cell) => Err(Illegal::OnCaptured { cell, owner }),
            Some(owner) => Err(Illegal::OnGrass { cell, owner }),
            None if self.stones.has(cell) => Err(Illegal::OnStone { cell }),
            None => Ok(()),
        }
    }

    fn cover(&mut self, seat: Seat, cell: Cell) {
        self.territory[seat.index()].insert(cell);
        self.bonuses.retain(|bonus| bonus.cell != cell); // G9: lost
    }

    fn everybody(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats()).map(Seat::new)
    }

    /// The cells of all players but this one.
    fn others(&self, seat: Seat) -> Rows {
        let others = self.everybody().filter(|&other| other != seat);
        others.fold(Rows::EMPTY, |all, other| all.or(self.territory(other)))
    }

    /// The cells that are nobody's and hold no stone: empty ones and bonus squares.
    fn open(&self) -> Rows {
        let taken = self.everybody().fold(self.stones, |all, seat| all.or(self.territory(seat)));
        Rows::square(self.side()).without(&taken)
    }
}

fn insert_sorted(bonuses: &mut Bonuses, bonus: Bonus) {
    let at = bonuses.partition_point(|other| *other < bonus);
    bonuses.insert(at, bonus);
}

/// A drawing: a digit is the seat that owns the cell, `E` `S` `R` are bonus
/// squares, `#` is a stone; rows and columns are labelled.
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
            None if self.stones.has(cell) => '#',
            None => bonus().map_or('.', |bonus| bonus.kind.letter()),
        }
    }
}
