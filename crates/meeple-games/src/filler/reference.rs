//! Reference implementation of Filler: nested loops over characters, following the rules literally.
//! Tests and benchmarks compare the bit rows with it.

/// A board or a piece as rows of characters.
pub type CharGrid = Vec<Vec<char>>;

/// Splits a drawing into rows of characters.
pub fn to_grid<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> CharGrid {
    rows.into_iter().map(|row| row.as_ref().chars().collect()).collect()
}

/// The characters of each player's cells; the second one marks the latest piece (F1).
const MARKS: [[char; 2]; 2] = [['@', 'a'], ['$', 's']];

/// Returns the legal placements of `player` (0 or 1) as `(column, row)`, row by row; empty margins
/// may overhang the board (F3, F4).
pub fn find_valid_placements(board: &CharGrid, piece: &CharGrid, player: usize) -> Vec<(i32, i32)> {
    let (width, height) = (board[0].len() as i32, board.len() as i32);
    let (piece_width, piece_height) = (piece[0].len() as i32, piece.len() as i32);
    let mut found = Vec::new();
    for row in 1 - piece_height..height {
        for column in 1 - piece_width..width {
            if is_valid(board, piece, player, (column, row)) {
                found.push((column, row));
            }
        }
    }
    found
}

/// Like [`find_valid_placements`], but the whole rectangle must be on the board (F3).
pub fn find_valid_placements_inside(
    board: &CharGrid,
    piece: &CharGrid,
    player: usize,
) -> Vec<(i32, i32)> {
    let (width, height) = (board[0].len() as i32, board.len() as i32);
    let (piece_width, piece_height) = (piece[0].len() as i32, piece.len() as i32);
    let mut all = find_valid_placements(board, piece, player);
    all.retain(|&(column, row)| {
        column >= 0 && row >= 0 && column + piece_width <= width && row + piece_height <= height
    });
    all
}

/// F4: all filled cells on the board, none on an opponent's cell, exactly one on an own cell.
fn is_valid(board: &CharGrid, piece: &CharGrid, player: usize, (column, row): (i32, i32)) -> bool {
    let mut overlaps = 0;
    for (down, piece_row) in piece.iter().enumerate() {
        for (right, &mark) in piece_row.iter().enumerate() {
            if mark == '.' {
                continue;
            }
            let (x, y) = (column + right as i32, row + down as i32);
            if x < 0 || y < 0 || x >= board[0].len() as i32 || y >= board.len() as i32 {
                return false;
            }
            let cell = board[y as usize][x as usize];
            if MARKS[1 - player].contains(&cell) {
                return false;
            }
            if MARKS[player].contains(&cell) {
                overlaps += 1;
            }
        }
    }
    overlaps == 1
}

/// A game played on rows of characters.
#[derive(Debug, Clone)]
pub struct ReferenceFiller {
    /// The board.
    pub board: CharGrid,
    /// The player who gets the next piece, 0 or 1.
    pub player: usize,
    /// Which players are stuck.
    pub stuck: [bool; 2],
}

impl ReferenceFiller {
    /// Creates a game on this board with player 0 to move.
    pub fn new(board: CharGrid) -> Self {
        ReferenceFiller { board, player: 0, stuck: [false; 2] }
    }

    /// Returns whether both players are stuck (F5).
    pub fn is_over(&self) -> bool {
        self.stuck[0] && self.stuck[1]
    }

    /// Makes the player to move stuck: the piece could not be placed, or was not (F5).
    pub fn stop(&mut self) {
        self.stuck[self.player] = true;
        self.clear_latest();
        self.next();
    }

    /// Places the piece there for the player to move (F1).
    pub fn place(&mut self, piece: &CharGrid, (column, row): (i32, i32)) {
        let [_, latest] = MARKS[self.player];
        self.clear_latest();
        for (down, piece_row) in piece.iter().enumerate() {
            for (right, _) in piece_row.iter().enumerate().filter(|(_, mark)| **mark != '.') {
                let (x, y) = (column + right as i32, row + down as i32);
                self.board[y as usize][x as usize] = latest;
            }
        }
        self.next();
    }

    /// Clears the marks of the latest piece of the player to move (F1).
    fn clear_latest(&mut self) {
        let [owned, latest] = MARKS[self.player];
        for cell in self.board.iter_mut().flatten().filter(|cell| **cell == latest) {
            *cell = owned;
        }
    }

    /// Returns the number of cells the player owns (F6).
    pub fn cells(&self, player: usize) -> usize {
        self.board.iter().flatten().filter(|cell| MARKS[player].contains(cell)).count()
    }

    /// F2, F5: the other player is next unless stuck.
    fn next(&mut self) {
        if !self.stuck[1 - self.player] {
            self.player = 1 - self.player;
        }
    }
}
