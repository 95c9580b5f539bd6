//! Random trees and evaluations for them.

use meeple_ai::search::{ChanceSampling, Evaluator, SearchSettings, SearchState};
use meeple_core::{
    Game, Limits, PositionHasher, Seat, Turn,
    rng::{RngStream, seeded},
    tree_game::TreeGame,
};
use rand::{Rng, RngExt};

/// Considers every possible deal.
pub(crate) const EVERYTHING: ChanceSampling = ChanceSampling { samples: u32::MAX, seed: 0 };

/// The maximum depth of the trees.
pub(crate) const DEEPEST: u32 = 6;

/// Generates `count` trees from a seed. Deals have weights, and a seat may move several times in a row.
pub(crate) fn trees(seed: u64, count: usize, seats: usize) -> impl Iterator<Item = TreeGame> {
    let mut rng = seeded(seed, RngStream::Deals);
    let tree = move |_| {
        let mut text = String::from("tree=");
        grow(&mut text, DEEPEST, seats, &mut rng);
        text.parse().expect("a tree")
    };
    (0..count).map(tree)
}

fn grow(text: &mut String, depth: u32, seats: usize, rng: &mut impl Rng) {
    let kind = rng.random_range(0..10);
    if depth == 0 || kind == 0 && depth < DEEPEST {
        let scores: Vec<String> =
            (0..seats).map(|_| rng.random_range(-3..=3_i32).to_string()).collect();
        return *text += &scores.join(",");
    }
    let is_chance = kind < 3 && depth < DEEPEST;
    let mover = rng.random_range(0..seats);
    *text += &if is_chance { "?".to_owned() } else { mover.to_string() };
    for branch in 0..rng.random_range(1..=3) {
        let weight = if is_chance { ["*1", "*2", "*3", "*4"][rng.random_range(0..4)] } else { "" };
        let before = if branch == 0 { "(" } else { "|" };
        *text += &[before, ["a", "b", "c"][branch], weight, ":"].concat();
        grow(text, depth - 1, seats, rng);
    }
    *text += ")";
}

/// Evaluates a finished game by the lead, and other positions by a small pseudo-random number that
/// depends on position and seat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guess;

impl<G: Game> Evaluator<G> for Guess {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        if Game::turn(position) == Turn::Over {
            return lead(position, seat);
        }
        let mixed = PositionHasher::hash([position.hash64(), seat.index() as u64]);
        (mixed % 9) as f32 - 4.0
    }
}

/// Evaluates a finished game by the lead limited to -1..=1, and other positions as 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wins;

impl<G: Game> Evaluator<G> for Wins {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        if Game::turn(position) == Turn::Over { lead(position, seat).clamp(-1.0, 1.0) } else { 0.0 }
    }

    fn max_value(&self) -> f32 {
        1.0
    }

    fn is_cheap(&self) -> bool {
        true
    }
}

/// Returns a seat's points minus those of its best opponent.
pub(crate) fn lead<G: Game>(position: &G, seat: Seat) -> f32 {
    let others = (0..Game::seats(position)).map(Seat::new).filter(|&other| other != seat);
    let most = others.map(|other| position.points(other)).max();
    (position.points(seat) - most.unwrap_or(0)) as f32
}

/// Returns settings for a full search to this depth.
pub(crate) fn plan<M>(depth: u32, chance: ChanceSampling) -> SearchSettings<M> {
    SearchSettings { depth, chance, ..SearchSettings::default() }
}

pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(crate) fn after<S: SearchState>(state: &S, mv: S::Move) -> S {
    let mut next = state.clone();
    next.play(mv);
    next
}

pub(crate) fn moves<S: SearchState>(state: &S) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}
