//! The rules of Meeple's games, pure: no file, no clock, no thinking.
//!
//! Each game has a folder named by its one word; [`GameKind`] is the one list
//! of them. What can be done with any of them stands in its [`GameEntry`].

pub mod azul;
pub mod chomp;
mod entry;
pub mod filler;
pub mod grass;
mod kind;

pub use entry::GameEntry;
pub use kind::{GameKind, UnknownGame, open_record};
