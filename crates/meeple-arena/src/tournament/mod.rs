//! Many games on the same deals: who is stronger, by how much, how sure.
//!
//! A *block* is one seed played in every seating. In all its games the deals
//! are the same as far as the rules allow, so neither a seat nor luck favours
//! anybody; and because they are the same, the games of a block are not
//! independent: the block is the unit of all statistics.

mod line;
mod round;
pub mod standing;

pub use line::{Entrant, FaultLine, GameLine, GameState};
pub use round::{Encounter, Round, Side};
pub use standing::{Cell, Checkpoint, Row, Standing};
