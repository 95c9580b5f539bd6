//! Turns the tile in hand, following the orientations listed in the view.

use meeple_games::grass::Orientation;
use meeple_view::grass::{ShownOrientation, TileInHand};

/// Returns the tile in this orientation, or as drawn if it doesn't have this orientation.
pub(super) fn orientation_of(hand: &TileInHand, orientation: Orientation) -> &ShownOrientation {
    let named = hand.looks.iter().find(|look| look.orientation == orientation);
    named.unwrap_or(&hand.looks[0])
}

/// Returns the column of the tile's first cell in its rectangle: the leftmost one of the top row.
pub(super) fn first_column(hand: &TileInHand, orientation: Orientation) -> u8 {
    let top = orientation_of(hand, orientation).rows.first();
    top.and_then(|row| row.find('#')).unwrap_or(0) as u8
}

/// Returns the orientation after these letters: `r` right, `l` left, `f` flip, one after the other.
pub(super) fn turned(hand: &TileInHand, start: Orientation, letters: &str) -> Orientation {
    let first = orientation_of(hand, start).orientation;
    letters.chars().fold(first, |now, letter| {
        let look = orientation_of(hand, now);
        match letter {
            'r' => look.right,
            'l' => look.left,
            'f' => look.flipped,
            _ => now,
        }
    })
}
