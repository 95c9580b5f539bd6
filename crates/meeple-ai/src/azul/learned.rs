//! The evaluation that was learned from games of the player against itself.
//!
//! A [`PairNet`] says how the margin will grow after a round, a [`PlainNet`] what the rest of
//! the round still brings where the search is cut. Both were made by `meeple train azul` for a
//! kind of game ([`Setting`]); the command, its seeds and the match that it won stand in the head
//! of the file. With another number of players the first one still compares pairs of boards.

use super::{
    features::{self, Inputs},
    grey_features,
    handmade::HandMade,
    judge::{Judge, Side},
    leaf,
    mosaic::Mosaic,
    round::{Lines, Round, Standings},
    setting::Setting,
    tiling::Tiled,
};
use crate::learn::{BadWeights, Look, PairNet, PlainNet, Sight, Weights};
use meeple_games::azul::{COLOR_COUNT, MAX_PLAYERS, WallSide};
use rand::Rng;
use std::sync::Arc;

/// The network for the end of a round, in a file of weights, by the side of the boards.
const END_OF_ROUND: [&str; 2] = ["end-of-round", "end-of-round-grey"];
/// The network for the rest of a round, by the number of players.
const REST_OF_ROUND: [(usize, &str); 3] =
    [(2, "rest-of-round"), (3, "rest-of-round-3"), (MAX_PLAYERS, "rest-of-round-4")];
/// The rest of a round is learned in units of so many points.
const POINTS: f32 = 10.0;

/// What was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Nets {
    /// From what games.
    pub(crate) setting: Setting,
    /// How the margin grows after a round.
    pub(crate) end: PairNet,
    /// What the rest of a round brings.
    pub(crate) rest: PlainNet,
}

impl Nets {
    /// Networks that know nothing yet; the one for the rest of a round says that nothing follows.
    pub(crate) fn new(setting: Setting, rng: &mut dyn Rng) -> Self {
        let numbers = numbers(setting.players);
        let rest = PlainNet::with(numbers, vec![0.0; PlainNet::size(numbers)]);
        let end = PairNet::new(inputs(setting.side), rng);
        Nets { setting, end, rest: rest.expect("as many as it has") }
    }

    /// A network for the rest of a round that is ready to learn.
    pub(crate) fn forget_rest(&mut self, rng: &mut dyn Rng) {
        self.rest = PlainNet::new(numbers(self.setting.players), rng);
    }

    /// The networks of a file of weights; their names say what they were made for.
    pub fn read(weights: &Weights) -> Result<Self, BadWeights> {
        let is_there = |name: &str| weights.net(name).is_ok();
        let sides = [WallSide::Colour, WallSide::Grey];
        let side = sides.into_iter().find(|&side| is_there(END_OF_ROUND[side as usize]));
        let side = side.unwrap_or_default();
        let rest = REST_OF_ROUND.into_iter().find(|&(_, name)| is_there(name));
        let (players, rest_name) = rest.unwrap_or(REST_OF_ROUND[0]);
        let end_name = END_OF_ROUND[side as usize];
        let end = PairNet::with(inputs(side), weights.net(end_name)?);
        let rest = PlainNet::with(numbers(players), weights.net(rest_name)?);
        Ok(Nets {
            setting: Setting { players, side },
            end: end.ok_or_else(|| Weights::missing(end_name))?,
            rest: rest.ok_or_else(|| Weights::missing(rest_name))?,
        })
    }

    /// As weights for a file, with what is to be said of them.
    pub fn weights(&self, notes: Vec<String>) -> Weights {
        let Setting { players, side } = self.setting;
        let end = (END_OF_ROUND[side as usize].into(), self.end.all().to_vec());
        let rest = (REST_OF_ROUND[players - 2].1.into(), self.rest.all().to_vec());
        Weights { notes, nets: vec![end, rest] }
    }

    /// The inputs that all boards have in common, before the round of this number.
    pub(crate) fn in_common(&self, coming_round: u8, bag: [u8; COLOR_COUNT], on: &mut Inputs) {
        match self.setting.side {
            WallSide::Colour => features::in_common(coming_round, bag, on),
            WallSide::Grey => grey_features::of_round(coming_round, on),
        }
    }

    /// The inputs of a board after tiling.
    pub(crate) fn of_board(
        &self,
        wall: &Mosaic,
        lines: Lines,
        bag: [u8; COLOR_COUNT],
        on: &mut Inputs,
    ) {
        match self.setting.side {
            WallSide::Colour => features::of_board(wall, lines, on),
            WallSide::Grey => grey_features::of_board(wall, lines, bag, on),
        }
    }
}

/// How many inputs the network for the end of a round has.
const fn inputs(side: WallSide) -> usize {
    match side {
        WallSide::Colour => features::INPUTS,
        WallSide::Grey => grey_features::INPUTS,
    }
}

/// How many numbers the network for the rest of a round looks at.
const fn numbers(players: usize) -> usize {
    if players == 2 { leaf::NUMBERS } else { leaf::MANY }
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
    bag: [u8; COLOR_COUNT],
    players: usize,
    /// Rules of thumb, for cells of the grey wall.
    thumb: HandMade,
}

impl Learned {
    pub(crate) fn new(nets: Arc<Nets>) -> Self {
        let common = nets.end.dark();
        let thumb = HandMade::new(WallSide::Grey);
        Learned { nets, common, round: 1, bag: [0; COLOR_COUNT], players: 2, thumb }
    }
}

impl Judge for Learned {
    type Seen = Look;

    fn prepare(&mut self, standings: &Standings) {
        let mut inputs = Inputs::new();
        self.nets.in_common(standings.round + 1, standings.bag, &mut inputs);
        self.common = self.nets.end.lit(self.nets.end.dark(), &inputs);
        (self.round, self.bag) = (standings.round, standings.bag);
        self.players = standings.players;
    }

    /// Rules of thumb say it: in a search that is asked far more often than boards are looked at.
    fn worth(&self, wall: &Mosaic) -> f32 {
        self.thumb.worth(wall)
    }

    fn see(&self, board: &Tiled) -> Look {
        let mut inputs = Inputs::new();
        self.nets.of_board(&board.wall, board.lines, self.bag, &mut inputs);
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

    fn rest_of_round(&self, round: &Round, seat: usize) -> f32 {
        if self.players != self.nets.setting.players {
            return 0.0; // The network knows tables with another number of players.
        }
        if self.players > 2 {
            return POINTS * self.nets.rest.answer(&leaf::of_many(round, self.round, seat));
        }
        let movers = POINTS * self.nets.rest.answer(&leaf::numbers(round, self.round));
        if seat == usize::from(round.to_move) { movers } else { -movers }
    }
}

/// What the network for the rest of a round should answer, from points.
pub(crate) fn rest_target(points: f32) -> f32 {
    points / POINTS
}
