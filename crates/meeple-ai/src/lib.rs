//! Computer players for Meeple's games.
//!
//! - [`azul`], [`chomp`], [`filler`], [`grass`]: the players and the adviser of each game
//! - [`roster`]: lists the players and creates them by name; [`pace`]: how long a player thinks
//! - [`search`], [`learn`]: search algorithms and neural networks that work for any game
//! - [`advice`], [`analysis`], [`grade`]: explains moves, and judges whole games
//! - [`practice`], [`strength`]: practice positions, and the measured ratings of the players
//!
//! This crate does no IO. Only [`search::Budget`] reads the clock.

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
