//! Where the tile of a full line goes on the grey wall: all ways to tile one's own lines are
//! tried, and what the wall then promises is weighed (A16).

use super::{
    handmade::Outlook,
    mosaic::Mosaic,
    round::{Lines, lines_of},
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, Game, Ranked, Turn};
use meeple_games::azul::{Azul, AzulMove, WallSide};

/// The best cell for the line that waits, each with the best that can follow; `None` unless a
/// line waits.
pub(crate) fn choose(position: &Azul, budget: &mut Budget<'_>) -> Option<Choice<AzulMove>> {
    let Turn::Seat(seat) = Game::turn(position) else { return None };
    let board = position.board(seat)?;
    let (row, color) = position.line_to_tile()?;
    let (wall, mut lines) = (Mosaic::of(board.wall()), lines_of(board));
    lines.clear(row.index());
    let mut compared = Vec::new();
    for mv in position.legal_moves() {
        let AzulMove::Wall(action) = mv else { continue };
        let column = usize::from(action.column);
        let mut after = wall;
        after.put(row.index(), column, color.index());
        let points = f32::from(wall.points(row.index(), column));
        // What is not paid for is still seen, but not what follows.
        let worth = best(&after, lines, row.index() + 1, budget).unwrap_or(0.0);
        compared.push(Ranked { mv, value: f64::from(points + worth) });
    }
    best_of(compared, budget)
}

/// The most that the lines from this row on can bring; `None` if the budget does not suffice.
fn best(wall: &Mosaic, mut lines: Lines, from: usize, budget: &mut Budget<'_>) -> Option<f32> {
    let Some(row) = (from..5).find(|&row| lines.is_full(row)) else {
        let rounds = 5 - wall.fullest_row();
        return budget.spend(1).then(|| Outlook::new(rounds, WallSide::Grey).of_wall(wall));
    };
    let color = lines.color(row);
    lines.clear(row);
    let mut most: Option<f32> = None;
    for column in wall.free_columns(WallSide::Grey, row, color) {
        let mut after = *wall;
        after.put(row, column, color);
        let points = f32::from(wall.points(row, column));
        let value = points + best(&after, lines, row + 1, budget)?;
        most = Some(most.map_or(value, |most| most.max(value)));
    }
    match most {
        Some(most) => Some(most),
        // A16: without a cell the tiles fall to the floor.
        None => Some(best(wall, lines, row + 1, budget)? - (row + 1) as f32),
    }
}
