//! Thinking: computer players for Meeple's games.
//!
//! One folder a game, [`search`] for what they have in common, and [`roster`],
//! the list of who can be seated. Nothing here touches a file, a process or the
//! screen; the clock is read by [`search::Budget`] alone.

pub mod advice;
pub mod analysis;
pub mod azul;
mod by_playouts;
pub mod chomp;
mod entry;
pub mod filler;
pub mod grade;
pub mod grass;
pub mod learn;
mod maths;
pub mod pace;
pub mod practice;
pub mod roster;
pub mod search;
pub mod strength;

pub use by_playouts::PlayoutPlayer;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
