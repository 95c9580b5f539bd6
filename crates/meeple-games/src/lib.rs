//! The rules of Meeple's games: [`chomp`], [`filler`], [`azul`] and Laying Grass ([`grass`]).
//!
//! Each game is a type that implements [`meeple_core::Game`]. [`GameKind`] lists the games, and a
//! [`GameEntry`] gives access to one of them without knowing its type. This crate does no IO, reads no
//! clock and contains no computer players.

pub mod azul;
pub mod chomp;
mod entry;
pub mod filler;
pub mod grass;
mod kind;

pub use entry::GameEntry;
pub use kind::{GameKind, UnknownGame, open_record};

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
