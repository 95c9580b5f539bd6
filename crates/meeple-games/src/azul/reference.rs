//! Reference implementation of Azul: it follows the rules literally, with lists of tiles and a map
//! of the wall. Used as the oracle in tests; it shares only the moves with the fast implementation.

use super::{
    moves::{Destination, DraftAction, Move, Source, WallAction},
    options::WallSide,
    tile::TileColour,
};
use TileColour::{Black, Blue, Red, White, Yellow};
use rand::{Rng, RngExt};
use std::collections::BTreeMap;

pub(super) const COLORS: [TileColour; 5] = [Blue, Yellow, Red, Black, White];

/// The coloured wall as printed on the board (A3).
const WALL: [[TileColour; 5]; 5] = [
    [Blue, Yellow, Red, Black, White],
    [White, Blue, Yellow, Red, Black],
    [Black, White, Blue, Yellow, Red],
    [Red, Black, White, Blue, Yellow],
    [Yellow, Red, Black, White, Blue],
];

/// A position in which every tile is an element of a list.
#[derive(Debug, Clone)]
pub struct ReferenceAzul {
    pub(super) side: WallSide,
    pub(super) round: u32,
    pub(super) starter: usize,
    pub(super) next: ReferencePhase,
    pub(super) marker_taken_by: Option<usize>,
    pub(super) bag: Vec<TileColour>,
    pub(super) lid: Vec<TileColour>,
    pub(super) factories: Vec<Vec<TileColour>>,
    pub(super) centre: Vec<TileColour>,
    pub(super) boards: Vec<ReferenceBoard>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct ReferenceBoard {
    pub(super) lines: [Vec<TileColour>; 5],
    pub(super) wall: BTreeMap<(usize, usize), TileColour>,
    pub(super) floor: Vec<ReferenceFloorSlot>,
    pub(super) score: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReferenceFloorSlot {
    Marker,
    Tile(TileColour),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferencePhase {
    Deal,
    Draft(usize),
    Tile(usize),
    Over,
}

impl ReferenceAzul {
    /// Creates the start of a game (A1, A2).
    pub fn new(players: usize, side: WallSide, starter: usize) -> Self {
        ReferenceAzul {
            side,
            round: 1,
            starter,
            next: ReferencePhase::Deal,
            marker_taken_by: None,
            bag: COLORS.into_iter().flat_map(|colour| vec![colour; 20]).collect(),
            lid: Vec::new(),
            factories: vec![Vec::new(); [5, 7, 9][players - 2]],
            centre: Vec::new(),
            boards: vec![ReferenceBoard::default(); players],
        }
    }

    /// Returns whether the factories must be filled next.
    pub fn is_deal_due(&self) -> bool {
        self.next == ReferencePhase::Deal
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.next == ReferencePhase::Over
    }

    /// Fills the factories with tiles drawn one by one and returns them (A13).
    pub fn deal(&mut self, rng: &mut impl Rng) -> Vec<Vec<TileColour>> {
        for factory in 0..self.factories.len() {
            for _ in 0..4 {
                if self.bag.is_empty() {
                    self.bag.append(&mut self.lid);
                }
                if !self.bag.is_empty() {
                    let tile = self.bag.swap_remove(rng.random_range(0..self.bag.len()));
                    self.factories[factory].push(tile);
                }
            }
        }
        self.start_draft();
        self.factories.clone()
    }

    /// Fills the factories with these tiles. Returns false if they cannot have been drawn (A13);
    /// the game must not be used any more then.
    pub fn fill_factories(&mut self, offer: &[Vec<TileColour>]) -> bool {
        for (factory, tiles) in offer.iter().enumerate() {
            let mut to_draw = tiles.clone();
            while !to_draw.is_empty() {
                if self.bag.is_empty() {
                    self.bag.append(&mut self.lid);
                }
                let in_bag = |tile: &TileColour| self.bag.contains(tile);
                let Some(found) = to_draw.iter().position(in_bag) else { return false };
                let tile = to_draw.swap_remove(found);
                let place = self.bag.iter().position(|&other| other == tile);
                self.bag.swap_remove(place.expect("it was found"));
                self.factories[factory].push(tile);
            }
        }
        let all_out = self.bag.is_empty() && self.lid.is_empty();
        if self.factories.iter().any(|factory| factory.len() != 4 && !all_out) {
            return false;
        }
        self.start_draft();
        true
    }

    fn start_draft(&mut self) {
        self.next = ReferencePhase::Draft(self.starter);
        let loose: Vec<TileColour> =
            self.factories.iter().flatten().chain(&self.bag).chain(&self.lid).copied().collect();
        // A15: if only one colour is left, one player moves per filled factory.
        let one_colour = loose.iter().all(|tile| *tile == loose[0]);
        let filled = self.factories.iter().filter(|factory| !factory.is_empty()).count();
        let players = self.boards.len();
        let moving = if one_colour { filled.min(players) } else { players };
        let fits = |tile: &TileColour| {
            (0..moving).any(|after| {
                let board = &self.boards[(self.starter + after) % players];
                (0..5).any(|row| board.accepts(row, *tile))
            })
        };
        if !loose.iter().any(fits) {
            self.finish(); // A15
        }
    }

    /// Returns the legal moves in the documented order.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.next {
            ReferencePhase::Draft(player) => self.drafts(player),
            ReferencePhase::Tile(player) => {
                let (row, colour) = self.boards[player].full_line().expect("a line waits");
                let cells = self.boards[player].free_columns(row, colour);
                let wall = |column: usize| WallAction { row: row as u8, column: column as u8 };
                cells.into_iter().map(|column| Move::Wall(wall(column))).collect()
            }
            ReferencePhase::Deal | ReferencePhase::Over => Vec::new(),
        }
    }

    fn drafts(&self, player: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        for place in 0..=self.factories.len() {
            let (source, tiles) = match self.factories.get(place) {
                Some(tiles) => (Source::Factory(place as u8), tiles),
                None => (Source::Centre, &self.centre),
            };
            for colour in COLORS {
                if !tiles.contains(&colour) {
                    continue;
                }
                for row in 0..5 {
                    if self.boards[player].accepts(row, colour) {
                        let destination = Destination::PatternLine(row as u8);
                        moves.push(Move::Draft(DraftAction { source, colour, destination }));
                    }
                }
                let destination = Destination::Floor;
                moves.push(Move::Draft(DraftAction { source, colour, destination }));
            }
        }
        moves
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// Panics if a move of this kind is not due.
    pub fn play(&mut self, mv: Move) {
        match (mv, self.next) {
            (Move::Draft(action), ReferencePhase::Draft(player)) => self.draft(player, action),
            (Move::Wall(action), ReferencePhase::Tile(player)) => {
                self.put_on_wall(player, action.row.into(), action.column.into());
                self.tile_lines();
            }
            _ => panic!("{mv} cannot be played now"),
        }
    }

    fn draft(&mut self, player: usize, action: DraftAction) {
        let colour = action.colour;
        let from = match action.source {
            Source::Factory(factory) => std::mem::take(&mut self.factories[usize::from(factory)]),
            Source::Centre => std::mem::take(&mut self.centre),
        };
        let (taken, rest): (Vec<_>, Vec<_>) = from.into_iter().partition(|tile| *tile == colour);
        self.centre.extend(rest);
        if action.source == Source::Centre && self.marker_taken_by.is_none() {
            self.marker_taken_by = Some(player);
            if self.boards[player].floor.len() < 7 {
                self.boards[player].floor.push(ReferenceFloorSlot::Marker);
            }
        }
        for tile in taken {
            match action.destination {
                Destination::PatternLine(row)
                    if self.boards[player].lines[usize::from(row)].len() < usize::from(row) + 1 =>
                {
                    self.boards[player].lines[usize::from(row)].push(tile);
                }
                _ => self.drop_on_floor(player, tile),
            }
        }
        if self.centre.is_empty() && self.factories.iter().all(Vec::is_empty) {
            self.tile_lines();
        } else {
            self.next = ReferencePhase::Draft((player + 1) % self.boards.len());
        }
    }

    fn drop_on_floor(&mut self, player: usize, tile: TileColour) {
        if self.boards[player].floor.len() < 7 {
            self.boards[player].floor.push(ReferenceFloorSlot::Tile(tile));
        } else {
            self.lid.push(tile); // A7
        }
    }

    /// Tiles everything that needs no choice; ends the round unless a choice is due.
    fn tile_lines(&mut self) {
        for player in 0..self.boards.len() {
            while let Some((row, colour)) = self.boards[player].full_line() {
                if self.side == WallSide::Colour {
                    let column = WALL[row].iter().position(|&cell| cell == colour);
                    self.put_on_wall(player, row, column.expect("every row has every colour"));
                } else if self.boards[player].free_columns(row, colour).is_empty() {
                    for tile in std::mem::take(&mut self.boards[player].lines[row]) {
                        self.drop_on_floor(player, tile); // A16
                    }
                } else {
                    self.next = ReferencePhase::Tile(player);
                    return;
                }
            }
        }
        self.end_round();
    }

    fn put_on_wall(&mut self, player: usize, row: usize, column: usize) {
        let board = &mut self.boards[player];
        let mut tiles = std::mem::take(&mut board.lines[row]);
        board.wall.insert((row, column), tiles.pop().expect("the line is full"));
        board.score += board.points_for(row, column);
        self.lid.append(&mut tiles);
    }

    fn end_round(&mut self) {
        for board in &mut self.boards {
            let costs = [1, 1, 2, 2, 2, 3, 3];
            let penalty: i32 = costs.iter().take(board.floor.len()).sum();
            board.score = (board.score - penalty).max(0); // A11
            for thing in board.floor.drain(..) {
                if let ReferenceFloorSlot::Tile(tile) = thing {
                    self.lid.push(tile);
                }
            }
        }
        if let Some(player) = self.marker_taken_by.take() {
            self.starter = player; // else A14
        }
        let somebody_has_a_row = self.boards.iter().any(|board| board.rows() > 0);
        let nothing_to_deal = self.bag.is_empty() && self.lid.is_empty();
        if somebody_has_a_row || nothing_to_deal || self.round == 60 {
            self.finish();
        } else {
            self.round += 1;
            self.next = ReferencePhase::Deal;
        }
    }

    /// Ends the game and adds the bonuses (A12).
    fn finish(&mut self) {
        self.next = ReferencePhase::Over;
        for board in &mut self.boards {
            let has = |row, column| board.wall.contains_key(&(row, column));
            let columns = (0..5).filter(|&column| (0..5).all(|row| has(row, column))).count();
            let of = |colour| board.wall.values().filter(|&&tile| tile == colour).count();
            let colours = COLORS.into_iter().filter(|&colour| of(colour) == 5).count();
            board.score += (2 * board.rows() + 7 * columns + 10 * colours) as i32;
        }
    }

    /// Returns scores and ranks (1 is best) in seat order; equal points and rows give equal ranks
    /// (A12).
    pub fn results(&self) -> Vec<(i32, usize)> {
        let standing = |board: &ReferenceBoard| (board.score, board.rows());
        let beaten_by = |board: &ReferenceBoard| {
            self.boards.iter().filter(|other| standing(other) > standing(board)).count()
        };
        self.boards.iter().map(|board| (board.score, 1 + beaten_by(board))).collect()
    }

    /// Returns the total number of tiles, wherever they are.
    pub fn tile_count(&self) -> usize {
        let on_board = |board: &ReferenceBoard| {
            let lines: usize = board.lines.iter().map(Vec::len).sum();
            let floor =
                board.floor.iter().filter(|&&thing| thing != ReferenceFloorSlot::Marker).count();
            lines + board.wall.len() + floor
        };
        let factories: usize = self.factories.iter().map(Vec::len).sum();
        let boards: usize = self.boards.iter().map(on_board).sum();
        self.bag.len() + self.lid.len() + self.centre.len() + factories + boards
    }
}

impl ReferenceBoard {
    /// Returns whether the pattern line accepts the colour, checking A6 literally.
    fn accepts(&self, row: usize, colour: TileColour) -> bool {
        let line = &self.lines[row];
        let not_full = line.len() < row + 1;
        let empty_or_same = line.iter().all(|&tile| tile == colour);
        let on_wall = (0..5).any(|column| self.wall.get(&(row, column)) == Some(&colour));
        not_full && empty_or_same && !on_wall
    }

    /// Returns the topmost full pattern line, if any.
    fn full_line(&self) -> Option<(usize, TileColour)> {
        let row = (0..5).find(|&row| self.lines[row].len() == row + 1)?;
        Some((row, self.lines[row][0]))
    }

    /// Returns the columns where a tile may go on the grey side (A16).
    fn free_columns(&self, row: usize, colour: TileColour) -> Vec<usize> {
        let has_colour = |column| (0..5).any(|row| self.wall.get(&(row, column)) == Some(&colour));
        let free =
            |column: &usize| !self.wall.contains_key(&(row, *column)) && !has_colour(*column);
        (0..5).filter(free).collect()
    }

    /// Scores a tile by walking from it in the four directions (A10).
    fn points_for(&self, row: usize, column: usize) -> i32 {
        let walk = |down: i32, right: i32| {
            let (mut row, mut column, mut met) = (row as i32, column as i32, 0);
            loop {
                (row, column) = (row + down, column + right);
                let there = row >= 0 && column >= 0;
                if !there || !self.wall.contains_key(&(row as usize, column as usize)) {
                    return met;
                }
                met += 1;
            }
        };
        let horizontal = 1 + walk(0, -1) + walk(0, 1);
        let vertical = 1 + walk(-1, 0) + walk(1, 0);
        let mut points = 0;
        if horizontal > 1 {
            points += horizontal;
        }
        if vertical > 1 {
            points += vertical;
        }
        points.max(1)
    }

    fn rows(&self) -> usize {
        let complete = |&row: &usize| (0..5).all(|column| self.wall.contains_key(&(row, column)));
        (0..5).filter(complete).count()
    }
}
