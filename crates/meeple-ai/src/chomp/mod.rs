//! Perfect play in Chomp.
//!
//! [`Tablebase`] knows who wins every position of a box, [`Depths`] how long that
//! takes, [`Solver`] keeps both and answers, [`PerfectPlayer`] plays by it, [`ChompAdviser`]
//! says why. [`CasualPlayer`] plays as people do.
//!
//! Work limits, not the sides: a box is solved exactly as far as one bit a position
//! has room in the [`Memory`] given, up to 2^30 positions (16x16, 13x20, 4x255) if
//! nothing is said; plies are counted up to 2^24, and up to 2^22 it all takes an instant.

mod adviser;
mod bits;
mod casual;
mod depths;
mod large;
mod levels;
mod memory;
mod player;
mod proof;
mod ranking;
mod scan;
mod shapes;
mod shared;
mod solver;
mod stencils;
mod stored;
mod tablebase;
mod thought;
mod unfinished;

pub use adviser::ChompAdviser;
pub use casual::{CasualOptions, CasualPlayer};
pub use depths::{Depths, MAX_DEPTH_POSITIONS};
pub use memory::{BadMemory, Memory};
pub use player::{PerfectOptions, PerfectPlayer, RandomBites, Stall};
pub use proof::{MAX_PROOF, prove};
pub use ranking::{MAX_POSITIONS, positions_in_box};
pub use shared::{PerfectPlay, SharedSolver};
pub use solver::{INSTANT_POSITIONS, Judged, Solution, Solver, TableStore};
pub use stored::BadTable;
pub use tablebase::{SolveError, Tablebase};
pub use unfinished::UnfinishedTable;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use levels::{Easy, Normal, Perfect};
use meeple_games::chomp::Chomp;

/// What there is for Chomp.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |resources| erase(ChompAdviser::new(resources.chomp.clone())),
    practice: include_str!("../../practice/chomp.txt"),
};

/// Who can be seated at a game of Chomp, the strongest first.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::of::<Chomp, PerfectPlayer>("perfect", "never loses a won game").thinks(Pace::FREE),
    PlayerKind::level::<Chomp, Perfect>("max", "perfect, and resists longest when it is lost")
        .thinks(Pace::FREE),
    PlayerKind::level::<Chomp, Perfect>("hard", "perfect, like max: more there is not")
        .thinks(Pace::FREE),
    PlayerKind::of::<Chomp, CasualPlayer>("casual", "sees what is small and knows some shapes")
        .thinks(Pace::FREE),
    PlayerKind::level::<Chomp, Normal>(
        "normal",
        "sees the last dozen squares and knows the shapes",
    )
    .thinks(Pace::FREE),
    PlayerKind::level::<Chomp, Easy>("easy", "sees the last few squares, and overlooks much")
        .thinks(Pace::FREE),
    PlayoutPlayer::<Chomp>::kind(),
    PlayerKind::of::<Chomp, RandomBites>("random", "bites anywhere but the poison"),
];
