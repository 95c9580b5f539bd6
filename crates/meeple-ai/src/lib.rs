//! Computer players for Meeple's games.
//!
//! Each game has its own folder. [`search`] holds the shared search algorithms and [`roster`] lists
//! the available players. Nothing here touches a file, a process or the screen; only
//! [`search::Budget`] reads the clock.

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

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
