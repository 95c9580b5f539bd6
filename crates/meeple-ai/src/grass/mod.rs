//! Computer players for Laying Grass.
//!
//! [`GreedyPlayer`] looks at the square it has, [`WindowPlayer`] at the square
//! it could still get. Both try every way to lay the tile at hand, and the
//! next five if they hold a coupon. [`BeamPlayer`] lays its next tiles in
//! thought, and the others reply: the levels `easy` to `max` are made of it.

mod beam;
mod greedy;
mod hands;
mod weights;
mod window;

pub use beam::{Aim, BeamAdviser, BeamOptions, BeamPlayer};
use beam::{Easy, Hard, Max, Normal};
pub use greedy::GreedyPlayer;
pub use weights::WindowOptions;
pub use window::WindowPlayer;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use meeple_core::player::RandomPlayer;
use meeple_games::grass::Grass;

/// What there is for Laying Grass.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |_| erase(BeamAdviser::default()),
    practice: include_str!("../../practice/grass.txt"),
};

/// Who can be seated at a game of Laying Grass, the strongest first.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::level::<Grass, Max>(
        "max",
        "the replies of the others and tiles that nobody knows yet",
    )
    .thinks(Pace::millis(1000)),
    PlayerKind::level::<Grass, Hard>(
        "hard",
        "lays its next tiles in thought; among many, the others reply",
    )
    .thinks(Pace::FREE),
    PlayerKind::of::<Grass, BeamPlayer>("beam", "always with replies, and with parameters")
        .thinks(Pace::FREE),
    PlayerKind::level::<Grass, Normal>("normal", "looks at the tile in hand, and overlooks little")
        .thinks(Pace::FREE),
    PlayerKind::level::<Grass, Easy>("easy", "looks at the tile in hand, and overlooks much")
        .thinks(Pace::FREE),
    PlayerKind::of::<Grass, WindowPlayer>("window", "aims at the square it can still fill"),
    PlayerKind::of::<Grass, GreedyPlayer>("greedy", "takes the largest square it can have now"),
    PlayoutPlayer::<Grass>::kind(),
    PlayerKind::of::<Grass, RandomPlayer>("random", "lays tiles anywhere"),
];
