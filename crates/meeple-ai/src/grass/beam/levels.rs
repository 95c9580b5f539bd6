//! The levels: the same player, looking less far and erring more.

use super::{BeamOptions, BeamPlayer};
use crate::roster::Level;
use meeple_games::grass::Grass;

/// Looks at its own tile alone, overlooks every other way to lay it and misjudges what it sees.
pub(crate) struct Easy;
/// Looks at its own tile alone, and overlooks something now and then.
pub(crate) struct Normal;
/// Its next tiles, and the others' replies.
///
/// ```text
/// against window, two players   96.4 % [93.9 .. 97.9] of 400 games from seed 777001; sides
///                               5.82 : 4.41 in 100 games from seed 880001
/// four, two seats each          0.40 wins a seat against 0.10, 100 games (0.375 of 40 from seed
///                               883001, 0.417 of 60 from 886001), sides 4.68 : 4.10
/// nine, five seats of it        0.178 wins a seat against 0.028 in 36 games from seed 993001, and
///                               0.13 against 0.08 in 18 from 884001: three deals in all
/// against normal, two players   90 % [79.8 .. 95.3] of 60 games from seed 9000    (2026-11-16)
/// ```
pub(crate) struct Hard;
/// The same with tiles that nobody knows yet, drawn many times, while there is time.
///
/// ```text
/// match grass max hard, two players:
/// rounds=2:depth=3:ahead=16, as it was    37.5 % [27.9 .. 48.2] of 40 games from seed 7000
/// rounds=1:depth=5:ahead=8, as it is      53.8 % [42.9 .. 64.3] of 80 games from seed 885001,
///                                         sides 5.3 : 5.2, both on a busy machine
/// the same with samples=8                 50 +- 14 % of 40 games from seed 7000
/// ```
///
/// So it is not shown to be stronger than `hard`. Nor were, against `hard`: what the other's next
/// tiles bring it as well (51.7 +- 9.9 % of 60 games), and the mean over its five likeliest
/// replies (47.5 +- 11.2 % of 40).
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
            depth: Some(5),
            samples: Some(40),
            ahead: Some(8),
            ..BeamOptions::default()
        }
    }
}
