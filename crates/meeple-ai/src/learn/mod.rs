//! Small neural networks that evaluate positions, and their training.
//!
//! ```text
//! games ─► samples ─► train: batches, gradients, Adam ─► weights ─► file with notes
//! ```
//!
//! Nothing here depends on a particular game: a game supplies the inputs and results of its positions.
//! [`PairNet`] compares two sides, [`PlainNet`] evaluates a list of numbers. The parameters of a network
//! are one flat list, so [`Adam`] and [`WeightsFile`] work for any network.

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
