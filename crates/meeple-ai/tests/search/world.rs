//! Random trees, and evaluations to search them with.

use meeple_ai::search::{Chance, Evaluate, Plan, State};
use meeple_core::{
    Game, Limits, Mixer, Seat, Turn,
    rng::{Stream, seeded},
    tree_game::TreeGame,
};
use rand::{Rng, RngExt};

/// All that chance may bring.
pub(crate) const EVERYTHING: Chance = Chance { samples: u32::MAX, seed: 0 };

/// The deepest of the trees.
pub(crate) const DEEPEST: u32 = 6;

/// So many trees from a seed. What chance brings is weighted; the same seat may move again.
pub(crate) fn trees(seed: u64, count: usize, seats: usize) -> impl Iterator<Item = TreeGame> {
    let mut rng = seeded(seed, Stream::Deals);
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

/// The lead at the end, and before it a small number that follows from position and seat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guess;

impl<G: Game> Evaluate<G> for Guess {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        if Game::turn(position) == Turn::Over {
            return lead(position, seat);
        }
        let mixed = Mixer::hash([position.hash64(), seat.index() as u64]);
        (mixed % 9) as f32 - 4.0
    }
}

/// A win is 1, a shared one 0, and before the end nothing is known. Nothing is beyond that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wins;

impl<G: Game> Evaluate<G> for Wins {
    fn value(&mut self, position: &G, seat: Seat) -> f32 {
        if Game::turn(position) == Turn::Over { lead(position, seat).clamp(-1.0, 1.0) } else { 0.0 }
    }

    fn extreme(&self) -> f32 {
        1.0
    }

    fn is_cheap(&self) -> bool {
        true
    }
}

/// A seat's points beyond those of the best other.
pub(crate) fn lead<G: Game>(position: &G, seat: Seat) -> f32 {
    let others = (0..Game::seats(position)).map(Seat::new).filter(|&other| other != seat);
    let most = others.map(|other| position.points(other)).max();
    (position.points(seat) - most.unwrap_or(0)) as f32
}

/// Everything is looked at, so many plies deep.
pub(crate) fn plan<M>(depth: u32, chance: Chance) -> Plan<M> {
    Plan { depth, chance, ..Plan::default() }
}

pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(crate) fn after<S: State>(state: &S, mv: S::Move) -> S {
    let mut next = state.clone();
    next.play(mv);
    next
}

pub(crate) fn moves<S: State>(state: &S) -> Vec<S::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}
