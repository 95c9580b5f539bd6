//! Learning what positions are worth: small networks, and what adjusts them.
//!
//! ```text
//! games ─► samples ─► train: batches, gradients, Adam ─► weights ─► bytes with a note
//! ```
//!
//! Nothing here names a game. A game says which inputs of a position are on and what came of
//! it; [`PairNet`] compares two sides, [`PlainNet`] judges a list of numbers. All parameters of
//! a network are one list, so that [`Adam`] and [`Weights`] need not know what they mean.

mod adam;
mod pair;
mod plain;
#[cfg(test)]
mod tests;
mod train;
mod weights;

pub use adam::Adam;
pub use pair::{EXTRAS, Look, PairNet, PairSample, Sight, WIDTH};
pub use plain::{HIDDEN, PlainNet, PlainSample};
pub use train::{Course, Learn, train};
pub use weights::{BadWeights, Weights};
