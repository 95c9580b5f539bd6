//! What the selected move would change, cell by cell, and the outlines of the largest squares.

use super::{
    GrassBoard, GrassMoment, cells_of,
    pending_move::{MoveKind, PendingMove},
    size_of,
};
use crate::screen::theme::Theme;
use meeple_core::{Game, Seat};
use meeple_games::grass::{Cell, IllegalMove, Move};
use meeple_view::grass::LegalMoveKind;
use std::collections::BTreeMap;

/// What the selected move would do to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveEffect {
    /// The tile in hand would lie there.
    Laid,
    /// The tile in hand cannot lie there.
    Refused,
    /// The tile in hand cannot lie there, and this cell is the reason.
    Obstacle,
    /// One of the next tiles is previewed there.
    Previewed,
    /// A stone would be placed there.
    Stone,
    /// The tile would be stolen, or the stone removed.
    Taken,
    /// A bonus square would be captured.
    Captured,
    /// No player could place a tile there any more.
    Closed,
}

/// Returns what the selected move would do to each cell.
pub(super) fn move_effects(shown: &GrassMoment, aim: PendingMove) -> BTreeMap<Cell, MoveEffect> {
    let all = |cells: &[Cell], trace| cells.iter().map(|&cell| (cell, trace)).collect();
    match aim.legal_move(shown).map(|legal| &legal.choice) {
        Some(LegalMoveKind::Lay { cells, captures, closes, .. }) => {
            let mut traces: BTreeMap<Cell, MoveEffect> = all(closes, MoveEffect::Closed);
            traces.extend(captures.iter().map(|bonus| (bonus.cell, MoveEffect::Captured)));
            traces.extend(cells.iter().map(|&cell| (cell, MoveEffect::Laid)));
            traces
        }
        Some(LegalMoveKind::Stone { cell }) => all(&[*cell], MoveEffect::Stone),
        Some(LegalMoveKind::Remove { cell, .. }) => all(&[*cell], MoveEffect::Taken),
        Some(LegalMoveKind::Steal { cells, .. }) => all(cells, MoveEffect::Taken),
        Some(LegalMoveKind::Exchange { number, .. }) => {
            all(&next_tile_cells(shown, aim, *number), MoveEffect::Previewed)
        }
        Some(LegalMoveKind::Discard { .. } | LegalMoveKind::Stop) => BTreeMap::new(),
        None => match aim.step {
            MoveKind::Lay => refused(shown, aim),
            MoveKind::Stone | MoveKind::Steal | MoveKind::Remove => {
                all(&[aim.target], MoveEffect::Refused)
            }
            MoveKind::Exchange(number) => {
                all(&next_tile_cells(shown, aim, number), MoveEffect::Refused)
            }
            MoveKind::Discard | MoveKind::None => BTreeMap::new(),
        },
    }
}

/// Marks the tile in hand where it is illegal, with the cell that is the reason.
fn refused(shown: &GrassMoment, aim: PendingMove) -> BTreeMap<Cell, MoveEffect> {
    let mv = Move::Place { corner: aim.corner, orientation: aim.orientation };
    let culprit = match shown.position.check_move(mv) {
        Err(
            IllegalMove::OnGrass { cell, .. }
            | IllegalMove::OnCaptured { cell, .. }
            | IllegalMove::OnStone { cell }
            | IllegalMove::NextToOther { cell, .. },
        ) => Some(cell),
        _ => None,
    };
    let trace =
        |cell| if Some(cell) == culprit { MoveEffect::Obstacle } else { MoveEffect::Refused };
    shown.cells(aim.corner, aim.orientation).into_iter().map(|cell| (cell, trace(cell))).collect()
}

/// Returns the cells of one of the next tiles, at the corner of the tile in hand.
fn next_tile_cells(shown: &GrassMoment, aim: PendingMove, number: u8) -> Vec<Cell> {
    let next = shown.picture.next.iter().find(|next| next.number == number);
    next.map_or_else(Vec::new, |next| {
        let (columns, rows) = size_of(&next.rows);
        let within =
            |at: u8, taken: usize| usize::from(at).min(shown.picture.side.saturating_sub(taken));
        let corner = Cell::new(within(aim.corner.row, rows), within(aim.corner.column, columns));
        cells_of(&next.rows, corner)
    })
}

/// A part of an outline: the index of the character in its cell, and its replacement.
pub(super) type OutlineEdge = (usize, char);

/// The characters of an outline: corners clockwise from the top left, then horizontal and vertical.
const OUTLINE: [char; 6] = ['┏', '┓', '┛', '┗', '━', '┃'];
const ASCII_OUTLINE: [char; 6] = ['/', '\\', '/', '\\', '-', '|'];

/// Returns the outlines of these seats' largest squares, each with its side length at the top left.
///
/// ```text
/// ┏3●━●┓      the mark of the seat stays where possible
/// ┃●●a●┃
/// ┗●●━●┛
/// ```
pub(super) fn outlines(
    shown: &GrassMoment,
    seats: &[Seat],
    theme: Theme,
) -> BTreeMap<Cell, Vec<OutlineEdge>> {
    let letters = if theme.is_ascii() { ASCII_OUTLINE } else { OUTLINE };
    let mut edges = BTreeMap::new();
    let players = shown.picture.seats.iter().filter(|player| seats.contains(&player.seat));
    for player in players.filter(|player| player.square > 1) {
        let Some(&corner) = player.squares.first() else { continue };
        let last = player.square - 1;
        for down in 0..=last {
            for right in 0..=last {
                let Some(edge) = edge(letters, (down, right), last) else { continue };
                let mut here = vec![edge];
                if (down, right) == (0, 0) {
                    here.push((1, char::from_digit(player.square.into(), 36).unwrap_or('?')));
                }
                edges.insert(corner.offset((down, right)), here);
            }
        }
    }
    edges
}

/// Returns the outline of a square at one of its cells; `None` inside.
fn edge(letters: [char; 6], (down, right): (u8, u8), last: u8) -> Option<OutlineEdge> {
    let [top_left, top_right, bottom_right, bottom_left, across, upright] = letters;
    match (down, right) {
        (0, 0) => Some((0, top_left)),
        (0, right) if right == last => Some((1, top_right)),
        (down, 0) if down == last => Some((0, bottom_left)),
        (down, right) if (down, right) == (last, last) => Some((1, bottom_right)),
        (down, _) if down == 0 || down == last => Some((1, across)),
        (_, 0) => Some((0, upright)),
        (_, right) if right == last => Some((1, upright)),
        _ => None,
    }
}

/// Returns where the suggested moves go: all cells of the best, one cell of each other.
pub(super) fn numbers(board: &GrassBoard, shown: &GrassMoment) -> BTreeMap<Cell, char> {
    let mut numbers = BTreeMap::new();
    for (mv, number) in board.advice.iter().zip('1'..='9') {
        let cells = match *mv {
            Move::Place { corner, orientation } => shown.cells(corner, orientation),
            Move::Stone(cell) | Move::Remove(cell) | Move::Steal(cell) => vec![cell],
            Move::Exchange(_) | Move::Discard | Move::Stop => Vec::new(),
        };
        let most = if number == '1' { usize::MAX } else { 1 };
        let free: Vec<Cell> =
            cells.into_iter().filter(|cell| !numbers.contains_key(cell)).take(most).collect();
        numbers.extend(free.into_iter().map(|cell| (cell, number)));
    }
    numbers
}
