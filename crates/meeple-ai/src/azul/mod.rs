//! Computer players for Azul.
//!
//! [`AlphaBeta`] (`alphabeta`) searches to the end of the round and evaluates boards with learned
//! networks ([`Networks`]) or a handmade evaluation. The levels are built on it: `easy` and `normal` look
//! one and two plies ahead with the handmade evaluation and make mistakes; `hard` and `max` search the
//! round with the networks. `greedy` looks only at its own move.

mod adviser;
mod alphabeta;
mod board_evaluation;
mod builtin_networks;
mod evaluation;
mod features;
mod greedy;
mod grey_features;
#[cfg(test)]
mod grey_tests;
mod handmade;
mod handmade_constants;
mod learned;
pub mod levels;
mod reasons;
mod round;
mod round_features;
mod samples;
mod searcher;
mod self_play;
#[cfg(test)]
mod tests;
mod tiling;
mod training;
mod variant;
mod wall_bits;
mod wall_moves;

pub use adviser::AzulAdviser;
pub use alphabeta::{AlphaBeta, AlphaBetaOptions, EvaluationKind};
pub use greedy::Greedy;
pub use learned::Networks;
pub use searcher::{EvaluationSource, RoundSearcher};
pub use self_play::{SelfPlay, SelfPlayGame};
pub use training::TrainingData;
pub use variant::GameVariant;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use levels::{Easy, Hard, Max, Normal};
use meeple_core::player::RandomPlayer;
use meeple_games::azul::Azul;

/// The players, adviser and practice positions of Azul.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |_| erase(AzulAdviser::default()),
    practice: include_str!("../../practice/azul.txt"),
    analysis_nodes: 400_000,
};

/// The computer players of Azul, in the order in which they are listed.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::level::<Azul, Max>("max", "like hard, but thinks longer"),
    PlayerKind::level::<Azul, Hard>("hard", "searches to the end of the round"),
    PlayerKind::new::<Azul, AlphaBeta>("alphabeta", "hard with adjustable parameters")
        .with_pace(Pace::nodes(100_000)),
    PlayerKind::level::<Azul, Normal>("normal", "looks one reply ahead and rarely misses a move"),
    PlayerKind::new::<Azul, Greedy>(
        "greedy",
        "places as many tiles as possible and avoids the floor",
    ),
    PlayerKind::level::<Azul, Easy>("easy", "looks only at its own move and often misses moves"),
    PlayoutPlayer::<Azul>::kind(),
    PlayerKind::new::<Azul, RandomPlayer>("random", "plays random moves"),
];
