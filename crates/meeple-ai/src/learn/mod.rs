//! Small neural networks that evaluate positions, and their training.
//!
//! ```text
//! games ─► samples ─► train: batches, gradients, Adam ─► weights ─► file with notes
//! ```
//!
//! Nothing here depends on a particular game. A game supplies the inputs of its positions and their
//! results; [`PairNet`] compares two sides, [`PlainNet`] evaluates a list of numbers. All parameters
//! of a network are one flat list, so that [`Adam`] and [`WeightsFile`] needn't know their meaning.

mod adam;
mod pair;
mod plain;
#[cfg(test)]
mod tests;
mod train;
mod weights;

pub use adam::Adam;
pub use pair::{EXTRAS, PairNet, PairSample, SideFeatures, Sight, WIDTH};
pub use plain::{HIDDEN, PlainNet, PlainSample};
pub use train::{Course, Learn, train};
pub use weights::{BadWeights, WeightsFile};
