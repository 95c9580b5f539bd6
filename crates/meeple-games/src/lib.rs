//! The rules of Meeple's games, pure: no file, no clock, no thinking.
//!
//! Each game has a folder named by its one word; [`GameKind`] is the one list
//! of them. Whoever wants to do something with any game implements
//! [`GameTask`] and hands it to [`GameKind::run`].

pub mod azul;
pub mod chomp;
pub mod filler;
pub mod grass;
mod kind;

pub use kind::{GameKind, GameTask, UnknownGame, open_record};
