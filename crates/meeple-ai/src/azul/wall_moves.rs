//! Chooses the cell for the tile of a full line on the grey wall (A16).
//!
//! It tries every way to tile the player's own full lines and evaluates the resulting boards as at
//! the end of a round.

use super::{round::Outset, searcher::RoundSearcher};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, Game, RankedMove, Turn};
use meeple_games::azul::{Azul, FLOOR_LINE_SLOTS, Move, WallSide};

/// Chooses the best cell for the next full line, assuming the best cells for the lines after it;
/// `None` unless a full line is waiting.
pub(crate) fn choose(
    position: &Azul,
    searcher: &mut RoundSearcher,
    budget: &mut Budget<'_>,
) -> Option<Choice<Move>> {
    let compared = compare(position, searcher, budget)?;
    best_of(compared, budget)
}

/// Evaluates each cell for the next full line, assuming the best cells for the lines after it;
/// `None` unless a full line is waiting.
pub(crate) fn compare(
    position: &Azul,
    searcher: &mut RoundSearcher,
    budget: &mut Budget<'_>,
) -> Option<Vec<RankedMove<Move>>> {
    let Turn::Seat(seat) = Game::turn(position) else { return None };
    let (row, _) = position.line_to_tile()?;
    let outset = Outset::after_draft(position)?;
    let mut compared = Vec::new();
    for mv in position.legal_moves() {
        let Move::Wall(action) = mv else { continue };
        let after = tiled(&outset, seat.index(), row.index(), action.column.into());
        // Beyond the budget, the remaining lines are tiled by the quick rule of the evaluation.
        let value = best(&after, seat.index(), searcher, budget);
        let value = value.unwrap_or_else(|| searcher.aim(&after, seat.index()));
        compared.push(RankedMove { mv, value: f64::from(value) });
    }
    Some(compared)
}

/// Returns the best value that a seat can reach with its full lines; `None` if the budget runs out.
fn best(
    outset: &Outset,
    seat: usize,
    searcher: &mut RoundSearcher,
    budget: &mut Budget<'_>,
) -> Option<f32> {
    let lines = outset.round.boards[seat].lines;
    let Some(row) = (0..5).find(|&row| lines.is_full(row)) else {
        return budget.spend(1).then(|| searcher.aim(outset, seat));
    };
    let columns = outset.standings.walls[seat].free_columns(WallSide::Grey, row, lines.colour(row));
    let mut most: Option<f32> = None;
    for column in columns {
        let value = best(&tiled(outset, seat, row, column), seat, searcher, budget)?;
        most = Some(most.map_or(value, |most| most.max(value)));
    }
    match most {
        Some(most) => Some(most),
        None => best(&fallen(outset, seat, row), seat, searcher, budget),
    }
}

/// Returns the round with the tile of this line placed in this column.
fn tiled(outset: &Outset, seat: usize, row: usize, column: usize) -> Outset {
    let mut after = outset.clone();
    let lines = &mut after.round.boards[seat].lines;
    let wall = &mut after.standings.walls[seat];
    after.standings.scores[seat] += u16::from(wall.points(row, column));
    wall.put(row, column, lines.colour(row));
    lines.clear(row);
    after
}

/// Returns the round with the tiles of this line dropped to the floor, if there is no cell (A16).
fn fallen(outset: &Outset, seat: usize, row: usize) -> Outset {
    let mut after = outset.clone();
    let board = &mut after.round.boards[seat];
    board.lines.clear(row);
    board.floor = (board.floor + row as u8 + 1).min(FLOOR_LINE_SLOTS as u8);
    after
}
