//! Computer players for Filler.
//!
//! Each player is a [`Placer`]: it gets a [`PieceTurn`] and returns where the piece goes. The roster gives
//! the players their names.
//!
//! ```
//! use meeple_ai::{filler::{PieceTurn, Placer, Terminator}, search::Budget};
//! use meeple_core::{Limits, Seat, rng::{RngStream, seeded}};
//! use meeple_games::filler::{Board, Margins};
//!
//! let board = Board::from_text("...\n.@.\n...\n$..\n")?;
//! let piece = "2x1:OO".parse()?;
//! let hand = PieceTurn { board: &board, piece: &piece, seat: Seat::new(0), margins: Margins::Overhang };
//! let limits = Limits::default();
//! let choice = Terminator.place(hand, &mut Budget::start(&limits), &mut seeded(1, RngStream::Deals));
//! assert_eq!(choice.expect("it fits twice").mv.to_string(), "0,1"); // toward the enemy
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adviser;
mod champion;
mod champion_plan;
pub mod distances;
mod flood;
mod heat;
pub mod levels;
mod official_robots;
mod packing;
mod piece_turn;
mod placement_race;
mod placer;
mod random_player;
mod reasons;
mod small;
mod territory;

pub use adviser::ChampionAdviser;
pub use champion::{Champion, ChampionOptions};
pub use heat::{HeatMap, HeatPlacer};
pub use official_robots::{Bender, H2D2, Terminator, WallE, enemy_distance};
pub use piece_turn::PieceTurn;
pub use placer::{FillerPlayer, Placer};
pub use random_player::RandomFillerPlayer;
pub use territory::TerritoryPlacer;

use crate::{PlayoutPlayer, advice::erase, entry::AiEntry, pace::Pace, roster::PlayerKind};
use levels::{Easy, Hard, Max, Normal};
use meeple_games::filler::Filler;

/// The computer players, adviser and practice positions for Filler.
pub(crate) static ENTRY: AiEntry = AiEntry {
    players: ROSTER,
    adviser: |_| erase(ChampionAdviser::default()),
    practice: include_str!("../../practice/filler.txt"),
    analysis_nodes: 20_000,
};

/// The computer players for Filler, in the order in which they are listed.
const ROSTER: &[PlayerKind] = &[
    PlayerKind::level::<Filler, Max>("max", "champion with more simulated games, limited by time"),
    placer::<Champion>("champion", "compares territory and simulates the next pieces")
        .with_pace(Pace::FREE),
    PlayerKind::level::<Filler, Hard>(
        "hard",
        "compares territory one move ahead and rarely misses a placement",
    ),
    placer::<TerritoryPlacer>("territory", "takes the cells it reaches before the opponent"),
    PlayerKind::level::<Filler, Normal>(
        "normal",
        "looks only at its own move, and overlooks a third of the placements",
    ),
    placer::<HeatPlacer>("heat", "moves near the opponent, where there is room to grow"),
    placer::<Terminator>("terminator", "moves towards the opponent"),
    PlayerKind::level::<Filler, Easy>(
        "easy",
        "looks only at its own move, and overlooks half of the placements",
    ),
    placer::<Bender>("bender", "keeps a medium distance from the opponent"),
    PlayoutPlayer::<Filler>::kind(),
    placer::<WallE>("wall_e", "chooses random placements"),
    PlayerKind::new::<Filler, RandomFillerPlayer>(
        "random",
        "chooses random placements, also with overhanging margins",
    ),
    placer::<H2D2>("h2_d2", "stays as far from the opponent as possible"),
];

const fn placer<P: Placer>(name: &'static str, about: &'static str) -> PlayerKind {
    PlayerKind::new::<Filler, FillerPlayer<P>>(name, about)
}
