//! Perfect play in Chomp.

use crate::roster::PlayerKind;
use meeple_core::player::RandomPlayer;
use meeple_games::chomp::Chomp;

/// Who can be seated at a game of Chomp, the strongest first.
pub(crate) const ROSTER: &[PlayerKind] =
    &[PlayerKind::of::<Chomp, RandomPlayer>("random", "bites anywhere, the poison included")];
