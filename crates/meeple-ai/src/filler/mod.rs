//! Bots that play Filler.
//!
//! Each is a [`Bot`]: it sees a [`View`] and answers a placement, so it plays
//! in Meeple's own games and for any engine that speaks a Filler protocol.
//!
//! ```
//! use meeple_ai::filler::{View, bot};
//! use meeple_core::{Seat, rng::{Stream, seeded}};
//! use meeple_games::filler::{Board, Margins};
//!
//! let board = Board::from_text("...\n.@.\n...\n$..\n")?;
//! let piece = "2x1:OO".parse()?;
//! let view = View { board: &board, piece: &piece, seat: Seat::new(0), margins: Margins::Overhang };
//! let mut terminator = bot("terminator").expect("it is in the list");
//! let at = terminator.place(view, &mut seeded(1, Stream::Deals)).expect("it fits twice");
//! assert_eq!(at.to_string(), "0,1"); // toward the enemy
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bots;
mod champion;
pub mod distances;
mod flood;
mod heat;
mod random;
mod stand_ins;
mod territory;
mod view;

pub use bots::{BOTS, BotKind, BotPlayer, bot};
pub use champion::{Champion, ChampionOptions};
pub use heat::{Heat, HeatMap};
pub use random::RandomPlacements;
pub use stand_ins::{Bender, H2D2, Terminator, WallE, enemy_distance};
pub use territory::Territory;
pub use view::{Bot, View};

use crate::roster::PlayerKind;
use meeple_games::filler::Filler;

/// Who can be seated at a game of Filler, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] = &[
    PlayerKind::of::<Filler, Champion>("champion", bots::CHAMPION),
    PlayerKind::of::<Filler, BotPlayer<Territory>>("territory", bots::TERRITORY),
    PlayerKind::of::<Filler, BotPlayer<Heat>>("heat", bots::HEAT),
    PlayerKind::of::<Filler, BotPlayer<Terminator>>("terminator", bots::TERMINATOR),
    PlayerKind::of::<Filler, BotPlayer<Bender>>("bender", bots::BENDER),
    PlayerKind::of::<Filler, BotPlayer<WallE>>("wall_e", bots::WALL_E),
    PlayerKind::of::<Filler, RandomPlacements>(
        "random",
        "lays its piece anywhere, margins hanging out",
    ),
    PlayerKind::of::<Filler, BotPlayer<H2D2>>("h2_d2", bots::H2_D2),
];
