//! Where the tile of a full line goes on the grey wall (A16): all ways to tile one's own lines
//! are tried, and the boards that they lead to are judged like those at the end of a round.

use super::{mind::Mind, round::Outset};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, Game, Ranked, Turn};
use meeple_games::azul::{Azul, AzulMove, FLOOR_LINE_SLOTS, WallSide};

/// The best cell for the line that waits, each with the best that can follow; `None` unless a
/// line waits.
pub(crate) fn choose(
    position: &Azul,
    mind: &mut Mind,
    budget: &mut Budget<'_>,
) -> Option<Choice<AzulMove>> {
    let compared = compare(position, mind, budget)?;
    best_of(compared, budget)
}

/// What each cell for the line that waits is worth, with the best that can follow; `None` unless
/// a line waits.
pub(crate) fn compare(
    position: &Azul,
    mind: &mut Mind,
    budget: &mut Budget<'_>,
) -> Option<Vec<Ranked<AzulMove>>> {
    let Turn::Seat(seat) = Game::turn(position) else { return None };
    let (row, _) = position.line_to_tile()?;
    let outset = Outset::after_draft(position)?;
    let mut compared = Vec::new();
    for mv in position.legal_moves() {
        let AzulMove::Wall(action) = mv else { continue };
        let after = tiled(&outset, seat.index(), row.index(), action.column.into());
        // What is not paid for is still seen, with what follows at a glance.
        let value = best(&after, seat.index(), mind, budget);
        let value = value.unwrap_or_else(|| mind.aim(&after, seat.index()));
        compared.push(Ranked { mv, value: f64::from(value) });
    }
    Some(compared)
}

/// The most that a seat's full lines can bring; `None` if the budget does not suffice.
fn best(outset: &Outset, seat: usize, mind: &mut Mind, budget: &mut Budget<'_>) -> Option<f32> {
    let lines = outset.round.desks[seat].lines;
    let Some(row) = (0..5).find(|&row| lines.is_full(row)) else {
        return budget.spend(1).then(|| mind.aim(outset, seat));
    };
    let columns = outset.standings.walls[seat].free_columns(WallSide::Grey, row, lines.color(row));
    let mut most: Option<f32> = None;
    for column in columns {
        let value = best(&tiled(outset, seat, row, column), seat, mind, budget)?;
        most = Some(most.map_or(value, |most| most.max(value)));
    }
    match most {
        Some(most) => Some(most),
        None => best(&fallen(outset, seat, row), seat, mind, budget),
    }
}

/// The tile of this line goes to this column.
fn tiled(outset: &Outset, seat: usize, row: usize, column: usize) -> Outset {
    let mut after = outset.clone();
    let lines = &mut after.round.desks[seat].lines;
    let wall = &mut after.standings.walls[seat];
    after.standings.scores[seat] += u16::from(wall.points(row, column));
    wall.put(row, column, lines.color(row));
    lines.clear(row);
    after
}

/// A16: without a cell the tiles of a line fall to the floor.
fn fallen(outset: &Outset, seat: usize, row: usize) -> Outset {
    let mut after = outset.clone();
    let desk = &mut after.round.desks[seat];
    desk.lines.clear(row);
    desk.floor = (desk.floor + row as u8 + 1).min(FLOOR_LINE_SLOTS as u8);
    after
}
