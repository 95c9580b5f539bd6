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

/// Number of drawn pieces used to count the enemy's placements.
const SAMPLE_PIECES: usize = 16;
/// A placement is tidy if it touches at most this many free cells per cell of the piece.
const TIDY_LIMIT: i32 = 3;

/// Lists the reasons for and against a legal placement while the border is open, most important first.
pub(super) fn reasons<const N: usize>(
    hand: PieceTurn<'_>,
    at: Placement,
    flood: &mut Flood<N>,
    rng: &mut dyn Rng,
) -> Vec<String> {
    let mut board = hand.board.clone();
    board.place(hand.piece, at, hand.seat);
    let before = FloodField::<N>::new(hand.board, hand.seat);
    let after = FloodField::<N>::new(&board, hand.seat);
    let mut reasons = Vec::new();
    if !flood.is_contested(&after) {
        reasons.push("closes the border: the opponent can no longer get in".into());
    }
    reasons.extend(territory_reasons(hand.board, &before, &after, flood));
    reasons.extend(fewer_places(hand, &board, rng));
    reasons.extend(approach_reason(hand, at));
    reasons
}

/// Lists the reasons where the enemy can't come: how many of the drawn pieces fit, and how tidy the packing
/// is.
pub(super) fn packing_reasons<const N: usize>(
    hand: PieceTurn<'_>,
    at: Placement,
    drawn: &DrawnPieces,
) -> Vec<String> {
    let mut reasons = Vec::new();
    if drawn.count() > 0 {
        let (fitting, count) = (drawn.count_fitting(hand, at), drawn.count());
        reasons.push(format!("{fitting} of {count} sampled pieces still fit"));
    }
    let mut field = FloodField::<N>::new(hand.board, hand.seat);
    reasons.push(tidiness_reason(hand, touched_cells(hand, at, &mut field)));
    reasons
}

/// Describes the cells that change sides.
fn territory_reasons<const N: usize>(
    board: &Board,
    before: &FloodField<N>,
    after: &FloodField<N>,
    flood: &mut Flood<N>,
) -> Vec<String> {
    let (ours, now_ours) = (flood.our_territory(before), flood.our_territory(after));
    let mut gained = Vec::new();
    for (row, (old, new)) in ours.iter().zip(&now_ours).enumerate() {
        for word in 0..N {
            let columns = bits(new[word] & !old[word]).map(|bit| 64 * word + bit);
            gained.extend(columns.map(|column| (column, row - 1))); // the first row is a margin
        }
    }
    let theirs = |field: &FloodField<N>, flood: &mut Flood<N>| {
        flood.territory(field, HeadStarts::NONE) - flood.lead(field, HeadStarts::NONE)
    };
    let lost = theirs(before, flood) - theirs(after, flood);
    let mut reasons = Vec::new();
    if let Some(where_to) = side(board, &gained) {
        let cells = format_count(gained.len(), "more cell");
        reasons.push(format!("reaches {cells} first{where_to}"));
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

/// Names the side of the board on which these cells lie on average; `None` if there are no cells.
fn side(board: &Board, cells: &[(usize, usize)]) -> Option<&'static str> {
    let count = cells.len();
    if count == 0 {
        return None;
    }
    let third = |sum: usize, side: usize| (3 * sum / (count * side.max(1))).min(2);
    let across = third(cells.iter().map(|cell| cell.0).sum(), board.width());
    let down = third(cells.iter().map(|cell| cell.1).sum(), board.height());
    let names = [
        [", at the top left", ", at the top", ", at the top right"],
        [", on the left", "", ", on the right"],
        [", at the bottom left", ", at the bottom", ", at the bottom right"],
    ];
    Some(names[down][across])
}

/// Describes how many placements it costs the enemy's next piece on average, if any.
fn fewer_places(hand: PieceTurn<'_>, after: &Board, rng: &mut dyn Rng) -> Option<String> {
    let enemy = opponent(hand.seat);
    let places = |board: &Board, piece: &Piece| {
        find_valid_placements(board, piece, enemy, hand.margins).count()
    };
    let pieces: Vec<Piece> = (0..SAMPLE_PIECES).map(|_| draw_piece(hand.board, rng)).collect();
    let count = |board: &Board| pieces.iter().map(|piece| places(board, piece)).sum::<usize>();
    let fewer = count(hand.board).saturating_sub(count(after)) / SAMPLE_PIECES;
    let noun = if fewer == 1 { "place" } else { "places" };
    (fewer > 0).then(|| format!("leaves the opponent's next piece {fewer} fewer {noun}"))
}

/// Describes whether the placement comes nearer to the enemy than we are.
fn approach_reason(hand: PieceTurn<'_>, at: Placement) -> Option<String> {
    let distances = manhattan_to_enemy(hand.board, hand.seat);
    let nearest = |cells: &mut dyn Iterator<Item = (usize, usize)>| {
        cells.map(|(column, row)| distances.distance(column, row)).min()
    };
    let now = nearest(&mut hand.board.owned(hand.seat).cells())?;
    let then = nearest(&mut hand.new_cells(at))?;
    match then {
        then if then < now && then == 1 => Some("touches the opponent".into()),
        then if then < now => {
            Some(format!("closer to the opponent: {then} cells away instead of {now}"))
        }
        then if then > now + 3 => Some("stays away from the opponent".into()),
        _ => None,
    }
}

/// Describes how tidy the packing is.
fn tidiness_reason(hand: PieceTurn<'_>, touched: i32) -> String {
    let cells = format_count(touched as usize, "free cell");
    if touched <= TIDY_LIMIT * hand.piece.cells().len() as i32 {
        format!("packs tightly: touches {cells}")
    } else {
        format!("breaks up the free space: touches {cells}")
    }
}
