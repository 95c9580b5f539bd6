//! Computer players for Chomp, most of them perfect.
//!
//! - [`Tablebase`]: who wins each position of a box; [`Depths`]: in how many plies
//! - [`ChompSolver`]: builds and keeps both, and solves positions
//! - [`PerfectPlayer`] plays perfectly, [`CasualPlayer`] like a person; [`ChompAdviser`] explains moves
//!
//! A box is solved exactly if one bit per position fits into the given [`Memory`], by default up to 2^30
//! positions (16x16, 13x20, 4x255). Plies are counted in boxes of up to 2^24 positions. Boxes of up to
//! 2^22 positions are solved in a fraction of a second.

mod adviser;
mod bits;
mod casual;
mod depths;
mod large;
pub mod levels;
mod memory;
mod player;
mod proof;
mod ranking;
mod scan;
mod shapes;
mod shared;
mod solver;
mod stencils;
mod tablebase;
mod tablebase_file;
mod thought;
mod unfinished;

pub use adviser::ChompAdviser;
pub use casual::{CasualOptions, CasualPlayer};
pub use depths::{Depths, MAX_POSITIONS_WITH_DEPTHS};
pub use memory::{BadMemory, Memory};
pub use player::{PerfectOptions, PerfectPlayer, RandomBites, Stall};
pub use proof::{MAX_PROOF, prove};
pub use ranking::{MAX_POSITIONS, positions_in_box};
pub use shared::{PerfectPlay, SharedSolver};
pub use solver::{BiteResult, ChompSolution, ChompSolver, INSTANT_POSITIONS, TableStore};
pub use tablebase::{SolveError, Tablebase};
pub use tablebase_file::TablebaseFileError;
pub use unfinished::UnfinishedTable;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use levels::{Easy, Hard, Max, Normal};
use meeple_games::chomp::Chomp;

/// The players, adviser and practice positions of Chomp.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |resources| erase(ChompAdviser::new(resources.chomp.clone())),
    practice: include_str!("../../practice/chomp.txt"),
    analysis_nodes: 1 << 26,
};

/// The computer players of Chomp, in the order in which they are listed.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::new::<Chomp, PerfectPlayer>("perfect", "plays perfectly").with_pace(Pace::FREE),
    PlayerKind::level::<Chomp, Max>("max", "plays perfectly and delays the end in lost positions"),
    PlayerKind::level::<Chomp, Hard>("hard", "plays perfectly, same as max"),
    PlayerKind::new::<Chomp, CasualPlayer>(
        "casual",
        "plays small bars perfectly and knows some shapes",
    )
    .with_pace(Pace::FREE),
    PlayerKind::level::<Chomp, Normal>(
        "normal",
        "plays the last dozen squares perfectly and knows some shapes",
    ),
    PlayerKind::level::<Chomp, Easy>(
        "easy",
        "plays the last few squares perfectly but often misses bites",
    ),
    PlayoutPlayer::<Chomp>::kind(),
    PlayerKind::new::<Chomp, RandomBites>("random", "takes random bites, but never the poison"),
];
