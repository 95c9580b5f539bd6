//! Explains in words why a placement is good or bad, based on what the evaluation counts.
//!
//! ```text
//! "reaches 14 more cells first, on the right"
//! "leaves the opponent's next piece 3 fewer places"
//! "58 of 64 sampled pieces still fit"
//! ```

use super::{
    PieceTurn,
    distances::manhattan_to_enemy,
    flood::{Flood, FloodField, HeadStarts},
    packing::{DrawnPieces, touched_cells},
};
use meeple_core::text::format_count;
use meeple_games::filler::{
    Board, Piece, Placement, bits, draw_piece, find_valid_placements, opponent,
};
use rand::Rng;

/// The number of random pieces used to estimate how many placements the opponent has.
const SAMPLE_PIECES: usize = 16;
/// A placement is tidy if it touches at most this many free cells per cell of the piece.
const TIDY_LIMIT: i32 = 3;

/// Lists the reasons for and against a legal placement while some empty cell is within reach of both
/// sides, most important first.
pub(super) fn reasons<const N: usize>(
    turn: PieceTurn<'_>,
    at: Placement,
    flood: &mut Flood<N>,
    rng: &mut dyn Rng,
) -> Vec<String> {
    let mut board = turn.board.clone();
    board.place(turn.piece, at, turn.seat);
    let before = FloodField::<N>::new(turn.board, turn.seat);
    let after = FloodField::<N>::new(&board, turn.seat);
    let mut reasons = Vec::new();
    if !flood.is_contested(&after) {
        reasons.push("closes the border: the opponent can no longer get in".into());
    }
    reasons.extend(territory_reasons(turn.board, &before, &after, flood));
    reasons.extend(mobility_reason(turn, &board, rng));
    reasons.extend(approach_reason(turn, at));
    reasons
}

/// Lists the reasons for and against a legal placement once the opponent can no longer get in: how
/// many of the drawn pieces still fit, and how tidy the packing is.
pub(super) fn packing_reasons<const N: usize>(
    turn: PieceTurn<'_>,
    at: Placement,
    drawn: &DrawnPieces,
) -> Vec<String> {
    let mut reasons = Vec::new();
    if drawn.count() > 0 {
        let (fitting, count) = (drawn.count_fitting(turn, at), drawn.count());
        reasons.push(format!("{fitting} of {count} sampled pieces still fit"));
    }
    let mut field = FloodField::<N>::new(turn.board, turn.seat);
    reasons.push(tidiness_reason(turn, touched_cells(turn, at, &mut field)));
    reasons
}

/// Describes how many cells we gain and how many the opponent loses.
fn territory_reasons<const N: usize>(
    board: &Board,
    before: &FloodField<N>,
    after: &FloodField<N>,
    flood: &mut Flood<N>,
) -> Vec<String> {
    let (ours_before, ours_after) = (flood.our_territory(before), flood.our_territory(after));
    let mut gained = Vec::new();
    for (row, (old, new)) in ours_before.iter().zip(&ours_after).enumerate() {
        for word in 0..N {
            let columns = bits(new[word] & !old[word]).map(|bit| 64 * word + bit);
            gained.extend(columns.map(|column| (column, row - 1))); // the first row is a margin
        }
    }
    let opponent_territory = |field: &FloodField<N>, flood: &mut Flood<N>| {
        flood.territory(field, HeadStarts::NONE) - flood.lead(field, HeadStarts::NONE)
    };
    let lost = opponent_territory(before, flood) - opponent_territory(after, flood);
    let mut reasons = Vec::new();
    if let Some(where_gained) = describe_side(board, &gained) {
        let cells = format_count(gained.len(), "more cell");
        reasons.push(format!("reaches {cells} first{where_gained}"));
    }
    if lost > 0 {
        let cells = format_count(lost as usize, "fewer cell");
        reasons.push(format!("the opponent reaches {cells} first"));
    }
    if gained.is_empty() && lost <= 0 {
        reasons.push("gains no territory".into());
    }
    reasons
}

/// Describes the part of the board that contains the centre of these cells, such as `, on the left`;
/// `None` if there are no cells.
fn describe_side(board: &Board, cells: &[(usize, usize)]) -> Option<&'static str> {
    let count = cells.len();
    if count == 0 {
        return None;
    }
    let third = |sum: usize, length: usize| (3 * sum / (count * length.max(1))).min(2);
    let across = third(cells.iter().map(|cell| cell.0).sum(), board.width());
    let down = third(cells.iter().map(|cell| cell.1).sum(), board.height());
    let names = [
        [", at the top left", ", at the top", ", at the top right"],
        [", on the left", "", ", on the right"],
        [", at the bottom left", ", at the bottom", ", at the bottom right"],
    ];
    Some(names[down][across])
}

/// Describes how many placements the opponent's next piece loses on average, if any.
fn mobility_reason(turn: PieceTurn<'_>, after: &Board, rng: &mut dyn Rng) -> Option<String> {
    let enemy = opponent(turn.seat);
    let places = |board: &Board, piece: &Piece| {
        find_valid_placements(board, piece, enemy, turn.margins).count()
    };
    let pieces: Vec<Piece> = (0..SAMPLE_PIECES).map(|_| draw_piece(turn.board, rng)).collect();
    let count = |board: &Board| pieces.iter().map(|piece| places(board, piece)).sum::<usize>();
    let fewer = count(turn.board).saturating_sub(count(after)) / SAMPLE_PIECES;
    let noun = if fewer == 1 { "place" } else { "places" };
    (fewer > 0).then(|| format!("leaves the opponent's next piece {fewer} fewer {noun}"))
}

/// Describes how the placement's distance to the opponent compares with that of our nearest cell, if
/// it is less or much greater.
fn approach_reason(turn: PieceTurn<'_>, at: Placement) -> Option<String> {
    let distances = manhattan_to_enemy(turn.board, turn.seat);
    let nearest = |cells: &mut dyn Iterator<Item = (usize, usize)>| {
        cells.map(|(column, row)| distances.distance(column, row)).min()
    };
    let before = nearest(&mut turn.board.owned(turn.seat).cells())?;
    let after = nearest(&mut turn.new_cells(at))?;
    match after {
        1 if before > 1 => Some("touches the opponent".into()),
        _ if after < before => {
            Some(format!("closer to the opponent: {after} cells away instead of {before}"))
        }
        _ if after > before + 3 => Some("stays away from the opponent".into()),
        _ => None,
    }
}

/// Describes how tidy the packing is.
fn tidiness_reason(turn: PieceTurn<'_>, touched: i32) -> String {
    let cells = format_count(touched as usize, "free cell");
    if touched <= TIDY_LIMIT * turn.piece.cells().len() as i32 {
        format!("packs tightly: touches {cells}")
    } else {
        format!("breaks up the free space: touches {cells}")
    }
}
