//! The levels: the same player, looking less far and erring more.
//!
//! `easy`, `normal` and `hard` weigh one ply; they overlook placements and
//! misjudge the lead that one leaves, as people do. `max` is the champion with
//! as many draws as its time allows.
//!
//! Measured with `meeple match filler` on map00, 400 games each: `max` beats `hard` 68.4 ±3.6 %
//! (seed 6900001); from seed 996001 `champion` beats `hard` 67.1 % [63.6 .. 70.5], `hard` beats
//! `normal` 90.1 % [87.0 .. 92.6] and `terminator` 91.9 %, `normal` beats `easy` 83.0 %
//! [79.4 .. 86.1]. On map02 `champion:time=20ms` beats `terminator` 40 to 0 (seed 7100001).

use super::{Champion, ChampionOptions, FillerPlayer};
use crate::roster::Level;
use meeple_games::filler::Filler;

/// Overlooks every other placement, and misjudges what it sees.
pub(super) struct Easy;
/// Overlooks one placement of three.
pub(super) struct Normal;
/// Overlooks little.
pub(super) struct Hard;
/// Overlooks nothing, and draws as long as there is time.
pub(super) struct Max;

impl Level<Filler> for Easy {
    type Player = FillerPlayer<Champion>;
    fn options() -> ChampionOptions {
        erring(55, 8, 40)
    }
}

impl Level<Filler> for Normal {
    type Player = FillerPlayer<Champion>;
    fn options() -> ChampionOptions {
        erring(30, 5, 25)
    }
}

impl Level<Filler> for Hard {
    type Player = FillerPlayer<Champion>;
    fn options() -> ChampionOptions {
        erring(8, 1, 15)
    }
}

impl Level<Filler> for Max {
    type Player = FillerPlayer<Champion>;
    fn options() -> ChampionOptions {
        ChampionOptions { effort: Some(16), best: Some(12), ..ChampionOptions::default() }
    }
}

/// One ply ahead, erring so.
fn erring(overlooks: u32, blur: u32, tolerates: u32) -> ChampionOptions {
    ChampionOptions {
        samples: Some(0),
        overlooks: Some(overlooks),
        blur: Some(blur),
        tolerates: Some(tolerates),
        ..ChampionOptions::default()
    }
}
