//! The evaluation learned from games of self-play.
//!
//! A [`PairNet`] predicts how the margin grows after the round. A [`DenseNet`] predicts what the
//! rest of the round still brings if the search is cut off. Both were trained by `meeple train azul`
//! for one kind of game ([`GameVariant`]); the weights file starts with the command, its seeds and the
//! match that the networks won. With another number of players the first network still compares
//! pairs of boards.

use super::{
    board_evaluation::{BoardEvaluation, ComparedBoard},
    features::{self, Inputs},
    grey_features,
    handmade::Handmade,
    round::{DraftRound, PackedLines, Standings},
    round_features,
    tiling::Tiled,
    variant::GameVariant,
    wall_bits::WallBits,
};
use crate::learn::{Accumulator, DenseNet, PairNet, SideFeatures, WeightsError, WeightsFile};
use meeple_games::azul::{COLOUR_COUNT, MAX_PLAYERS, WallSide};
use rand::Rng;
use std::sync::Arc;

/// The name of the end-of-round network in a weights file, by wall side.
const END_OF_ROUND: [&str; 2] = ["end-of-round", "end-of-round-grey"];
/// The name of the rest-of-round network, by number of players.
const REST_OF_ROUND: [(usize, &str); 3] =
    [(2, "rest-of-round"), (3, "rest-of-round-3"), (MAX_PLAYERS, "rest-of-round-4")];
/// The rest of a round is learned in units of this many points.
const POINTS: f32 = 10.0;

/// The two trained networks.
#[derive(Debug, Clone, PartialEq)]
pub struct Networks {
    /// The kind of game they were trained on.
    pub(crate) variant: GameVariant,
    /// Predicts how the margin grows after a round.
    pub(crate) end: PairNet,
    /// Predicts what the rest of a round brings.
    pub(crate) rest: DenseNet,
}

impl Networks {
    /// Creates untrained networks; the one for the rest of a round always predicts 0.
    pub(crate) fn new(variant: GameVariant, rng: &mut dyn Rng) -> Self {
        let numbers = numbers(variant.players);
        let rest = DenseNet::with(numbers, vec![0.0; DenseNet::size(numbers)]);
        let end = PairNet::new(inputs(variant.side), rng);
        Networks { variant, end, rest: rest.expect("as many as it has") }
    }

    /// Replaces the rest-of-round network with a randomly initialised one that is ready to learn.
    pub(crate) fn forget_rest(&mut self, rng: &mut dyn Rng) {
        self.rest = DenseNet::new(numbers(self.variant.players), rng);
    }

    /// Loads the networks from a weights file; their names tell which kind of game they are for.
    pub fn read(weights: &WeightsFile) -> Result<Self, WeightsError> {
        let is_there = |name: &str| weights.net(name).is_ok();
        let sides = [WallSide::Colour, WallSide::Grey];
        let side = sides.into_iter().find(|&side| is_there(END_OF_ROUND[side as usize]));
        let side = side.unwrap_or_default();
        let rest = REST_OF_ROUND.into_iter().find(|&(_, name)| is_there(name));
        let (players, rest_name) = rest.unwrap_or(REST_OF_ROUND[0]);
        let end_name = END_OF_ROUND[side as usize];
        let end = PairNet::with(inputs(side), weights.net(end_name)?);
        let rest = DenseNet::with(numbers(players), weights.net(rest_name)?);
        Ok(Networks {
            variant: GameVariant { players, side },
            end: end.ok_or_else(|| WeightsFile::missing(end_name))?,
            rest: rest.ok_or_else(|| WeightsFile::missing(rest_name))?,
        })
    }

    /// Converts the networks to weights for a file, with these notes.
    pub fn weights(&self, notes: Vec<String>) -> WeightsFile {
        let GameVariant { players, side } = self.variant;
        let end = (END_OF_ROUND[side as usize].into(), self.end.all().to_vec());
        let rest = (REST_OF_ROUND[players - 2].1.into(), self.rest.all().to_vec());
        WeightsFile { notes, networks: vec![end, rest] }
    }

    /// Adds the inputs that all boards share, before the round of this number.
    pub(crate) fn in_common(&self, coming_round: u8, bag: [u8; COLOUR_COUNT], on: &mut Inputs) {
        match self.variant.side {
            WallSide::Colour => features::in_common(coming_round, bag, on),
            WallSide::Grey => grey_features::of_round(coming_round, on),
        }
    }

    /// Adds the inputs of a board after tiling.
    pub(crate) fn of_board(
        &self,
        wall: &WallBits,
        lines: PackedLines,
        bag: [u8; COLOUR_COUNT],
        on: &mut Inputs,
    ) {
        match self.variant.side {
            WallSide::Colour => features::of_board(wall, lines, on),
            WallSide::Grey => grey_features::of_board(wall, lines, bag, on),
        }
    }
}

/// Returns the number of inputs of the end-of-round network.
const fn inputs(side: WallSide) -> usize {
    match side {
        WallSide::Colour => features::INPUTS,
        WallSide::Grey => grey_features::INPUTS,
    }
}

/// Returns the number of inputs of the rest-of-round network.
const fn numbers(players: usize) -> usize {
    if players == 2 { round_features::NUMBERS } else { round_features::MANY }
}

/// Returns the extra inputs of a pair of sides: the score difference in units of 20, and who starts.
pub(crate) fn extras(lead: f32, starts: f32) -> [f32; 2] {
    [lead / 20.0, starts]
}

/// Evaluates boards with the learned networks.
#[derive(Debug, Clone)]
pub(crate) struct Learned {
    networks: Arc<Networks>,
    /// The inputs that all boards share, already applied.
    common: Accumulator,
    round: u8,
    bag: [u8; COLOUR_COUNT],
    players: usize,
    /// Handmade rules, used to choose cells on the grey wall.
    handmade: Handmade,
}

impl Learned {
    pub(crate) fn new(networks: Arc<Networks>) -> Self {
        let common = networks.end.accumulator();
        let handmade = Handmade::new(WallSide::Grey);
        Learned { networks, common, round: 1, bag: [0; COLOUR_COUNT], players: 2, handmade }
    }
}

impl BoardEvaluation for Learned {
    type Seen = SideFeatures;

    fn prepare(&mut self, standings: &Standings) {
        let mut inputs = Inputs::new();
        self.networks.in_common(standings.round + 1, standings.bag, &mut inputs);
        self.common = self.networks.end.activate(self.networks.end.accumulator(), &inputs);
        (self.round, self.bag) = (standings.round, standings.bag);
        self.players = standings.players;
    }

    /// Uses the handmade rules: the search calls this far more often than it evaluates boards.
    fn worth(&self, wall: &WallBits) -> f32 {
        self.handmade.worth(wall)
    }

    fn see(&self, board: &Tiled) -> SideFeatures {
        let mut inputs = Inputs::new();
        self.networks.of_board(&board.wall, board.lines, self.bag, &mut inputs);
        self.networks.end.features(&self.networks.end.activate(self.common, &inputs))
    }

    fn future(
        &self,
        mine: ComparedBoard<'_, SideFeatures>,
        theirs: ComparedBoard<'_, SideFeatures>,
    ) -> f32 {
        let lead = (mine.score - theirs.score) as f32;
        let extras = extras(lead, f32::from(mine.starts) - f32::from(theirs.starts));
        self.networks.end.margin(mine.seen, theirs.seen, extras)
    }

    fn chance(
        &self,
        mine: ComparedBoard<'_, SideFeatures>,
        theirs: ComparedBoard<'_, SideFeatures>,
    ) -> f32 {
        let lead = (mine.score - theirs.score) as f32;
        let extras = extras(lead, f32::from(mine.starts) - f32::from(theirs.starts));
        self.networks.end.chance(mine.seen, theirs.seen, extras, lead)
    }

    fn rest_of_round(&self, round: &DraftRound, seat: usize) -> f32 {
        if self.players != self.networks.variant.players {
            return 0.0; // The network was trained for another number of players.
        }
        if self.players > 2 {
            return POINTS
                * self.networks.rest.answer(&round_features::of_many(round, self.round, seat));
        }
        let movers =
            POINTS * self.networks.rest.answer(&round_features::numbers(round, self.round));
        if seat == usize::from(round.to_move) { movers } else { -movers }
    }
}

/// Converts points to the target of the rest-of-round network.
pub(crate) fn rest_target(points: f32) -> f32 {
    points / POINTS
}
