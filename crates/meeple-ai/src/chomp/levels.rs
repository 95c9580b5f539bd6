//! The levels of Chomp: how much each of them sees.
//!
//! `easy` and `normal` play as people do ([`CasualPlayer`]), `hard` and `max` perfectly. In a
//! game that is solved there is nothing above that; both resist longest when they are lost.

use super::{
    casual::{CasualOptions, CasualPlayer},
    player::{PerfectOptions, PerfectPlayer},
};
use crate::roster::Level;
use meeple_games::chomp::Chomp;

/// Sees the last few squares, knows no shapes, and overlooks a third of its bites.
#[derive(Debug)]
pub(crate) struct Easy;

impl Level<Chomp> for Easy {
    type Player = CasualPlayer;
    fn options() -> CasualOptions {
        CasualOptions { sight: Some(5), shapes: Some(false), overlooks: Some(33) }
    }
}

/// Sees more squares, knows the shapes, and overlooks one bite in ten.
#[derive(Debug)]
pub(crate) struct Normal;

impl Level<Chomp> for Normal {
    type Player = CasualPlayer;
    fn options() -> CasualOptions {
        CasualOptions { sight: Some(12), shapes: Some(true), overlooks: Some(10) }
    }
}

/// Perfect.
#[derive(Debug)]
pub(crate) struct Perfect;

impl Level<Chomp> for Perfect {
    type Player = PerfectPlayer;
    fn options() -> PerfectOptions {
        PerfectOptions::default()
    }
}
