//! What a move that is not made yet would change, cell by cell; and the outlines of squares.

use super::{
    GrassBoard, Shown,
    aim::{Aim, Step},
    cells_of, size_of,
};
use meeple_core::{Game, Seat};
use meeple_games::grass::{Cell, Illegal, Move};
use meeple_view::grass::Choice;
use std::collections::BTreeMap;

/// What a move would do to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trace {
    /// The tile in hand would lie there.
    Laid,
    /// It cannot lie so.
    Refused,
    /// It cannot lie so because of this cell.
    Culprit,
    /// A tile that is only looked at.
    Looked,
    /// A stone would lie there.
    Stone,
    /// It would be stolen, or taken away.
    Taken,
    /// A bonus square would be captured.
    Captured,
    /// Nobody could lay a tile there any more.
    Closed,
}

/// What the move that is aimed at would do.
pub(super) fn traces(shown: &Shown, aim: Aim) -> BTreeMap<Cell, Trace> {
    let all = |cells: &[Cell], trace| cells.iter().map(|&cell| (cell, trace)).collect();
    match aim.chosen(shown).map(|legal| &legal.choice) {
        Some(Choice::Lay { cells, captures, closes, .. }) => {
            let mut traces: BTreeMap<Cell, Trace> = all(closes, Trace::Closed);
            traces.extend(captures.iter().map(|bonus| (bonus.cell, Trace::Captured)));
            traces.extend(cells.iter().map(|&cell| (cell, Trace::Laid)));
            traces
        }
        Some(Choice::Stone { cell }) => all(&[*cell], Trace::Stone),
        Some(Choice::Remove { cell, .. }) => all(&[*cell], Trace::Taken),
        Some(Choice::Steal { cells, .. }) => all(cells, Trace::Taken),
        Some(Choice::Exchange { number, .. }) => {
            all(&looked_at(shown, aim, *number), Trace::Looked)
        }
        Some(Choice::Discard { .. } | Choice::Stop) => BTreeMap::new(),
        None => match aim.step {
            Step::Lay => refused(shown, aim),
            Step::Stone | Step::Steal | Step::Remove => all(&[aim.target], Trace::Refused),
            Step::Exchange(number) => all(&looked_at(shown, aim, number), Trace::Refused),
            Step::Discard | Step::Rest => BTreeMap::new(),
        },
    }
}

/// The tile in hand where it cannot lie, with the cell that is the reason.
fn refused(shown: &Shown, aim: Aim) -> BTreeMap<Cell, Trace> {
    let mv = Move::Lay { corner: aim.corner, orientation: aim.orientation };
    let culprit = match shown.position.explain(mv) {
        Err(
            Illegal::OnGrass { cell, .. }
            | Illegal::OnCaptured { cell, .. }
            | Illegal::OnStone { cell }
            | Illegal::NextToOther { cell, .. },
        ) => Some(cell),
        _ => None,
    };
    let trace = |cell| if Some(cell) == culprit { Trace::Culprit } else { Trace::Refused };
    shown.cells(aim.corner, aim.orientation).into_iter().map(|cell| (cell, trace(cell))).collect()
}

/// One of the next tiles where the tile in hand was.
fn looked_at(shown: &Shown, aim: Aim, number: u8) -> Vec<Cell> {
    let next = shown.picture.next.iter().find(|next| next.number == number);
    next.map_or_else(Vec::new, |next| {
        let (columns, rows) = size_of(&next.rows);
        let within =
            |at: u8, taken: usize| usize::from(at).min(shown.picture.side.saturating_sub(taken));
        let corner = Cell::new(within(aim.corner.row, rows), within(aim.corner.column, columns));
        cells_of(&next.rows, corner)
    })
}

/// A part of an outline: which of the two letters of a cell, and what it becomes.
pub(super) type Edge = (usize, char);

/// The outlines of the largest squares of these seats, each with its side at the top left.
///
/// ```text
/// ┏3●━●┓      the mark of the seat stays where it can
/// ┃●●a●┃
/// ┗●●━●┛
/// ```
pub(super) fn outlines(shown: &Shown, seats: &[Seat], lines: &Lines) -> BTreeMap<Cell, Vec<Edge>> {
    let mut edges = BTreeMap::new();
    let players = shown.picture.seats.iter().filter(|player| seats.contains(&player.seat));
    for player in players.filter(|player| player.square > 1) {
        let Some(&corner) = player.squares.first() else { continue };
        let last = player.square - 1;
        for down in 0..=last {
            for right in 0..=last {
                let Some(edge) = lines.edge((down, right), last) else { continue };
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

/// The letters of an outline.
pub(super) struct Lines {
    /// The corners from the top left clockwise, across, down.
    pub(super) letters: [char; 6],
}

impl Lines {
    pub(super) const UNICODE: Lines = Lines { letters: ['┏', '┓', '┛', '┗', '━', '┃'] };
    pub(super) const ASCII: Lines = Lines { letters: ['/', '\\', '/', '\\', '-', '|'] };

    /// What the outline of a square is at a cell of it; nothing inside.
    fn edge(&self, (down, right): (u8, u8), last: u8) -> Option<Edge> {
        let [top_left, top_right, bottom_right, bottom_left, across, upright] = self.letters;
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
}

/// Where the best moves go: all cells of the best, one of each other.
pub(super) fn numbers(board: &GrassBoard, shown: &Shown) -> BTreeMap<Cell, char> {
    let mut numbers = BTreeMap::new();
    for (mv, number) in board.advice.iter().zip('1'..='9') {
        let cells = match *mv {
            Move::Lay { corner, orientation } => shown.cells(corner, orientation),
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
