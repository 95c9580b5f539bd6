//! Filler in nested loops over characters, straight from the rules: the slow twin
//! that tests and benchmarks hold beside the bit rows.

/// A board or a piece as rows of characters.
pub type Grid = Vec<Vec<char>>;

/// Rows of characters from a drawing.
pub fn grid<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> Grid {
    rows.into_iter().map(|row| row.as_ref().chars().collect()).collect()
}

/// The characters of each player's cells, the latest piece's second (F1).
const MARKS: [[char; 2]; 2] = [['@', 'a'], ['$', 's']];

/// The legal placements of `player` (0 or 1) as `(column, row)`, row by row; empty
/// margins may hang out (F3, F4).
pub fn find_valid_placements(board: &Grid, piece: &Grid, player: usize) -> Vec<(i32, i32)> {
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

/// [`find_valid_placements`] where the whole rectangle lies on the board (F3).
pub fn find_inside(board: &Grid, piece: &Grid, player: usize) -> Vec<(i32, i32)> {
    let (width, height) = (board[0].len() as i32, board.len() as i32);
    let (piece_width, piece_height) = (piece[0].len() as i32, piece.len() as i32);
    let mut all = find_valid_placements(board, piece, player);
    all.retain(|&(column, row)| {
        column >= 0 && row >= 0 && column + piece_width <= width && row + piece_height <= height
    });
    all
}

/// F4: every filled cell on the board, none on an opponent's, exactly one on an own.
fn is_valid(board: &Grid, piece: &Grid, player: usize, (column, row): (i32, i32)) -> bool {
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

/// A whole game in characters.
#[derive(Debug, Clone)]
pub struct PlainGame {
    /// The board.
    pub board: Grid,
    /// Whose piece comes next, 0 or 1.
    pub player: usize,
    /// Who is stuck.
    pub stuck: [bool; 2],
}

impl PlainGame {
    /// The game on this board.
    pub fn new(board: Grid) -> Self {
        PlainGame { board, player: 0, stuck: [false; 2] }
    }

    /// Whether both are stuck (F5).
    pub fn is_over(&self) -> bool {
        self.stuck[0] && self.stuck[1]
    }

    /// The player to move could not, or did not, lay the piece (F5).
    pub fn stop(&mut self) {
        self.stuck[self.player] = true;
        self.unmark();
        self.next();
    }

    /// The player to move lays the piece there (F1).
    pub fn lay(&mut self, piece: &Grid, (column, row): (i32, i32)) {
        let [_, latest] = MARKS[self.player];
        self.unmark();
        for (down, piece_row) in piece.iter().enumerate() {
            for (right, _) in piece_row.iter().enumerate().filter(|(_, mark)| **mark != '.') {
                let (x, y) = (column + right as i32, row + down as i32);
                self.board[y as usize][x as usize] = latest;
            }
        }
        self.next();
    }

    /// The latest piece of the player to move is so no more (F1).
    fn unmark(&mut self) {
        let [owned, latest] = MARKS[self.player];
        for cell in self.board.iter_mut().flatten().filter(|cell| **cell == latest) {
            *cell = owned;
        }
    }

    /// Cells owned (F6).
    pub fn cells(&self, player: usize) -> usize {
        self.board.iter().flatten().filter(|cell| MARKS[player].contains(cell)).count()
    }

    /// F2, F5: the other is next unless stuck.
    fn next(&mut self) {
        if !self.stuck[1 - self.player] {
            self.player = 1 - self.player;
        }
    }
}
