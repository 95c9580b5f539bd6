//! The levels of Laying Grass. Lower levels search less; `easy` and `normal` also make mistakes.

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
/// Considers only the tile in hand, overlooks one placement in ten and slightly misjudges the others.
/// It beats `easy` in 95.5 ±2.1 % of 400 games between two players (seed 7400001).
#[derive(Debug)]
pub struct Normal;
/// Plans several of its own tiles ahead. With two players it aims for a large square (`aim=square`); with
/// more it plays to win, and samples the opponents' replies and the unseen tiles.
///
/// ```text
/// players                opponent   result                           games   first seed
/// 2                      window     93.2 % [90.0 .. 95.5]            400     91000001
/// 2                      normal     75.2 % [70.7 .. 79.3]            400     109000001
/// 4, two seats each      window     0.420 ±0.023 : 0.080 wins/seat   288     132000001
/// 9, five seats of hard  window     0.181 ±0.013 : 0.023 wins/seat   108     130000001
/// 9, four seats of hard  window     0.227 ±0.017 : 0.019 wins/seat   108     131000001
/// ```
///
/// A move takes 74 ms with four players and 142 ms with nine.
#[derive(Debug)]
pub struct Hard;
/// Until its time is up, samples the unseen tiles and plays out the opponents' replies.
///
/// With two players it beats `hard` in 65.8 % [61.1 .. 70.1] of 400 games from seed 101000001, with at most
/// 1 s per move, of which it used 0.24 s on average on a busy machine.
///
/// Tried without gain: two rounds of replies (37.5 % [27.9 .. 48.2] of 40 games), adding the value of the
/// opponent's next tiles (51.7 ±9.9 % of 60), averaging over its five likeliest replies (47.5 ±11.2 % of 40).
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

/// A beam player whose search depends on the number of players. Replies and unseen tiles are sampled with
/// three or more players; with two, only `max` does that.
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
            // This tile, and one more after the replies; a third was no stronger in 36 games.
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
