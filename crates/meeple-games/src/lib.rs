//! The rules of Meeple's games. This crate does no I/O, reads no clock and contains no computer
//! players.
//!
//! Each game has a folder named after it. [`GameKind`] lists all games, and a [`GameEntry`] gives
//! access to one of them without knowing its type.

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
