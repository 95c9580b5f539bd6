//! Computes a board after the round: full lines are tiled and the floor is paid for.

use super::{
    round::{DraftRound, PackedLines, Standings, UNTAKEN},
    wall_bits::WallBits,
};
use meeple_games::azul::{
    COLOUR_BONUS, COLUMN_BONUS, FLOOR_LINE_SLOTS, MAX_PLAYERS, ROW_BONUS, TOTAL_TILES, WallSide,
};

/// The total cost in points, by number of used floor slots (A2).
pub(crate) const FLOOR_COSTS: [i32; FLOOR_LINE_SLOTS + 1] = [0, 1, 2, 4, 6, 8, 11, 14];

/// A board's lines and wall after tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tiled {
    pub(crate) wall: WallBits,
    /// The unfinished lines, which stay.
    pub(crate) lines: PackedLines,
    /// The points scored by tiling.
    pub(crate) points: i32,
    /// Tiles that found no cell on the grey wall and fell to the floor (A16).
    pub(crate) fallen: u8,
}

impl Tiled {
    /// Tiles the full lines from the top; on the grey side each tile goes where its score plus the
    /// `worth` of the resulting wall is highest.
    pub(crate) fn of(
        mut wall: WallBits,
        mut lines: PackedLines,
        side: WallSide,
        mut worth: impl FnMut(&WallBits) -> f32,
    ) -> Self {
        let (mut points, mut fallen) = (0, 0);
        for row in 0..5 {
            if !lines.is_full(row) {
                continue;
            }
            let colour = lines.colour(row);
            lines.clear(row);
            let mut columns = wall.free_columns(side, row, colour);
            let Some(first) = columns.next() else {
                fallen += row as u8 + 1;
                continue;
            };
            let mut put = |column: usize| {
                let mut after = wall;
                after.put(row, column, colour);
                (after, i32::from(wall.points(row, column)))
            };
            let mut best = put(first);
            for other in columns.map(&mut put) {
                let mut total = |&(wall, points): &(WallBits, i32)| points as f32 + worth(&wall);
                if total(&other) > total(&best) {
                    best = other;
                }
            }
            wall = best.0;
            points += best.1;
        }
        Tiled { wall, lines, points, fallen }
    }

    /// Returns the bonuses at the end of the game (A12).
    pub(crate) fn bonus(&self) -> i32 {
        (self.wall.complete_rows() * u32::from(ROW_BONUS)
            + self.wall.complete_columns() * u32::from(COLUMN_BONUS)
            + self.wall.complete_colours() * u32::from(COLOUR_BONUS)) as i32
    }

    /// Returns the score after tiling and paying for the floor, from the score before the round and the
    /// used floor slots (A11).
    pub(crate) fn score(&self, before: u16, floor: u8) -> i32 {
        let slots = usize::from(floor + self.fallen).min(FLOOR_LINE_SLOTS);
        (i32::from(before) + self.points - FLOOR_COSTS[slots]).max(0)
    }

    /// Counts the tiles that stay on the board.
    fn tiles(&self) -> u32 {
        self.wall.cells.count_ones() + (0..5).map(|row| self.lines.count(row)).sum::<u32>()
    }
}

/// Returns whether the game is over once these boards are tiled: a row is complete, or no tiles are
/// left to deal (A12, A15). The latter needs four players: three boards hold at most 90 tiles.
pub(crate) fn is_over(standings: &Standings, boards: &[&Tiled]) -> bool {
    standings.is_last_round()
        || boards.iter().any(|board| board.wall.complete_rows() > 0)
        || (boards.len() == MAX_PLAYERS
            && boards.iter().map(|board| board.tiles()).sum::<u32>() == u32::from(TOTAL_TILES))
}

/// Returns the seat that starts the next round (A5, A14).
pub(crate) fn next_starter(round: &DraftRound, standings: &Standings) -> u8 {
    if round.marker == UNTAKEN { standings.starter } else { round.marker }
}
