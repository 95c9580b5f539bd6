//! A handmade evaluation of what a board can still score after the round.
//!
//! Each cell of the wall is tiled within the remaining rounds with a probability that depends on
//! its row. A column or colour is worth its bonus times the probabilities of all its missing cells;
//! an empty cell is worth what its neighbours would add to its score. Constants: [`super::weights`].

use super::{
    board_evaluation::{BoardEvaluation, ComparedBoard},
    handmade_constants::{
        BELIEVED, COLOR, COLUMN, DOUBT, NEIGHBOUR, ROW, ROW_MISSES, START, TILED_A_ROUND,
        UNFINISHED,
    },
    round::{PackedLines, Standings},
    tiling::Tiled,
    wall_bits::{FIVE, WallBits, bits, column_of},
};
use crate::maths::{logistic_f32, powf_f32, powi_f32};
use meeple_games::azul::WallSide;

/// The probability that a cell of each row is tiled within a number of rounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TilingOdds {
    tiled: [f32; 5],
    side: WallSide,
}

impl TilingOdds {
    /// Assumes at least this many rounds: as many as the fullest row has empty cells.
    pub(crate) fn new(rounds: u32, side: WallSide) -> Self {
        let tiled = TILED_A_ROUND.map(|a_round| 1.0 - powf_f32(1.0 - a_round, rounds as f32));
        TilingOdds { tiled, side }
    }

    /// Estimates what a tiled board can still score.
    pub(crate) fn future(&self, board: &Tiled) -> f32 {
        self.of_wall(&board.wall) + self.of_lines(&board.wall, board.lines)
    }

    /// Estimates what the wall can still score.
    pub(crate) fn of_wall(&self, wall: &WallBits) -> f32 {
        let mut sum = 0.0;
        for (fifth, tiled_a_round) in TILED_A_ROUND.into_iter().enumerate() {
            sum += COLUMN * self.chance(wall.column(fifth));
            sum += COLOR * self.chance(wall.rows_with(fifth));
            let missing = 5 - wall.in_row(fifth);
            if missing <= ROW_MISSES {
                sum += ROW * powi_f32(tiled_a_round, missing);
            }
        }
        for cell in bits(!wall.cells & 0x1ff_ffff) {
            let (row, column) = (cell / 5, cell % 5);
            sum += NEIGHBOUR * self.tiled[row] * f32::from(wall.points(row, column) - 1);
        }
        sum
    }

    fn of_lines(&self, wall: &WallBits, lines: PackedLines) -> f32 {
        let worth = |row: usize| {
            let missing = row + 1 - lines.count(row) as usize;
            let points = best_points(wall, self.side, row, lines.colour(row));
            UNFINISHED[missing - 1] * f32::from(points)
        };
        (0..5).filter(|&row| lines.count(row) > 0).map(worth).sum()
    }

    /// Returns the probability that a column or colour holding these rows is completed.
    fn chance(&self, rows: u32) -> f32 {
        let missing = !rows & FIVE;
        let product: f32 = bits(missing).map(|row| self.tiled[row]).product();
        product * BELIEVED[missing.count_ones() as usize]
    }
}

/// Returns the best score of this line's tile on the current wall.
pub(crate) fn best_points(wall: &WallBits, side: WallSide, row: usize, colour: usize) -> u8 {
    match side {
        WallSide::Colour => wall.points(row, column_of(row, colour)),
        WallSide::Grey => {
            let columns = wall.free_columns(side, row, colour);
            columns.map(|column| wall.points(row, column)).max().unwrap_or(0)
        }
    }
}

/// Evaluates boards with handmade rules.
#[derive(Debug, Clone)]
pub(crate) struct Handmade {
    /// Indexed by the minimum number of remaining rounds, 0 to 5.
    outlooks: [TilingOdds; 6],
}

impl Handmade {
    pub(crate) fn new(side: WallSide) -> Self {
        Handmade { outlooks: std::array::from_fn(|rounds| TilingOdds::new(rounds as u32, side)) }
    }
}

impl BoardEvaluation for Handmade {
    /// The expected future score for each number of remaining rounds, and the fullest row's tile count.
    type Seen = ([f32; 6], u32);

    fn prepare(&mut self, standings: &Standings) {
        *self = Handmade::new(standings.side);
    }

    fn worth(&self, wall: &WallBits) -> f32 {
        self.outlooks[(5 - wall.fullest_row()) as usize].of_wall(wall)
    }

    fn see(&self, board: &Tiled) -> Self::Seen {
        (self.outlooks.map(|outlook| outlook.future(board)), board.wall.fullest_row())
    }

    fn future(
        &self,
        mine: ComparedBoard<'_, Self::Seen>,
        theirs: ComparedBoard<'_, Self::Seen>,
    ) -> f32 {
        let rounds = 5 - mine.seen.1.max(theirs.seen.1) as usize;
        let start = START * (f32::from(mine.starts) - f32::from(theirs.starts));
        mine.seen.0[rounds] - theirs.seen.0[rounds] + start
    }

    fn chance(
        &self,
        mine: ComparedBoard<'_, Self::Seen>,
        theirs: ComparedBoard<'_, Self::Seen>,
    ) -> f32 {
        let lead = (mine.score - theirs.score) as f32 + self.future(mine, theirs);
        logistic_f32(lead / DOUBT)
    }
}
