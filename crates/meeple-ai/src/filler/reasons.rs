//! Why a placement is good or bad, in words made of what is weighed.
//!
//! ```text
//! "makes 14 cells nearer to us than to them, at the right"
//! "leaves their next piece 3 fewer places"
//! "58 of 64 drawn pieces fit after it"
//! ```

use super::{
    Hand,
    distances::manhattan_to_enemy,
    flood::{Field, Flood, HeadStarts},
    packing::{Drawn, touched},
};
use meeple_core::text::counted;
use meeple_games::filler::{
    Board, Piece, Placement, bits, draw_piece, find_valid_placements, opponent,
};
use rand::Rng;

/// With how many pieces the enemy's places are counted.
const PIECES: usize = 16;
/// What touches no more free cells than this for each of its own packs tidily.
const TIDY: i32 = 3;

/// What speaks for a legal placement and against it where the border is open, the weightiest first.
pub(super) fn reasons<const N: usize>(
    hand: Hand<'_>,
    at: Placement,
    flood: &mut Flood<N>,
    rng: &mut dyn Rng,
) -> Vec<String> {
    let mut board = hand.board.clone();
    board.place(hand.piece, at, hand.seat);
    let before = Field::<N>::new(hand.board, hand.seat);
    let after = Field::<N>::new(&board, hand.seat);
    let mut reasons = Vec::new();
    if !flood.is_contested(&after) {
        reasons.push("closes the border: what is left to us nobody else can reach".into());
    }
    reasons.extend(territory(hand.board, &before, &after, flood));
    reasons.extend(fewer_places(hand, &board, rng));
    reasons.extend(approach(hand, at));
    reasons
}

/// The same where nobody else comes: how many of the pieces that were drawn fit, and how tidily it
/// is packed.
pub(super) fn packing_reasons<const N: usize>(
    hand: Hand<'_>,
    at: Placement,
    drawn: &Drawn,
) -> Vec<String> {
    let mut reasons = Vec::new();
    if drawn.count() > 0 {
        let (fitting, count) = (drawn.fitting(hand, at), drawn.count());
        reasons.push(format!("{fitting} of {count} drawn pieces fit after it"));
    }
    let mut field = Field::<N>::new(hand.board, hand.seat);
    reasons.push(tidiness(hand, touched(hand, at, &mut field)));
    reasons
}

/// The cells that change sides.
fn territory<const N: usize>(
    board: &Board,
    before: &Field<N>,
    after: &Field<N>,
    flood: &mut Flood<N>,
) -> Vec<String> {
    let (ours, now_ours) = (flood.ours(before), flood.ours(after));
    let mut gained = Vec::new();
    for (row, (old, new)) in ours.iter().zip(&now_ours).enumerate() {
        for word in 0..N {
            let columns = bits(new[word] & !old[word]).map(|bit| 64 * word + bit);
            gained.extend(columns.map(|column| (column, row - 1))); // the first row is a margin
        }
    }
    let theirs = |field: &Field<N>, flood: &mut Flood<N>| {
        flood.territory(field, HeadStarts::NONE) - flood.lead(field, HeadStarts::NONE)
    };
    let lost = theirs(before, flood) - theirs(after, flood);
    let mut reasons = Vec::new();
    if let Some(where_to) = side(board, &gained) {
        let cells = counted(gained.len(), "more cell");
        reasons.push(format!("makes {cells} nearer to us than to them{where_to}"));
    }
    if lost > 0 {
        reasons.push(format!("takes {} from them", counted(lost as usize, "cell")));
    }
    if gained.is_empty() && lost <= 0 {
        reasons.push("wins no ground".into());
    }
    reasons
}

/// On which side of the board these cells lie on average; `None` if there are none.
fn side(board: &Board, cells: &[(usize, usize)]) -> Option<&'static str> {
    let count = cells.len();
    if count == 0 {
        return None;
    }
    let third = |sum: usize, side: usize| (3 * sum / (count * side.max(1))).min(2);
    let across = third(cells.iter().map(|cell| cell.0).sum(), board.width());
    let down = third(cells.iter().map(|cell| cell.1).sum(), board.height());
    let names = [
        [", at the upper left", ", at the top", ", at the upper right"],
        [", at the left", "", ", at the right"],
        [", at the lower left", ", at the bottom", ", at the lower right"],
    ];
    Some(names[down][across])
}

/// How many places it costs the enemy's next piece, on average.
fn fewer_places(hand: Hand<'_>, after: &Board, rng: &mut dyn Rng) -> Option<String> {
    let enemy = opponent(hand.seat);
    let places = |board: &Board, piece: &Piece| {
        find_valid_placements(board, piece, enemy, hand.margins).count()
    };
    let pieces: Vec<Piece> = (0..PIECES).map(|_| draw_piece(hand.board, rng)).collect();
    let count = |board: &Board| pieces.iter().map(|piece| places(board, piece)).sum::<usize>();
    let fewer = count(hand.board).saturating_sub(count(after)) / PIECES;
    let noun = if fewer == 1 { "place" } else { "places" };
    (fewer > 0).then(|| format!("leaves their next piece {fewer} fewer {noun}"))
}

/// Whether it goes nearer to the enemy than we are.
fn approach(hand: Hand<'_>, at: Placement) -> Option<String> {
    let distances = manhattan_to_enemy(hand.board, hand.seat);
    let nearest = |cells: &mut dyn Iterator<Item = (usize, usize)>| {
        cells.map(|(column, row)| distances.at(column, row)).min()
    };
    let now = nearest(&mut hand.board.owned(hand.seat).cells())?;
    let then = nearest(&mut hand.new_cells(at))?;
    match then {
        then if then < now && then == 1 => Some("touches the enemy".into()),
        then if then < now => Some(format!("nearer the enemy: {then} steps instead of {now}")),
        then if then > now + 3 => Some("keeps away from the border".into()),
        _ => None,
    }
}

/// How tidily it is packed.
fn tidiness(hand: Hand<'_>, touched: i32) -> String {
    let cells = counted(touched as usize, "free neighbour");
    if touched <= TIDY * hand.piece.cells().len() as i32 {
        format!("packs tidily: {cells} touched")
    } else {
        format!("breaks up our room: {cells} touched")
    }
}
