//! An example position for each game, from the middle of a game where that shows more.

use super::positions::{parse_position, start_game};
use crate::api_error::ApiError;
use meeple_games::GameKind;
use meeple_view::{example_position, view};
use serde::Serialize;
use serde_json::Value;

/// An example position and its picture.
#[derive(Serialize)]
pub(super) struct Example {
    position: &'static str,
    picture: Option<Value>,
    seats: usize,
}

impl Example {
    /// Returns the example of this game.
    pub(super) fn of(kind: GameKind) -> Result<Self, ApiError> {
        let position = example_position(kind);
        let game = start_game(kind, parse_position(kind, position)?, 0)?;
        let picture = view(kind).picture_at(&game, 0);
        Ok(Example { position, picture, seats: game.position().seats() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_position_with_a_picture() {
        for &kind in GameKind::ALL {
            let example = Example::of(kind).unwrap_or_else(|error| panic!("{kind}: {error}"));
            assert!(example.picture.is_some() && example.seats == 2, "{kind}");
            let written = parse_position(kind, example.position).expect("a position").to_string();
            assert_eq!(written, example.position);
        }
    }
}
