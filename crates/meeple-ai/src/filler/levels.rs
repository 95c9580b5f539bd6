//! The levels: the same player with a shorter search and more mistakes at the lower levels.
//!
//! `easy`, `normal` and `hard` look one ply ahead; they overlook placements and misjudge the resulting lead,
//! as people do. `max` is the champion with as many draws as its time allows.
//!
//! Measured with `meeple match filler` on map00 on 17 November 2026, 400 games each: `max` beats `hard`
//! 68.4 ±3.6 % (seed 6900001); from seed 996001 `champion` beats `hard` 67.1 % [63.6 .. 70.5], `hard`
//! beats `normal` 90.1 % [87.0 .. 92.6] and `terminator` 91.9 %, `normal` beats `easy` 83.0 %
//! [79.4 .. 86.1]. On map02 `champion:time=20ms` beats `terminator` 40 to 0 (seed 7100001). These figures
//! are older than the last change to `champion`, on which `max` is built; `docs/strength.md` has newer
//! ratings of all levels.

use super::{Champion, ChampionOptions, FillerPlayer};
use crate::{pace::Pace, roster::Level};
use meeple_games::filler::Filler;

/// Overlooks about half of the placements and misjudges the others.
#[derive(Debug)]
pub struct Easy;
/// Overlooks about a third of the placements.
#[derive(Debug)]
pub struct Normal;
/// Overlooks few placements.
#[derive(Debug)]
pub struct Hard;
/// Overlooks nothing and draws pieces as long as there is time.
#[derive(Debug)]
pub struct Max;

impl Level<Filler> for Easy {
    type Player = FillerPlayer<Champion>;
    const PACE: Pace = Pace::FREE;
    fn options() -> ChampionOptions {
        options_with_mistakes(55, 8, 40)
    }
}

impl Level<Filler> for Normal {
    type Player = FillerPlayer<Champion>;
    const PACE: Pace = Pace::FREE;
    fn options() -> ChampionOptions {
        options_with_mistakes(30, 5, 25)
    }
}

impl Level<Filler> for Hard {
    type Player = FillerPlayer<Champion>;
    const PACE: Pace = Pace::FREE;
    fn options() -> ChampionOptions {
        options_with_mistakes(8, 1, 15)
    }
}

impl Level<Filler> for Max {
    type Player = FillerPlayer<Champion>;
    const PACE: Pace = Pace::millis(100);
    fn options() -> ChampionOptions {
        ChampionOptions { effort: Some(16), best: Some(12), ..ChampionOptions::default() }
    }
}

/// Returns options for looking one ply ahead with these mistakes.
fn options_with_mistakes(overlooks: u32, blur: u32, tolerates: u32) -> ChampionOptions {
    ChampionOptions {
        samples: Some(0),
        overlooks: Some(overlooks),
        blur: Some(blur),
        tolerates: Some(tolerates),
        ..ChampionOptions::default()
    }
}
