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
/// The same wider, and with tiles that nobody knows yet, as long as there is time.
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
            depth: Some(4),
            candidates: Some(8),
            samples: Some(40),
            ..BeamOptions::default()
        }
    }
}
