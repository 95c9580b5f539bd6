//! Simulated players of known strength, against which estimates can be checked.
//!
//! In each game every player has a strength, and the next player to be ranked is drawn in proportion to it,
//! as in the model. Luck shared by the games of a block makes them depend on each other, as real deals do: in
//! that block every player and every seat is better or worse than usual.

use crate::support::Dice;
use meeple_arena::rating::Observation;

/// The players, and how much luck varies between blocks.
pub(crate) struct SimulatedWorld {
    /// Logarithms of the strengths.
    pub(crate) strengths: Vec<f64>,
    /// Weight of a tie of two.
    pub(crate) tie_weight: f64,
    /// Standard deviation of a player's strength between blocks.
    pub(crate) player_luck: f64,
    /// Standard deviation of a seat's value between blocks.
    pub(crate) seat_luck: f64,
}

impl SimulatedWorld {
    /// Plays a block: the same luck in each game, with the players rotating by one seat.
    pub(crate) fn block(
        &self,
        block: usize,
        who: &[usize],
        games: usize,
        dice: &mut Dice,
    ) -> Vec<Observation> {
        let players = normals(who.len(), self.player_luck, dice);
        let seats = normals(who.len(), self.seat_luck, dice);
        let strength = |turn: usize, at: usize| {
            self.strengths[who[at]] + players[at] + seats[(at + turn) % who.len()]
        };
        (0..games)
            .map(|turn| {
                let strengths: Vec<f64> =
                    (0..who.len()).map(|at| libm::exp(strength(turn, at))).collect();
                let ranks = rank(&strengths, self.tie_weight, dice);
                Observation { block, entrants: who.to_vec(), ranks }
            })
            .collect()
    }
}

/// Draws the next player, or tied players, until all are ranked.
fn rank(strengths: &[f64], tie_weight: f64, dice: &mut Dice) -> Vec<u8> {
    let mut ranks = vec![0; strengths.len()];
    let mut rest: Vec<usize> = (0..strengths.len()).collect();
    while !rest.is_empty() {
        let place = (strengths.len() - rest.len() + 1) as u8;
        for at in next(strengths, &rest, tie_weight, dice) {
            ranks[at] = place;
            rest.retain(|&other| other != at);
        }
    }
    ranks
}

fn next(strengths: &[f64], rest: &[usize], tie_weight: f64, dice: &mut Dice) -> Vec<usize> {
    let single: f64 = rest.iter().map(|&at| strengths[at]).sum();
    let pairs =
        || rest.iter().enumerate().flat_map(|(n, &a)| rest[..n].iter().map(move |&b| (a, b)));
    let tie = |(a, b): (usize, usize)| tie_weight * (strengths[a] * strengths[b]).sqrt();
    let tied: f64 = if tie_weight > 0.0 { pairs().map(tie).sum() } else { 0.0 };
    let mut drawn = dice.uniform() * (single + tied);
    if drawn < single {
        let found = rest.iter().find(|&&at| {
            drawn -= strengths[at];
            drawn < 0.0
        });
        return vec![*found.unwrap_or(&rest[0])];
    }
    drawn -= single;
    let found = pairs().find(|&pair| {
        drawn -= tie(pair);
        drawn < 0.0
    });
    let (a, b) = found.unwrap_or((rest[0], rest[1]));
    vec![a, b]
}

/// Draws normally distributed numbers with this standard deviation.
fn normals(count: usize, deviation: f64, dice: &mut Dice) -> Vec<f64> {
    let mut normal = || {
        let (radius, angle) = (dice.uniform(), dice.uniform());
        deviation * (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
    };
    (0..count).map(|_| normal()).collect()
}
