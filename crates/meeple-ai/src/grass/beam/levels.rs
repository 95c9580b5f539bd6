//! The levels: the same player with a shorter search and more mistakes at the lower levels.

use super::{BeamGoal, BeamOptions, BeamPlayer};
use crate::{
    pace::Pace,
    roster::{Level, Resources, Seatable},
};
use meeple_core::{Choice, ChooseError, Game, Limits, Player, options::NoOptions};
use meeple_games::grass::{Grass, Move};
use rand::Rng;

/// Considers only the tile in hand, overlooks half of the placements and misjudges the others.
#[derive(Debug)]
pub struct Easy;
/// Considers only the tile in hand and overlooks a move now and then.
#[derive(Debug)]
pub struct Normal;
/// Plans its next tiles: with two players for a large square (`aim=square`), with more players to win, with
/// the opponents' replies and randomly drawn tiles.
///
/// ```text
/// against window, two players   93.2 % [90.0 .. 95.5] of 400 games from seed 91000001, sides
///                               6.02 ±0.09 : 4.53; with the weights of `max` 93.9 % and 5.76 of
///                               400 from seed 6600001
/// against normal, two players   75.2 % [70.7 .. 79.3] of 400 games from seed 109000001; normal
///                               against easy 95.5 ±2.1 % of 400 games from seed 7400001
/// four, two seats each          0.420 ±0.023 wins per seat against 0.080, 288 games from seed
///                               132000001, 74 ms per move; before it rated the room at the start
///                               0.402 ±0.025 : 0.098 of 280 (106000001, 108000001), and without
///                               drawn tiles 0.375 : 0.125 of 120 of the same
/// nine, five seats of it        0.181 ±0.013 wins per seat against 0.023, sides 4.86 : 4.04, 108
///                               games in 6 deals from seed 130000001, 142 ms per move
///       four seats of it        0.227 ±0.017 : 0.019, sides 4.93 : 4.17, 108 from 131000001;
///                               before it rated the room, five seats 0.174 : 0.032 (124000001),
///                               four 0.222 : 0.022 (125000001); also without drawn tiles 0.170
///                               : 0.038 of 180 (120000001), 0.179 : 0.057 of 180 (121000001)
/// ```
#[derive(Debug)]
pub struct Hard;
/// Plays out replies with unseen tiles drawn at random as long as there is time.
///
/// With two players it beats `hard` in 65.8 % [61.1 .. 70.1] of 400 games from seed 101000001, with at most
/// 1s per move, of which it used 0.24s on average on a busy machine. When a node took two and a third times
/// as long and the search didn't stop once its choice could hardly change, it was 62.1 % of 400 games with 1s
/// (seed 94000001) and 66.1 ±7.4 % of 158 with 3s (seed 95000001).
///
/// Three ideas gained nothing over replies alone: two rounds of replies (37.5 % [27.9 .. 48.2] of 40 games),
/// counting what the opponent's next tiles bring it (51.7 +- 9.9 % of 60), and the mean over its five
/// likeliest replies (47.5 +- 11.2 % of 40).
#[derive(Debug)]
pub struct Max;

impl Level<Grass> for Easy {
    type Player = BeamPlayer;
    const PACE: Pace = Pace::FREE;
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
    const PACE: Pace = Pace::FREE;
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
    const PACE: Pace = Pace::FREE;
    fn options() -> NoOptions {
        NoOptions
    }
}

impl Level<Grass> for Max {
    type Player = BeamPlayer;
    const PACE: Pace = Pace::millis(1000);
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

/// A beam player whose effort depends on the number of players: with many players, replies and drawn tiles
/// make the difference; with two they are what `max` has over it.
#[derive(Debug, Clone, Copy)]
pub struct HardPlayer;

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
    ) -> Result<Choice<Move>, ChooseError> {
        let options = match position.seats() {
            2 => BeamOptions {
                aim: BeamGoal::Square,
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
            // Place one own tile after the replies: two were no stronger in 36 games.
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
