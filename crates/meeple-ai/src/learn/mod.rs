//! Small neural networks that evaluate positions, and their training.
//!
//! ```text
//! games ─► samples ─► train: batches, gradients, Adam ─► weights ─► WeightsFile
//! ```
//!
//! Nothing here depends on a particular game: a game supplies features and target values.
//! [`PairNet`] compares two players' features; [`DenseNet`] maps a list of numbers to one. The parameters of a network
//! are one flat list, so [`Adam`] and [`WeightsFile`] work for any network.

mod adam;
mod dense;
mod pair;
#[cfg(test)]
mod tests;
mod train;
mod weights;

pub use adam::Adam;
pub use dense::{DenseNet, DenseSample, HIDDEN};
pub use pair::{Accumulator, EXTRAS, PairNet, PairSample, SideFeatures, WIDTH};
pub use train::{Trainable, TrainingOptions, train};
pub use weights::{WeightsError, WeightsFile};
