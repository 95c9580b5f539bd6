//! The levels: the same player, looking less far and erring more.

use super::{BeamOptions, BeamPlayer};
use crate::roster::Level;
use meeple_games::grass::Grass;

/// Looks at its own tile alone, overlooks every other way to lay it and misjudges what it sees.
pub(crate) struct Easy;
/// Looks at its own tile alone, and overlooks something now and then.
pub(crate) struct Normal;
/// Its next tiles, and the others' replies.
pub(crate) struct Hard;
/// The same for two rounds, in many futures of tiles that nobody knows yet, while there is time.
///
/// ```text
/// two rounds against one, at 4,000 positions a move   54.3 +- 7.4 % of 70 games
/// replies found by a beam 8 wide against one ply      50.0 +- 10.1 % of 40 games, so one ply
/// ```
pub(crate) struct Max;

impl Level<Grass> for Easy {
    type Player = BeamPlayer;
    fn options() -> BeamOptions {
        BeamOptions {
            depth: Some(1),
            candidates: Some(1),
            overlooks: Some(50),
            blur: Some(35),
            tolerates: Some(120),
            ..BeamOptions::default()
        }
    }
}

impl Level<Grass> for Normal {
    type Player = BeamPlayer;
    fn options() -> BeamOptions {
        BeamOptions {
            depth: Some(1),
            candidates: Some(1),
            overlooks: Some(10),
            blur: Some(6),
            tolerates: Some(60),
            ..BeamOptions::default()
        }
    }
}

impl Level<Grass> for Hard {
    type Player = BeamPlayer;
    fn options() -> BeamOptions {
        BeamOptions::default()
    }
}

impl Level<Grass> for Max {
    type Player = BeamPlayer;
    fn options() -> BeamOptions {
        BeamOptions {
            candidates: Some(8),
            rounds: Some(2),
            samples: Some(40),
            ..BeamOptions::default()
        }
    }
}
