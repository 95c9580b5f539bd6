//! The slow twin: the same game written straight down from the rules, with
//! lists of tiles and a map of the wall. The oracle of the tests; it shares
//! nothing with the quick one but the moves.

use super::{
    moves::{AzulMove, Destination, DraftAction, Source, WallAction},
    options::WallSide,
    tile::TileColor,
};
use TileColor::{Black, Blue, Red, White, Yellow};
use rand::{Rng, RngExt};
use std::collections::BTreeMap;

pub(super) const COLORS: [TileColor; 5] = [Blue, Yellow, Red, Black, White];

/// The coloured wall, as it is printed (A3).
const WALL: [[TileColor; 5]; 5] = [
    [Blue, Yellow, Red, Black, White],
    [White, Blue, Yellow, Red, Black],
    [Black, White, Blue, Yellow, Red],
    [Red, Black, White, Blue, Yellow],
    [Yellow, Red, Black, White, Blue],
];

/// A position. Tiles lie in lists, each one by itself.
#[derive(Debug, Clone)]
pub struct PlainAzul {
    pub(super) side: WallSide,
    pub(super) round: u32,
    pub(super) starter: usize,
    pub(super) next: Next,
    pub(super) marker_taken_by: Option<usize>,
    pub(super) bag: Vec<TileColor>,
    pub(super) lid: Vec<TileColor>,
    pub(super) factories: Vec<Vec<TileColor>>,
    pub(super) centre: Vec<TileColor>,
    pub(super) boards: Vec<PlainBoard>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct PlainBoard {
    pub(super) lines: [Vec<TileColor>; 5],
    pub(super) wall: BTreeMap<(usize, usize), TileColor>,
    pub(super) floor: Vec<OnFloor>,
    pub(super) score: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OnFloor {
    Marker,
    Tile(TileColor),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Deal,
    Draft(usize),
    Tile(usize),
    Over,
}

impl PlainAzul {
    /// The start of a game (A1, A2).
    pub fn new(players: usize, side: WallSide, starter: usize) -> Self {
        PlainAzul {
            side,
            round: 1,
            starter,
            next: Next::Deal,
            marker_taken_by: None,
            bag: COLORS.into_iter().flat_map(|color| vec![color; 20]).collect(),
            lid: Vec::new(),
            factories: vec![Vec::new(); [5, 7, 9][players - 2]],
            centre: Vec::new(),
            boards: vec![PlainBoard::default(); players],
        }
    }

    /// Whether the factories are to be filled.
    pub fn is_deal_due(&self) -> bool {
        self.next == Next::Deal
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.next == Next::Over
    }

    /// Fills the factories with tiles drawn one by one (A13); returns them.
    pub fn deal(&mut self, rng: &mut impl Rng) -> Vec<Vec<TileColor>> {
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

    /// Fills the factories with these tiles; false, and of no more use, if they
    /// cannot have been drawn (A13).
    pub fn fill(&mut self, offer: &[Vec<TileColor>]) -> bool {
        for (factory, tiles) in offer.iter().enumerate() {
            let mut to_draw = tiles.clone();
            while !to_draw.is_empty() {
                if self.bag.is_empty() {
                    self.bag.append(&mut self.lid);
                }
                let in_bag = |tile: &TileColor| self.bag.contains(tile);
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
        self.next = Next::Draft(self.starter);
        let loose: Vec<TileColor> =
            self.factories.iter().flatten().chain(&self.bag).chain(&self.lid).copied().collect();
        // A15: with one colour left, one player moves for each factory that is filled.
        let one_color = loose.iter().all(|tile| *tile == loose[0]);
        let filled = self.factories.iter().filter(|factory| !factory.is_empty()).count();
        let players = self.boards.len();
        let moving = if one_color { filled.min(players) } else { players };
        let fits = |tile: &TileColor| {
            (0..moving).any(|after| {
                let board = &self.boards[(self.starter + after) % players];
                (0..5).any(|row| board.takes(row, *tile))
            })
        };
        if !loose.iter().any(fits) {
            self.finish(); // A15
        }
    }

    /// The legal moves in the documented order.
    pub fn legal_moves(&self) -> Vec<AzulMove> {
        match self.next {
            Next::Draft(player) => self.drafts(player),
            Next::Tile(player) => {
                let (row, color) = self.boards[player].full_line().expect("a line waits");
                let cells = self.boards[player].free_columns(row, color);
                let wall = |column: usize| WallAction { row: row as u8, column: column as u8 };
                cells.into_iter().map(|column| AzulMove::Wall(wall(column))).collect()
            }
            Next::Deal | Next::Over => Vec::new(),
        }
    }

    fn drafts(&self, player: usize) -> Vec<AzulMove> {
        let mut moves = Vec::new();
        for place in 0..=self.factories.len() {
            let (source, tiles) = match self.factories.get(place) {
                Some(tiles) => (Source::Factory(place as u8), tiles),
                None => (Source::Center, &self.centre),
            };
            for color in COLORS {
                if !tiles.contains(&color) {
                    continue;
                }
                for row in 0..5 {
                    if self.boards[player].takes(row, color) {
                        let destination = Destination::PatternLine(row as u8);
                        moves.push(AzulMove::Draft(DraftAction { source, color, destination }));
                    }
                }
                let destination = Destination::Floor;
                moves.push(AzulMove::Draft(DraftAction { source, color, destination }));
            }
        }
        moves
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// If the move is of the wrong kind for this moment.
    pub fn play(&mut self, mv: AzulMove) {
        match (mv, self.next) {
            (AzulMove::Draft(action), Next::Draft(player)) => self.draft(player, action),
            (AzulMove::Wall(action), Next::Tile(player)) => {
                self.put_on_wall(player, action.row.into(), action.column.into());
                self.tile_on();
            }
            _ => panic!("{mv} cannot be played now"),
        }
    }

    fn draft(&mut self, player: usize, action: DraftAction) {
        let color = action.color;
        let from = match action.source {
            Source::Factory(factory) => std::mem::take(&mut self.factories[usize::from(factory)]),
            Source::Center => std::mem::take(&mut self.centre),
        };
        let (taken, rest): (Vec<_>, Vec<_>) = from.into_iter().partition(|tile| *tile == color);
        self.centre.extend(rest);
        if action.source == Source::Center && self.marker_taken_by.is_none() {
            self.marker_taken_by = Some(player);
            if self.boards[player].floor.len() < 7 {
                self.boards[player].floor.push(OnFloor::Marker);
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
            self.tile_on();
        } else {
            self.next = Next::Draft((player + 1) % self.boards.len());
        }
    }

    fn drop_on_floor(&mut self, player: usize, tile: TileColor) {
        if self.boards[player].floor.len() < 7 {
            self.boards[player].floor.push(OnFloor::Tile(tile));
        } else {
            self.lid.push(tile); // A7
        }
    }

    /// Tiles everything that needs no choice; then the end of the round, unless a choice is due.
    fn tile_on(&mut self) {
        for player in 0..self.boards.len() {
            while let Some((row, color)) = self.boards[player].full_line() {
                if self.side == WallSide::Colour {
                    let column = WALL[row].iter().position(|&cell| cell == color);
                    self.put_on_wall(player, row, column.expect("every row has every colour"));
                } else if self.boards[player].free_columns(row, color).is_empty() {
                    for tile in std::mem::take(&mut self.boards[player].lines[row]) {
                        self.drop_on_floor(player, tile); // A16
                    }
                } else {
                    self.next = Next::Tile(player);
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
                if let OnFloor::Tile(tile) = thing {
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
            self.next = Next::Deal;
        }
    }

    /// The bonuses (A12).
    fn finish(&mut self) {
        self.next = Next::Over;
        for board in &mut self.boards {
            let has = |row, column| board.wall.contains_key(&(row, column));
            let columns = (0..5).filter(|&column| (0..5).all(|row| has(row, column))).count();
            let of = |color| board.wall.values().filter(|&&tile| tile == color).count();
            let colors = COLORS.into_iter().filter(|&color| of(color) == 5).count();
            board.score += (2 * board.rows() + 7 * columns + 10 * colors) as i32;
        }
    }

    /// Scores and ranks, best first 1; equal in points and rows, equal in rank (A12).
    pub fn results(&self) -> Vec<(i32, usize)> {
        let standing = |board: &PlainBoard| (board.score, board.rows());
        let beaten_by = |board: &PlainBoard| {
            self.boards.iter().filter(|other| standing(other) > standing(board)).count()
        };
        self.boards.iter().map(|board| (board.score, 1 + beaten_by(board))).collect()
    }

    /// How many tiles there are, everywhere together.
    pub fn tile_count(&self) -> usize {
        let on_board = |board: &PlainBoard| {
            let lines: usize = board.lines.iter().map(Vec::len).sum();
            let floor = board.floor.iter().filter(|&&thing| thing != OnFloor::Marker).count();
            lines + board.wall.len() + floor
        };
        let factories: usize = self.factories.iter().map(Vec::len).sum();
        let boards: usize = self.boards.iter().map(on_board).sum();
        self.bag.len() + self.lid.len() + self.centre.len() + factories + boards
    }
}

impl PlainBoard {
    /// A6, word by word.
    fn takes(&self, row: usize, color: TileColor) -> bool {
        let line = &self.lines[row];
        let not_full = line.len() < row + 1;
        let empty_or_same = line.iter().all(|&tile| tile == color);
        let on_wall = (0..5).any(|column| self.wall.get(&(row, column)) == Some(&color));
        not_full && empty_or_same && !on_wall
    }

    /// The topmost full line.
    fn full_line(&self) -> Option<(usize, TileColor)> {
        let row = (0..5).find(|&row| self.lines[row].len() == row + 1)?;
        Some((row, self.lines[row][0]))
    }

    /// Where a tile may go on the grey side (A16).
    fn free_columns(&self, row: usize, color: TileColor) -> Vec<usize> {
        let has_color = |column| (0..5).any(|row| self.wall.get(&(row, column)) == Some(&color));
        let free = |column: &usize| !self.wall.contains_key(&(row, *column)) && !has_color(*column);
        (0..5).filter(free).collect()
    }

    /// A10, by walking from the tile in the four directions.
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
