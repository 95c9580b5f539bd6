//! The levels: the same player, looking less far and erring more.

use super::{Aim, BeamOptions, BeamPlayer};
use crate::roster::{Level, Resources, Seatable};
use meeple_core::{Choice, Game, Limits, NoChoice, Player, options::NoOptions};
use meeple_games::grass::{Grass, Move};
use rand::Rng;

/// Looks at its own tile alone, overlooks every other way to lay it and misjudges what it sees.
pub(crate) struct Easy;
/// Looks at its own tile alone, and overlooks something now and then.
pub(crate) struct Normal;
/// Its next tiles in thought: among two for a large square (`aim=square`), among more to win, with
/// the others' replies and drawn tiles.
///
/// ```text
/// against window, two players   93.2 % [90.0 .. 95.5] of 400 games from seed 91000001, sides
///                               6.02 ±0.09 : 4.53; with the weights of `max` 93.9 % and 5.76 of
///                               400 from seed 6600001
/// against normal, two players   75.2 % [70.7 .. 79.3] of 400 games from seed 109000001; normal
///                               against easy 95.5 ±2.1 % of 400 games from seed 7400001
/// four, two seats each          0.420 ±0.023 wins a seat against 0.080, 288 games from seed
///                               132000001, 74 ms a move; before it looked for room at the start
///                               0.402 ±0.025 : 0.098 of 280 (106000001, 108000001), and without
///                               drawn tiles 0.375 : 0.125 of 120 of the same
/// nine, five seats of it        0.181 ±0.013 wins a seat against 0.023, sides 4.86 : 4.04, 108
///                               games in 6 deals from seed 130000001, 142 ms a move
///       four seats of it        0.227 ±0.017 : 0.019, sides 4.93 : 4.17, 108 from 131000001;
///                               before it looked for room, five seats 0.174 : 0.032 (124000001),
///                               four 0.222 : 0.022 (125000001); without drawn tiles, too, 0.170
///                               : 0.038 of 180 (120000001), 0.179 : 0.057 of 180 (121000001)
/// ```
pub(crate) struct Hard;
/// The replies and tiles that nobody knows yet, drawn while there is time.
///
/// It beats `hard`, among two, 65.8 % [61.1 .. 70.1] of 400 games from seed 101000001, with at most
/// 1s a move, of which it took 0.24s on the average, on a busy machine. When a node took two and a
/// third times as long and it did not stop where its choice can hardly change, 62.1 % of 400 with
/// 1s, from seed 94000001, and 66.1 ±7.4 % of 158 with 3s, from seed 95000001.
/// Nothing was gained, against replies alone, by foreseeing two rounds (37.5 % [27.9 .. 48.2] of
/// 40 games), by what the other's next tiles bring it (51.7 +- 9.9 % of 60), or by the mean over
/// its five likeliest replies (47.5 +- 11.2 % of 40).
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
    type Player = HardPlayer;
    fn options() -> NoOptions {
        NoOptions
    }
}

impl Level<Grass> for Max {
    type Player = BeamPlayer;
    fn options() -> BeamOptions {
        BeamOptions {
            candidates: Some(8),
            depth: Some(5),
            samples: Some(400),
            ahead: Some(8),
            ..BeamOptions::default()
        }
    }
}

/// A beam that thinks as much as the number of players asks for: replies and drawn tiles are what
/// makes the difference among many, and among two they are what `max` has over it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HardPlayer;

impl Seatable<Grass> for HardPlayer {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        HardPlayer
    }
}

impl Player<Grass> for HardPlayer {
    fn choose(
        &mut self,
        position: &Grass,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<Move>, NoChoice> {
        let options = match position.seats() {
            2 => BeamOptions {
                aim: Aim::Square,
                width: Some(16),
                candidates: Some(1),
                ..BeamOptions::default()
            },
            3 | 4 => BeamOptions {
                depth: Some(5),
                candidates: Some(8),
                samples: Some(8),
                ahead: Some(8),
                ..BeamOptions::default()
            },
            // One of its own tiles behind the replies: two were no stronger in 36 games.
            _ => BeamOptions {
                depth: Some(2),
                samples: Some(16),
                ahead: Some(8),
                ..BeamOptions::default()
            },
        };
        BeamPlayer { options }.choose(position, limits, rng)
    }
}
