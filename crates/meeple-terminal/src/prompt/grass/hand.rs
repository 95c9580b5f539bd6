//! Turning the tile in hand: from look to look, as the picture leads.

use meeple_games::grass::Orientation;
use meeple_view::grass::{Look, TileInHand};

/// How the tile looks so; as it is drawn where it has no such look.
pub(super) fn look(hand: &TileInHand, orientation: Orientation) -> &Look {
    let named = hand.looks.iter().find(|look| look.orientation == orientation);
    named.unwrap_or(&hand.looks[0])
}

/// The look after these letters: `r` right, `l` left, `f` mirrored, one after the other.
pub(super) fn turned(hand: &TileInHand, start: Orientation, letters: &str) -> Orientation {
    let first = look(hand, start).orientation;
    letters.chars().fold(first, |now, letter| {
        let look = look(hand, now);
        match letter {
            'r' => look.right,
            'l' => look.left,
            'f' => look.flipped,
            _ => now,
        }
    })
}
