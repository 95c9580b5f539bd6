//! Computer players for Laying Grass.
//!
//! - [`GreedyPlayer`] maximises its largest square after the move.
//! - [`WindowPlayer`] maximises the largest square it could still complete.
//! - [`BeamPlayer`] plans its next few tiles with a beam search and considers the opponents' replies. The
//!   levels `easy` to `max` are built on it.
//!
//! The first two try every placement of the tile in hand and, if they have a coupon, of the next five tiles.

mod beam;
mod greedy;
mod move_evaluation;
mod window;
mod window_weights;

pub use beam::{BeamAdviser, BeamGoal, BeamOptions, BeamPlayer, levels};
pub use greedy::GreedyPlayer;
pub use window::WindowPlayer;
pub use window_weights::WindowOptions;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use levels::{Easy, Hard, Max, Normal};
use meeple_core::player::RandomPlayer;
use meeple_games::grass::Grass;

/// The computer players, adviser and practice positions for Laying Grass.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |_| erase(BeamAdviser::default()),
    practice: include_str!("../../practice/grass.txt"),
    analysis_nodes: 150_000,
};

/// The computer players for Laying Grass, in the order in which they are listed.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::level::<Grass, Max>("max", "looks ahead with replies and with tiles not yet drawn"),
    PlayerKind::level::<Grass, Hard>(
        "hard",
        "plans its next tiles; with more players, also their replies",
    ),
    PlayerKind::new::<Grass, BeamPlayer>("beam", "beam search with adjustable parameters")
        .with_pace(Pace::FREE),
    PlayerKind::level::<Grass, Normal>(
        "normal",
        "looks only at the tile in hand and rarely misses a move",
    ),
    PlayerKind::level::<Grass, Easy>(
        "easy",
        "looks only at the tile in hand and often misses moves",
    ),
    PlayerKind::new::<Grass, WindowPlayer>(
        "window",
        "aims at the largest square it can still complete",
    ),
    PlayerKind::new::<Grass, GreedyPlayer>(
        "greedy",
        "takes the largest square it can complete now",
    ),
    PlayoutPlayer::<Grass>::kind(),
    PlayerKind::new::<Grass, RandomPlayer>("random", "plays random moves"),
];
