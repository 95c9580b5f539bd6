//! Perfect play in Chomp.
//!
//! [`Tablebase`] knows who wins every position of a box, [`Depths`] how long that
//! takes, [`Solver`] keeps both and answers, [`PerfectPlayer`] plays by it.
//!
//! Work limits, not the sides: a box is solved exactly as far as one bit a position
//! has room in the [`Memory`] given, up to 2^30 positions (16x16, 13x20, 4x255) if
//! nothing is said; plies are counted up to 2^24, and up to 2^22 it all takes an instant.

mod bits;
mod depths;
mod large;
mod memory;
mod player;
mod proof;
mod ranking;
mod scan;
mod shared;
mod solver;
mod stored;
mod tablebase;
mod thought;

pub use depths::{Depths, MAX_DEPTH_POSITIONS};
pub use memory::{BadMemory, Memory};
pub use player::{PerfectOptions, PerfectPlayer, RandomBites, Stall};
pub use proof::{MAX_PROOF, prove};
pub use ranking::{MAX_POSITIONS, positions_in_box};
pub use shared::{PerfectPlay, SharedSolver};
pub use solver::{INSTANT_POSITIONS, Judged, Solution, Solver, TableStore};
pub use stored::BadTable;
pub use tablebase::{SolveError, Tablebase};

use crate::roster::PlayerKind;
use meeple_games::chomp::Chomp;

/// Who can be seated at a game of Chomp, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] = &[
    PlayerKind::of::<Chomp, PerfectPlayer>("perfect", "never loses a won game"),
    PlayerKind::of::<Chomp, RandomBites>("random", "bites anywhere but the poison"),
];
