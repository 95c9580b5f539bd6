//! Computer players for Azul.
//!
//! [`AlphaBeta`] (`alphabeta`) searches to the end of the round and evaluates boards with learned
//! networks ([`Nets`]) or a handmade evaluation. The levels `easy` to `max` are built on it. `greedy`
//! looks only at its own move.

mod adviser;
mod alphabeta;
mod evaluation;
mod features;
mod greedy;
mod grey_features;
#[cfg(test)]
mod grey_tests;
mod handmade;
mod judge;
mod leaf;
mod learned;
pub mod levels;
mod mind;
mod mosaic;
mod reasons;
mod round;
mod samples;
mod self_play;
mod setting;
mod shipped;
#[cfg(test)]
mod tests;
mod tiling;
mod training;
mod wall_moves;
mod weights;

pub use adviser::AzulAdviser;
pub use alphabeta::{AlphaBeta, AlphaBetaOptions, JudgedBy};
pub use greedy::Greedy;
pub use learned::Nets;
pub use mind::{EvaluationSource, RoundSearcher};
pub use self_play::{SelfPlay, SelfPlayGame};
pub use setting::GameVariant;
pub use training::Lectures;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use levels::{Easy, Hard, Max, Normal};
use meeple_core::player::RandomPlayer;
use meeple_games::azul::Azul;

/// The players, adviser and practice positions of Azul.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |_| erase(AzulAdviser::default()),
    practice: include_str!("../../practice/azul.txt"),
};

/// The computer players of Azul, in the order in which they are listed.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::level::<Azul, Max>("max", "like hard, but thinks longer"),
    PlayerKind::level::<Azul, Hard>("hard", "searches to the end of the round"),
    PlayerKind::of::<Azul, AlphaBeta>("alphabeta", "hard with adjustable parameters")
        .thinks(Pace::nodes(100_000)),
    PlayerKind::level::<Azul, Normal>("normal", "looks one reply ahead and rarely misses a move"),
    PlayerKind::of::<Azul, Greedy>(
        "greedy",
        "places as many tiles as possible and avoids the floor",
    ),
    PlayerKind::level::<Azul, Easy>("easy", "looks only at its own move and often misses moves"),
    PlayoutPlayer::<Azul>::kind(),
    PlayerKind::of::<Azul, RandomPlayer>("random", "plays random moves"),
];
