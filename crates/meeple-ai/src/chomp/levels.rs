//! The levels of Chomp.
//!
//! `easy` and `normal` play like a person ([`CasualPlayer`]); `hard` and `max` both play perfectly,
//! because the game is solved. In a lost position they delay the end as long as possible.

use super::{
    casual::{CasualOptions, CasualPlayer},
    player::{PerfectOptions, PerfectPlayer},
};
use crate::{pace::Pace, roster::Level};
use meeple_games::chomp::Chomp;

/// Solves positions of up to 5 squares, recognises no known shapes, and overlooks a third of the
/// bites.
#[derive(Debug)]
pub struct Easy;

impl Level<Chomp> for Easy {
    type Player = CasualPlayer;
    const PACE: Pace = Pace::FREE;
    fn options() -> CasualOptions {
        CasualOptions { sight: Some(5), shapes: Some(false), overlooks: Some(33) }
    }
}

/// Solves positions of up to 12 squares, recognises known shapes such as an L with equal arms, and
/// overlooks one bite in ten.
#[derive(Debug)]
pub struct Normal;

impl Level<Chomp> for Normal {
    type Player = CasualPlayer;
    const PACE: Pace = Pace::FREE;
    fn options() -> CasualOptions {
        CasualOptions { sight: Some(12), shapes: Some(true), overlooks: Some(10) }
    }
}

/// Plays perfectly.
#[derive(Debug)]
pub struct Hard;

impl Level<Chomp> for Hard {
    type Player = PerfectPlayer;
    const PACE: Pace = Pace::FREE;
    fn options() -> PerfectOptions {
        PerfectOptions::default()
    }
}

/// Plays perfectly, like [`Hard`].
#[derive(Debug)]
pub struct Max;

impl Level<Chomp> for Max {
    type Player = PerfectPlayer;
    const PACE: Pace = Pace::FREE;
    fn options() -> PerfectOptions {
        PerfectOptions::default()
    }
}
