//! What every search needs, whatever the game: limits that are kept, and moves compared.
//!
//! Nothing here names a game.

mod budget;
mod compared;

pub use budget::{Budget, Spent};
pub use compared::{RANKED, best_of, chosen};
