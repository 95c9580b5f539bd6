//! Tests the confidence intervals: with simulated players of known strength, 95 % of them contain the true
//! value.
//!
//! All entrants of a tournament are counted together. Their intervals depend on each other, so the error of
//! the coverage is at most that of as many coin tosses as there are tournaments.

use crate::support::{Dice, simulate};
use crate::world::SimulatedWorld;
use meeple_arena::rating::{Observation, rate, share_interval};

/// Acceptable coverage. With a thousand tournaments, 95 % has a standard error of 0.7 %; this allows three of
/// them.
const COVERAGE: std::ops::RangeInclusive<f64> = 0.93..=0.97;

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A simulated tournament.
struct SimulatedTournament {
    world: SimulatedWorld,
    seats: usize,
    blocks: usize,
    games_a_block: usize,
    seed: u64,
}

/// How many times as many blocks are played to find the true values where luck changes the limit of ever more
/// blocks. Their own error is then a tenth of an interval's, which costs 0.1 % of the coverage.
const TRUTH: usize = 100;

impl SimulatedTournament {
    /// Plays all groups in turn, so that all entrants meet equally often.
    fn play(&self, times: usize, dice: &mut Dice) -> Vec<Observation> {
        let tables = tables(self.world.strengths.len(), self.seats);
        let block = |block| {
            let who = &tables[block % tables.len()];
            self.world.block(block, who, self.games_a_block, dice)
        };
        (0..self.blocks * times).flat_map(block).collect()
    }

    /// Returns each entrant's true Elo: the limit of ever more blocks.
    fn truth(&self) -> Vec<f64> {
        let SimulatedWorld { strengths, player_luck, seat_luck, .. } = &self.world;
        let count = strengths.len();
        if player_luck + seat_luck > 0.0 {
            let ratings = rate(count, &self.play(TRUTH, &mut Dice::new(self.seed)));
            return (0..count).map(|at| ratings.elo(at).unwrap().value).collect();
        }
        let average = strengths.iter().sum::<f64>() / count as f64;
        strengths.iter().map(|strength| (strength - average) * ELO).collect()
    }

    #[track_caller]
    fn check(&self, name: &str) {
        let (truth, count) = (self.truth(), self.world.strengths.len());
        let (covered, all) = simulate(self.seed, |dice| {
            let ratings = rate(count, &self.play(1, dice));
            let covers = |at: &usize| {
                let found = ratings.elo(*at).unwrap();
                found.low <= truth[*at] && truth[*at] <= found.high
            };
            ((0..count).filter(covers).count() as f64, count as f64)
        });
        let coverage = covered / all;
        println!("{name}: {:.1} %", coverage * 100.0);
        assert!(COVERAGE.contains(&coverage), "{name}: {coverage}");
    }
}

/// Returns all groups of this many entrants.
fn tables(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let chosen = (0_u32..1 << entrants).filter(|few| few.count_ones() as usize == seats);
    chosen.map(|few| (0..entrants).filter(|at| few >> at & 1 == 1).collect()).collect()
}

/// Returns strengths from 0 upwards, `step` Elo apart.
fn ladder(entrants: usize, step: f64) -> Vec<f64> {
    (0..entrants).map(|at| at as f64 * step / ELO).collect()
}

/// A world without luck.
fn plain(strengths: Vec<f64>, tie_weight: f64) -> SimulatedWorld {
    SimulatedWorld { strengths, tie_weight, player_luck: 0.0, seat_luck: 0.0 }
}

/// A world in which a deal may be worth about 200 Elo to a player, and half of that to a seat. Treating its
/// games as independent would give intervals that are far too narrow.
fn lucky(strengths: Vec<f64>, tie_weight: f64) -> SimulatedWorld {
    SimulatedWorld { strengths, tie_weight, player_luck: 1.2, seat_luck: 0.6 }
}

/// A world in which a seat may be worth about 400 Elo, and a deal nothing to a player. Each block is nearly
/// split, and treating its games as independent would give intervals that are far too wide.
fn seated(strengths: Vec<f64>, tie_weight: f64) -> SimulatedWorld {
    SimulatedWorld { strengths, tie_weight, player_luck: 0.0, seat_luck: 2.4 }
}

#[test]
fn two_entrants() {
    let world = plain(ladder(2, 100.0), 0.5);
    SimulatedTournament { world, seats: 2, blocks: 100, games_a_block: 1, seed: 1 }
        .check("two entrants, 100 games");
    let world = lucky(ladder(2, 100.0), 0.5);
    SimulatedTournament { world, seats: 2, blocks: 40, games_a_block: 2, seed: 2 }
        .check("two entrants, 40 blocks of 2");
    let world = seated(ladder(2, 100.0), 0.5);
    SimulatedTournament { world, seats: 2, blocks: 40, games_a_block: 2, seed: 9 }
        .check("two entrants, 40 blocks of 2, strong seats");
}

#[test]
fn five_entrants_at_two_seats() {
    let world = plain(ladder(5, 60.0), 0.5);
    SimulatedTournament { world, seats: 2, blocks: 200, games_a_block: 1, seed: 3 }
        .check("two seats, 5 entrants, 200 games");
    let world = lucky(ladder(5, 60.0), 0.5);
    SimulatedTournament { world, seats: 2, blocks: 100, games_a_block: 2, seed: 4 }
        .check("two seats, 5 entrants, 100 blocks of 2");
}

#[test]
fn six_entrants_at_four_seats() {
    let world = plain(ladder(6, 50.0), 0.1);
    SimulatedTournament { world, seats: 4, blocks: 90, games_a_block: 1, seed: 5 }
        .check("four seats, 6 entrants, 90 games");
    let world = lucky(ladder(6, 50.0), 0.1);
    SimulatedTournament { world, seats: 4, blocks: 45, games_a_block: 4, seed: 6 }
        .check("four seats, 6 entrants, 45 blocks of 4");
}

#[test]
fn nine_entrants_at_nine_seats() {
    let world = plain(ladder(9, 40.0), 0.0);
    SimulatedTournament { world, seats: 9, blocks: 40, games_a_block: 1, seed: 7 }
        .check("nine seats, 40 games");
    let world = lucky(ladder(9, 40.0), 0.0);
    SimulatedTournament { world, seats: 9, blocks: 25, games_a_block: 18, seed: 8 }
        .check("nine seats, 25 blocks of 18");
}

#[test]
fn shares() {
    // The possible shares of a block between two players, and the probability of each.
    let worlds: [(&str, &[(f64, f64)]); 4] = [
        ("tosses", &[(0.0, 0.4), (1.0, 0.6)]),
        ("pairs of games", &[(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.2), (1.0, 0.2)]),
        ("mostly split", &[(0.0, 0.1), (0.5, 0.7), (1.0, 0.2)]),
        ("mostly won", &[(0.0, 0.05), (0.5, 0.2), (1.0, 0.75)]),
    ];
    for (seed, (name, shares)) in worlds.into_iter().enumerate() {
        let truth: f64 = shares.iter().map(|(share, part)| share * part).sum();
        for blocks in [20, 60] {
            let (covered, all) = simulate(100 + seed as u64, |dice| {
                let shares: Vec<f64> = (0..blocks).map(|_| draw(shares, dice)).collect();
                let [low, high] = share_interval(&shares);
                (f64::from(u8::from(low <= truth && truth <= high)), 1.0)
            });
            let coverage = covered / all;
            println!("share, {name}, {blocks} blocks: {:.1} %", coverage * 100.0);
            assert!(COVERAGE.contains(&coverage), "{name}, {blocks} blocks: {coverage}");
        }
    }
}

fn draw(shares: &[(f64, f64)], dice: &mut Dice) -> f64 {
    let mut drawn = dice.uniform();
    let found = shares.iter().find(|(_, part)| {
        drawn -= part;
        drawn < 0.0
    });
    found.unwrap_or(&shares[0]).0
}
