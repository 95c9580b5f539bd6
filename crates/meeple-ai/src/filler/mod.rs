//! Bots that play Filler.
//!
//! Each is a [`Bot`]: it sees a [`View`] and answers a placement, so it plays
//! in Meeple's own games and for any engine that speaks a Filler protocol.

mod view;

pub use view::{Bot, View};

use crate::roster::PlayerKind;
use meeple_core::player::RandomPlayer;
use meeple_games::filler::Filler;

/// Who can be seated at a game of Filler, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] =
    &[PlayerKind::of::<Filler, RandomPlayer>("random", "lays its piece anywhere")];
