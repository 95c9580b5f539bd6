//! The levels of Chomp.
//!
//! `easy` and `normal` play like a person ([`CasualPlayer`]); `hard` and `max` both play perfectly,
//! because the game is solved. In a lost position they resist as long as possible.

use super::{
    casual::{CasualOptions, CasualPlayer},
    player::{PerfectOptions, PerfectPlayer},
};
use crate::roster::Level;
use meeple_games::chomp::Chomp;

/// Solves positions of up to 5 squares, knows no shapes, and overlooks a third of the bites.
#[derive(Debug)]
pub(crate) struct Easy;

impl Level<Chomp> for Easy {
    type Player = CasualPlayer;
    fn options() -> CasualOptions {
        CasualOptions { sight: Some(5), shapes: Some(false), overlooks: Some(33) }
    }
}

/// Solves positions of up to 12 squares, knows the shapes, and overlooks one bite in ten.
#[derive(Debug)]
pub(crate) struct Normal;

impl Level<Chomp> for Normal {
    type Player = CasualPlayer;
    fn options() -> CasualOptions {
        CasualOptions { sight: Some(12), shapes: Some(true), overlooks: Some(10) }
    }
}

/// Plays perfectly.
#[derive(Debug)]
pub(crate) struct Perfect;

impl Level<Chomp> for Perfect {
    type Player = PerfectPlayer;
    fn options() -> PerfectOptions {
        PerfectOptions::default()
    }
}
