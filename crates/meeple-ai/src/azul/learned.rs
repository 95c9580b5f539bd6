//! The evaluation that was learned from games of the player against itself.
//!
//! A [`PairNet`] says how the margin will grow after a round, a [`PlainNet`] what the rest of
//! the round still brings where the search is cut. Both were made by `meeple train azul`; the
//! command, its seeds and the match that it won stand in the head of the file.

use super::{
    features::{INPUTS, Inputs, in_common, of_board},
    handmade::HandMade,
    judge::{Judge, Side},
    leaf::{self, NUMBERS},
    mosaic::Mosaic,
    round::{Round, Standings},
    tiling::Tiled,
};
use crate::learn::{BadWeights, Look, PairNet, PlainNet, Sight, Weights};
use meeple_games::azul::WallSide;
use std::sync::Arc;

/// The network for the end of a round, in a file of weights.
const END_OF_ROUND: &str = "end-of-round";
/// The network for the rest of a round.
const REST_OF_ROUND: &str = "rest-of-round";
/// The rest of a round is learned in units of so many points.
const POINTS: f32 = 10.0;

/// What was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Nets {
    /// How the margin grows after a round.
    pub(crate) end: PairNet,
    /// What the rest of a round brings.
    pub(crate) rest: PlainNet,
}

impl Nets {
    /// The networks of a file of weights.
    pub fn read(weights: &Weights) -> Result<Self, BadWeights> {
        let end = PairNet::with(INPUTS, weights.net(END_OF_ROUND)?);
        let rest = PlainNet::with(NUMBERS, weights.net(REST_OF_ROUND)?);
        Ok(Nets {
            end: end.ok_or_else(|| Weights::missing(END_OF_ROUND))?,
            rest: rest.ok_or_else(|| Weights::missing(REST_OF_ROUND))?,
        })
    }

    /// As weights for a file, with what is to be said of them.
    pub fn weights(&self, notes: Vec<String>) -> Weights {
        let end = (END_OF_ROUND.into(), self.end.all().to_vec());
        let rest = (REST_OF_ROUND.into(), self.rest.all().to_vec());
        Weights { notes, nets: vec![end, rest] }
    }
}

/// How two sides stand to each other: the score, in twenties, and who starts.
pub(crate) fn extras(lead: f32, starts: f32) -> [f32; 2] {
    [lead / 20.0, starts]
}

/// Judges boards by what was learned.
#[derive(Debug, Clone)]
pub(crate) struct Learned {
    nets: Arc<Nets>,
    /// What all boards have in common.
    common: Sight,
    round: u8,
    players: usize,
}

impl Learned {
    pub(crate) fn new(nets: Arc<Nets>) -> Self {
        let common = nets.end.dark();
        Learned { nets, common, round: 1, players: 2 }
    }
}

impl Judge for Learned {
    type Seen = Look;

    fn prepare(&mut self, standings: &Standings) {
        let mut inputs = Inputs::new();
        in_common(standings.round + 1, standings.bag, &mut inputs);
        self.common = self.nets.end.lit(self.nets.end.dark(), &inputs);
        (self.round, self.players) = (standings.round, standings.players);
    }

    /// Only asked on the grey side, which was not learned.
    fn worth(&self, wall: &Mosaic) -> f32 {
        HandMade::new(WallSide::Grey).worth(wall)
    }

    fn see(&self, board: &Tiled) -> Look {
        let mut inputs = Inputs::new();
        of_board(&board.wall, board.lines, &mut inputs);
        self.nets.end.look(&self.nets.end.lit(self.common, &inputs))
    }

    fn future(&self, mine: Side<'_, Look>, theirs: Side<'_, Look>) -> f32 {
        let lead = (mine.score - theirs.score) as f32;
        let extras = extras(lead, f32::from(mine.starts) - f32::from(theirs.starts));
        self.nets.end.margin(mine.seen, theirs.seen, extras)
    }

    fn chance(&self, mine: Side<'_, Look>, theirs: Side<'_, Look>) -> f32 {
        let lead = (mine.score - theirs.score) as f32;
        let extras = extras(lead, f32::from(mine.starts) - f32::from(theirs.starts));
        self.nets.end.chance(mine.seen, theirs.seen, extras, lead)
    }

    fn rest_of_round(&self, round: &Round) -> f32 {
        if self.players > 2 {
            return 0.0; // The network knows two boards.
        }
        POINTS * self.nets.rest.answer(&leaf::numbers(round, self.round))
    }
}

/// What the network for the rest of a round should answer, from points.
pub(crate) fn rest_target(points: f32) -> f32 {
    points / POINTS
}
